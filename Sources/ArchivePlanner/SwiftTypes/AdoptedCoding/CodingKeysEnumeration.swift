import ArchiveModel

/// The enumeration `CodingKeys` of a type: which properties it names, and their keys.
struct CodingKeysEnumeration {
  /// The keys by property.
  let keys: [String: String]
  let location: SourceLocation

  /// nil if the type has none, or if its keys are not known.
  ///
  /// - Parameter name: `CodingKeys`, or that of the values of an enumeration's case: `CircleCodingKeys`.
  init?(_ name: String = "CodingKeys", of type: String, _ index: SwiftTypeIndex, _ texts: ConstantTexts, file: String) {
    guard let declaration = index["\(type).\(name)"], declaration.kind == .enum,
      declaration.inherited.contains(where: Self.isCodingKey)
    else { return nil }
    var keys: [String: String] = [:]
    for element in declaration.cases {
      let constant = SwiftText([.constant(SwiftText.ConstantName([name, element.name]))])
      // A key with an integer as its raw value has the case's name too.
      keys[element.name] = texts.text(constant, in: type, file: file) ?? element.name
    }
    self.keys = keys
    location = declaration.location
  }

  private static func isCodingKey(_ type: SwiftType) -> Bool {
    [.named("CodingKey", arguments: []), .named("Swift.CodingKey", arguments: [])].contains(type)
  }
}

extension SwiftTypeDeclaration {
  /// Whether the compiler writes both methods for Codable, so that a property that `CodingKeys` leaves out is in no file.
  var hasSynthesizedCoding: Bool {
    guard inherited.contains(where: \.isCodable) else { return false }
    return !methods.contains { $0.name == "encode" && $0.labels == ["to"] }
      && !initializers.contains { $0.parameters.map(\.label) == ["from"] }
  }
}

extension SwiftType {
  fileprivate var isCodable: Bool {
    guard case .named(let name, _) = self else { return false }
    return ["Codable", "Encodable", "Decodable", "Swift.Codable", "Swift.Encodable", "Swift.Decodable"].contains(name)
  }
}
