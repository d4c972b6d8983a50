import ArchiveModel
import ArchivePlanner
import Testing

@testable import ArchiveRenderer

@Suite struct FieldPlanningTests {
  @Test("A record with an unresolved pointer is left out, with the location and the annotation that resolves it")
  func pointerRefused() {
    let plan = plan([record("order", [("a", int, ""), ("p", pointer, "")])])
    #expect(plan.schemas.isEmpty)
    #expect(plan.summary.refused == 1)
    let diagnostic = plan.diagnostics.first
    #expect(diagnostic?.severity == .warning)
    #expect(diagnostic?.location == SourceLocation(file: "a.h", line: 3, column: 5))
    #expect(diagnostic?.message.contains("'struct order' is left out: its field 'p'") == true)
    #expect(
      diagnostic?.advice
        == "write to(type), bytes(n), via(pack, unpack) or skip on its line, or run with --unresolved skip")
  }

  @Test("All unresolved fields are reported at once, also those after a mistake")
  func allRefusals() {
    let fields = [
      ("p", pointer, ""), ("a", int, ""), ("q", .pointer(to: char), ""), ("f", .pointer(to: .function), ""),
    ]
    let refused = plan([record("order", fields)])
    #expect(refused.diagnostics.map(\.location?.line) == [2, 4, 5])
    #expect(refused.messages.allSatisfy { $0.hasPrefix("'struct order' is left out: its field '") })
    #expect(refused.summary.refused == 1)
    let invalid = plan([record("order", fields + [("b", int, "ref")])])
    #expect(invalid.diagnostics.map(\.location?.line).sorted { ($0 ?? 0) < ($1 ?? 0) } == [2, 4, 5, 6])
  }

  @Test("With --unresolved skip the advice has the attributes that would resolve the field")
  func skippedAdvice() {
    let plan = plan(
      [record("order", [("lines", .pointer(to: int), ""), ("line_count", int, ""), ("note", .pointer(to: char), "")])],
      unresolved: .skip)
    #expect(
      plan.diagnostics.map(\.advice) == [
        "write ref, count(n) or weak on its line, like '// archive: count(line_count)' (memory that is read has room for 'line_count' elements and no more), or skip if it should not be archived",
        "write cstring, count(n), ref or weak on its line, or skip if it should not be archived",
      ])
  }

  @Test("Keys of removed fields go into the table; one that a field still has is an error at its place")
  func removedKeys() {
    let fields = [("a", int, ""), ("b", int, "skip"), ("c", int, "key(\"k\")")]
    let removed = plan([record("order", fields, annotation: "removed(\"next\", \"links.prev\", \"b\", \"c\")")])
    #expect(removed.messages == [])
    #expect(removed.schemas.first?.removedKeys == ["next", "links.prev", "b", "c"])
    for key in ["a", "k"] {
      let invalid = plan([record("order", fields, annotation: "removed(\"\(key)\")")])
      #expect(invalid.diagnostics.first?.severity == .error)
      #expect(invalid.messages.first?.hasPrefix("'\(key)' is the key of the field") == true)
    }
  }

  @Test("The fields of an identity go into the table under their keys; what cannot be one is an error at its place")
  func identity() {
    let fields = [("a", int, ""), ("b", int, "skip"), ("c", int, "key(\"k\")")]
    let identified = plan([record("order", fields, annotation: "identity(a, c)")])
    #expect(identified.messages == [] && identified.schemas.first?.identity == ["a", "k"])
    for (name, words) in [("bb", "has no field 'bb'"), ("b", "'b' is not archived")] {
      let invalid = plan([record("order", fields, annotation: "identity(a, \(name))")])
      #expect(invalid.diagnostics.first?.severity == .error && invalid.messages.first?.contains(words) == true)
    }
  }

  @Test("With --unresolved skip the record is archived, and the field is left out with a warning")
  func pointerSkipped() {
    let plan = plan([record("order", [("a", int, ""), ("p", pointer, "")])], unresolved: .skip)
    #expect(plan.schemas.first?.fields.map(\.key) == ["a"])
    #expect(plan.messages.first?.contains("field 'p' of 'struct order' is skipped") == true)
    #expect(plan.diagnostics.first?.advice?.contains("--unresolved") == false, "it is in effect already")
    #expect(plan.summary.skippedFields == 1)
  }

  @Test("With --strict a refusal is an error")
  func strict() {
    #expect(plan([record("order", [("p", pointer, "")])], strict: true).diagnostics.hasErrors)
  }

  @Test("A skipped pointer has no diagnostic and refuses no record")
  func annotatedSkip() {
    let plan = plan([record("order", [("a", int, ""), ("p", pointer, "skip")])])
    #expect(plan.diagnostics.isEmpty)
    #expect(plan.schemas.count == 1)
  }

  @Test("A refused record inside another refuses that, too, and the note names the field")
  func refusalCascades() {
    let inner = record("inner", [("p", pointer, "")])
    let outer = record("outer", [("in", .record(inner.id), "")], line: 10)
    let plan = plan([inner, outer])
    #expect(plan.summary.refused == 2)
    let diagnostic = plan.diagnostics.last
    #expect(diagnostic?.message.contains("'struct inner', which cannot be archived whole") == true)
    #expect(diagnostic?.notes.first?.location?.line == 2)
  }

  @Test("A union is refused as a type and as a member")
  func unions() {
    let union = record("u", [("a", int, "")], kind: .union)
    let plan = plan([union, record("s", [("u", .record(union.id), "")], line: 5)])
    #expect(plan.schemas.isEmpty)
    #expect(plan.summary.refused == 2)
  }

  @Test("An array of char marked cstring becomes text, and one of several dimensions a text for each element")
  func text() {
    let lines = CType.array(.array(char, count: 8), count: 2)
    let plan = plan([record("s", [("name", .array(char, count: 8), "cstring(latin1)"), ("lines", lines, "cstring")])])
    #expect(plan.schemas.first?.fields.map(\.key) == ["name", "lines[0]", "lines[1]"])
    #expect(plan.schemas.first?.fields.first?.form == .text(count: 8, .latin1))
    #expect(plan.schemas.first?.fields.last?.offset == 4 + 8)
  }

  @Test(
    "A mistake in an annotation is an error at its place and leaves out the type",
    arguments: [
      ("cstring", int, "'cstring' belongs on a char array"),
      ("elements", int, "'elements' belongs on an array in the record"),
      ("default(300)", CType.integer(bits: 8, isSigned: false), "300 does not fit the field"),
      ("default(-1)", CType.integer(bits: 8, isSigned: false), "-1 does not fit the field"),
      ("default(1.5)", int, "'1.5' is not a value of its type"),
      ("default(\"x\")", int, "the default of a number has no quotation marks"),
      ("default(1), required", int, "'default' and 'required' exclude each other"),
      ("key(\"\")", int, "a key cannot be empty"),
      ("cstring(utf9)", CType.array(char, count: 4), "unknown encoding 'utf9'"),
      (
        "native", CType.array(.record(Record.ID("x")), count: 2),
        "'native' belongs on an array of numbers in the record"
      ),
    ])
  func errors(annotation: String, type: CType, message: String) {
    let plan = plan([record("s", [("a", type, annotation)])])
    #expect(plan.diagnostics.hasErrors)
    #expect(plan.messages.first?.hasPrefix(message) == true)
    #expect(plan.schemas.isEmpty)
  }

  @Test(
    "A number in quotation marks is proposed without them only if it is one",
    arguments: [
      ("default(\"3\")", int, "write default(3)"), ("default(\"three\")", int, "write an integer"),
      ("default(\"x\")", CType.floating(.double, size: 8), "write default(1.5)"),
      ("default(\"\")", CType.bool(size: 1), "write an integer"),
    ])
  func quotedDefault(annotation: String, type: CType, advice: String) {
    #expect(plan([record("s", [("a", type, annotation)])]).diagnostics.first?.advice == advice)
  }

  @Test(
    "A default is a literal of the field's type",
    arguments: [
      ("default(0x10)", int, .integer(isNegative: false, magnitude: 16)),
      ("default(-5)", int, .integer(isNegative: true, magnitude: 5)),
      ("default(1)", CType.floating(.double, size: 8), .floating(1)),
      (
        "default(18446744073709551615)", CType.integer(bits: 64, isSigned: false),
        .integer(isNegative: false, magnitude: .max)
      ),
      ("default(true)", CType.bool(size: 1), .truth(true)),
    ] as [(String, CType, DefaultLiteral)])
  func defaults(annotation: String, type: CType, literal: DefaultLiteral) {
    #expect(plan([record("s", [("a", type, annotation)])]).schemas.first?.fields.first?.defaultValue == literal)
  }
}

