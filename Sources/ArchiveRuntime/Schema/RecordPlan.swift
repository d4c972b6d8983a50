/// A record's schema made ready for copying: nested records flattened into leaves with whole keys and offsets, keys in
/// their encoded form, columns for arrays of the record.
final class RecordPlan: Sendable {
  let name: String
  let oldNames: [String]
  let size: Int
  let alignment: Int
  let leaves: [Leaf]
  /// For each leaf, what the quick way through usual fields needs.
  let plainScalars: [PlainScalar?]
  /// Nested records that must not be missing altogether.
  let requiredGroups: [RequiredGroup]
  /// What an array of this record is stored as.
  let columns: [Column]
  /// The columns that are quick to move, and the indices of the others.
  let plainColumns: [PlainColumn]
  let otherColumns: [Int]
  /// The keys of a record in the order in which they are written, then "$class" and the archived name, encoded for the
  /// writer; nil when an array's elements have keys of their own.
  let objectKeys: KeyBlock?
  /// Finds the leaves' keys and "$class" in an object; `Leaf.Key` has the indices.
  let matcher: KeyMatcher
  /// Where "$class" stands among the matcher's keys.
  let classIndex: Int
  /// The same for an array of the record as a root: "[]", then the columns' keys, then "$class".
  let arrayKeys: KeyBlock
  let arrayMatcher: KeyMatcher
  /// The lines of the columns' description that follow the first.
  let columnLines: String
  /// Whether the columns leave bytes of the record as they are, or share them: padding, fields left out, bit-fields.
  let hasGaps: Bool
  /// Archived bytes of one record in columns.
  let columnBytes: Int

  struct RequiredGroup: Sendable {
    let key: String
    let leaves: Range<Int>
  }

  init(
    name: String, oldNames: [String], size: Int, alignment: Int, fields: [FieldSchema]
  ) throws(ArchiveError) {
    var compiler = try PlanCompiler(name: name, size: size, alignment: alignment)
    try compiler.add(fields, keys: [""], at: 0, size: size)
    self.name = name
    self.oldNames = oldNames
    self.size = size
    self.alignment = alignment
    requiredGroups = compiler.requiredGroups
    columns = compiler.leaves.flatMap(\.columns)
    plainColumns = columns.indices.compactMap { [columns] in PlainColumn(columns[$0].cell, index: $0) }
    otherColumns = columns.indices.filter { [columns] in PlainColumn(columns[$0].cell, index: $0) == nil }
    objectKeys =
      compiler.hasElementKeys
      ? nil : KeyBlock(compiler.staticKeys.map(KeyedArchive.mangled) + [KeyedArchive.classKey, name])
    compiler.addOldKeys()
    leaves = compiler.leaves
    plainScalars = leaves.map(PlainScalar.init)
    classIndex = compiler.classIndex
    matcher = KeyMatcher(compiler.wantedKeys)
    let columnKeys = ["[]"] + columns.map { "[]." + $0.name }
    arrayKeys = KeyBlock(columnKeys + [KeyedArchive.classKey, name + "[]"])
    arrayMatcher = KeyMatcher(columnKeys + [KeyedArchive.classKey])
    columnLines = columns.map { ColumnsDescription.line($0.cell.archived, $0.name) }.joined()
    hasGaps = !Self.cover(columns, size: size)
    columnBytes = columns.reduce(0) { $0 + $1.cell.byteCount }
  }

  /// Whether every byte of the record is written by one column. Only the simplest records need be recognised.
  private static func cover(_ columns: [Column], size: Int) -> Bool {
    var end = 0
    for cell in columns.map(\.cell).sorted(by: { $0.offset < $1.offset }) {
      guard case .copy(let count) = cell.codec, cell.steps.isEmpty, cell.offset == end else {
        guard case .bool = cell.codec, cell.steps.isEmpty, cell.offset == end else { return false }
        end += 1
        continue
      }
      end += count
    }
    return end == size
  }

  /// Checks that Swift lays the type out as the schema says.
  @inline(__always)
  func checkLayout<Record>(of type: Record.Type) throws(ArchiveError) {
    guard MemoryLayout<Record>.size == size, MemoryLayout<Record>.alignment == alignment, _isPOD(type) else {
      throw layoutMismatch(type)
    }
  }

  @inline(never)
  private func layoutMismatch<Record>(_ type: Record.Type) -> ArchiveError {
    guard _isPOD(type) else {
      return .invalidSchema(type: "\(type)", reason: "only C records can be archived by their layout")
    }
    func words(_ size: Int, _ alignment: Int) -> String { "\(size) bytes aligned to \(alignment)" }
    return .layoutMismatch(
      type: name.isEmpty ? "\(type)" : name, expected: words(size, alignment),
      found: words(MemoryLayout<Record>.size, MemoryLayout<Record>.alignment))
  }
}

/// One field of a record that is archived under a key of its own.
struct Leaf: Sendable {
  enum Value: Sendable {
    /// A plain boolean, integer or real.
    case scalar(Cell)
    /// A number that stands as data with a description: 128 bits, complex, vectors.
    case wide(Cell)
    case array(Cell, ArrayForm)
    case text(Cell, TextEncoding)
    case records(RecordArray)
  }

  /// A key that the field is read under, and where it stands among the matcher's keys.
  struct Key: Sendable {
    let text: String
    let index: Int
    /// The description's key.
    let description: String
    /// nil where a description is not usual.
    let descriptionIndex: Int?
    /// Of the columns' keys, for an array of records.
    var columnIndices: [Int] = []
  }

  let main: Key
  /// Keys of earlier versions, tried in this order after the main one.
  var old: [Key] = []
  let oldKeys: [String]
  let isRequired: Bool
  let value: Value
  /// One element's archived bytes, or the text's; empty for zero.
  let defaultBytes: [UInt8]

  var key: String { main.text }
  var descriptionKey: String { main.description }
}

/// An array of records inside a record.
struct RecordArray: Sendable {
  let plan: RecordPlan
  let dimensions: [Int]
  let count: Int
  let offset: Int
  let form: RecordArrayForm
}

/// One field of all the records of an array, stored as one byte string.
struct Column: Sendable {
  let name: String
  let oldNames: [String]
  let isRequired: Bool
  let cell: Cell
  let defaultBytes: [UInt8]
}

extension Leaf {
  /// The columns that this field is stored as in an array of its record.
  var columns: [Column] {
    switch value {
    case .scalar(let cell), .wide(let cell), .array(let cell, _), .text(let cell, _):
      return [Column(name: key, oldNames: oldKeys, isRequired: isRequired, cell: cell, defaultBytes: defaultBytes)]
    case .records(let array):
      return array.plan.columns.map { column in
        let names = ([key] + oldKeys).flatMap { key in ([column.name] + column.oldNames).map { "\(key)[].\($0)" } }
        return Column(
          name: names[0], oldNames: Array(names.dropFirst()), isRequired: isRequired || column.isRequired,
          cell: column.cell.inArray(array), defaultBytes: column.defaultBytes)
      }
    }
  }
}
