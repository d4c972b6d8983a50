import ArchiveModel
@testable import ArchivePlanner
import Foundation
import Mustache
import Templates
import Testing

@testable import ArchiveRenderer

@Suite struct TemplateTests {
  private func problems(_ templates: [String: String]) -> [Diagnostic] {
    do {
      _ = try ArchiveRenderer(overrides: templates.mapValues { TemplateSource(path: "t.mustache", text: $0) })
      return []
    } catch {
      return error.diagnostics
    }
  }

  @Test("Every tag of the built-in templates is in the render model")
  func embedded() {
    #expect(problems(EmbeddedTemplates.all).map(\.message) == [])
  }

  @Test(
    "A tag, a section, a partial or a template that is unknown is an error at its place",
    arguments: [
      ("ModuleMap", "a\n b {{modul}}", 2, 4, "unknown tag '{{modul}}'", "did you mean 'module'?"),
      (
        "GeneratedFile", "{{#conformance}}{{/conformance}}", 1, 1, "unknown tag '{{conformance}}'",
        "did you mean 'conformances'?"
      ),
      (
        "GeneratedFile", "{{#conformances}}{{typName}}{{/conformances}}", 1, 18, "unknown tag '{{typName}}'",
        "did you mean 'typeName'?"
      ),
      ("GeneratedFile", "{{> Schemas}}", 1, 1, "there is no template 'Schemas'", "did you mean 'Schema'?"),
      ("Schema", "{{#fields}}{{elemet}}{{/fields}}", 1, 12, "unknown tag '{{elemet}}'", "did you mean 'element'?"),
      (
        "Schema", "{{#fields}}{{/field}}", 1, 15, "this tag closes no open section",
        "use the name of the section that was opened last"
      ),
      ("Schema", "{{#fields}}", 1, 12, "a section is never closed", "write {{/name}} at its end"),
      ("Schema", "a {{fields", 1, 11, "this tag has no end, or an invalid name", "write it like {{name}}"),
      (
        "Schema", "{{=<% %>=}}\n<%#fields%><%elemet%><%/fields%>", 2, 14, "unknown tag '{{elemet}}'",
        "did you mean 'element'?"
      ),
      (
        "Structure", "{{#isCodable}}{{^try}}\n{{#properties}}{{nam}}{{/properties}}{{/try}}{{/isCodable}}", 2, 16,
        "unknown tag '{{nam}}'", "did you mean 'name'?"
      ),
      ("Scheme", "", 1, 1, "there is no template 'Scheme'", "did you mean 'Schema'?"),
    ])
  func unknown(template: String, text: String, line: Int, column: Int, message: String, advice: String) {
    let found = problems([template: text]).first
    #expect(found?.message == message)
    #expect(found?.advice == advice)
    #expect(found?.location == SourceLocation(file: "t.mustache", line: line, column: column))
  }

  @Test("A name of an inner part is unknown outside its section")
  func scopes() {
    #expect(problems(["GeneratedFile": "{{typeName}}"]).map(\.message) == ["unknown tag '{{typeName}}'"])
  }

  @Test("The tree of a template has every tag of its text")
  func allTags() throws {
    for (name, text) in EmbeddedTemplates.all {
      let nodes = try TemplateNode.all(in: MustacheTemplate(string: text))
      func count(_ nodes: [TemplateNode]) -> Int {
        nodes.reduce(0) { sum, node in
          switch node {
          case .variable, .partial: sum + 1
          case .section(_, let inner), .invertedSection(_, let inner): sum + 1 + count(inner)
          case .text, .contentType, .other: sum
          }
        }
      }
      // Neither ends of sections nor settings.
      #expect(count(nodes) == text.matches(of: /\{\{[^\/%!]/).count, "\(name)")
    }
  }
}

@Suite("The page on templates") struct TemplateDocumentTests {
  @Test("It has every template and every name of the render model")
  func complete() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Sources/ArchiveRuntime/ArchiveRuntime.docc/Templates.md"),
      encoding: .utf8)
    #expect(Set(EmbeddedTemplates.all.keys) == Set(TemplateContexts.all.keys))
    var missing = Set(EmbeddedTemplates.all.keys)
    var contexts = TemplateContexts.all.values.joined().map { $0 }
    var seen: Set<ObjectIdentifier> = []
    while let context = contexts.popLast() {
      guard seen.insert(ObjectIdentifier(context)).inserted else { continue }
      missing.formUnion(context.names.keys)
      contexts += context.names.values.compactMap(\.self)
    }
    #expect(missing.filter { !page.contains("`\($0)`") } == [])
  }
}

@Suite("Templates of users") struct OverrideTests {
  private func text(_ overrides: [String: String], _ model: RenderModel) throws -> String {
    try ArchiveRenderer(overrides: overrides.mapValues { TemplateSource(path: nil, text: $0) })
      .render(model).first?.text ?? ""
  }

