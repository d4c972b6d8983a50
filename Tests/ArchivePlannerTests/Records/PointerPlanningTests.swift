import ArchiveModel
@testable import ArchivePlanner
import Testing

@Suite("Pointers") struct PointerPlanningTests {
  private let item = record("item", [("x", int, "")], line: 100)

  /// The entry for `p`, beside `int n, w` and `struct { int len; } hdr`.
  private func entry(_ type: CType, _ annotation: String, countedBy: String? = nil, sizedBy: String? = nil)
    -> SchemaField?
  {
    plan(type, annotation, countedBy: countedBy, sizedBy: sizedBy).fields(of: "s")["p"]
  }

  private func plan(_ type: CType, _ annotation: String, countedBy: String? = nil, sizedBy: String? = nil) -> Plan {
    let header = record("header", [("len", int, "key(\"length\")")], line: 200)
    let whole = record(
      "s", [("n", int, ""), ("w", int, "key(\"width\")"), ("hdr", .record(header.id), ""), ("p", type, annotation)])
    let last = whole.fields[3]
    let counted = Field(
      name: last.name, type: last.type, typeSpelling: last.typeSpelling, bitOffset: last.bitOffset,
      countedBy: countedBy, sizedBy: sizedBy, location: last.location, attributes: last.attributes)
    return ArchivePlannerTests.plan([whole.with(fields: whole.fields.dropLast() + [counted]), item, header])
  }

