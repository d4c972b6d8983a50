#if arch(x86_64)
  import ArchiveTesting
  import Foundation
  import RuntimeTestC
  import Testing

  @_spi(GeneratedCode) @testable import ArchiveRuntime

  extension misaligned: ArchivableRecord {
    public static let archiveSchema = unsafe RecordSchema(
      "misaligned", size: 17, alignment: 1, of: misaligned.self, "kind:i8@0 level:-@1#?",
      rows: [.scalar("level", .x87, at: 1)])
  }

  /// The same field in two releases.
  private struct Narrow<Number: BitwiseCopyable & Sendable>: ArchivableRecord, BitwiseCopyable {
    var v: Number
    static var archiveSchema: RecordSchema {
      RecordSchema(
        "level", size: MemoryLayout<Number>.size, alignment: MemoryLayout<Number>.alignment,
        fields: [.scalar("v", Number.self == Int64.self ? .i64 : Number.self == Double.self ? .f64 : .x87, at: 0)])
    }
  }

  @Suite("Long doubles")
  struct LongDoubleTests {
    @Test("in a packed record are archived, although Swift's reflection cannot read them there")
    func packed() throws {
      var record = misaligned()
      record.kind = 7
      withUnsafeMutableBytes(of: &record) { $0.storeBytes(of: 0x80, toByteOffset: 8, as: UInt8.self) }
      let copy = try ArchiveDecoder().decode(misaligned.self, from: try ArchiveEncoder().encode(record))
      #expect(copy.kind == 7)
      #expect(
        withUnsafeBytes(of: copy) { Array($0.prefix(11)) } == withUnsafeBytes(of: record) { Array($0.prefix(11)) })
    }

    @Test(
      "Golden archives of integers are equal to what long doubles have of them",
      arguments: [0, 85, -2_147_483_648, .max, .min, .max - 1])
    func integers(value: Int64) throws {
      #expect(try problems(Narrow(v: value)) == [])
    }

    @Test(
      "Golden archives of doubles are equal to what long doubles have of them",
      arguments: [21.25, -0.0, .infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func doubles(value: Double) throws {
      #expect(try problems(Narrow(v: value)) == [])
    }

    @Test("Golden archives of long doubles show more than a double has")
    func precise() throws {
      let archive = try ArchiveEncoder().encode(Narrow(v: 1 + Float80.ulpOfOne))
      let json = String(decoding: try GoldenArchives.json(of: archive, type: "level"), as: UTF8.self)
      #expect(json.contains("$data"))
    }

    /// What reading an archive of the number as a long double finds wrong.
    private func problems<Number>(_ golden: Narrow<Number>) throws -> [String] {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("goldens-\(UUID())").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try FileManager.default.createDirectory(atPath: folder + "/1.0", withIntermediateDirectories: true)
      let archive = try ArchiveEncoder().encode(golden)
      try archive.write(to: URL(fileURLWithPath: "\(folder)/1.0/level.archive"))
      try GoldenArchives.json(of: archive, type: "level").write(to: URL(fileURLWithPath: "\(folder)/1.0/level.json"))
      let goldens = GoldenArchives(folder, expected: "1.0\tlevel\tlevel", keys: "type\tlevel\nv\t-")
      return goldens.missing + goldens.problems(of: "level", as: Narrow<Float80>.self)
    }
  }
#endif
