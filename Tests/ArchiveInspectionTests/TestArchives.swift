import ArchiveInspection
import ArchiveRuntime
import Foundation
import UntypedArchive

/// The archives of the test tree.
enum TestArchives {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// Every golden archive, in the order of their paths.
  static let all: [URL] = {
    let folder = root.appendingPathComponent("Goldens").resolvingSymlinksInPath()
    let names = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (names?.allObjects as? [URL]) ?? []
    return files.filter { $0.pathExtension == "archive" }.sorted { $0.path < $1.path }
  }()

  static func document(_ data: some Collection<UInt8>) throws -> ArchiveDocument {
    try ArchiveDocument(ArchiveBytes(copying: data))
  }

  /// What a writer of the module writes.
  static func output(_ write: (OutputBuffer) throws -> Void) rethrows -> Data {
    let buffer = OutputBuffer(.memory)
    try write(buffer)
    buffer.flush()
    return buffer.data
  }

  static func json(_ document: ArchiveDocument, _ options: LosslessJSONWriter.Options = .init()) throws -> Data {
    try output { try LosslessJSONWriter.write(document, options, to: $0) }
  }

  static func list(_ json: Data) throws -> LosslessJSONReader.Result {
    let bytes = ArchiveBytes(copying: json)
    return try LosslessJSONReader.read(bytes.bytes)
  }

  /// A binary property list from objects as they are encoded; references take one byte.
  static func list(_ objects: [[UInt8]], top: Int) -> Data {
    var file = Data("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(file.count)
      file += object
    }
    let table = file.count
    for offset in offsets { file += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    file += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, top, table] {
      file += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return file
  }
}