  @Test("A pointer to its own record is a link without an attribute")
  func ownType() {
    let plan = ArchivePlannerTests.plan([
      record("node", [("next", pointer(to: "node"), ""), ("kids", .array(pointer(to: "node"), count: 4), "")])
    ])
    #expect(plan.messages == [])
    #expect(
      plan.fields(of: "node")["next"]?.form
        == .link(to: "node"))
    #expect(
      plan.fields(of: "node")["kids"]?.form
        == .link(to: "node", [4]))
  }

  @Test("ref leads to one record or one number")
  func reference() {
    #expect(
      entry(pointer(to: "item"), "ref")?.form == .link(to: "item"))
    #expect(entry(.pointer(to: int), "ref")?.form == .data(int32))
  }

  @Test(
    "A count is a product of siblings, by their keys, and numbers, however it is written",
    arguments: [
      ("count(n)", .of("n")), ("count(n, w, 4)", .of("n", "width", times: 4)),
      ("count(n * w * 4)", .of("n", "width", times: 4)), ("count(2 * 0x10)", .of(times: 32)),
      ("count(hdr.len)", .of("hdr.length")), ("bytes(n)", .bytes("n")),
    ] as [(String, ElementCount)])
  func counts(annotation: String, count: ElementCount) {
    #expect(entry(.pointer(to: int), annotation)?.form == .data(int32, count: count))
  }

  @Test("Of an array type behind a pointer each element has as many as the array")
  func arrayPointee() {
    #expect(
      entry(.pointer(to: .array(int, count: 4)), "count(n)")?.form
        == .data(int32, count: .of("n", times: 4)))
  }

  @Test("counted_by and sized_by in the header give the count, and an attribute overrides them")
  func countedBy() {
    #expect(
      entry(.pointer(to: int), "", countedBy: "n")?.form
        == .data(int32, count: .of("n")))
    #expect(entry(pointer, "", sizedBy: "n")?.form == .data(.byte, count: .bytes("n")))
    #expect(
      entry(.pointer(to: int), "count(w)", countedBy: "n")?.form
        == .data(int32, count: .of("width")))
  }

  @Test(
    "cstring takes the encoding of the units' size",
    arguments: [
      (char, "cstring", .utf8), (char, "cstring(latin1)", .latin1), (short, "cstring(utf16)", .utf16),
      (int, "cstring(utf32)", .utf32),
    ] as [(CType, String, TextEncoding)])
  func text(unit: CType, annotation: String, encoding: TextEncoding) {
    #expect(entry(.pointer(to: unit), annotation)?.form == .pointer(dimensions: [], SchemaPointer(.string(encoding))))
  }

  @Test("An array of pointers to text has its dimensions, and no key for each")
  func textArray() {
    #expect(
      entry(.array(.pointer(to: char), count: 3), "cstring")?.form
        == .pointer(dimensions: [3], SchemaPointer(.string(.utf8))))
  }

  @Test("weak makes a link weak")
  func weak() {
    #expect(entry(pointer(to: "item"), "weak")?.pointer?.isWeak == true)
    #expect(entry(pointer(to: "item"), "ref")?.pointer?.isWeak == false)
  }

  @Test("A pointer to pointers leads to records of one pointer each, named after their target")
  func cells() {
    let plan = plan(.pointer(to: pointer(to: "item")), "count(n)")
    let itemCell = PointerCell(archivedName: "item*", pointer: SchemaPointer(.target(.record(item.id), nil)))
    #expect(
      plan.fields(of: "s")["p"]?.form
        == .pointer(dimensions: [], SchemaPointer(.target(.cell(itemCell), .of("n")))))
    #expect(plan.schema(of: "s")?.names.cells == ["item*": .ofFile("item_pointer")])
    let cell = plan.privateSchemas.first { $0.name == "item_pointer" }?.schema
    #expect(cell?.name == "item*")
    #expect(cell?.fields.map(\.key) == ["*"])
    #expect(cell?.fields.map(\.form) == [.link(to: "item")])
    #expect(cell?.names.records == [item.id: .ofType(SwiftName(.member("CShop"), "item"))])
  }

  @Test("weak applies to each of several pointers behind a pointer, and otherwise to the outer pointer")
  func weakCells() {
    let several = plan(.pointer(to: pointer(to: "item")), "count(n), weak")
    #expect(several.fields(of: "s")["p"]?.pointer?.isWeak == false)
    #expect(several.privateSchemas.first?.schema.fields.map { $0.pointer?.isWeak } == [true])
    let one = plan(.pointer(to: pointer(to: "item")), "weak")
    #expect(one.fields(of: "s")["p"]?.pointer?.isWeak == true)
    #expect(one.privateSchemas.first?.schema.fields.map { $0.pointer?.isWeak } == [false])
  }

  @Test("to gives the target of a void pointer, and is sufficient")
  func to() {
    #expect(entry(pointer, "to(item)")?.form == .link(to: "item"))
    #expect(
      entry(pointer, "to(struct item), count(n)")?.form
        == .link(to: "item", count: .of("n")))
  }

  @Test("via hands the pointer to functions of the program")
  func via() {
    #expect(
      entry(pointer, "via(Codec.pack, Codec.unpack)")?.form
        == .via("Codec.pack", "Codec.unpack"))
    #expect(
      entry(.pointer(to: .incomplete("struct o")), "via(a, b, c)")?.form
        == .via("a", "b", "c"))
  }

  @Test("symbols names the functions, and where the compiler can check that they fit")
  func symbols() {
    let plan = ArchivePlannerTests.plan(
      [record("s", [("n", int, ""), ("cmp", .array(.pointer(to: .function), count: 2), "symbols(by_name)")])],
      functions: ["by_name"])
    #expect(
      plan.fields(of: "s")["cmp"]?.form
        == .pointer(
          dimensions: [2],
          SchemaPointer(
            .symbols([
              SchemaSymbol(
                name: "by_name", record: Record.ID("s"), offset: 4, path: [.member("cmp"), .element(0)],
                function: SwiftName(.selector("CShop"), "by_name"))
            ]))))
    #expect(plan.schema(of: "s")?.names.types == [Record.ID("s"): SwiftName(.member("CShop"), "s")])
  }

  @Test("A function pointer in an unnamed struct is reached from the record around it, which Swift can name")
  func symbolsInside() {
    let inner = Record(
      id: Record.ID("inner"), kind: .structure, tag: nil, typedefs: [],
      location: SourceLocation(file: "a.h", line: 30, column: 1), isFromInput: true, parent: Record.ID("s"), size: 8,
      alignment: 4,
      fields: record("inner", [("n", int, ""), ("f", .pointer(to: .function), "symbols(run)")], line: 30).fields)
    let plan = ArchivePlannerTests.plan(
      [record("s", [("n", int, ""), ("in", .record(inner.id), "")]), inner], functions: ["run"])
    #expect(
      plan.privateSchemas.first?.schema.fields.last?.form
        == .pointer(
          dimensions: [],
          SchemaPointer(
            .symbols([
              SchemaSymbol(
                name: "run", record: Record.ID("s"), offset: 8, path: [.member("in"), .member("f")],
                function: SwiftName(.selector("CShop"), "run"))
            ]))))
  }

  @Test("A function pointer in a record that Swift does not import is refused: nothing could check the functions")
  func symbolsInStandIn() {
    let wide = record("wide", [("f", .pointer(to: .function), "symbols(run)")], alignment: 32)
    let plan = ArchivePlannerTests.plan([wide], functions: ["run"])
    #expect(plan.messages.first?.contains("is a function pointer in a record that Swift cannot name") == true)
  }

  @Test("A stand-in has properties for its pointers")
  func mirror() {
    let wide = record("wide", [("n", int, ""), ("next", pointer(to: "wide"), "")], alignment: 32)
    let mirror = ArchivePlannerTests.plan([wide]).renderModel.files.first?.mirrors.first
    #expect(
      mirror?.accessors.map(\.type) == [
        .named(SwiftName(.member("Swift"), "Int32")),
        .optional(.named(SwiftName(.member("Swift"), "UnsafeMutableRawPointer"))),
      ])
    #expect(mirror?.isPlain == false)
  }

  @Test("A record with a pointer or a flexible array is a node; one without is a value")
  func conformance() {
    let holder = record("holder", [("s", .record(Record.ID("node")), "")], line: 50)
    let plan = ArchivePlannerTests.plan([item, record("node", [("next", pointer(to: "node"), "")]), holder])
    let isPlain = plan.renderModel.files.flatMap(\.conformances).map { ($0.typeName.path, $0.isPlain) }
    #expect(
      Dictionary(uniqueKeysWithValues: isPlain) == [["item"]: true, ["node"]: false, ["holder"]: false])
  }

  @Test("required and was apply to pointers")
  func requirement() {
    let entry = entry(pointer(to: "item"), "ref, required, was(\"old\")")
    #expect(entry?.isRequired == true)
    #expect(entry?.formerKeys == ["old"])
  }
}

