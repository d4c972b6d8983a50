import ArchiveRecords
import CFixtures
import Foundation
import RecordArchives

/// The calls of the library for C records alone. It is imported in this file only, because a file that imports both
/// libraries has every name twice.
enum Small {
  static func archive(_ value: board) throws -> Data { try ArchiveEncoder().encode(value) }
  static func board(from data: Data) throws -> board { try ArchiveDecoder().decode(CFixtures.board.self, from: data) }

  static func saved(_ value: board, at place: URL) throws -> board {
    let file = ArchiveFile(place)
    try file.save(value)
    return try file.load(CFixtures.board.self)
  }
}
