import ArchiveModel
@testable import ArchivePlanner
import Testing

@Suite("Unions") struct UnionPlanningTests {
  private let kinds = CType.enumeration(
    Enumeration(
      name: "kind", underlying: int, isClosed: false,
      cases: [EnumerationCase(name: "INTEGER", value: 1), EnumerationCase(name: "REAL", value: 2)]))
  private let real = CType.floating(.single, size: 4)

  private func value(_ fields: [(name: String, type: CType, annotation: String)], annotation: String = "") -> Record {
    record("value", fields, kind: .union, line: 100, annotation: annotation)
  }

  private func holder(_ union: Record, _ annotation: String, name: String = "v") -> Record {
    record("s", [("kind", kinds, "key(\"type\")"), (name, .record(union.id), annotation)])
  }

  private func when(_ values: Int64...) -> [SchemaTagCondition] {
    [SchemaTagCondition(tag: "type", values: values, isExclusion: false)]
  }

  @Test("The members of a union with a tag are fields of the record, each for its values of the tag")
  func tagged() {
    let union = value([("i", int, "case(INTEGER)"), ("r", real, "case(REAL, 7)")])
    let plan = plan([holder(union, "tag(kind)"), union])
    #expect(plan.messages == [])
    let fields = plan.fields(of: "s")
    #expect(fields["v.i"]?.form == .scalar(int32))
    #expect(fields["v.i"]?.offset == 4)
    #expect(fields["v.i"]?.conditions == when(1))
    #expect(fields["v.r"]?.conditions == when(2, 7))
    #expect(fields["v"]?.form == .union(tag: "type", cases: [1, 2, 7]))
  }

