@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import UntypedArchive

/// Makes an archive of an array of records from columns, as `ArchiveEncoder` writes one: class `NAME[]`, the keys `[]` and
/// `[].COLUMN`.
package struct TableArchive {
  package struct Column {
    package let name: String
    package let array: ArchivedArray
    package let bytes: [UInt8]
    /// The conditions under which a row has a value, as the description's line begins: `@2=1 `.
    let conditions: String
    /// The bit-fields of which each integer is a group.
    let parts: [GroupPart]

    package init(
      name: String, array: ArchivedArray, bytes: [UInt8], conditions: String = "", parts: [GroupPart] = []
    ) {
      (self.name, self.array, self.bytes) = (name, array, bytes)
      (self.conditions, self.parts) = (conditions, parts)
    }

    /// The names under which its values are shown.
    var shownNames: [String] { parts.isEmpty ? [name] : parts.map { GroupPart.key($0.name, in: name) } }
  }

  package let name: String
  package let dimensions: [Int]
  package let columns: [Column]

  package init(name: String, dimensions: [Int], columns: [Column]) {
    (self.name, self.dimensions, self.columns) = (name, dimensions, columns)
  }

  /// A binary keyed archive.
  package func data() throws(ArchiveError) -> Data {
    var list = ListAssembler(nil)
    func text(_ text: String, _ list: inout ListAssembler) { list.leaf { $0.append(stringObject: text) } }
    func uid(_ number: UInt8, _ list: inout ListAssembler) {
      list.leaf {
        $0.append(ObjectMarker.uid)
        $0.append(number)
      }
    }
    list.begin(ObjectMarker.dictionary)
    text("$archiver", &list)
    text(KeyedArchiveFormat.archiverName, &list)
    text("$objects", &list)
    list.begin(ObjectMarker.array)
    text(KeyedArchiveFormat.nullText, &list)
    list.begin(ObjectMarker.dictionary)
    for column in columns {
      text(KeyedArchiveFormat.mangled("[].\(column.name)"), &list)
      list.leaf(isData: true) { buffer in
        buffer.append(ObjectMarker.data, size: column.bytes.count)
        column.bytes.withUnsafeBytes { buffer.append($0) }
      }
    }
    text("[]", &list)
    uid(2, &list)
    text(KeyedArchiveFormat.classKey, &list)
    uid(3, &list)
    list.end()
    text(
      ColumnsDescription.firstLine(dimensions)
        + columns.map { "\n\($0.conditions)\($0.array.name) \($0.name)" + GroupPart.lines($0.parts) }.joined(), &list)
    list.begin(ObjectMarker.dictionary)
    text("$classes", &list)
    list.begin(ObjectMarker.array)
    text(name + "[]", &list)
    text("NSObject", &list)
    list.end()
    text("$classname", &list)
    text(name + "[]", &list)
    list.end()
    list.end()
    text("$top", &list)
    list.begin(ObjectMarker.dictionary)
    text(KeyedArchiveFormat.rootKey, &list)
    uid(1, &list)
    list.end()
    text("$version", &list)
    list.leaf { $0.append(integerObject: KeyedArchiveFormat.version) }
    list.end()
    return try list.finish().data
  }
}

/// A table that cannot become an archive, and why.
package struct TableError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
