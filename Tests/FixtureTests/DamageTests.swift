import Foundation
import Testing

@testable import ArchiveRuntime
import TestRandom

/// Every generated decoder, on archives that something happened to: it reads them or throws.
@Suite("Damaged archives of the fixtures") struct FixtureDamageTests {
  @Test("Cut at any byte, an archive of any type is an error", arguments: FixtureType.all)
  func cut(_ fixture: FixtureType) throws { try cut(fixture.type) }

  @Test("300 of 300 random corruptions are read or are errors, for every type", arguments: FixtureType.all)
  func corrupted(_ fixture: FixtureType) throws { try corrupt(fixture.type) }

  private func cut<Record: ArchivableRecord>(_ type: Record.Type) throws {
    for (data, read) in try archives(type) {
      // Of those of a large array every cut would be as the next: the table at the end is cut everywhere.
      let counts =
        data.count < 20_000 ? Array(0..<data.count) : Array(0..<2_000) + Array((data.count - 2_000)..<data.count)
      for count in counts {
        #expect(throws: ArchiveError.self, "\(type): \(count) of \(data.count) bytes") { try read(data.prefix(count)) }
      }
    }
  }

  private func corrupt<Record: ArchivableRecord>(_ type: Record.Type) throws {
    var random = SeededRandom(seed: Record.archiveSchema.name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    for (data, read) in try archives(type) {
      for round in 0..<300 {
        var damaged = data
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          damaged[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        do { try read(damaged) } catch is ArchiveError {} catch { Issue.record("\(type), round \(round): \(error)") }
      }
    }
  }

  /// A record of some bits, alone and in an array, and what reads it.
  private func archives<Record: ArchivableRecord>(_ type: Record.Type) throws -> [(Data, (Data) throws -> Void)] {
    let schema = Record.archiveSchema
    let bits = ArchivedBits(schema)
    var random = SeededRandom(seed: UInt64(schema.size))
    var pattern = (0..<schema.size).map { _ in UInt8.random(in: 0...255, using: &random) }
    bits.makeValid(&pattern, &random)
    let value = try Record.archivedRecord { $0.copyMemory(from: pattern, byteCount: pattern.count) }
    return [
      (try ArchiveEncoder().encode(value), { _ = try ArchiveDecoder().decode(type, from: $0) }),
      (try ArchiveEncoder().encode([value, value]), { _ = try ArchiveDecoder().decode([Record].self, from: $0) }),
    ]
  }
}
