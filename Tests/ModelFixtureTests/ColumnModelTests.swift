import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Arrays of structs with columns") struct ColumnModelTests {
  private var halts: [Halt] {
    var first = Halt(name: "First", number: 1)
    (first.spot, first.end) = (Waypoint(x: 1, y: -2, label: "a"), Waypoint(x: 3, y: 4, label: nil))
    (first.grade, first.best, first.coating, first.phase, first.last) = (.high, .middle, .wax, .active, .done)
    (first.traits, first.height, first.note, first.isOpen) = ([.light, .small], 0.5, "ü", false)
    (first.row, first.rank, first.remark) = (-5, .min, "x")
    return [first, Halt(name: "", number: .min), Halt(name: "third · 三", number: 3)]
  }

  @Test("Values of every kind come back in all places that an array can have") func values() throws {
    try expectRoundTrip(halts)
    try expectRoundTrip([Halt]())
    try expectRoundTrip([Span(low: 1, high: 5), Span(low: -1, high: -1)])
    try expectRoundTrip(
      (0..<1_000).map { Measured(id: UInt32($0), count: -$0, isOpen: $0 % 3 == 0, x: 0.5 * Double($0)) })
    let route = Route()
    (route.halts, route.spans, route.measured) = (halts, [Span(low: 2, high: 3)], [Measured(), Measured(flags: 255)])
    let waypoints = [Waypoint(x: 0, y: 1, label: nil), Waypoint(x: 2, y: 3, label: "b")]
    (route.groups, route.byName, route.first) = ([waypoints, [], waypoints], ["w": waypoints], halts[0])
    route.stage = .spots(waypoints, count: 2)
    let data = try ArchiveEncoder().encode(route)
    #expect(try archivedClassNames(data).isSuperset(of: ["Halt[]", "Span[]", "Measured[]", "Waypoint[]", "Halt"]))
    let copy = try roundTrip(route)
    #expect(copy.halts == halts && copy.spans == route.spans && copy.measured == route.measured)
    #expect(copy.groups == route.groups && copy.byName == route.byName && copy.first == halts[0])
    #expect(copy.stage == route.stage)
  }

  @Test("The initializer makes each value, and the method checks it") func initializers() throws {
    let spans = try roundTrip([Span(low: 9, high: 1)])
    #expect(spans.map(\.low) == [1] && spans.map(\.title) == ["span"])
    let data = try ArchiveEncoder().encode([Span(low: 1, high: 2), Span(low: 1, high: 2_000_000)])
    let error = #expect(throws: (any Error).self) { try ArchiveDecoder().decode([Span].self, from: data) }
    #expect("\(error as Any)".contains("tooHigh"))
  }

  @Test("Dates, UUIDs and URLs come back with their bits, in optionals and inner structs too") func foundation() throws
  {
    let start = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    let (first, second) = (UUID(), UUID())
    let page = try #require(URL(string: "https://example.com/a?b=%20#c"))
    let visits = [
      Visit(
        start: start, end: .distantFuture, id: first, parent: second, page: page,
        source: URL(fileURLWithPath: "/tmp/x"),
        stamp: Stamp(at: .distantPast, by: first), last: Stamp(at: start)),
      Visit(id: second, page: page, stamp: Stamp(at: start)),
    ]
    let data = try ArchiveEncoder().encode(visits)
    #expect(try archivedClassNames(data) == ["Visit[]"])
    let copies = try roundTrip(visits)
    #expect(copies == visits)
    #expect(
      copies.map(\.start.timeIntervalSinceReferenceDate.bitPattern)
        == visits.map(\.start.timeIntervalSinceReferenceDate.bitPattern))
    let many = (0..<1_000).map {
      Visit(
        start: start + Double($0), id: UUID(), parent: $0 % 3 == 0 ? first : nil, page: page, stamp: Stamp(at: start))
    }
    try expectRoundTrip(many)
    let relative = Visit(id: first, page: try #require(URL(string: "x", relativeTo: page)), stamp: Stamp(at: start))
    let list = try ArchiveEncoder().encode([relative])
    #expect(try archivedClassNames(list).contains("NSArray"), "a relative URL has no column")
    #expect(try ArchiveDecoder().decode([Visit].self, from: list) == [relative])
    let route = Route()
    route.visits = visits
    #expect(try roundTrip(route).visits == visits)
  }

  @Test("Skipped properties have their initial values, and defaults stand for missing columns") func defaults() throws {
    var seen = halts
    seen[0].seen = 7
    #expect(try roundTrip(seen).map(\.seen) == [0, 0, 0])
    let waypoint = try ArchiveEncoder().encode([Waypoint(x: 1, y: 2, label: "kept")])
    #expect(try ArchiveDecoder().decode([Waypoint].self, from: waypoint).map(\.label) == ["kept"])
  }
}
