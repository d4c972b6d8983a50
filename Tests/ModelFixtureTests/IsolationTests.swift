import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Types with an isolation") struct IsolationTests {
  private let file = ArchiveFile(
    FileManager.default.temporaryDirectory.appendingPathComponent("isolation-\(UUID().uuidString).archive"))

  private func removeFile() { try? FileManager.default.removeItem(atPath: file.path) }

  @MainActor private func panes(_ count: Int) -> Pane {
    let root = Pane()
    root.children = (0..<count).map { number in
      let child = Pane()
      (child.title, child.parent) = ("\(number)", root)
      return child
    }
    root.edges = (3, PaneGauge(level: 1))
    root.style = .framed(PaneGauge(level: 2))
    let anchor = PaneAnchor()
    (anchor.x, anchor.kind) = (7, .dialog)
    root.placed = anchor
    return root
  }

  @MainActor private func check(_ copy: Pane, _ count: Int) {
    #expect(copy.children.map(\.title) == (0..<count).map { "\($0)" })
    #expect(copy.children.allSatisfy { $0.parent === copy && $0.isChecked })
    #expect(copy.edges.top == 3 && copy.edges.gauge.level == 1)
    guard case .framed(let gauge) = copy.style, let anchor = copy.placed as? PaneAnchor else {
      Issue.record("the style or the anchor is another one")
      return
    }
    #expect(gauge.level == 2 && anchor.x == 7 && anchor.kind == .dialog)
  }

  @MainActor @Test("Classes of the main actor, at once and in slices") func mainActor() async throws {
    defer { removeFile() }
    let root = panes(300)
    check(try ArchiveDecoder().decode(Pane.self, from: try ArchiveEncoder().encode(root)), 300)
    // No time at all is still time for one object in each slice.
    for slice in [Duration.zero, .milliseconds(1), nil] {
      try await file.save(root, slice: slice)
      check(try await file.load(Pane.self, slice: slice), 300)
      #expect(try await file.load(Pane?.self, slice: slice)?.title == root.title)
    }
    let button = PaneButton()
    (button.label, button.isEnabled) = ("OK", false)
    try await file.save([button as PaneControl])
    let read = try #require(try await file.load([PaneControl].self).first as? PaneButton)
    #expect(read.label == "OK" && !read.isEnabled)
  }

  @MainActor @Test("An error in the middle of slices reaches the caller, and leaves the file") func errors()
    async throws
  {
    defer { removeFile() }
    try await file.save(panes(3))
    let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
    await #expect(throws: ArchiveError.self) { try await file.load(PaneAnchor.self, slice: .zero) }
    let task = Task { @MainActor in try await file.save(panes(500), slice: .zero) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
  }

  @LockerActor @Test("Classes of an actor of the app's own") func ownActor() async throws {
    defer { removeFile() }
    let locker = Locker()
    locker.books = ["a", "b"]
    try await file.save(locker)
    #expect(try await file.load(Locker.self).books == locker.books)
    #expect(try JSONDecoder().decode(Locker.self, from: JSONEncoder().encode(locker)).books == locker.books)
  }

  @Test("Types without isolation, on any thread") func nonisolated() async throws {
    defer { removeFile() }
    let probe = Thermometer()
    var latest = Measurement()
    (latest.values, latest.unit, latest.span) = ([1, 2], .other("yard"), (4, 5))
    latest.pair.high = 9
    (probe.name, probe.latest, probe.isInside) = ("roof", latest, true)
    try await file.save(probe)
    let copy = try #require(try await file.load(Probe.self) as? Thermometer)
    #expect(copy.name == "roof" && copy.isInside)
    #expect(copy.latest?.values == [1, 2] && copy.latest?.unit == .other("yard") && copy.latest?.pair.high == 9)
    #expect(try #require(copy.latest?.span) == (4, 5))
  }
}
