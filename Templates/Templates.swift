/// The templates of this folder, compiled in so that the tool is a single file.
public enum EmbeddedTemplates {
  /// The text of each template by its name without the extension.
  public static let all: [String: String] = [
    "ArchiveReleases": text(PackageResources.ArchiveReleases_mustache),
    "Class": text(PackageResources.Class_mustache),
    "ClassExtensions": text(PackageResources.ClassExtensions_mustache),
    "Codable": text(PackageResources.Codable_mustache),
    "CodableConstant": text(PackageResources.CodableConstant_mustache),
    "CodableEnumeration": text(PackageResources.CodableEnumeration_mustache),
    "Conformance": text(PackageResources.Conformance_mustache),
    "Constant": text(PackageResources.Constant_mustache),
    "Conversion": text(PackageResources.Conversion_mustache),
    "Enumeration": text(PackageResources.Enumeration_mustache),
    "Existential": text(PackageResources.Existential_mustache),
    "GeneratedFile": text(PackageResources.GeneratedFile_mustache),
    "GeneratedModel": text(PackageResources.GeneratedModel_mustache),
    "Import": text(PackageResources.Import_mustache),
    "IsolationCheck": text(PackageResources.IsolationCheck_mustache),
    "Migration": text(PackageResources.Migration_mustache),
    "Mirror": text(PackageResources.Mirror_mustache),
    "ModuleHeader": text(PackageResources.ModuleHeader_mustache),
    "ModuleMap": text(PackageResources.ModuleMap_mustache),
    "OwnCoding": text(PackageResources.OwnCoding_mustache),
    "RawValue": text(PackageResources.RawValue_mustache),
    "Schema": text(PackageResources.Schema_mustache),
    "SecureCoding": text(PackageResources.SecureCoding_mustache),
    "Structure": text(PackageResources.Structure_mustache),
    "Tuple": text(PackageResources.Tuple_mustache),
    "TypeNames": text(PackageResources.TypeNames_mustache),
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