@Suite struct KeyTests {
  @Test("Two fields with one key are an error that names both")
  func sameKey() {
    let plan = plan([record("s", [("a", int, ""), ("b", int, "key(\"a\")")])])
    #expect(plan.messages == ["two fields of 'struct s' have the key 'a': 'a' and 'b'"])
    #expect(plan.diagnostics.first?.location?.line == 3)
    #expect(plan.diagnostics.first?.notes.first?.location?.line == 2)
    #expect(plan.schemas.isEmpty)
  }

  @Test("A key with a dot must differ from the keys of a nested record")
  func nestedKey() {
    let inner = record("inner", [("x", int, "")])
    let plan = plan([inner, record("s", [("in", .record(inner.id), ""), ("b", int, "key(\"in.x\")")], line: 9)])
    #expect(plan.messages == ["two fields of 'struct s' have the key 'in.x': 'in' and 'b'"])
  }

  @Test(
    "A key with a bracket must differ from those of elements that have a key each",
    arguments: [
      ("v[1]", true), ("v[2]", false), ("v[]", true), ("list[1].x", true), ("list[2].x", false), ("list[1].y", false),
      ("grid[1][2]", true), ("grid[1]", false),
    ])
  func elementKeys(key: String, isTaken: Bool) {
    let inner = record("inner", [("x", int, "")])
    let plan = plan([
      inner,
      record(
        "s",
        [
          ("v", .array(int, count: 2), "elements"), ("list", .array(.record(inner.id), count: 2), "elements"),
          ("grid", .array(.array(int, count: 3), count: 2), "elements"), ("b", int, "key(\"\(key)\")"),
        ], line: 9),
    ])
    let owner = String(key.prefix { $0 != "[" })
    #expect(plan.messages == (isTaken ? ["two fields of 'struct s' have the key '\(key)': '\(owner)' and 'b'"] : []))
  }

