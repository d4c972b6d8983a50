@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import Testing

/// C's empty struct has no bytes (GNU C), so that all elements of an array of them are at one address.
@Suite("Records without bytes behind pointers") struct EmptyRecordTests {
  struct Nothing: ArchivableRecord {
    static let archiveSchema = RecordSchema("nothing", size: 0, alignment: 1, fields: [])
  }

  struct Holder: ArchivableNode {
    var count: UInt32 = 0
    var items: UnsafeMutablePointer<Nothing>?
    var after: Int32 = 0
    var padding: Int32 = 0

    static let archiveSchema = RecordSchema(
      "holder", size: 24, alignment: 8,
      fields: [
        .scalar("count", .u32, at: 0), .link("items", to: Nothing.archiveSchema, count: .of("count"), at: 8),
        .scalar("after", .i32, at: 16),
      ])
  }

  @Test("Their number is read again, however many there are", arguments: [1, 3, 20_000_000] as [UInt32])
  func counted(count: UInt32) throws {
    let items = UnsafeMutablePointer<Nothing>.allocate(capacity: 1)
    defer { items.deallocate() }
    var holder = Holder(count: count, items: items, after: 7)
    let archive = try ArchiveEncoder().encode(graph: &holder)
    let graph = try ArchiveDecoder().decodeGraph(Holder.self, from: archive)
    let read = try graph.withRoot { try #require($0).pointee }
    #expect(read.count == count && read.items != nil && read.after == 7)
  }

  @Test("None are a pointer to no elements")
  func none() throws {
    var holder = Holder(count: 0, items: nil, after: 7)
    let archive = try ArchiveEncoder().encode(graph: &holder)
    let graph = try ArchiveDecoder().decodeGraph(Holder.self, from: archive)
    let read = try graph.withRoot { try #require($0).pointee }
    #expect(read.count == 0 && read.items == nil && read.after == 7)
  }
}
