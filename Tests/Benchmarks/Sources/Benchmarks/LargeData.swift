import ArchiveRuntime
import Foundation

/// One `Data` of 100 MB.
enum LargeData {
  static let count = 100_000_000

  static func run(_ options: Options, _ aims: inout Aims) throws {
    var payload = Data(count: count)
    payload.withUnsafeMutableBytes { bytes in
      for index in stride(from: 0, to: bytes.count, by: 64) { bytes[index] = UInt8(truncatingIfNeeded: index >> 6) }
    }
    let path = try options.emptyFolder("data") + "/archive"
    let file = ArchiveFile(path: path, reading: .mapped)
    let archive = try encode(payload)
    try file.blocking.save(data: archive)
    try check("archivegen", try decode(archive) == payload)
    let keyed = try NSKeyedArchiver.archivedData(withRootObject: payload as NSData, requiringSecureCoding: true)

    var encoding = Contest()
    encoding.add("a copy") { copy(payload).count }
    encoding.add("archivegen", bytes: archive.count) { try encode(payload).count }
    encoding.add("NSKeyedArchiver", isSlow: true, bytes: keyed.count) {
      try NSKeyedArchiver.archivedData(withRootObject: payload as NSData, requiringSecureCoding: true).count
    }
    let encoded = try encoding.run()
    Table("Encode 100 MB of data", encoded, unit: .milliseconds(1), named: "ms", reference: "a copy").print()

    var decoding = Contest()
    decoding.add("a copy") { copy(payload).count }
    decoding.add("archivegen", bytes: archive.count) { try decode(archive).count }
    decoding.add("archivegen, from a memory map") { try file.blocking.load(Data.self).count }
    decoding.add("NSKeyedArchiver", isSlow: true, bytes: keyed.count) {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSData.self, from: keyed)?.length ?? 0
    }
    let decoded = try decoding.run()
    Table("Decode it", decoded, unit: .milliseconds(1), named: "ms", reference: "a copy").print()
    aims.add("100 MB of data, encode, times a copy", encoded.ratio("archivegen", to: "a copy"), atMost: 1.5)
    aims.add("decode, times a copy", decoded.ratio("archivegen", to: "a copy"), atMost: 1.5)
    aims.add(
      "decode from a memory map, times a copy", decoded.ratio("archivegen, from a memory map", to: "a copy"),
      atMost: 0.5)
  }

  private static func encode(_ data: Data) throws -> Data { try ArchiveEncoder().encode(data) }
  private static func decode(_ archive: Data) throws -> Data {
    try ArchiveDecoder().decode(Data.self, from: archive)
  }

  /// Into separate memory, as an encoder's result is.
  private static func copy(_ data: Data) -> Data {
    data.withUnsafeBytes { Data($0) }
  }
}
