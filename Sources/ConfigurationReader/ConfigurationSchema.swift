import ArchiveModel
import SchemaLock
import Foundation

/// The JSON Schema (draft 2020-12) of `archivegen.yml`, with which editors complete and check.
public enum ConfigurationSchema {
  public static var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings, arrays and objects can always be encoded.
    return ((try? encoder.encode(root)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
  }

  private static var root: Schema {
    Schema(
      schema: "https://json-schema.org/draft/2020-12/schema", title: "archivegen.yml",
      description: "The configuration of archivegen.", type: "object",
      properties: Dictionary(uniqueKeysWithValues: ConfigurationKey.allCases.map { ($0.rawValue, schema(of: $0)) }),
      additionalProperties: .no)
  }

  private static func schema(of key: ConfigurationKey) -> Schema {
    let summary = key.summary
    switch key {
    case .module, .target, .tool: return Schema(description: summary, type: "string")
    case .include, .systemInclude, .includeFile, .define, .undefine, .clangArguments, .exclude, .modules:
      return Schema(
        description: summary,
        anyOf: [Schema(type: "string"), Schema(type: "array", items: Boxed(Schema(type: "string")))])
    case .unresolved: return Schema(description: summary, values: UnresolvedPolicy.allCases.map(\.rawValue))
    case .releases: return Schema(description: summary, type: "boolean")
    case .access: return Schema(description: summary, values: GeneratedAccess.allCases.map(\.rawValue))
    case .nextRelease: return Schema(description: summary, type: "string")
    case .breaks: return Schema(description: summary, values: BreakPolicy.allCases.map(\.rawValue))
    case .changes:
      let texts = [Schema(type: "string"), Schema(type: "array", items: Boxed(Schema(type: "string")))]
      let entry = Schema(
        type: "object",
        properties: [
          "rule": Schema(description: "The kind of change.", values: Rule.allCases.map(\.rawValue)),
          "types": Schema(description: "Archived names of types. Default: all.", anyOf: texts),
          "level": Schema(description: "What it is.", values: DiagnosticLevel.allCases.map(\.rawValue)),
          "reason": Schema(description: "Why, for those who read it later.", type: "string"),
        ], additionalProperties: .no)
      return Schema(description: summary, type: "array", items: Boxed(entry))
    case .goldens:
      let texts = [Schema(type: "string"), Schema(type: "array", items: Boxed(Schema(type: "string")))]
      return Schema(
        description: summary, type: "object",
        properties: [
          "folder": Schema(description: "The folder with one for each release.", type: "string"),
          "tests": Schema(
            description: "The Swift test that reads the archives, which each release writes.", type: "string"),
          "testable": Schema(description: "The modules that the test imports with '@testable'.", anyOf: texts),
        ], additionalProperties: .no)
    case .diagnostics:
      let kinds = DiagnosticID.allCases.map { id in
        (
          id.rawValue,
          Schema(
            description: id.explanation.summary,
            values: DiagnosticLevel.allCases.filter { $0.problem(with: id) == nil }.map(\.rawValue))
        )
      }
      return Schema(
        description: summary, type: "object", properties: Dictionary(uniqueKeysWithValues: kinds),
        additionalProperties: .no)
    case .types:
      let type = Schema(
        type: "object",
        properties: [
          "archive": attributes([.type, .swiftType, .elsewhere], "Attributes of the type."),
          "fields": Schema(
            description: "Attributes of fields and properties, by their names.", type: "object",
            additionalProperties: .schema(Boxed(attributes([.field, .property], "Attributes of the field.")))),
        ], additionalProperties: .no)
      return Schema(description: summary, type: "object", additionalProperties: .schema(Boxed(type)))
    }
  }

  /// The schema of a list of attributes. The pattern checks their names; archivegen checks their arguments.
  private static func attributes(_ placement: Attribute.Placement, _ summary: String) -> Schema {
    let names = Attribute.Name.allCases.filter { !$0.placement.isDisjoint(with: placement) }
    // Arguments in parentheses, with texts and with further parentheses up to three levels.
    var arguments = ""
    for _ in 0..<3 {
      let inner = arguments.isEmpty ? "" : "|\(arguments)"
      arguments = #"\((?:[^()"]|"(?:[^"\\]|\\.)*"\#(inner))*\)"#
    }
    let one = "(?:\(names.map(\.rawValue).joined(separator: "|")))(?: *\(arguments))?"
    return Schema(
      description: summary, type: "string", pattern: "^ *\(one)(?: *, *\(one))* *(?:--.*)?$",
      examples: names.map(\.example))
  }
}

extension ConfigurationKey {
  var summary: String {
    switch self {
    case .module: "The C module that Swift imports."
    case .modules:
      "The C modules whose types the Swift package's plugin archives. Default: those that the target depends on, not through other Swift targets."
    case .tool: "The archivegen that the Swift package's plugin runs, relative to this file."
    case .exclude: "Patterns of headers to leave out, relative to the folder that is searched."
    case .target: "The platform whose layouts are read, as a clang target triple."
    case .include: "Folders to search for included headers."
    case .systemInclude: "Folders to search for system headers."
    case .includeFile: "Headers to include before all others."
    case .define: "Macros to define, NAME or NAME=VALUE."
    case .undefine: "Macros to undefine."
    case .clangArguments: "Further arguments for clang."
    case .unresolved: "What to leave out if a field cannot be archived: the type (refuse) or the field (skip)."
    case .access: "The access level of structs that are generated for C records that Swift does not import."
    case .releases: "Whether to write ArchiveReleases.swift, by which programs save archives for earlier releases."
    case .nextRelease: "The name of the release that is prepared, for 'breaks: major'."
    case .breaks: "Which breaks are allowed: accepted ones, or also any in a release whose major number is new."
    case .changes: "The levels of kinds of changes that 'archivegen check' finds, with a reason for each."
    case .goldens:
      "Where 'archivegen lock release' writes golden archives and their test, relative to this file."
    case .diagnostics: "The levels of kinds of diagnostics, by the names that messages show in brackets."
    case .types: "Annotations of types and fields, by name."
    }
  }
}

/// The used part of JSON Schema.
private struct Schema: Encodable {
  var schema: String?
  var title: String?
  var description: String?
  var type: String?
  var properties: [String: Schema]?
  var additionalProperties: Additional?
  var items: Boxed?
  var anyOf: [Schema]?
  var values: [String]?
  var pattern: String?
  var examples: [String]?

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case title, description, type, properties, additionalProperties, items, anyOf, pattern, examples
    case values = "enum"
  }

  enum Additional: Encodable {
    case no
    case schema(Boxed)

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .no:
        var container = encoder.singleValueContainer()
        try container.encode(false)
      case .schema(let boxed): try boxed.encode(to: encoder)
      }
    }
  }
}

/// A reference to a nested schema.
private final class Boxed: Encodable {
  private let schema: Schema

  init(_ schema: Schema) { self.schema = schema }

  func encode(to encoder: any Encoder) throws { try schema.encode(to: encoder) }
}