  @Test("A former key cannot be another field's present key")
  func earlierKey() {
    let plan = plan([record("s", [("a", int, "was(\"b\")"), ("b", int, "")])])
    #expect(plan.diagnostics.hasErrors)
  }

  @Test("Two types with one archived name are an error")
  func sameName() {
    let plan = plan([record("a", [("x", int, "")]), record("b", [("x", int, "")], line: 9, annotation: "name(\"a\")")])
    #expect(plan.messages == ["'struct b' would have the archived name 'a', which 'struct a' has"])
  }
}

@Suite struct TypeAttributeTests {
  @Test(
    "A version that is not a number and an empty name are errors",
    arguments: [
      ("version(two)", "'two' is not a version"), ("version(0)", "'0' is not a version"),
      ("name(\"\")", "an archived name cannot be empty"),
    ])
  func errors(annotation: String, message: String) {
    let plan = plan([record("s", [("a", int, "")], annotation: annotation)])
    #expect(plan.messages == [message])
    #expect(plan.schemas.isEmpty)
  }

  @Test("A type marked skip gets no code and no warning")
  func skipped() {
    let plan = plan([record("s", [("p", pointer, "")], annotation: "skip")])
    #expect(plan.diagnostics.isEmpty)
    #expect(plan.summary.skipped == 1)
  }
}

