import ArchiveRuntime
import CFixtures
import FixtureArchives
import Foundation
import Testing

/// The product for C records alone against the whole library.
@Suite struct ArchiveRecordsTests {
  private let sample: board = {
    var board = board()
    board.rows.1.number = -7
    board.rows.2.cells.3 = cell(kind: 9, solid: 1, height: 33, weights: (1.5, -2, 0.25))
    board.corners.1.0.kind = 200
    board.listed.1.weights.2 = 4
    return board
  }()

  @Test("Both libraries write the same bytes, and each reads what the other wrote")
  func sameArchives() throws {
    let whole = try ArchiveEncoder().encode(sample)
    #expect(try Small.archive(sample) == whole)
    #expect(try ArchiveEncoder().encode(Small.board(from: whole)) == whole)
    let read = try ArchiveDecoder().decode(board.self, from: Small.archive(sample))
    #expect(read.rows.2.cells.3.height == 33)
    #expect(read.corners.1.0.kind == 200)
  }

  @Test("Files are saved and loaded without the rest of the library")
  func files() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("small-\(UUID().uuidString).archive")
    defer { try? FileManager.default.removeItem(at: place) }
    #expect(try ArchiveEncoder().encode(Small.saved(sample, at: place)) == ArchiveEncoder().encode(sample))
  }

  @Test("Bad archives are refused with the same error")
  func badArchives() throws {
    for bad in [Data("no archive".utf8), try ArchiveEncoder().encode(sample).dropLast(40)] {
      let expected = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(board.self, from: bad) }
      let refusal = #expect(throws: (any Error).self) { try Small.board(from: bad) }
      #expect(refusal.map { "\($0)" } == expected.map { "\($0)" })
    }
  }
}
