import ArchiveTesting
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// A record in two releases: with bit-fields under keys of their own, and in groups.
private protocol Release: ArchivableRecord, BitwiseCopyable {
  static var fields: [FieldSchema] { get }
}

extension Release {
  static var archiveSchema: RecordSchema { RecordSchema("r", size: 32, alignment: 8, fields: fields) }
}

private struct Words: BitwiseCopyable {
  var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
}

private let bits = (FieldSchema.bits("k", 3, of: .u32, at: 0), FieldSchema.bits("l", 7, of: .i32, at: 3))

private struct Alone: Release {
  var words = Words()
  static var fields: [FieldSchema] { [bits.0, bits.1, .records("m", [2], of: element(false), at: 8)] }
}

private struct Grouped: Release {
  var words = Words()
  static var fields: [FieldSchema] {
    [bits.0.grouped("g", at: 9), bits.1.grouped("g", at: 0), .records("m", [3], of: element(true), at: 8)]
  }
}

/// With a default, and a bit-field in an array's elements.
private func element(_ isGrouped: Bool) -> RecordSchema {
  let field = FieldSchema.bits("b", 5, of: .u16, at: 16)
  return RecordSchema(
    "e", size: 4, alignment: 2,
    fields: [.scalar("x", .i16, at: 0).default(7), isGrouped ? field.grouped("h", at: 4) : field])
}

@Suite("Golden archives of another form than today's")
struct GoldenFormTests {
  @Test("Bit-fields may come to a group, or leave it, and an array may grow")
  func forms() throws {
    let values = Words(words: (0b1111101_101, 0x0015_0003_0009_0001, 0, 0))
    #expect(try problems(of: Alone(words: values), as: Grouped.self) == [])
    #expect(try problems(of: Grouped(words: values), as: Grouped.self) == [])
    var lost = try problems(of: Alone(words: values), as: Grouped.self) { $0.words.words.0 = 0b1111101_100 }
    #expect(lost.count == 1 && lost[0].hasSuffix("r.archive: k: 5 is 4"), "\(lost)")
    lost = try problems(of: Alone(words: values), as: Grouped.self) { $0.words.words.1 = 0x0015_0003_0008_0001 }
    #expect(lost.count == 1 && lost[0].hasSuffix("r.archive: m[].b[0]: 9 is 8"), "\(lost)")
  }

  @Test("Bit-fields that leave a group are the same values")
  func leaving() throws {
    let values = Words(words: (0b0000101_011, 0x0015_0003_0009_0001, 0, 0))
    #expect(try problems(of: Grouped(words: values), as: Ungrouped.self) == [])
  }

  private struct Ungrouped: Release {
    var words = Words()
    static var fields: [FieldSchema] { [bits.0, bits.1, .records("m", [3], of: element(false), at: 8)] }
  }

  /// What reading an archive of the record as today's finds wrong.
  ///
  /// - Parameter change: what today's code does with the record.
  private func problems<Golden: Release, Today: Release>(
    of golden: Golden, as type: Today.Type, _ change: (inout Today) -> Void = { _ in }
  ) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("goldens-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/1.0", withIntermediateDirectories: true)
    let archive = try ArchiveEncoder().encode(golden)
    try archive.write(to: URL(fileURLWithPath: "\(folder)/1.0/r.archive"))
    try GoldenArchives.json(of: archive, type: "r").write(to: URL(fileURLWithPath: "\(folder)/1.0/r.json"))
    let goldens = GoldenArchives(folder, expected: "1.0\tr\tr", keys: "type\tr\nk\t-\nl\t-\nm[].x\t-\nm[].b\t-")
    #expect(goldens.missing == [])
    return goldens.problems(of: "r") { data in
      var record = try ArchiveDecoder().decode(type, from: data)
      change(&record)
      return try ArchiveEncoder().encode(record)
    }
  }
}
