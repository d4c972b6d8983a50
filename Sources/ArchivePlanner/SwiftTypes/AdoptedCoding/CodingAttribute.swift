import ArchiveModel

/// What a macro or property wrapper of another library says about coding.
///
/// The names are those of Foundation's new Codable, SwiftData, MetaCodable, CodableWrappers, BetterCodable, CodableKit and ReerCodable. They
/// leave the property's value as it is. A name that also means something else counts only beside what gives it this
/// meaning: `@Default(.color)` of another library is a key of UserDefaults.
enum CodingAttribute {
  enum Meaning: Equatable {
    /// The key, and further keys that are read.
    case key(String, former: [String])
    case formerKeys([String])
    case defaultValue(String)
    case skip
    /// It does not affect archives.
    case none
    /// It is such an attribute, but has no simple meaning; the reason completes "it ".
    case unclear(String)
  }

  /// nil for other attributes.
  ///
  /// - Parameters:
  ///   - holder: the attributes of the type.
  ///   - isCase: whether the attribute is on a case of an enumeration.
  static func meaning(of attribute: SwiftAttribute, in holder: [String], isCase: Bool = false) -> Meaning? {
    let arguments = attribute.arguments
    let literals = arguments.filter { $0.label == nil }.compactMap(\.literal)
    let areLiterals = !arguments.isEmpty && literals.count == arguments.count
    switch attribute.ownName {
    case "CodingKey":
      guard areLiterals else { return .unclear("gives no text as the key") }
      return .key(literals[0], former: Array(literals.dropFirst()))
    case "CustomCodingKey": return areLiterals ? .key(literals[0], former: []) : .unclear("gives no text as the key")
    case "CodableKey":
      if arguments.contains(where: { $0.label == "options" && $0.text.hasSuffix("ignored") }) { return .skip }
      return areLiterals && literals.count == 1 ? .key(literals[0], former: []) : .unclear("says more than a key")
    case "CodedAt":
      if areLiterals, literals.count == 1 { return .key(literals[0], former: []) }
      return .unclear(arguments.isEmpty ? "puts its parts beside it" : "gives a path, and archives have no such paths")
    case "CodedAs":
      guard areLiterals else { return .unclear("gives no texts as keys") }
      return isCase ? .key(literals[0], former: Array(literals.dropFirst())) : .formerKeys(literals)
    case "CodableAlias", "DecodableAlias":
      return areLiterals ? .formerKeys(literals) : .unclear("gives no texts as keys")
    case "CodableDefault":
      guard arguments.count == 1, arguments[0].label == nil else { return .unclear("gives no single default") }
      return .defaultValue(arguments[0].text)
    case "Default" where !macros.isDisjoint(with: holder):
      guard let first = arguments.first, first.label == nil || first.label == "ifMissing" else {
        return .unclear("gives no default for a missing key")
      }
      return .defaultValue(first.text)
    case "Transient", "IgnoreCoding", "CodingIgnored", "CodingIgnore", "OmitCoding":
      return arguments.isEmpty ? .skip : .unclear("skips it only sometimes")
    case "Attribute" where holder.contains("Model"), "Relationship" where holder.contains("Model"):
      if arguments.contains(where: { $0.label == nil && $0.text.hasSuffix("ephemeral") }) { return .skip }
      guard let original = arguments.first(where: { $0.label == "originalName" }) else { return Meaning.none }
      return original.literal.map { .formerKeys([$0]) } ?? .unclear("gives no text as the original name")
    case let name where transparent.contains(name): return Meaning.none
    default: return nil
    }
  }

  /// Whether it is a property wrapper of one of these libraries.
  static func isWrapper(_ attribute: SwiftAttribute) -> Bool { transparent.contains(attribute.ownName) }

  /// Property wrappers of BetterCodable and CodableWrappers that say how a value is coded, and store nothing but the value.
  private static let transparent: Set<String> = [
    "DefaultCodable", "DefaultFalse", "DefaultTrue", "DefaultEmptyArray", "DefaultEmptyDictionary",
    "DefaultEmptyString",
    "LossyArray", "LossyDictionary", "LossyOptional", "LosslessValue", "LosslessBoolValue", "DateValue", "DataValue",
    "Base64Coding", "SecondsSince1970DateCoding", "MillisecondsSince1970DateCoding", "ISO8601DateCoding",
    "ISO8601DateFormatterCoding", "FallbackCoding", "FallbackEncoding", "FallbackDecoding", "OptionalCoding",
  ]

  /// Macros of types that use `@Default`.
  private static let macros: Set<String> = ["Codable", "Decodable", "MetaCodable.Codable", "MetaCodable.Decodable"]
}
