/// A key of generated `Codable` code: the same text as in archives.
@_spi(GeneratedCode) public struct ArchiveCodingKey: CodingKey, ExpressibleByStringLiteral, Sendable {
  public let stringValue: String
  public var intValue: Int? { nil }

  public init(stringLiteral value: String) { stringValue = value }
  public init(stringValue: String) { self.stringValue = stringValue }
  public init?(intValue: Int) { nil }
}

@_spi(GeneratedCode) extension KeyedDecodingContainer where Key == ArchiveCodingKey {
  /// The first of these keys that exists.
  public func storedKey(_ keys: ArchiveCodingKey...) -> ArchiveCodingKey? { keys.first(where: contains) }

  /// The same; if none exists, the first key, for the error of reading it.
  public func requiredKey(_ first: ArchiveCodingKey, _ others: ArchiveCodingKey...) -> ArchiveCodingKey {
    contains(first) ? first : others.first(where: contains) ?? first
  }
}

/// Further calls of generated `Codable` code.
@_spi(GeneratedCode) public enum CodableModel {
  /// The nesting limit. Codable nests the values that archives refer to, so a cycle would be infinite.
  public static let maximumDepth = 400

  /// - Throws: `EncodingError.invalidValue` if values are nested too deeply.
  public static func checkDepth(of value: Any, _ encoder: any Encoder) throws {
    guard encoder.codingPath.count < maximumDepth else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [],
          debugDescription:
            "Objects nest \(maximumDepth) deep, in a circle perhaps, which Codable has no word for: use an archive."))
    }
  }

  /// - Throws: `DecodingError.dataCorrupted` for a name that is not a case of the enumeration.
  public static func unknownCase<Value>(_ name: String, of type: Value.Type, _ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "'\(PathSearch.excerpt(name))' is not a case of the enumeration \(type)."))
  }

  /// The name of a case and the container of its values: text for a case without values, otherwise a dictionary with
  /// one key.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for other contents.
  public static func openCase(
    _ decoder: any Decoder
  ) throws -> (name: String, container: KeyedDecodingContainer<ArchiveCodingKey>?) {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      try checkComparison(of: name, decoder)
      return (name, nil)
    }
    let container = try decoder.container(keyedBy: ArchiveCodingKey.self)
    guard container.allKeys.count == 1, let key = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "A case has one key, its name, and there are \(container.allKeys.count)."))
    }
    try checkComparison(of: key.stringValue, decoder)
    return (key.stringValue, try container.nestedContainer(keyedBy: ArchiveCodingKey.self, forKey: key))
  }

  /// Checks the cost of comparing a name with those of all cases.
  private static func checkComparison(of name: String, _ decoder: any Decoder) throws {
    guard MarkRuns.cost(of: name) > maximumNameCost else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "'\(PathSearch.excerpt(name))', with its long run of combining marks, is no case's name."))
  }

  /// The limit, which a run of 500 combining marks reaches.
  private static let maximumNameCost = 1_000_000
}
