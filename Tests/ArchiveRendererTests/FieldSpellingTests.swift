import ArchiveModel
@testable import ArchivePlanner
import ArchiveRenderer
import Testing

/// The entries of a table, as the runtime's `FieldSchema` takes them.
@Suite("Spelling of a table's entries") struct FieldSpellingTests {
  private static let names: SchemaNames = {
    var names = SchemaNames()
    names.records = [
      Record.ID("s"): .ofType(SwiftName(.member("C"), "s")), Record.ID("in"): .ofFile("in"),
      Record.ID("n"): .ofType(SwiftName(.selector("C"), ["Outer", "class"])),
    ]
    names.cells = ["s*": .ofFile("s_pointer")]
    names.types = [Record.ID("s"): SwiftName(.member("C"), "s")]
    return names
  }()

  private func text(_ schema: Schema) throws -> String {
    try ArchiveRenderer().render(model(of: schema)).first?.text ?? ""
  }

  private func spelling(_ field: SchemaField) throws -> String? {
    let text = try text(Schema(name: "s", size: 8, alignment: 8, fields: [field], names: Self.names))
    return text.split(separator: "\n").first { $0.hasPrefix("      .") }.map { String($0.dropFirst(6).dropLast()) }
  }

  @Test(
    "Values of every kind",
    arguments: [
      (.scalar(int32), ".scalar(\"k\", .i32, at: 8)"), (.bits(width: 3, .byte), ".bits(\"k\", 3, of: .u8, at: 8)"),
      (.array(dimensions: [2, 3], .bool, .standard), ".array(\"k\", [2, 3], of: .bool, at: 8)"),
      (.array(dimensions: [2], float64, .native), ".array(\"k\", [2], of: .f64, at: 8, as: .native)"),
      (.text(count: 8, .latin1), ".text(\"k\", 8, .latin1, at: 8)"),
      (.record(Record.ID("s")), ".record(\"k\", C.s.archiveSchema, at: 8)"),
      (.record(Record.ID("in")), ".record(\"k\", Schemas.`in`, at: 8)"),
      (
        .records(dimensions: [2], Record.ID("n"), .elements),
        ".records(\"k\", [2], of: C::Outer.`class`.archiveSchema, at: 8, as: .elements)"
      ),
    ] as [(SchemaField.Form, String)])
  func values(form: SchemaField.Form, text: String) throws {
    #expect(try spelling(SchemaField(key: "k", form: form, offset: 8)) == text)
  }

  @Test(
    "Element types of every shape",
    arguments: [
      (.floating(.x87, size: 16), ".x87"), (.floating(.x87, size: 12), ".x87(storage: 12)"),
      (.bitInt(bits: 17, isSigned: false, size: 4), ".unsignedBitInt(17, storage: 4)"),
      (.complex(.floating(.doubleDouble, size: 16)), ".complex(.doubleDouble)"),
      (.vector(.floating(.single, size: 4), count: 3, size: 16), ".vector(.f32, 3, storage: 16)"),
    ] as [(CType, String)])
  func elements(type: CType, text: String) throws {
    let element = try #require(ElementType(type))
    #expect(try spelling(SchemaField(key: "k", form: .scalar(element), offset: 8)) == ".scalar(\"k\", \(text), at: 8)")
  }

  private static let symbols = ["a", "b"].map {
    SchemaSymbol(
      name: $0, record: Record.ID("s"), offset: 4, path: [.member("in"), .element(0)],
      function: SwiftName(.selector("C"), $0))
  }

