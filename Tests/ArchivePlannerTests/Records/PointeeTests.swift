import ArchiveModel
@testable import ArchivePlanner
import Testing

/// Targets of pointers are archived, too, or the pointer's record is left out.
@Suite("Targets of pointers") struct PointeeTests {
  @Test("Records with pointers to each other are archived")
  func circle() {
    let plan = plan([
      record("a", [("b", pointer(to: "b"), "ref")]), record("b", [("a", pointer(to: "a"), "ref")], line: 9),
    ])
    #expect(plan.messages == [])
    #expect(plan.schemas.count == 2)
  }

  @Test("A refused record leaves out every record that leads to it, and notes name its field")
  func refusal() {
    let plan = plan([
      record("a", [("b", pointer(to: "b"), "ref")]), record("b", [("c", pointer(to: "c"), "ref")], line: 9),
      record("c", [("a", pointer(to: "a"), "ref"), ("p", pointer, "")], line: 19),
      record("d", [("x", int, "")], line: 29),
    ])
    #expect(
      plan.messages == [
        "'struct a' is left out: its field 'b' (T) is a pointer to 'struct b', which cannot be archived whole",
        "'struct b' is left out: its field 'c' (T) is a pointer to 'struct c', which cannot be archived whole",
        "'struct c' is left out: its field 'p' (T) is a pointer, and no annotation describes its target",
      ])
    #expect(plan.diagnostics.first?.notes.first?.location?.line == 21)
    #expect(plan.schemas.map(\.name) == ["d"])
  }

  @Test("A record with a member that leads to a refused record is left out, too")
  func refusalByValue() {
    let plan = plan([
      record("outer", [("in", .record(Record.ID("inner")), "")]),
      record("inner", [("o", pointer(to: "opaque"), "ref")], line: 9),
      record("opaque", [("p", pointer, "")], line: 19),
    ])
    #expect(plan.summary.refused == 3)
  }

  @Test("With --unresolved skip only the pointer is left out")
  func skipped() {
    let plan = plan(
      [record("node", [("next", pointer(to: "node"), ""), ("p", pointer, "")])], unresolved: .skip)
    #expect(plan.fields(of: "node").keys.sorted() == ["next"])
    #expect(
      plan.messages == [
        "field 'p' of 'struct node' is skipped: it is a pointer, and no annotation describes its target"
      ])
  }

  @Test("A record of another header is archived with it, under its own name")
  func foreign() {
    let address = record("address", [("next", pointer(to: "address"), "")], line: 50, isFromInput: false)
    let plan = plan([record("host", [("a", pointer(to: "address"), "ref")]), address])
    #expect(plan.fields(of: "host")["a"]?.form == .link(to: "address"))
    #expect(plan.schema(of: "host")?.names.records == [address.id: .ofFile("address")])
    let schema = plan.privateSchemas.first
    #expect(schema?.schema.name == "address")
    #expect(schema?.schema.names.records == [address.id: .ofFile("address")])
  }

  @Test("A record of another header that is only a member needs no archived name")
  func foreignByValue() {
    let address = record("address", [("x", int, "")], line: 50, isFromInput: false)
    #expect(
      plan([record("host", [("a", .record(address.id), "")]), address]).privateSchemas.map(\.schema.name) == [nil])
  }

  @Test("Two targets of pointers cannot have the same archived name")
  func sameName() {
    let other = record("other", [("x", int, "")], line: 50, annotation: "name(\"host\")", isFromInput: false)
    let plan = plan([record("host", [("o", pointer(to: "other"), "ref")]), other])
    #expect(
      plan.messages == [
        "'struct other', which pointers lead to, would have the archived name 'host', which 'struct host' has"
      ])
  }

  @Test(
    "An incomplete type is refused, with possible attributes",
    arguments: [
      ("ref", "is a pointer to 'struct opaque', which is never defined"),
      ("", "is a pointer, and no annotation describes its target"),
    ])
  func opaque(annotation: String, reason: String) {
    let plan = plan([record("s", [("p", .pointer(to: .incomplete("struct opaque")), annotation)])])
    #expect(plan.messages == ["'struct s' is left out: its field 'p' (T) \(reason)"])
    #expect(plan.diagnostics.first?.advice?.contains("bytes(n), via(pack, unpack) or skip") == true)
  }

  @Test("A pointer to a skipped type is refused")
  func skippedType() {
    let plan = plan([
      record("s", [("p", pointer(to: "t"), "ref")]), record("t", [("x", int, "")], line: 9, annotation: "skip"),
    ])
    #expect(plan.messages == ["'struct s' is left out: its field 'p' (T) is a pointer to 'struct t', which is skipped"])
  }

  @Test("A deprecated record that leads to itself is named in its own extension only")
  func deprecated() {
    let old = record("old", [("next", pointer(to: "old"), "")], isDeprecated: true)
    let plan = plan([old, record("s", [("o", pointer(to: "old"), "ref")], line: 9)])
    let other = [old.id: SchemaReference.ofFile("old")]
    #expect(plan.schema(of: "old")?.names.records == [old.id: .ofType(SwiftName(.member("CShop"), "old"))])
    #expect(plan.schema(of: "s")?.names.records == other)
    #expect(plan.privateSchemas.first?.schema.names.records == other)
  }

  @Test("container gives the nodes of an intrusive list's links, and the links' offset in them")
  func container() {
    let link = record("link", [("next", pointer(to: "link"), "")], line: 50)
    let task = record(
      "task", [("id", int, ""), ("link", .record(link.id), "container(task, link)")], line: 60)
    let list = record(
      "list",
      [("head", .record(link.id), "container(task, link)"), ("first", pointer(to: "link"), "container(task, link)")],
      line: 70)
    let plan = plan([link, task, list])
    #expect(plan.messages == [])
    let expected = NodeContainer(node: task.id, offset: 4, link: link.id)
    #expect(plan.fields(of: "task")["link"]?.container == expected)
    #expect(plan.fields(of: "list")["head"]?.container == expected)
    #expect(plan.fields(of: "list")["first"]?.container == expected)
    #expect(plan.fields(of: "list")["first"]?.form == .link(to: "link"))
    #expect(plan.schema(of: "list")?.names.records[task.id] == .ofType(SwiftName(.member("CShop"), "task")))
  }
}
