import Foundation
import Testing

@testable import ArchiveRuntime
import TestRandom

/// Every generated type with any bits: the values of its fields are archived and read back.
@Suite struct RoundTripTests {
  @Test(
    "A record of any bits is read back field by field, alone, under a key and in an array", arguments: FixtureType.all)
  func everyType(_ fixture: FixtureType) throws { try roundTrip(fixture.type) }

  private func roundTrip<Record: ArchivableRecord>(_ type: Record.Type) throws {
    let schema = Record.archiveSchema
    let bits = ArchivedBits(schema)
    let isEmpty = try schema.plan.fields.leaves.allSatisfy { $0.columns.isEmpty }
    #expect(isEmpty || bits.values.contains { $0 != 0 }, "\(type): this test compares nothing")
    var random = SeededRandom(
      seed: schema.name.utf8.reduce(schema.size.magnitude.words.first.map(UInt64.init) ?? 0) { $0 &* 31 &+ UInt64($1) }
    )
    var patterns = [[UInt8](repeating: 0, count: schema.size), [UInt8](repeating: 0xFF, count: schema.size)]
    // Fewer of the large ones: an array of 100,000 is as good as many records.
    for _ in 0..<(schema.size > 10_000 ? 2 : 50) {
      patterns.append((0..<schema.size).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    for index in patterns.indices { bits.makeValid(&patterns[index], &random) }
    let records = try patterns.map { try record(type, of: $0) }

    for (record, pattern) in zip(records, patterns) {
      let data = try ArchiveEncoder().encode(record)
      let back = try ArchiveDecoder().decode(type, from: data)
      try compare(back, pattern, bits, "alone")
      #expect(try ArchiveEncoder().encode(back) == data, "\(type): what came back is archived otherwise")

      var encoder = ArchiveWriter()
      try encoder.encode(record, forKey: "theStruct")
      let keyed = try encoder.finish()
      if data != keyed, !schema.fields.isEmpty {
        let decoder = try ArchiveReader(keyed)
        // A record whose fields are all empty leaves no key to find it by.
        if !decoder.keys.isEmpty {
          try compare(decoder.decode(type, forKey: "theStruct"), pattern, bits, "under a key")
        }
      }
    }

    let data = try ArchiveEncoder().encode(records)
    let back = try ArchiveDecoder().decode([Record].self, from: data)
    #expect(back.count == records.count)
    for (record, pattern) in zip(back, patterns) { try compare(record, pattern, bits, "in an array") }
    #expect(try ArchiveEncoder().encode(back) == data, "\(type): the array that came back is archived otherwise")
    try compareInPieces(records, data)
    try compareInPieces(records + records + records, ArchiveEncoder().encode(records + records + records))
  }

  /// Encodes an array whose columns are written in pieces before the archive is finished.
  private func compareInPieces<Record: ArchivableRecord>(_ records: [Record], _ whole: Data) throws {
    for block in [1, 1_000, Record.archiveSchema.size * 65] {
      let file = PiecedFile()
      let output = PropertyListOutput(keptByteCount: 0, blockByteCount: block) { file.write($0, at: $1) }
      let rest = try ArchiveEncoder().archive(records, as: RecordsForm(), to: output)
      let pieced = file.whole(rest, gaps: output.gaps.map { ($0.position, $0.byteCount) })
      #expect(
        pieced == whole, "\(Record.self): written in pieces with a block of \(block) bytes, the archive is another")
    }
  }

  private func compare<Record: ArchivableRecord>(
    _ record: Record, _ pattern: [UInt8], _ bits: ArchivedBits, _ place: String
  ) throws {
    let bytes = try bytes(of: record)
    #expect(bits.values(of: bytes) == bits.values(of: pattern), "\(Record.self) \(place): a field has another value")
    #expect(bits.isZeroOutside(bytes), "\(Record.self) \(place): bits that no field archives are not zero")
  }

  private func record<Record: ArchivableRecord>(_ type: Record.Type, of bytes: [UInt8]) throws -> Record {
    try Record.archivedRecord { record in record.copyMemory(from: bytes, byteCount: bytes.count) }
  }

  private func bytes<Record: ArchivableRecord>(of record: Record) throws -> [UInt8] {
    try withRecord(record) { Array(UnsafeRawBufferPointer(start: $0, count: Record.archiveSchema.size)) }
  }
}