  private func structure(_ names: [String], change: (inout CodedValue) -> Void = { _ in }) -> RenderModel {
    var model = RenderModel(files: [])
    let values = names.map { name in
      var value = CodedValue(
        key: name, source: .property(name, of: .own, isUnsafe: false), target: .name(name),
        type: .named(SwiftName(nil, "Int")), archivedType: .named(SwiftName(nil, "Int")))
      change(&value)
      return value
    }
    model.swiftFiles = [
      GeneratedSwiftFile(
        name: "Point+Archive.swift", source: "Point.swift", imports: [], types: [],
        structures: [
          StructureCoding(
            type: CodedType(
              typeName: SwiftName(nil, "Point"), isolation: CodedIsolation(isInferred: true), parameters: [],
              access: .internal, name: CodedTypeName("Point", parameters: []), formerNames: [], version: nil,
              isCodable: false),
            values: values, initializer: nil, assigned: values, migrations: [], validations: [])
        ], enumerations: [], rawValues: [], classes: [], tuples: [], existentials: [])
    ]
    return model
  }

  @Test("A template that adds Equatable to what the built-in one prints changes nothing else")
  func equatable() throws {
    let model = structure(["x", "default"])
    let added = """
      extension Point: Equatable {
        static func == (left: Point, right: Point) -> Bool {
          left.x == right.x && left.`default` == right.`default`
        }
      }

      """
    let override = """
      {{% CONTENT_TYPE:TEXT}}
      {{> builtin/Structure}}
      extension {{typeName}}: Equatable {
        {{access}}static func == (left: {{typeName}}, right: {{typeName}}) -> Bool {
          {{#properties}}left.{{name}} == right.{{name}}{{^last()}} && {{/last()}}{{/properties}}
        }
      }

      """
    #expect(try text(["Structure": override], model) == text([:], model) + added)
  }

  @Test("Properties that keep an initial value are read in functions of a hundred, and observed ones in the body")
  func initialValues() throws {
    let model = structure((0..<201).map { "p\($0)" }) { value in
      value.fallback = .initialValue
      value.isObserved = value.key == "p7"
    }
    let initializer = try text([:], model).components(separatedBy: "init(from decoder").last ?? ""
    #expect(initializer.components(separatedBy: "func archivedPart").count == 3)
    for key in (0..<201).map({ "p\($0)" }) {
      let indent = key == "p7" ? "\n    " : "\n      "
      #expect(initializer.contains("\(indent)if let key = try decoder.storedKey(\"\(key)\") {"))
    }
  }

  @Test("A table's template prints the parts of its fields")
  func parts() throws {
    let fields = [
      SchemaField(key: "a", form: .scalar(int32), offset: 0),
      SchemaField(key: "b", formerKeys: ["c"], form: .bits(width: 3, .byte), offset: 33),
    ]
    let printed = try text(
      [
        "Schema": try schema(
          printing:
            ".mine({{key}}, {{element}}, {{offset}}{{#width}}, bits: {{.}}{{/width}}{{#formerKeys}}, was: {{.}}{{/formerKeys}})"
        )
      ], model(of: fields))
    let expected = try text([:], model(of: fields))
      .replacing(".scalar(\"a\", .i32, at: 0)", with: ".mine(\"a\", .i32, 0)")
      .replacing(".bits(\"b\", 3, of: .u8, at: 33).was(\"c\")", with: ".mine(\"b\", .u8, 33, bits: 3, was: \"c\")")
    #expect(printed == expected)
  }

  @Test("A field is its form, its arguments and its modifiers")
  func fieldParts() throws {
    let fields = [SchemaField(key: "a", form: .scalar(int32), offset: 0, isRequired: true)]
    let override = try schema(printing: ".{{form}}({{arguments}}){{modifiers}}")
    #expect(try text(["Schema": override], model(of: fields)) == text([:], model(of: fields)))
  }

  /// The built-in template of a table with other entries.
  private func schema(printing entry: String) throws -> String {
    let builtIn = try #require(EmbeddedTemplates.all["Schema"])
    return builtIn.replacing("{{.}},", with: entry + ",")
  }

  @Test("Templates print another language's table")
  func otherLanguage() throws {
    let fields = [
      SchemaField(key: "id", form: .scalar(int32), offset: 0),
      SchemaField(key: "flags", form: .bits(width: 3, .byte), offset: 33),
      SchemaField(key: "samples", form: .array(dimensions: [4, 2], float64, .standard), offset: 8),
    ]
    let override = """
      {{% CONTENT_TYPE:TEXT}}
      // Generated by archivegen from {{source}}.
      {
      {{#conformances}}
      {{archivedName}}: {"size": {{size}}, "alignment": {{alignment}}, "fields": [
      {{#fields}}
        {"form": "{{form}}", "key": {{key}}, "element": "{{element}}"{{#width}}, "width": {{.}}{{/width}}{{#dimensions}}, "dimensions": {{.}}{{/dimensions}}, "offset": {{offset}}},
      {{/fields}}
      ]},
      {{/conformances}}
      }

      """
    #expect(
      try text(["GeneratedFile": override], model(of: fields)) == """
        // Generated by archivegen from s.h.
        {
        "s": {"size": 8, "alignment": 8, "fields": [
          {"form": "scalar", "key": "id", "element": ".i32", "offset": 0},
          {"form": "bits", "key": "flags", "element": ".u8", "width": 3, "offset": 33},
          {"form": "array", "key": "samples", "element": ".f64", "dimensions": [4, 2], "offset": 8},
        ]},
        }

        """)
  }
}
