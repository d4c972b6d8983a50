import ArchiveRuntime
import UntypedArchive

extension ArchiveDocument {
  /// Opens a binary list, an XML list, or the lossless JSON of one.
  ///
  /// - Throws: `ArchiveError`; `JSONError` for JSON with a mistake.
  package static func opening(_ source: ArchiveBytes) throws -> ArchiveDocument {
    let bytes = source.bytes
    // XML begins with '<', a binary list with 'b', and neither a byte order mark nor UTF-16 is JSON of ours.
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return try ArchiveDocument(source) }
    return try ArchiveDocument(ArchiveBytes(copying: try LosslessJSONReader.read(bytes).data))
  }
}
