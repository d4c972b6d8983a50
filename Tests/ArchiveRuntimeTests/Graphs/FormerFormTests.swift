import ArchiveEvolution
@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import Testing

/// A C type that gets its first pointer becomes a node of a graph; archives of before have its records alone.
@Suite("Archives of a type that had no pointers yet") struct FormerFormTests {
  struct Before: ArchivableRecord {
    var value: Int32 = 0
    var room: UInt8 = 0
    var pad: (UInt8, UInt8, UInt8) = (0, 0, 0)

    static let archiveSchema = RecordSchema(
      "probe", size: 8, alignment: 4, fields: [.scalar("value", .i32, at: 0), .scalar("room", .u8, at: 4)])
  }

  struct After: ArchivableNode {
    var value: Int32 = 0
    var room: UInt8 = 0
    var note: UnsafeMutablePointer<CChar>?
    var next: UnsafeMutablePointer<After>?

    static let archiveSchema: RecordSchema = RecordSchema(
      "probe", size: 24, alignment: 8,
      fields: [
        .scalar("value", .i32, at: 0), .scalar("room", .u8, at: 4), .string("note", .utf8, at: 8),
        .link("next", to: After.archiveSchema, at: 16),
      ])
  }
  /// Its pointer has a count that archives have had before.
  struct Counted: ArchivableNode {
    var value: Int32 = 0
    var room: UInt8 = 0
    var numbers: UnsafeMutablePointer<Int16>?

    static let archiveSchema = schema(.of("value", capacity: "room"))
    static func schema(_ count: CountSchema) -> RecordSchema {
      RecordSchema(
        "probe", size: 16, alignment: 8,
        fields: [
          .scalar("value", .i32, at: 0), .scalar("room", .u8, at: 4), .data("numbers", of: .i16, count: count, at: 8),
        ])
    }
  }

  private func values(_ graph: ArchiveGraph<After>) -> [Int32] {
    withExtendedLifetime(graph) {
      graph.roots.compactMap { $0.map { $0.pointee.note == nil && $0.pointee.next == nil ? $0.pointee.value : -1 } }
    }
  }

  @Test("A record is the graph's only node, an array has a root for each element, pointers are NULL")
  func plain() throws {
    let one = try ArchiveEncoder().encode(Before(value: 5))
    let many = try ArchiveEncoder().encode([Before(value: 1), Before(value: 2), Before(value: 3)])
    let none = try ArchiveEncoder().encode([Before]())
    for allocation in [GraphAllocation.individual, .pooled] {
      #expect(try values(ArchiveDecoder().decodeGraph(After.self, from: one, allocation: allocation)) == [5])
      #expect(try values(ArchiveDecoder().decodeGraph(After.self, from: many, allocation: allocation)) == [1, 2, 3])
      #expect(try values(ArchiveDecoder().decodeGraph(After.self, from: none, allocation: allocation)) == [])
    }
  }

  @Test("So it is under keys, of which a missing one stays an error")
  func keys() throws {
    var writer = ArchiveWriter()
    try writer.encode(Before(value: 5), forKey: "one")
    try writer.encode([Before(value: 1), Before(value: 2)], forKey: "many")
    let reader = try ArchiveReader(writer.finish())
    #expect(try values(reader.decodeGraph(After.self, forKey: "one")) == [5])
    #expect(try values(reader.decodeGraph(After.self, forKey: "many")) == [1, 2])
    #expect(throws: ArchiveError.self) { try reader.decodeGraph(After.self, forKey: "on") }
  }

  @Test("A count of elements that the archive does not have is an error, and the capacity is 0 without elements")
  func counted() throws {
    let full = try ArchiveEncoder().encode(Before(value: 3, room: 9))
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decodeGraph(Counted.self, from: full) }
    let empty = try ArchiveDecoder().decodeGraph(
      Counted.self, from: ArchiveEncoder().encode([Before(value: 0, room: 9)]))
    #expect(try empty.withRoot { try #require($0).pointee.room } == 0)
  }

  @Test("A graph without its description, and a record of another type, are refused")
  func damaged() throws {
    var node = After(value: 1)
    let graph = try ArchiveEncoder().encode(graph: &node)
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decodeGraph(Counted.self, from: Data(graph.dropLast(40)))
    }
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decodeGraph(EmptyRecordTests.Holder.self, from: graph) }
  }

  @Test("Records that have none of the type's keys are refused")
  func nothingInCommon() throws {
    struct Other: ArchivableRecord {
      var other: Int32 = 1
      static let archiveSchema = RecordSchema("probe", size: 4, alignment: 4, fields: [.scalar("other", .i32, at: 0)])
    }
    let archives = [try ArchiveEncoder().encode(Other()), try ArchiveEncoder().encode([Other()])]
    for archive in archives {
      let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decodeGraph(After.self, from: archive) }
      #expect(error?.code == .missingKey)
    }
  }

  @Test("What the program does not know of such records is not lost in silence when it saves the graph")
  func preserved() throws {
    struct Later: ArchivableRecord {
      var value: Int32 = 0
      var extra: Int32 = 0
      static let archiveSchema = RecordSchema(
        "probe", size: 8, alignment: 4, fields: [.scalar("value", .i32, at: 0), .scalar("extra", .i32, at: 4)])
    }
    for archive in [
      try ArchiveEncoder().encode(Later(value: 1, extra: 2)), try ArchiveEncoder().encode([Later(value: 1, extra: 2)]),
    ] {
      let decoder = ArchiveDecoder(preservingUnknown: true)
      let graph = try decoder.decodeGraph(After.self, from: archive)
      let saved = Result { try save(graph, decoder) }
      switch saved {
      case .success(let archive): #expect(archive.range(of: Data("extra".utf8)) != nil)
      case .failure(let error): #expect((error as? ArchiveError)?.code == .unknownDataLost, "\(error)")
      }
    }
  }

  private func save(_ graph: ArchiveGraph<After>, _ decoder: ArchiveDecoder) throws -> Data {
    try ArchiveEncoder(preserving: decoder).encode(graphs: graph.roots.map { UnsafePointer($0) })
  }
}
