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

  @Test("Wrappers that begin by themselves, and a private lazy property")
  func initializers() throws {
    var score = ZeroScore(level: Zero(wrappedValue: 3), count: 4, name: "n")
    try expectRoundTrip(score)
    score.level = 9
    try expectRoundTrip(score)
    try expectRoundTrip(LazyName(name: "n", hits: 3))
  }

  @Test("A nil in an optional of an optional, which a generic type makes of an optional, is an error and no other nil")
  func nestedOptionals() throws {
    try expectRoundTrip(MaybeSetting<Int>(override: nil, history: [1, nil]))
    try expectRoundTrip(MaybeSetting<Int?>(override: .some(3), history: [.some(4)]))
    for setting in [MaybeSetting<Int?>(override: .some(nil)), MaybeSetting<Int?>(override: nil, history: [.some(nil)])]
    {
      #expect { try ArchiveEncoder().encode(setting) } throws: { ($0 as? ArchiveError)?.code == .notArchivableValue }
    }
  }

  @Test("An object of a subclass is not cut down to its superclass by Codable")
  func subclassByOwnCoding() throws {
    #expect(try roundTrip(Drawing(shapes: [OwnFigure()])).shapes.count == 1)
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(Drawing(shapes: [OwnDisc()])) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("come back as a 'OwnFigure'"))
  }
}
