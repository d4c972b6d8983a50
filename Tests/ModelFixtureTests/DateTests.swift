import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Calendars, parts of dates, and types with their own coding") struct DateTests {
  @Test("All of them come back equal") func roundTrips() throws {
    try expectRoundTrip(Appointment())
    var full = Appointment()
    full.calendar = Calendar(identifier: .hebrew)
    full.calendar.locale = Locale(identifier: "de_DE")
    full.calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    full.calendar.firstWeekday = 3
    full.interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 0.5), duration: 7)
    full.path = []
    full.paths = [[], [7], nil, [1, 2], [0, 1 << 40]]
    full.byName = ["a": DateInterval(start: .distantPast, end: .distantFuture)]
    full.initial = "👩‍👧"
    full.length = Foundation.Measurement(value: 2.5, unit: .kilometers)
    full.duration = .nanoseconds(5)
    full.half = -2
    full.owner = PersonNameComponents(givenName: "Ada", familyName: "L.")
    full.durations = ["a": .seconds(1), "b": .zero]
    try expectRoundTrip(full)
  }
}
