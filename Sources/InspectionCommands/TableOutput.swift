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
