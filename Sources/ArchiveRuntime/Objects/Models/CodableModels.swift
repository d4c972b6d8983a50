/// A key of generated `Codable` code: the same text as in archives.
@_spi(GeneratedCode) public struct ArchiveCodingKey: CodingKey, ExpressibleByStringLiteral, Sendable {
  public let stringValue: String
  public var intValue: Int? { nil }

  public init(stringLiteral value: String) { stringValue = value }
  public init(stringValue: String) { self.stringValue = stringValue }
  public init?(intValue: Int) { nil }
}

@_spi(GeneratedCode) extension KeyedDecodingContainer where Key == ArchiveCodingKey {
  /// The first of these keys that there is.
  public func storedKey(_ keys: ArchiveCodingKey...) -> ArchiveCodingKey? { keys.first(where: contains) }

  /// The same; the first of them when there is none, for the error that reading it throws.
  public func requiredKey(_ first: ArchiveCodingKey, _ others: ArchiveCodingKey...) -> ArchiveCodingKey {
    contains(first) ? first : others.first(where: contains) ?? first
  }
}

/// What generated `Codable` code asks for besides.
@_spi(GeneratedCode) public enum CodableModel {
  /// Coders nest where archives refer, and a circle would have no end.
  public static let maximumDepth = 400

  /// - Throws: `EncodingError.invalidValue` where values nest too deep.
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

  /// - Throws: `DecodingError.dataCorrupted` for a name that is none of the enumeration's cases.
  public static func unknownCase<Value>(_ name: String, of type: Value.Type, _ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "'\(PathSearch.excerpt(name))' is not a case of the enumeration \(type)."))
  }

  /// A case's name and what holds its values: text for a case without any, else a dictionary with one key.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for anything else.
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

  /// A name is compared with each case's.
  private static func checkComparison(of name: String, _ decoder: any Decoder) throws {
    guard MarkRuns.cost(of: name) > maximumNameCost else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "'\(PathSearch.excerpt(name))', with its long run of combining marks, is no case's name."))
  }

  /// That of a run of 500 marks.
  private static let maximumNameCost = 1_000_000
}
