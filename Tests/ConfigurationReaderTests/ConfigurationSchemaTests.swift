import ArchiveModel
import ConfigurationReader
import Foundation
import Testing

@Suite struct ConfigurationSchemaTests {
  private let schema: [String: Any]

  init() throws {
    schema = try #require(
      try JSONSerialization.jsonObject(with: Data(ConfigurationSchema.text.utf8)) as? [String: Any])
  }

  private func properties(_ path: String...) -> [String: [String: Any]] {
    var node = schema
    for step in path {
      let next = (node["properties"] as? [String: Any])?[step] ?? node[step]
      node = next as? [String: Any] ?? [:]
    }
    return node["properties"] as? [String: [String: Any]] ?? [:]
  }

  @Test("The schema has every key that the reader takes, and the reader takes every key that the schema has")
  func keys() {
    for (key, value) in properties() {
      let isObject = value["type"] as? String == "object"
      let plain = ["boolean": "true", "array": "[]"][value["type"] as? String ?? ""] ?? "text"
      let text =
        (value["enum"] as? [String])?.first.map { "\(key): \($0)" } ?? (isObject ? "\(key): {}" : "\(key): \(plain)")
      #expect(ConfigurationReader.read(text, path: "a.yml").diagnostics.isEmpty, "\(key)")
    }
    let unknown = ConfigurationReader.read("no-such-key: a", path: "a.yml").diagnostics
    let offered = unknown.first?.advice ?? ""
    #expect(properties().keys.allSatisfy { offered.contains("'\($0)'") })
    #expect(offered.components(separatedBy: ", ").count == properties().count)
  }

  @Test("Every kind of diagnostic is in the schema, with the levels that it can have")
  func diagnostics() {
    let kinds = properties("diagnostics")
    #expect(Set(kinds.keys) == Set(DiagnosticID.allCases.map(\.rawValue)))
    #expect(kinds["duplicate-key"]?["enum"] as? [String] == ["error"])
    #expect(kinds["unresolved-pointer"]?["enum"] as? [String] == ["ignore", "warning", "error"])
  }

  @Test("The pattern of attributes takes every example, lists and remarks, and no unknown name")
  func pattern() throws {
    let types = try #require((schema["properties"] as? [String: Any])?["types"] as? [String: Any])
    let type = try #require(types["additionalProperties"] as? [String: Any])
    let fields = try #require((type["properties"] as? [String: Any])?["fields"] as? [String: Any])
    let field = try #require(fields["additionalProperties"] as? [String: Any])
    let pattern = try Regex(try #require(field["pattern"] as? String))
    for example in try #require(field["examples"] as? [String]) {
      #expect(try pattern.wholeMatch(in: example) != nil, "\(example)")
    }
    #expect(try pattern.wholeMatch(in: "key(\"a\"), required -- a remark") != nil)
    #expect(try pattern.wholeMatch(in: "cuont(n)") == nil)
    #expect(try pattern.wholeMatch(in: "key(\"a)\"), default(f(g(1), \"(\"))") != nil)
    #expect(try pattern.wholeMatch(in: "key(\"a\"), cuont(n)") == nil)
    #expect(try pattern.wholeMatch(in: "codable") == nil)
  }
}
