/// The templates as they are in this folder, compiled in, so that the tool is one file.
public enum EmbeddedTemplates {
  /// Each template's text by its name, without the ending.
  public static let all: [String: String] = [
    "Array": text(PackageResources.Array_mustache),
    "Bits": text(PackageResources.Bits_mustache),
    "GeneratedFile": text(PackageResources.GeneratedFile_mustache),
    "Modifiers": text(PackageResources.Modifiers_mustache),
    "ModuleHeader": text(PackageResources.ModuleHeader_mustache),
    "ModuleMap": text(PackageResources.ModuleMap_mustache),
    "Record": text(PackageResources.Record_mustache),
    "Records": text(PackageResources.Records_mustache),
    "Scalar": text(PackageResources.Scalar_mustache),
    "Schema": text(PackageResources.Schema_mustache),
    "Text": text(PackageResources.Text_mustache),
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
