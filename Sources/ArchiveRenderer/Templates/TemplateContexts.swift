/// The templates, each with the contexts that its names come from, outermost first.
enum TemplateContexts {
  static let all: [String: [any RenderContext.Type]] = [
    // Templates for headers.
    "GeneratedFile": [RecordFileContext.self],
    "Conformance": [RecordFileContext.self, ConformanceContext.self],
    "Mirror": [RecordFileContext.self, RecordMirrorContext.self],
    "Schema": [RecordFileContext.self, SchemaContext.self],
    "ModuleMap": [ModuleContext.self],
    "ModuleHeader": [ModuleContext.self],
    // Of both.
    "Import": [RecordFileContext.self, SwiftFileContext.self, ReleasesContext.self, ImportContext.self],
    "ArchiveReleases": [ReleasesContext.self],
    // Of Swift sources.
    "GeneratedModel": [SwiftFileContext.self],
    "Structure": [SwiftFileContext.self, StructureContext.self],
    "Enumeration": [SwiftFileContext.self, EnumerationContext.self],
    "RawValue": [SwiftFileContext.self, RawValueContext.self],
    "ClassExtensions": [SwiftFileContext.self, ClassContext.self],
    "Class": [SwiftFileContext.self, ClassContext.self],
    "Tuple": [SwiftFileContext.self, TupleContext.self],
    "Existential": [SwiftFileContext.self, ExistentialContext.self],
    "TypeNames": [SwiftFileContext.self, CodedTypeContext.self],
    "Constant": [SwiftFileContext.self, ConstantContext.self],
    "Migration": [SwiftFileContext.self, MigrationContext.self],
    "IsolationCheck": [SwiftFileContext.self, CodedTypeContext.self],
    "Codable": [SwiftFileContext.self, StructureContext.self, ClassContext.self],
    "CodableConstant": [SwiftFileContext.self, ConstantContext.self],
    "CodableEnumeration": [SwiftFileContext.self, EnumerationContext.self],
    "SecureCoding": [SwiftFileContext.self, ClassContext.self],
  ]

  /// The templates that are included within a line of others: the line feed at their end is not printed.
  static let partsOfLines: Set<String> = ["Schema"]

  /// The templates of headers. The others take longer to parse than a small header does.
  static let ofHeaders: Set<String> = [
    "GeneratedFile", "Conformance", "Mirror", "Schema", "ModuleMap", "ModuleHeader", "Import",
    "ArchiveReleases",
  ]

  /// `builtin/Structure` is the template that a user's `Structure` overrides.
  static let builtIn = "builtin/"

  static func withoutPrefix(_ name: String) -> String {
    name.hasPrefix(builtIn) ? String(name.dropFirst(builtIn.count)) : name
  }
}
