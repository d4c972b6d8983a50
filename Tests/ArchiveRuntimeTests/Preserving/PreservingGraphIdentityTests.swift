import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private typealias Pointer<Pointee> = UnsafeMutablePointer<Pointee>

private enum New {
  struct Trip: ArchivableNode {
    var marks: Pointer<Mark>?
    var count: UInt32 = 0
    var padding: UInt32 = 0
    static let archiveSchema = RecordSchema(
      "trip", size: 16, alignment: 8,
      fields: [.link("marks", to: Mark.archiveSchema, count: .of("count"), at: 0), .scalar("count", .u32, at: 8)])
  }

  struct Mark: ArchivableNode {
    var id: UInt32 = 0
    var level: UInt32 = 0
    var extra: UInt32 = 0
    var friend: Pointer<Mark>?
    static let archiveSchema: RecordSchema = RecordSchema(
      "mark", size: 24, alignment: 8,
      fields: [
        .scalar("id", .u32, at: 0), .scalar("level", .u32, at: 4), .scalar("extra", .u32, at: 8),
        .link("friend", to: Mark.archiveSchema, at: 16),
      ])
  }
}

private enum Old {
  struct Trip: ArchivableNode {
    var marks: Pointer<Mark>?
    var count: UInt32 = 0
    var padding: UInt32 = 0
    static let archiveSchema = RecordSchema(
      "trip", size: 16, alignment: 8,
      fields: [.link("marks", to: Mark.archiveSchema, count: .of("count"), at: 0), .scalar("count", .u32, at: 8)])
  }

  struct Mark: ArchivableNode, Equatable {
    var id: UInt32 = 0
    var level: UInt32 = 0
    static let archiveSchema = RecordSchema(
      "mark", size: 8, alignment: 4, identity: ["id"],
      fields: [.scalar("id", .u32, at: 0), .scalar("level", .u32, at: 4)])
  }
}

@Suite("What an older program does not know of records behind pointers that have an identity")
struct PreservingGraphIdentityTests {
  /// `id extra friend` of each mark after the older program's change.
  private func changed(
    linked: Bool = false, twins: Bool = false, _ body: (inout Old.Trip, Pointer<Old.Mark>) -> Void
  ) throws -> [String] {
    let marks = Pointer<New.Mark>.allocate(capacity: 4)
    defer { marks.deallocate() }
    for place in 0..<4 {
      let number = UInt32(place + 1)
      (marks + place).initialize(
        to: New.Mark(
          id: twins && place == 1 ? 1 : number, level: number * 10, extra: number * 100,
          friend: linked ? marks + (place + 1) % 4 : nil))
    }
    var trip = New.Trip(marks: marks, count: 4)
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let graph = try decoder.decodeGraph(Old.Trip.self, from: ArchiveEncoder().encode(graph: &trip))
    let root = try #require(graph.root)
    let scratch = Pointer<Old.Mark>.allocate(capacity: 8)
    defer { scratch.deallocate() }
    scratch.initialize(repeating: Old.Mark(), count: 8)
    var changed = root.pointee
    body(&changed, scratch)
    let own = root.pointee
    root.pointee = changed
    defer { root.pointee = own }
    let data = try ArchiveEncoder(preserving: decoder).encode(graph: graph.root)
    let again = try ArchiveDecoder().decodeGraph(New.Trip.self, from: data)
    let saved = try #require(again.root).pointee
    return (0..<Int(saved.count)).map { place in
      let mark = saved.marks?[place] ?? New.Mark()
      return "\(mark.id) \(mark.extra)" + (linked ? " \(mark.friend?.pointee.id ?? 0)" : "")
    }
  }

  @Test("Elements that are exchanged, sorted or changed in their block keep what is theirs")
  func exchanged() throws {
    let all = ["1 100", "2 200", "3 300", "4 400"]
    #expect(
      try changed(linked: true) { trip, _ in trip.marks?[1].level = 7 } == ["1 100 2", "2 200 3", "3 300 4", "4 400 1"])
    #expect(try changed { _, _ in } == all)
    #expect(try changed { trip, _ in trip.marks?[1].level = 7 } == all)
    let swapped = try changed { trip, _ in
      guard let marks = trip.marks else { return }
      (marks[0], marks[2]) = (marks[2], marks[0])
    }
    #expect(swapped == ["3 300", "2 200", "1 100", "4 400"])
    // An unknown link leads to the first.
    let error = #expect(throws: ArchiveError.self) {
      try changed(linked: true) { trip, _ in
        guard let marks = trip.marks else { return }
        for place in 1..<4 { marks[place - 1] = marks[place] }
        marks[3] = Old.Mark(id: 9, level: 9)
      }
    }
    #expect(error?.code == .unknownDataLost)
    let inserted = try changed { trip, scratch in
      guard let marks = trip.marks else { return }
      scratch[0] = marks[3]
      for place in (1..<4).reversed() { marks[place] = marks[place - 1] }
      marks[0] = scratch[0]
    }
    #expect(inserted == ["4 400", "1 100", "2 200", "3 300"])
  }

  @Test("A block that was allocated anew, as by realloc, keeps what its elements had")
  func reallocated() throws {
    let grown = try changed { trip, scratch in
      guard let marks = trip.marks else { return }
      for place in 0..<4 { scratch[place] = marks[place] }
      scratch[4] = Old.Mark(id: 5, level: 50)
      (trip.marks, trip.count) = (scratch, 5)
    }
    #expect(grown == ["1 100", "2 200", "3 300", "4 400", "5 0"])
    let reversed = try changed { trip, scratch in
      guard let marks = trip.marks else { return }
      for place in 0..<4 { scratch[place] = marks[3 - place] }
      trip.marks = scratch
    }
    #expect(reversed == ["4 400", "3 300", "2 200", "1 100"])
  }

  @Test("An identity that is changed in its place is the same element")
  func renumbered() throws {
    #expect(try changed { trip, _ in trip.marks?[1].id = 20 } == ["1 100", "20 200", "3 300", "4 400"])
  }

  @Test("Elements that are in other memory with an identity that several had are an error")
  func ambiguous() throws {
    let error = #expect(throws: ArchiveError.self) {
      try changed(twins: true) { trip, scratch in
        guard let marks = trip.marks else { return }
        for place in 0..<4 { scratch[place] = marks[3 - place] }
        (trip.marks, trip.count) = (scratch, 4)
      }
    }
    #expect(error?.code == .unknownDataLost)
  }
}
