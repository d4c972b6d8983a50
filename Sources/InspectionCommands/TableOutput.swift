import ArchiveInspection
import ArchiveRuntime
import Foundation
import UntypedArchive

/// Tables of an archive in the forms of other programs.
enum TableOutput {
  /// What to choose from, where one table is needed.
  static func choice(_ tables: [SelectedTable]) -> TableError {
    guard !tables.isEmpty else {
      return TableError(description: "it has no columns; 'archivegen inspect FILE' shows what it has")
    }
    let names = tables.prefix(12).map { "'\(TerminalText.escaped($0.name))'" }.joined(separator: ", ")
    return TableError(
      description:
        "it has \(tables.count) tables; choose one by its key path: \(names)\(tables.count > 12 ? ", …" : "")")
  }

  static func npz(_ document: ArchiveDocument, _ selection: Selection, _ name: String, to output: OutputBuffer) throws {
    let tables = try document.tables(of: selection)
    guard !tables.isEmpty else { throw choice(tables) }
    var writer = NPZWriter(to: output)
    var names: [String: Int] = [:]
    for table in tables {
      // Several objects may have a table under the same key.
      let number = names[table.name, default: 0]
      names[table.name] = number + 1
      let own = table.name + (number == 0 ? "" : "#\(number + 1)")
      writer.write(table.table, prefix: tables.count == 1 ? "" : own + ".", in: document.view.bytes)
    }
    writer.finish()
  }
}

/// An archive as an XML property list.
enum XMLOutput {
  /// - Throws: `notRepresentable` for what XML has nothing for.
  static func data(_ document: ArchiveDocument) throws(ArchiveError) -> Data {
    let bytes = document.source.bytes
    return try XMLPropertyListWriter.xml(Data(bytes), maximumByteCount: max(bytes.count &* 200, 64 << 20))
  }
}

extension OutputBuffer {
  func append(_ data: Data) { data.withUnsafeBytes { append($0) } }
}