@Suite struct ConfigurationTests {
  private func configuration(type: String, field: String, words: String) -> Configuration {
    let place = SourceLocation(file: "archivegen.yml", line: 4, column: 5)
    return Configuration(types: [
      TypeConfiguration(
        name: type, location: place, sourceLine: nil, attributes: [],
        fields: [
          FieldConfiguration(
            name: field, location: place, sourceLine: nil,
            attributes: AttributeParser.parse(words, at: place, on: .field).attributes)
        ])
    ])
  }

  @Test("The configuration overrides the comment")
  func overrides() {
    let plan = plan(
      [record("s", [("a", int, "key(\"x\"), required")])],
      configuration: configuration(type: "s", field: "a", words: "key(\"y\")"))
    #expect(plan.schemas.first?.fields.first?.key == "y")
    #expect(plan.schemas.first?.fields.first?.isRequired == true)
  }

  @Test("A type or field that no header has is an error with the nearest name")
  func unknownNames() {
    let records = [record("order", [("total", int, "")])]
    let noType = plan(records, configuration: configuration(type: "ordr", field: "total", words: "skip")).diagnostics
      .first
    #expect(noType?.message == "no header defines a type 'ordr'")
    #expect(noType?.advice == "did you mean 'order'?")
    let noField = plan(records, configuration: configuration(type: "order", field: "totl", words: "skip")).diagnostics
      .first
    #expect(noField?.message == "'struct order' has no field 'totl'")
    #expect(noField?.advice == "did you mean 'total'?")
    let line = record("line", [("size", int, "")])
    let ofNamedType = plan(
      [line, record("order", [("line", .record(line.id), "")], line: 9)],
      configuration: configuration(type: "order", field: "line.size", words: "skip")
    ).diagnostics.first
    #expect(ofNamedType?.message == "'struct order' has no field 'line.size'")
    #expect(ofNamedType?.advice == "'line' is a 'struct line': write 'size' among the fields of 'line'")
  }
}

@Suite struct SwiftNameTests {
  @Test("A type is spelled with its module, and backticks where Swift needs them")
  func qualified() {
    let plan = plan([record("order", [("a", int, "")]), record("class", [("a", int, "")], line: 9)])
    #expect(plan.renderModel.files.first?.conformances.map(\.typeName.spelling) == ["CShop.order", "CShop.`class`"])
  }

  @Test("A type with the module's own name needs a module selector")
  func moduleNamedType() {
    #expect(
      plan([record("CShop", [("a", int, "")])]).renderModel.files.first?.conformances.first?.typeName
        == SwiftName(.selector("CShop"), "CShop"))
  }

  @Test("A record that Swift does not import, or cannot distinguish from a typedef, gets a struct of its own")
  func mirrors() {
    let plan = plan(
      [record("wide", [("a", int, "")], alignment: 32), record("foo", [("a", int, "")], line: 9)],
      typedefs: ["foo": .other])
    #expect(plan.renderModel.files.first?.mirrors.map(\.typeName.path) == [["wide"], ["foo_record"]])
    #expect(plan.renderModel.files.first?.mirrors.first?.accessors.map(\.name) == ["a"])
  }

  @Test("A deprecated type is named in its own extension only, which is deprecated too")
  func deprecated() {
    let old = record("old", [("a", int, "")], isDeprecated: true)
    let file = plan([old, record("holder", [("o", .record(old.id), "")], line: 9)]).renderModel.files.first
    #expect(file?.conformances.map(\.isDeprecated) == [true, false])
    #expect(file?.privateSchemas.map(\.name) == ["old"])
    #expect(file?.conformances.last?.schema.names.records == [old.id: .ofFile("old")])
  }
}