  @Test(
    "Pointers of every kind",
    arguments: [
      (.link(to: "s"), ".link(\"k\", to: C.s.archiveSchema, at: 8)"),
      (.link(to: "s", [4], count: .of("n")), ".link(\"k\", [4], to: C.s.archiveSchema, count: .of(\"n\"), at: 8)"),
      (
        .pointer(
          dimensions: [],
          SchemaPointer(
            .target(
              .cell(PointerCell(archivedName: "s*", pointer: SchemaPointer(.target(.record(Record.ID("s")), nil)))),
              .of("n", "w", times: 4)))),
        ".link(\"k\", to: Schemas.s_pointer, count: .of(\"n\", \"w\", times: 4), at: 8)"
      ),
      (.data(.byte, count: .bytes("n")), ".data(\"k\", of: .u8, count: .bytes(\"n\"), at: 8)"),
      (.pointer(dimensions: [], SchemaPointer(.string(.utf8))), ".string(\"k\", .utf8, at: 8)"),
      (.pointer(dimensions: [2, 3], SchemaPointer(.string(.utf16))), ".string(\"k\", [2, 3], .utf16, at: 8)"),
      (
        .pointer(dimensions: [], SchemaPointer(.symbols(symbols))),
        ".symbol(\"k\", [.init(\"a\", in: C.s.self, at: 4) { unsafe RuntimeInterface.assign(&$0.`in`.0, C::a) }, "
          + ".init(\"b\", in: C.s.self, at: 4) { unsafe RuntimeInterface.assign(&$0.`in`.0, C::b) }], at: 8)"
      ),
      (
        .via("p", "u"),
        ".via(\"k\", at: 8, \"p, u\", pack: { try unsafe RuntimeInterface.called(p($0)) }, unpack: { try unsafe RuntimeInterface.called(u($0)) })"
      ),
      (
        .via("p", "u", "r", [2]),
        ".via(\"k\", [2], at: 8, \"p, u, r\", pack: { try unsafe RuntimeInterface.called(p($0)) }, "
          + "unpack: { try unsafe RuntimeInterface.called(u($0)) }, release: { unsafe r($0) })"
      ),
      (.trailing(.element(float64), .of("n")), ".trailing(\"k\", of: .f64, count: .of(\"n\"), at: 8)"),
      (.union(tag: "t", cases: [-1, 2]), ".union(\"k\", tag: \"t\", cases: [-1, 2])"),
    ] as [(SchemaField.Form, String)])
  func pointers(form: SchemaField.Form, text: String) throws {
    #expect(try spelling(SchemaField(key: "k", form: form, offset: 8)) == text)
  }

  @Test("Before the entries: names, sizes, keys of removed fields")
  func arguments() throws {
    let text = try text(
      Schema(
        name: "s", size: 8, alignment: 4, version: 2, formerNames: ["r"], removedKeys: ["a", "b.c"], fields: []))
    #expect(text.contains("\"s\", size: 8, alignment: 4, version: 2, was: [\"r\"], removed: [\"a\", \"b.c\"],"))
  }

  @Test(
    "A default is a literal of the field's type",
    arguments: [
      (.truth(true), "true"), (.floating(1), "1.0"), (.text("a\"b"), "\"a\\\"b\""),
      (.integer(isNegative: true, magnitude: 5), "-5"),
      (.integer(isNegative: true, magnitude: 1 << 63), "-9223372036854775808"),
      (.integer(isNegative: false, magnitude: .max), "18446744073709551615 as Swift.UInt64"),
    ] as [(DefaultLiteral, String)])
  func defaults(value: DefaultLiteral, text: String) throws {
    let field = SchemaField(key: "k", form: .scalar(int32), offset: 8, defaultValue: value)
    #expect(try spelling(field) == ".scalar(\"k\", .i32, at: 8).default(\(text))")
  }

  @Test("After an entry: weak, containers, and the tags of the unions around it, outermost first")
  func modifiers() throws {
    let field = SchemaField(
      key: "k", formerKeys: ["old"],
      form: .pointer(dimensions: [], SchemaPointer(.target(.record(Record.ID("s")), nil), isWeak: true)), offset: 8,
      isRequired: true,
      conditions: [
        SchemaTagCondition(tag: "a", values: [1, 2], isExclusion: false),
        SchemaTagCondition(tag: "b", values: [3], isExclusion: true),
      ], container: NodeContainer(node: Record.ID("in"), offset: 16, link: Record.ID("in")))
    #expect(
      try spelling(field)
        == ".link(\"k\", to: C.s.archiveSchema, at: 8).was(\"old\").required().weak().container(Schemas.`in`, at: 16).when(\"a\", [1, 2]).unless(\"b\", [3])"
    )
  }
}