  @Test("The default member is live for all values that no other member has")
  func defaultMember() {
    let union = value([("i", int, "case(INTEGER)"), ("r", real, "case(default)")])
    let fields = plan([holder(union, "tag(kind)"), union]).fields(of: "s")
    #expect(
      fields["v.r"]?.conditions == [SchemaTagCondition(tag: "type", values: [1], isExclusion: true)])
    #expect(fields["v"] == nil)
  }

  @Test("Values of 'none' are allowed, and exclude the default member")
  func none() {
    let union = value([("i", int, "case(INTEGER)"), ("r", real, "case(7)")])
    let plan = plan([holder(union, "tag(kind), none(REAL, 0)"), union])
    #expect(plan.messages == [])
    #expect(plan.fields(of: "s")["v"]?.form == .union(tag: "type", cases: [0, 1, 2, 7]))

    let byDefault = value([("i", int, "case(INTEGER)"), ("r", real, "case(default)")], annotation: "none(0)")
    let fields = ArchivePlannerTests.plan([holder(byDefault, "tag(kind)"), byDefault]).fields(of: "s")
    #expect(
      fields["v.r"]?.conditions == [SchemaTagCondition(tag: "type", values: [0, 1], isExclusion: true)])
  }

  @Test("none(default) allows every value")
  func noneOtherwise() {
    let union = value([("i", int, "case(INTEGER)")], annotation: "tag(kind), none(default)")
    let plan = plan([holder(union, ""), union])
    #expect(plan.messages == [])
    #expect(plan.fields(of: "s").keys.sorted() == ["type", "v.i"])
  }

  @Test("An enumerator of the tag that is given to no member and not to none is a warning at the tag")
  func missingCases() {
    let union = value([("i", int, "case(INTEGER)")])
    let plan = plan([holder(union, "tag(kind)"), union])
    #expect(
      plan.messages == [
        "no member of 'union value' has the value 'REAL' of 'kind', so encoding fails for it"
      ])
    #expect(plan.diagnostics.first?.severity == .warning)
    #expect(plan.diagnostics.first?.location == SourceLocation(file: "a.h", line: 3, column: 9))
    #expect(
      plan.diagnostics.first?.advice
        == "write none(REAL) beside 'tag' if no member is live, or case(…) on the live member")
    #expect(plan.schemas.count == 1, "it is archived all the same")
    let strict = ArchivePlannerTests.plan([holder(union, "tag(kind)"), union], strict: true)
    #expect(strict.diagnostics.map(\.severity) == [.warning], "an error when encoding may be what is wanted")
  }

  @Test(
    "none that is not beside a tag is an error",
    arguments: [
      ("none(1)", "", "'none' lists values of the tag, but no attribute names the tag"),
      ("view(i), none(1)", "", "'view' and 'none' exclude each other"),
      ("none(1)", "tag(type)", "'none' belongs beside 'tag'"),
      ("tag(kind), none(1)", "", "'1' is given to 'i' and to 'none'"),
      ("tag(kind), none(INTEGR)", "", "'INTEGR' is not an enumerator, an integer macro or a number"),
    ])
  func noneMistakes(onField: String, onType: String, message: String) {
    let union = value([("i", int, "case(1)"), ("type", int, onType.isEmpty ? "skip" : "")], annotation: onType)
    let plan = plan([holder(union, onField), union])
    #expect(plan.diagnostics.filter { $0.severity == .error }.map(\.message) == [message])
  }

  @Test("The members of an anonymous union have their own names as keys")
  func anonymous() {
    let union = value([("i", int, "case(1)"), ("r", real, "case(2)")])
    let fields = plan([holder(union, "tag(kind)", name: ""), union]).fields(of: "s")
    #expect(fields["i"]?.conditions == when(1))
    #expect(fields["(union of i, r)"]?.form == .union(tag: "type", cases: [1, 2]))
  }

  @Test("A skipped member needs no case, and with a case its values are known")
  func skippedMembers() {
    let union = value([("i", int, "case(1)"), ("p", pointer, "skip"), ("q", pointer, "case(2), skip")])
    let plan = plan([holder(union, "tag(kind)"), union])
    #expect(plan.messages == [])
    #expect(plan.fields(of: "s")["v"]?.form == .union(tag: "type", cases: [1, 2]))
    #expect(plan.summary.skippedFields == 2)
  }

  @Test("A member that --unresolved skip leaves out keeps its values, so that they are no error")
  func unresolvedMember() {
    let union = value([("i", int, "case(1)"), ("p", pointer, "case(2)")])
    #expect(plan([holder(union, "tag(kind)"), union]).summary.refused == 1)
    let plan = plan([holder(union, "tag(kind)"), union], unresolved: .skip)
    #expect(
      plan.messages == ["field 'p' of 'struct s' is skipped: it is a pointer, and no annotation describes its target"])
    #expect(plan.fields(of: "s")["v"]?.form == .union(tag: "type", cases: [1, 2]))
  }

  @Test("A pointer to a union is resolved only if the union's attributes determine the live member")
  func pointee() {
    let union = value([("i", int, "case(1)"), ("type", int, "")])
    let holder = record("s", [("p", .pointer(to: .record(union.id)), "ref")])
    #expect(
      plan([holder, union]).messages.contains(
        "'struct s' is left out: its field 'p' (T) is a pointer to 'union value', a union whose live member no annotation determines"
      ))
    let standing = value([("i", int, "case(1)"), ("type", int, "")], annotation: "tag(type)")
    #expect(plan([holder, standing]).messages == [])
  }

  @Test("A mistake on a union's member that is left out is still reported")
  func mistakeOfMember() {
    let plan = plan([value([("i", int, "ref"), ("r", real, "")])])
    #expect(plan.messages == ["'ref' belongs on a pointer, and 'i' is 'T'"])
  }

  @Test("An array of unions is refused unless the live member of each is determined")
  func array() {
    let union = value([("i", int, "case(1)")])
    let whole = record("s", [("kind", int, ""), ("v", .array(.record(union.id), count: 2), "tag(kind)")])
    #expect(plan([whole, union]).messages.first?.contains("is a union in an array") == true)
  }

  @Test("A union inside a union has the conditions of both, the outer ones first")
  func nested() {
    let inner = record("inner", [("c", char, "case(3)")], kind: .union, line: 200)
    let union = value([("i", int, "case(1)"), ("in", .record(inner.id), "case(2), tag(sub)")])
    let whole = record("s", [("kind", int, "key(\"type\")"), ("sub", int, ""), ("v", .record(union.id), "tag(kind)")])
    let fields = plan([whole, union, inner]).fields(of: "s")
    let sub = SchemaTagCondition(tag: "sub", values: [3], isExclusion: false)
    #expect(fields["v.in.c"]?.conditions == when(2) + [sub])
    #expect(fields["v.in"]?.conditions == when(2))
  }

  @Test("view always archives the same member")
  func view() {
    let union = value([("i", int, ""), ("r", real, "")])
    let fields = plan([holder(union, "view(r)"), union]).fields(of: "s")
    #expect(fields["v.r"]?.conditions == [])
    #expect(fields.keys.sorted() == ["type", "v.r"])
  }

  @Test("A union can have its tag in a member, which is then always live")
  func standing() {
    let union = value([("i", int, "case(1)"), ("type", int, "")], annotation: "tag(type)")
    let plan = plan([record("s", [("all", .array(.record(union.id), count: 2), "")]), union])
    #expect(plan.messages == [])
    #expect(
      plan.fields(of: "s")["all"]?.form
        == .records(dimensions: [2], Record.ID("value"), .standard))
    let table = plan.schemas.first { $0.name == "value" }
    #expect(table?.fields.map(\.key) == ["type", "i", "value"], "the tag comes first")
    #expect(table?.fields.map(\.conditions) == [[], when(1), []])
  }

  @Test("The tag in a union may be a field of a member")
  func tagInMember() {
    let address = record("address", [("family", short, "")], line: 300)
    let union = value([("any", .record(address.id), ""), ("i", int, "case(2)")], annotation: "tag(any.family)")
    let table = plan([union, address]).schemas.first { $0.name == "value" }
    #expect(table?.fields[1].conditions.map(\.tag) == ["any.family"])
  }

  @Test("A tag on a union's type that is not in a member is a field beside the union, in every struct with the union")
  func tagBeside() {
    let union = value([("i", int, "case(1, REAL)")], annotation: "tag(kind)")
    let plan = plan([holder(union, ""), union])
    #expect(plan.messages == [])
    #expect(plan.fields(of: "s")["v.i"]?.conditions == when(1, 2))
    #expect(plan.renderModel.files.flatMap(\.conformances).map(\.typeName) == [SwiftName(.member("CShop"), "s")])
  }

  @Test("Keys and earlier keys of a union and of its members combine")
  func keys() {
    let union = value([("i", int, "case(1), was(\"n\")"), ("r", real, "case(2), key(\"real\")")])
    let fields = plan([holder(union, "tag(kind), key(\"value\"), was(\"old\")"), union]).fields(of: "s")
    #expect(fields["value.i"]?.formerKeys == ["value.n", "old.i", "old.n"])
    #expect(fields["value.real"]?.formerKeys == ["old.real"])
  }

  @Test("was with the whole path is a warning, in a union and in a struct: it names a key inside the member")
  func wholePath() {
    let union = value([("i", int, "case(INTEGER, REAL), was(\"v.n\", \"n\")")])
    let plan = plan([holder(union, "tag(kind)"), union])
    #expect(plan.messages == ["'was' is relative to 'v', so it names the key 'v.v.n'"])
    #expect(plan.diagnostics.first?.advice == "write was(\"n\")")
    #expect(plan.diagnostics.first?.severity == .warning)
    let inner = record("inner", [("x", int, "was(\"load.y\")")], line: 9)
    let nested = ArchivePlannerTests.plan([record("s", [("in", .record(inner.id), "key(\"load\")")]), inner])
    #expect(nested.messages == ["'was' is relative to 'in', so it names the key 'load.load.y'"])
  }

  @Test("A pointer in a union's member may be counted by a field of the same member, and not by one of another")
  func countInside() {
    func plan(_ count: String) -> Plan {
      let inner = record("inner", [("n", int, ""), ("p", .pointer(to: int), "count(\(count))")], line: 200)
      let union = value([("", .record(inner.id), "case(1)"), ("m", int, "case(2)")])
      return ArchivePlannerTests.plan([holder(union, "tag(kind)", name: ""), union, inner.anonymous])
    }
    #expect(
      plan("n").fields(of: "s")["p"]?.form == .data(int32, count: .of("n")))
    #expect(plan("m").messages == ["'m' is in a union, and does not exist whenever 'p' does"])
  }

  @Test("Constants of any enumeration, characters and truth values may be cases")
  func constants() {
    let union = value([("i", int, "case(FOREIGN)"), ("r", real, "case('R')"), ("c", char, "case(true, -1, 0x10)")])
    let whole = record("s", [("kind", int, "key(\"type\")"), ("v", .record(union.id), "tag(kind)")])
    let plan = plan([whole, union], constants: ["FOREIGN": 40])
    #expect(plan.fields(of: "s")["v"]?.form == .union(tag: "type", cases: [-1, 1, 16, 40, 82]))
  }

  @Test(
    "A mistake in cases is an error at its location",
    arguments: [
      ("case(1)", "case(1)", "'1' is given to 'i' and to 'r'", "keep it on the member that is live for this value"),
      (
        "case(1)", "", "no annotation gives the values of 'kind' for which 'r' of 'union value' is live",
        "write case(value, …), case(default) or skip on it"
      ),
      (
        "case(INTEGR)", "case(2)", "'INTEGR' is not an enumerator, an integer macro or a number",
        "did you mean 'INTEGER'?"
      ),
      (
        "case(default)", "case(default)", "the default is given to 'i' and to 'r'",
        "keep it on the member that is live for this value"
      ),
    ])
  func errors(first: String, second: String, message: String, advice: String) {
    let union = value([("i", int, first), ("r", real, second)])
    let plan = plan([holder(union, "tag(kind)"), union])
    #expect(plan.diagnostics.filter { $0.severity == .error }.map(\.message) == [message])
    #expect(plan.diagnostics.first { $0.severity == .error }?.advice == advice)
    #expect(plan.schemas.isEmpty)
  }
}

extension Record {
  /// The type of an anonymous member, so without a name.
  fileprivate var anonymous: Record {
    Record(
      id: id, kind: kind, tag: nil, typedefs: [], location: location, isFromInput: true, parent: Record.ID("value"),
      size: size, alignment: alignment, fields: fields)
  }
}