@Suite("Types that C++ has inside others") struct NestedTypeTests {
  @Test("Generated code uses names that are valid in both modes")
  func names() {
    let order = record("order", [("lines", .pointer(to: .record(Record.ID("line"))), "ref")])
    let line = record("line", [("price", .record(Record.ID("Type")), "")], line: 9, enclosing: order)
    let price = record("Type", [("cents", int, "")], line: 19, enclosing: line)
    let file = plan([order, line, price]).renderModel.files.first
    #expect(file?.nestedTypes.map(\.name) == ["line", "Type_"])
    #expect(file?.nestedTypes.map(\.typeName.spelling) == ["CShop.line", "CShop.`Type`"])
    #expect(file?.nestedTypes.map(\.cxxTypeName.spelling) == ["CShop.order.line", "CShop.order.line.`Type`"])
    #expect(file?.conformances.map(\.typeName.spelling) == ["CShop.order", "NestedTypes.line", "NestedTypes.Type_"])
    #expect(
      file?.conformances.map(\.schema.names.records)[1]
        == [price.id: .ofType(SwiftName(nil, ["NestedTypes", "Type_"]))])
    #expect(file?.conformances.map(\.isForCOnly) == [false, false, false])
  }

  @Test("A type inside one that cannot be named without a warning conforms in C's mode only")
  func unnameable() {
    let old = record("old", [("inner", .record(Record.ID("inner")), "")], isDeprecated: true)
    let inner = record("inner", [("a", int, "")], line: 9, enclosing: old)
    let file = plan([old, inner]).renderModel.files.first
    #expect(file?.nestedTypes == [])
    #expect(file?.conformances.map(\.isForCOnly) == [false, true])
    #expect(file?.conformances.first?.schema.names.records == [inner.id: .ofFile("inner")])
  }

  @Test("The name of a deprecated type is deprecated, too")
  func deprecated() {
    let order = record("order", [("a", int, "")])
    let line = record("line", [("b", int, "")], line: 9, isDeprecated: true, enclosing: order)
    #expect(plan([order, line]).renderModel.files.first?.nestedTypes.map(\.isDeprecated) == [true])
  }

  @Test("An app's source may use either name, and generated code uses the same")
  func models() {
    let order = record("order", [("line", .record(Record.ID("line")), "")])
    let line = record("line", [("a", int, "")], line: 9, enclosing: order)
    let foreign = plan([order, line]).importedTypes.records.mapValues(\.name.spelling)
    #expect(foreign["line"] == "CShop.line")
    #expect(foreign["order.line"] == "CShop.order.line")
    #expect(foreign["CShop.order.line"] == "CShop.order.line")
  }
}

@Suite struct AwkwardNameTests {
  @Test("A name with a dollar sign gets a struct that Swift can spell")
  func dollar() {
    let file = plan([record("$cost", [("$x", int, ""), ("y", int, "")])]).renderModel.files.first
    #expect(file?.mirrors.map(\.typeName.path) == [["_cost"]])
    #expect(file?.mirrors.first?.accessors.map(\.name) == ["y"])
    #expect(file?.mirrors.first?.schema.fields.map(\.key) == ["$x", "y"])
  }

  @Test("A type with the name of the runtime's module is an error")
  func hidesRuntime() {
    #expect(plan([record("ArchiveRuntime", [("x", int, "")])]).messages.first?.contains("hides the library") == true)
  }

  @Test(
    "A text default that is longer than the field, or not in its encoding, is an error",
    arguments: [
      ("cstring, default(\"toolong\")", "the default takes 7 bytes, and the field has 4"),
      ("cstring(latin1), default(\"€\")", "the default is not in Latin-1"),
    ])
  func textDefaults(annotation: String, message: String) {
    #expect(plan([record("s", [("a", .array(char, count: 4), annotation)])]).messages == [message])
  }

  @Test("A former key that another field has is reported as such")
  func earlierKeyMessage() {
    let plan = plan([record("s", [("a", int, "was(\"b\")"), ("b", int, "")])])
    #expect(plan.messages == ["'was' of 'a' names the key 'b', which 'b' of 'struct s' has"])
  }
}
