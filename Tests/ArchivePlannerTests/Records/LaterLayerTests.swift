import ArchiveModel
@testable import ArchivePlanner
import Testing

/// What the next run would ask is said in this one.
@Suite("Layers of notes") struct LaterLayerTests {
  private func notes(_ records: [Record], on message: String) -> [String] {
    plan(records).diagnostics.first { $0.message.contains(message) }?.notes.map(\.message) ?? ["no such message"]
  }

  @Test("Members of an unresolved union that need annotations are named with the union")
  func unionMembers() {
    let shape = record(
      "shape", [("plain", int, ""), ("p", pointer, ""), ("q", pointer(to: "item"), "ref")], kind: .union, line: 40)
    let found = notes(
      [record("box", [("shape", .record(shape.id), "")]), shape, record("item", [("x", int, "")], line: 60)],
      on: "'struct box' is left out")
    #expect(found == ["its member 'p' (T) is a pointer, and no annotation describes its target"])
  }

  @Test("Records of other headers that a proposed annotation leads to are asked about at once, each once")
  func targets() {
    let deep = record("deep", [("bytes", pointer, "")], line: 80, isFromInput: false)
    let far = record(
      "far", [("raw", pointer, ""), ("deep", pointer(to: "deep"), ""), ("next", pointer(to: "far"), "")], line: 60,
      isFromInput: false)
    let model = [
      record("near", [("far", pointer(to: "far"), "")]), record("other", [("far", pointer(to: "far"), "")], line: 20),
      far, deep,
    ]
    #expect(
      notes(model, on: "'struct near' is left out") == [
        "then 'raw' (T) of 'struct far', which it leads to, is a pointer, and no annotation describes its target",
        "then 'deep' (T) of 'struct far', which it leads to, is a pointer, and no annotation describes its target",
        "then 'bytes' (T) of 'struct deep', which it leads to, is a pointer, and no annotation describes its target",
      ])
    #expect(notes(model, on: "'struct other' is left out") == [])
  }

  @Test("A record of the given headers has messages of its own, and one that can be archived has none")
  func noNotes() {
    #expect(
      notes(
        [record("near", [("item", pointer(to: "item"), "")]), record("item", [("p", pointer, "")], line: 20)],
        on: "'struct near' is left out") == [])
    #expect(
      notes(
        [
          record("near", [("item", pointer(to: "item"), "")]),
          record("item", [("x", int, "")], line: 20, isFromInput: false),
        ], on: "'struct near' is left out") == [])
  }
}
