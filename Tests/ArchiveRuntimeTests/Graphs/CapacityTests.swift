@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import Testing

/// A block that was read has room for its elements only, whatever the archive says of the block that was archived.
@Suite("Capacities") struct CapacityTests {
  struct Bag: ArchivableNode {
    var used: Int32 = 0
    var room: UInt8 = 0
    var numbers: UnsafeMutablePointer<Int16>?

    static let archiveSchema = schema(capacity: "room")

    static func schema(capacity: String?) -> RecordSchema {
      RecordSchema(
        "bag", size: 16, alignment: 8,
        fields: [
          .scalar("used", .i32, at: 0), .scalar("room", .u8, at: 4),
          .data("numbers", of: .i16, count: .of("used", capacity: capacity), at: 8),
        ])
    }
  }

  /// The same under other rules for its count.
  private struct Other: ArchivableNode {
    var bag = Bag()
    static let archiveSchema = schema(.of("used"))

    static func schema(_ count: CountSchema) -> RecordSchema {
      RecordSchema(
        "bag", size: 16, alignment: 8,
        fields: [
          .scalar("used", .i32, at: 0), .scalar("room", .u8, at: 4), .data("numbers", of: .i16, count: count, at: 8),
        ])
    }
  }

  private struct Nullable: ArchivableNode {
    var bag = Bag()
    static let archiveSchema = Other.schema(.of("used", orNull: true))
  }

  private struct Ended: ArchivableNode {
    var bag = Bag()
    static let archiveSchema = Other.schema(.of("used", plus: 1))
  }

  @Test("NULL beside a count that is not 0 is an error in archives, too, unless the schema allows it")
  func nullInArchive() throws {
    var bag = Nullable(bag: Bag(used: 3))
    let data = try ArchiveEncoder().encode(graph: &bag)
    let read = try ArchiveDecoder().decodeGraph(Nullable.self, from: data)
    #expect(read.withRoot { $0?.pointee.bag.numbers } == .some(nil))
    let error = ArchiveError.wrongCount(
      path: "bag[0].numbers", count: "used", value: "3", reason: "the pointer is NULL")
    #expect(throws: error) { try ArchiveDecoder().decodeGraph(Other.self, from: data) }
    #expect(
      throws: ArchiveError.wrongCount(
        path: "bag[0].numbers", count: "used + 1", value: "4", reason: "the pointer is NULL")
    ) { try ArchiveDecoder().decodeGraph(Ended.self, from: data) }
    bag.bag.used = 0
    let empty = try ArchiveEncoder().encode(graph: &bag)
    let ended = try ArchiveDecoder().decodeGraph(Ended.self, from: empty)
    #expect(ended.withRoot { $0?.pointee.bag.numbers } == .some(nil))
  }

  @Test("An archive with fewer elements than the fields say and one more is refused")
  func shortOfOne() throws {
    let data = try archive(2, room: 2)
    #expect(
      throws: ArchiveError.wrongCount(
        path: "bag[0].numbers", count: "used + 1", value: "3", reason: "the archive has 2 elements there")
    ) { try ArchiveDecoder().decodeGraph(Ended.self, from: data) }
  }

  private func archive(_ count: Int, room: UInt8) throws -> Data {
    var numbers = [Int16](repeating: 7, count: max(count, 1))
    return try numbers.withUnsafeMutableBufferPointer { buffer in
      var bag = Bag(used: Int32(count), room: room, numbers: count == 0 ? nil : buffer.baseAddress)
      return try ArchiveEncoder().encode(graph: &bag)
    }
  }

  @Test("The capacity is the count after reading, and 0 without a block", arguments: [0, 1, 255])
  func restored(count: Int) throws {
    let graph = try ArchiveDecoder().decodeGraph(Bag.self, from: archive(count, room: 200))
    let bag = try #require(graph.root).pointee
    #expect(bag.room == UInt8(count))
    #expect((bag.numbers == nil) == (count == 0))
  }

  @Test("A count that the capacity cannot hold is an error that names both")
  func tooLarge() throws {
    let data = try archive(256, room: 0)
    #expect(
      throws: ArchiveError.wrongCount(
        path: "bag[0].numbers", count: "used", value: "256", reason: "'room' cannot hold it")
    ) { try ArchiveDecoder().decodeGraph(Bag.self, from: data) }
  }

  @Test(
    "A schema whose capacity is no integer field, or the count itself, is refused", arguments: ["used", "numbers", "?"])
  func flaws(capacity: String) {
    #expect(throws: ArchiveError.self) { try Bag.schema(capacity: capacity).plan }
  }
}
