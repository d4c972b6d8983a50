import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Properties behind property wrappers, and deprecated ones") struct WrappedTests {
  @Test("A struct gets its wrapped values, with and without initial ones and an initializer of its own")
  func wrappers() throws {
    try expectRoundTrip(Score(level: 4, count: 5, name: "n"))
    try expectRoundTrip(OwnScore(level: 4, count: 5))
    try expectRoundTrip(BegunScore(level: 7, note: "x", count: 2))
    try expectRoundTrip(BegunScore(count: 2))
    try expectRoundTrip([ScoreRow(level: 1, count: 2), ScoreRow(count: 3)])
  }

  @Test("Deprecated properties and cases are archived", .enabled(if: true))
  @available(*, deprecated)
  func deprecated() throws {
    var repository = Repository(id: 3, languages: 4..., calendar: .iso8601)
    repository.isFork = true
    let copy = try roundTrip(repository)
    #expect(copy == repository && copy.isFork == true)
    for value in [Release.plain, .numbered(4), .unnamed] { try expectRoundTrip(value) }
  }
}
