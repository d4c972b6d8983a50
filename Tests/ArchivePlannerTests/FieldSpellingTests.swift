import ArchiveModel
import ArchiveRenderer
import Testing

/// The entries of a table, as the runtime's `FieldSchema` takes them.
@Suite("Spelling of a table's entries") struct FieldSpellingTests {
  private func spelling(_ field: SchemaField) throws -> String? {
    let file = GeneratedFile(
      name: "s+Archive.swift", source: "s.h", module: "C", imports: [], pointerBits: 64, byteOrder: "little",
      triple: "t",
      privateSchemas: [],
      conformances: [
        Conformance(
          typeName: "C.s", isPlain: false, schema: Schema(name: "\"s\"", size: 8, alignment: 8, fields: [field]))
      ], standIns: [])
    let text = try ArchiveRenderer().render(RenderModel(files: [file])).first?.text
    return text?.split(separator: "\n").first { $0.hasPrefix("      .") }.map { String($0.dropFirst(6).dropLast()) }
  }

  @Test(
    "Pointers of every kind",
    arguments: [
      (.link(dimensions: [], schema: "C.s.archiveSchema", count: nil), ".link(\"k\", to: C.s.archiveSchema, at: 8)"),
      (
        .link(dimensions: [4], schema: "C.s.archiveSchema", count: ".of(\"n\")"),
        ".link(\"k\", [4], to: C.s.archiveSchema, count: .of(\"n\"), at: 8)"
      ),
      (
        .data(dimensions: [], .byte, count: ".bytes(\"n\")"),
        ".data(\"k\", of: .u8, count: .bytes(\"n\"), at: 8)"
      ),
      (.string(dimensions: [], encoding: ".utf8"), ".string(\"k\", .utf8, at: 8)"),
      (.string(dimensions: [2, 3], encoding: ".utf16"), ".string(\"k\", [2, 3], .utf16, at: 8)"),
      (.symbol(dimensions: [], symbols: ["a", "b"]), ".symbol(\"k\", [a, b], at: 8)"),
      (
        .via(dimensions: [], pack: "p", unpack: "u", release: nil),
        ".via(\"k\", at: 8, pack: { try unsafe RuntimeInterface.called(p($0)) }, unpack: { try unsafe RuntimeInterface.called(u($0)) })"
      ),
      (
        .via(dimensions: [2], pack: "p", unpack: "u", release: "r"),
        ".via(\"k\", [2], at: 8, pack: { try unsafe RuntimeInterface.called(p($0)) }, "
          + "unpack: { try unsafe RuntimeInterface.called(u($0)) }, release: { unsafe r($0) })"
      ),
      (.trailing(.element(float64), count: ".of(\"n\")"), ".trailing(\"k\", of: .f64, count: .of(\"n\"), at: 8)"),
      (.union(tag: "\"t\"", cases: [-1, 2]), ".union(\"k\", tag: \"t\", cases: [-1, 2])"),
    ] as [(SchemaField.Form, String)])
  func forms(form: SchemaField.Form, text: String) throws {
    #expect(try spelling(SchemaField(key: "\"k\"", form: form, offset: 8)) == text)
  }

  @Test("What stands before the entries: names, sizes, keys of removed fields")
  func arguments() throws {
    let schema = Schema(
      name: "\"s\"", size: 8, alignment: 4, version: 2, earlierNames: ["\"r\""], removedKeys: ["\"a\"", "\"b.c\""],
      fields: [])
    let file = GeneratedFile(
      name: "s+Archive.swift", source: "s.h", module: "C", imports: [], pointerBits: 64, byteOrder: "little", triple: "t",
      privateSchemas: [], conformances: [Conformance(typeName: "C.s", schema: schema)], standIns: [])
    let text = try ArchiveRenderer().render(RenderModel(files: [file])).first?.text
    #expect(
      text?.contains("\"s\", size: 8, alignment: 4, version: 2, was: [\"r\"], removed: [\"a\", \"b.c\"],") == true)
  }

  @Test("What follows an entry: weak, containers, and the tags of the unions around it, outermost first")
  func modifiers() throws {
    let field = SchemaField(
      key: "\"k\"", form: .link(dimensions: [], schema: "S", count: nil), offset: 8, earlierKeys: ["\"old\""],
      isRequired: true, isWeak: true, container: SchemaField.Container(schema: "N", offset: 16),
      conditions: [
        SchemaField.Condition(tag: "\"a\"", values: [1, 2], isExclusion: false),
        SchemaField.Condition(tag: "\"b\"", values: [3], isExclusion: true),
      ])
    #expect(
      try spelling(field)
        == ".link(\"k\", to: S, at: 8).was(\"old\").required().weak().container(N, at: 16).when(\"a\", [1, 2]).unless(\"b\", [3])"
    )
  }
}