@Suite("Flexible arrays") struct TailPlanningTests {
  private func entry(_ type: CType, _ annotation: String) -> SchemaField? {
    plan([record("s", [("n", int, ""), ("tail", type, annotation)]), record("item", [("x", int, "")], line: 100)])
      .fields(of: "s")["tail"]
  }

  @Test("With a count the elements of a flexible array, in the standard's form or GNU C's, follow the record")
  func counted() {
    #expect(entry(.flexibleArray(int), "count(n)")?.form == .trailing(.element(int32), .of("n")))
    #expect(entry(.array(int, count: 0), "bytes(n)")?.form == .trailing(.element(int32), .bytes("n")))
    #expect(
      entry(.flexibleArray(.record(Record.ID("item"))), "count(n)")?.form
        == .trailing(.record(Record.ID("item")), .of("n")))
  }

  @Test("The elements of a flexible array of pointers are records of one pointer each")
  func pointers() {
    #expect(
      entry(.flexibleArray(pointer(to: "item")), "count(n)")?.form
        == .trailing(
          .cell(
            PointerCell(archivedName: "item*", pointer: SchemaPointer(.target(.record(Record.ID("item")), nil)))),
          .of("n")))
  }

  @Test("A record with a flexible array can be neither a member nor an array's element")
  func whole() {
    let flexible = record("flexible", [("n", int, ""), ("tail", .flexibleArray(int), "count(n)")])
    let plan = plan([
      flexible, record("holder", [("f", .record(flexible.id), "")], line: 20),
      record("several", [("n", int, ""), ("f", pointer(to: "flexible"), "count(n)")], line: 30),
      record("one", [("f", pointer(to: "flexible"), "ref")], line: 40),
    ])
    #expect(
      plan.messages == [
        "'struct holder' is left out: its field 'f' (T) has the type 'struct flexible', whose flexible array would have to end inside this record",
        "'struct several' is left out: its field 'f' (T) is a pointer to an array of 'struct flexible', which ends in a flexible array",
      ])
  }
}

extension Record {
  fileprivate func with(fields: [Field]) -> Record {
    Record(
      id: id, kind: kind, tag: tag, typedefs: typedefs, location: location, isFromInput: isFromInput, size: size,
      alignment: alignment, fields: fields, attributes: attributes)
  }
}
