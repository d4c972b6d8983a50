import Foundation
import RuntimeTestC
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Archives with a checksum") struct ChecksumTests {
  private func sealing(_ format: ArchiveEncoder.OutputFormat = .binary) -> ArchiveEncoder {
    var encoder = ArchiveEncoder()
    encoder.checksum = .crc32
    encoder.outputFormat = format
    return encoder
  }

  /// Archives of all kinds, and a call that reads each.
  private func archives(_ format: ArchiveEncoder.OutputFormat) throws -> [(
    Data, (Data, ArchiveDecoder.Limits) throws -> Void
  )] {
    var several = ArchiveWriter(settings: sealing(format))
    try several.encode(someOrder(), forKey: "a")
    try several.encode(["text": [1.5, 2]], forKey: "b")
    return [
      (
        try sealing(format).encode(someOrder()),
        { _ = try ArchiveDecoder(limits: $1).decode(order.self, from: $0) }
      ),
      (
        try sealing(format).encode(somePoints(3)),
        { _ = try ArchiveDecoder(limits: $1).decode([point].self, from: $0) }
      ),
      (
        try sealing(format).encode([Person("Ann"), Person("Bob")]),
        { _ = try ArchiveDecoder(limits: $1).decode([Person].self, from: $0) }
      ),
      (
        try several.finish(),
        { _ = try ArchiveReader($0, settings: ArchiveDecoder(limits: $1)).decode(order.self, forKey: "a") }
      ),
    ]
  }

  @Test("Each flipped bit is an error", arguments: [ArchiveEncoder.OutputFormat.binary, .xml])
  func flippedBits(_ format: ArchiveEncoder.OutputFormat) throws {
    for (archive, read) in try archives(format) {
      try read(archive, .init())
      // XML is long; every seventh of its bits is enough.
      for bit in stride(from: 0, to: archive.count * 8, by: format == .xml ? 7 : 1) {
        var damaged = archive
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(throws: ArchiveError.self, "bit \(bit)") { try read(damaged, .init()) }
      }
    }
  }

  @Test("Bytes that are cut off, put in or exchanged are errors") func edits() throws {
    for (archive, read) in try archives(.binary) {
      #expect(throws: ArchiveError.self) { try read(archive.dropLast(), .init()) }
      #expect(throws: ArchiveError.self) { try read(archive + [0], .init()) }
      var inserted = archive
      inserted.insert(0, at: archive.count / 2)
      #expect(throws: ArchiveError.self) { try read(inserted, .init()) }
    }
  }

  @Test("An archive that another program has converted is read if its checksum is ignored") func converted() throws {
    for (archive, read) in try archives(.binary) {
      let list = try PropertyListSerialization.propertyList(from: archive, format: nil)
      let converted = try XMLPropertyListWriter.xml(archive)
      #expect((list as? [String: Any])?["$crc32"] is Data)
      let error = #expect(throws: ArchiveError.self) { try read(converted, .init()) }
      #expect(error?.code == .checksumMismatch)
      var limits = ArchiveDecoder.Limits()
      limits.checksum = .ignored
      try read(converted, limits)
      // Converted by us, it gets another checksum.
      try read(try ArchiveChecksum.renewed(converted), .init())
    }
  }

  @Test("An archive without a checksum is refused only where one is required") func required() throws {
    let archive = try ArchiveEncoder().encode(someOrder())
    _ = try ArchiveDecoder().decode(order.self, from: archive)
    var limits = ArchiveDecoder.Limits()
    limits.checksum = .required
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder(limits: limits).decode(order.self, from: archive)
    }
    #expect(error?.code == .checksumMismatch)
    _ = try ArchiveDecoder(limits: limits).decode(order.self, from: try sealing().encode(someOrder()))
  }

  @Test("It costs 44 bytes at most, and nothing else changes") func size() throws {
    let (plain, sealed) = (try ArchiveEncoder().encode(someOrder()), try sealing().encode(someOrder()))
    #expect(sealed.count - plain.count <= 44)
  }

  @Test("A file is saved with it and loaded") func files() throws {
    let folder = try TemporaryFolder()
    var file = ArchiveFile(path: folder["order"])
    file.saver.checksum = .crc32
    try file.blocking.save(someOrder())
    _ = try file.blocking.load(order.self)
    var data = try #require(FileManager.default.contents(atPath: folder["order"]))
    data[data.count / 2] ^= 4
    try folder.write("order", data)
    #expect(throws: ArchiveError.self) { try file.blocking.load(order.self) }
  }

  @Test("Foundation's unarchiver reads it") func foundation() throws {
    let archive = try sealing().encode(["a", "b"])
    let found = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSString.self], from: archive)
    #expect(found as? [String] == ["a", "b"])
  }

  @Test("Python's plistlib and plutil read it", arguments: [ArchiveEncoder.OutputFormat.binary, .xml])
  func others(format: ArchiveEncoder.OutputFormat) throws {
    var encoder = sealing()
    encoder.outputFormat = format
    let archive = try encoder.encode(["a text", "another"])
    let script = "import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb'))['$objects'])"
    let listed = try Tool.withFile(archive) { try Tool.run("python3", ["-c", script, $0], package: "python3") }
    #expect(listed.contains("'a text', 'another'"))
    // Swift's own, which may be behind another in the path.
    let swift = try Tool.run("swift", ["-print-target-info"], package: "swift")
    let paths = try #require(try JSONSerialization.jsonObject(with: Data(swift.utf8)) as? [String: Any])["paths"]
    let resources = try #require((paths as? [String: Any])?["runtimeResourcePath"] as? String)
    let program = URL(fileURLWithPath: resources).appending(path: "../../bin/plutil").standardized.path
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    let printed = try Tool.withFile(archive) { try Tool.run("env", [program, "-p", $0], package: "coreutils") }
    #expect(printed.contains("\"a text\""))
  }

  @Test("The CRC-32 is that of zlib") func crc() {
    func crc(_ text: String) -> UInt32 {
      var checksum = CRC32()
      Array(text.utf8).withUnsafeBytes { checksum.update($0) }
      return checksum.value
    }
    #expect(crc("") == 0)
    #expect(crc("123456789") == 0xCBF4_3926)
    #expect(crc("The quick brown fox jumps over the lazy dog") == 0x414F_A339)
  }
}
