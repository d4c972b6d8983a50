import ArchivePlanner

/// The templates, each with the contexts that its names come from, outermost first.
enum TemplateContexts {
  static let all: [String: [any RenderContext.Type]] = [
    // Templates for headers.
    "GeneratedFile": [GeneratedFile.self],
    "Conformance": [GeneratedFile.self, Conformance.self],
    "Mirror": [GeneratedFile.self, RecordMirror.self],
    "Schema": [GeneratedFile.self, Schema.self],
    "ModuleMap": [GeneratedModule.self],
    "ModuleHeader": [GeneratedModule.self],
    // Of both.
    "Import": [GeneratedFile.self, GeneratedSwiftFile.self, GeneratedReleases.self, GeneratedImport.self],
    "ArchiveReleases": [GeneratedReleases.self],
    // Of Swift sources.
    "GeneratedModel": [GeneratedSwiftFile.self],
    "Structure": [GeneratedSwiftFile.self, StructureCoding.self],
    "Enumeration": [GeneratedSwiftFile.self, EnumerationCoding.self],
    "RawValue": [GeneratedSwiftFile.self, RawValueCoding.self],
    "OwnCoding": [GeneratedSwiftFile.self, OwnCoding.self],
    "ClassExtensions": [GeneratedSwiftFile.self, ClassCoding.self],
    "Class": [GeneratedSwiftFile.self, ClassCoding.self],
    "Tuple": [GeneratedSwiftFile.self, TupleCoding.self],
    "Existential": [GeneratedSwiftFile.self, ExistentialCoding.self],
    "Conversion": [GeneratedSwiftFile.self, ConversionCoding.self],
    "TypeNames": [GeneratedSwiftFile.self, CodedType.self],
    "Constant": [GeneratedSwiftFile.self, ConstantContext.self],
    "Migration": [GeneratedSwiftFile.self, CodedMigration.self],
    "IsolationCheck": [GeneratedSwiftFile.self, CodedType.self],
    "Codable": [GeneratedSwiftFile.self, StructureCoding.self, ClassCoding.self],
    "CodableConstant": [GeneratedSwiftFile.self, ConstantContext.self],
    "CodableEnumeration": [GeneratedSwiftFile.self, EnumerationCoding.self],
    "SecureCoding": [GeneratedSwiftFile.self, ClassCoding.self],
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
