import ArchiveModel
@testable import ArchivePlanner
import Testing

/// `capacity(room)` beside a count.
@Suite("Capacities") struct CapacityTests {
  private func plan(_ items: String, rows: String = "skip", room: String = "", type: CType = int) -> Plan {
    ArchivePlannerTests.plan([
      record(
        "bag",
        [
          ("items", pointer(to: "item"), items), ("used", int, ""), ("room", type, room),
          ("rows", pointer(to: "item"), rows),
          ("slots", .array(pointer(to: "item"), count: 2), "skip"),
        ]),
      record("item", [("price", int, "")], line: 30),
    ])
  }

  @Test("A count has the key of the field that has the size of its block")
  func planned() {
    let plan = plan("count(used), capacity(room)", room: "key(\"space\")")
    #expect(plan.messages == [])
    #expect(
      plan.fields(of: "bag")["items"]?.form
        == .link(to: "item", count: ElementCount(keys: ["used"], factor: 1, isBytes: false, capacity: "space")))
  }

  @Test("Arrays with the same count share a capacity")
  func shared() {
    #expect(plan("count(used), capacity(room)", rows: "count(used), capacity(room)").messages == [])
  }

  @Test(
    "A capacity is an archived integer that nothing else depends on",
    arguments: [
      ("capacity(room)", "skip", "", "'capacity' does not give the number of elements of 'items'"),
      (
        "count(used), capacity(used)", "skip", "",
        "'used' would have the count of 'items' after reading, and it is that count"
      ),
      (
        "count(used), capacity(room)", "count(room)", "",
        "'room' would have the count of 'items' after reading, and 'rows' is counted by it"
      ),
      (
        "count(used), capacity(room)", "count(used, 2), capacity(room)", "",
        "'room' would have the count of 'items' after reading, and also the one of 'rows'"
      ),
      ("count(used), capacity(rom)", "skip", "", "there is no field 'rom' beside 'items'"),
      ("count(used), capacity(room)", "skip", "skip", "'room' is not archived, but 'items' uses it as a capacity"),
    ])
  func mistakes(items: String, rows: String, room: String, message: String) {
    let plan = plan(items, rows: rows, room: room)
    #expect(plan.messages.contains(message), "\(plan.messages)")
    #expect(plan.diagnostics.contains { $0.severity == .error && $0.location?.line == 2 })
  }

  @Test("A capacity is no real number and no enumeration, and an array of pointers has none")
  func types() {
    #expect(
      plan("count(used), capacity(room)", type: .floating(.double, size: 8)).messages.contains(
        "'room' is 'T', and a capacity is an integer, an enumeration or a bool"))
    #expect(
      plan("count(used), capacity(room)", type: .bool(size: 1)).messages.contains(
        "'room' is 'T', and a capacity is an integer"))
    let array = ArchivePlannerTests.plan([
      record(
        "bag",
        [
          ("slots", .array(pointer(to: "item"), count: 2), "count(used), capacity(room)"), ("used", int, ""),
          ("room", int, ""),
        ]), record("item", [("price", int, "")], line: 30),
    ])
    #expect(array.messages.contains("'capacity' is about one block, and 'slots' is 'T'"))
  }
}
