public struct EnumerationCoding: Sendable, Hashable {
  public struct Case: Sendable, Hashable {
    public let name: String
    public let key: String
    public let formerKeys: [String]
    public let values: [CodedValue]
    /// The labels of the values.
    public let labels: [String?]

    public init(name: String, key: String, formerKeys: [String], values: [CodedValue], labels: [String?]) {
      self.name = name
      self.key = key
      self.formerKeys = formerKeys
      self.values = values
      self.labels = labels
    }
  }

  public let type: CodedType
  /// Whether values are archived in place. False for an enumeration that can contain itself.
  public let isInPlace: Bool
  public let cases: [Case]

  public init(type: CodedType, isInPlace: Bool, cases: [Case]) {
    self.type = type
    self.isInPlace = isInPlace
    self.cases = cases
  }
}
