import ArchiveModel
import SwiftReader
import Testing

/// The model of one file that is named `a.swift`.
func read(_ text: String) -> SwiftModel { SwiftReader.read([(path: "a.swift", text: text)]) }

/// The file of a source without diagnostics.
func file(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> SwiftFile {
  let model = read(text)
  #expect(model.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
  return try #require(model.files.first, sourceLocation: sourceLocation)
}

/// The first type of a source.
func type(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> SwiftTypeDeclaration {
  try #require(try file(text, sourceLocation: sourceLocation).types.first, sourceLocation: sourceLocation)
}

/// The properties of a struct whose members are given.
func properties(_ members: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> [SwiftProperty]
{
  try type("struct S {\n\(members)\n}", sourceLocation: sourceLocation).properties
}

extension SwiftType {
  static func named(_ name: String) -> SwiftType { .named(name, arguments: []) }
}

extension Attribute {
  /// `key(status)`
  var text: String {
    arguments.isEmpty ? name.rawValue : "\(name.rawValue)(\(arguments.map(\.text).joined(separator: "|")))"
  }
}

/// What a diagnostic says, and where: `3:7 message`.
func given(_ diagnostics: [Diagnostic]) -> [String] {
  diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" }
}
