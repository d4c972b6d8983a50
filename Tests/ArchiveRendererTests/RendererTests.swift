import ArchiveModel
import ArchiveRenderer
import Templates
import Testing

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
      ("Schema", "{{#fields}}{{/field}}", 1, 12, "'{{/field}}' closes no open section", "write {{/fields}}"),
      ("Schema", "{{#fields}}", 1, 1, "section '{{#fields}}' is never closed", "write {{/fields}} at its end"),
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

  @Test("A template of one's own takes the built-in one's place")
  func override() throws {
    let renderer = try ArchiveRenderer(overrides: [
      "Schema": TemplateSource(
        path: nil, text: "{{% CONTENT_TYPE:TEXT}}\n{{#fields}}\n.mine({{key}}, {{element}}),\n{{/fields}}\n")
    ])
    let text = renderer.render(model(of: [SchemaField(key: "a", form: .scalar(int32), offset: 0)])).first?.text
    #expect(text?.contains(".mine(\"a\", .i32),\n") == true)
  }
}
