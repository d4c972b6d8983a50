import ArchiveRuntime
import CModels
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Codable and NSSecureCoding on request") struct CodedTests {
  private func json<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
  }

  @Test("JSON of structs, enumerations, classes and C structs") func codable() throws {
    var point = CodedPoint(x: 2, y: 3, list: [1], kind: .bold, state: .moving(to: "t", speed: 0.5))
    point.skipped = 9
    let copy = try json(point)
    #expect(copy.skipped == 3)
    point.skipped = 3
    #expect(copy == point)
    for state in [CodedState.idle, .list([1, 2])] { #expect(try json([state]) == [state]) }
    let group = CodedGroup(number: 1)
    group.items = [CodedGroup(number: 2)]
    group.first.y = 7
    let groupCopy = try json(group)
    #expect(groupCopy.items.map(\.number) == [2] && groupCopy.first.y == 7 && groupCopy.number == 1)
    let place = position(latitude: 1, longitude: 2, altitude: 3)
    var flight = CodedFlight(position: place, track: [place], maybe: place, phase: FLIGHT_TAXI, box: CodedBox(value: 5))
    flight.place = .at(place, track: [place, place], best: nil)
    let flightCopy = try json(flight)
    for copy in [flightCopy, try roundTrip(flight)] {
      guard case .at(let position, let track, nil) = copy.place else {
        Issue.record("\(copy.place)")
        continue
      }
      #expect(position.altitude == 3 && track.map(\.latitude) == [1, 1])
    }
    #expect(flightCopy.position.altitude == 3 && flightCopy.track.count == 1 && flightCopy.maybe?.latitude == 1)
    #expect(flightCopy.phase == FLIGHT_TAXI && flightCopy.box.value == 5)
    #expect(try JSONDecoder().decode(CodedPoint.self, from: Data("{}".utf8)) == CodedPoint())
    _ = try roundTrip(flight)
    try expectRoundTrip(point)
  }

  /// A name that begins like a case's, followed by this many combining marks.
  private func name(marks count: Int) -> String {
    var name = "idle"
    for index in 0..<count { name.unicodeScalars.append(index & 1 == 0 ? "\u{301}" : "\u{323}") }
    return name
  }

  @Test("A case's name with a long run of combining marks is refused before it is compared, as text and as a key")
  func namesWithMarks() throws {
    func failure<Value: Decodable>(_ type: Value.Type, _ json: some Encodable) throws -> String {
      let data = try JSONEncoder().encode(json)
      do {
        return "\(try JSONDecoder().decode(type, from: data))"
      } catch DecodingError.dataCorrupted(let context) { return context.debugDescription }
    }
    let long = name(marks: 2_000)
    let refusal = "with its long run of combining marks, is no case's name"
    for message in [
      try failure(CodedState.self, long), try failure(CodedState.self, [long: ["speed": 1]]),
      try failure(CodedPoint.self, ["state": long]), try failure([CodedState].self, [[long: [1]]]),
      try failure(CodedPlace.self, [long: ["best": 1]]), try failure(CodedPlace.self, long),
    ] {
      #expect(message.contains(refusal))
      // The message does not repeat it all.
      #expect(message.utf8.count < 500)
    }
    // A short run of them is a name like any other.
    for message in [
      try failure(CodedState.self, name(marks: 20)), try failure(CodedState.self, [name(marks: 20): ["speed": 1]]),
    ] {
      #expect(!message.contains(refusal) && message.contains("is not a case of the enumeration CodedState"))
    }
  }

  @Test("nil is decoded as nil even if there is an initial value") func nilOverInitialValue() throws {
    var point = CodedPoint()
    point.maybe = nil
    #expect(try JSONDecoder().decode(CodedPoint.self, from: JSONEncoder().encode(point)).maybe == nil)
    try expectRoundTrip(point)
  }

  @Test("Generated classes inside Foundation's archivers, and in ours") func secureCoding() throws {
    let note = SecureNote()
    (note.text, note.dates, note.state) = ("n", [Date(timeIntervalSinceReferenceDate: 1)], .sunday)
    (note.place, note.tags, note.numbers) = (Coordinates(x: 1, y: 2), ["a", "b"], [7, -7])
    (note.days, note.corners, note.byName) = ([.monday, .sunday], [CGPoint(x: 1, y: 2)], ["k": .sunday])
    (note.places, note.maybe) = ([note.place], nil)
    note.position.altitude = 3
    note.second = note.position
    note.track = [note.position, note.position]
    // No circle: Foundation's unarchiver on Linux follows it without end.
    note.next = SecureNote()
    let data = try NSKeyedArchiver.archivedData(withRootObject: note, requiringSecureCoding: true)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let read = try #require(unarchiver.decodeObject(of: SecureNote.self, forKey: NSKeyedArchiveRootObjectKey))
    for copy in [read, try roundTrip(note)] {
      #expect((copy.text, copy.dates, copy.state) == ("n", note.dates, .sunday))
      #expect((copy.place, copy.tags, copy.numbers) == (note.place, note.tags, note.numbers))
      #expect(copy.next != nil)
      #expect((copy.days, copy.corners, copy.byName) == (note.days, note.corners, note.byName))
      #expect(copy.places == note.places && copy.maybe == nil)
      #expect(copy.position.altitude == 3 && copy.second?.altitude == 3 && copy.third == nil)
      #expect(copy.track.map(\.altitude) == [3, 3])
    }
  }
}
