/// Archived with the keys `lowerBound` and `upperBound`.
extension Range: ArchivableValue, ArchivableComposite, ArchivedRange where Bound: ArchivableValue {
  public static var archivedClassName: String { "Range" }

  public func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(lowerBound, forKey: "lowerBound")
    try encoder.encode(upperBound, forKey: "upperBound")
  }

  public init(from decoder: ObjectDecoder) throws {
    let (lower, upper) = try ArchivedBounds.decode(Bound.self, decoder)
    self = lower..<upper
  }
}

/// Archived with the keys `lowerBound` and `upperBound`; the upper bound is included.
extension ClosedRange: ArchivableValue, ArchivableComposite, ArchivedRange where Bound: ArchivableValue {
  public static var archivedClassName: String { "ClosedRange" }

  public func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(lowerBound, forKey: "lowerBound")
    try encoder.encode(upperBound, forKey: "upperBound")
  }

  public init(from decoder: ObjectDecoder) throws {
    let (lower, upper) = try ArchivedBounds.decode(Bound.self, decoder)
    self = lower...upper
  }
}

private enum ArchivedBounds {
  static func decode<Bound: ArchivableValue & Comparable>(
    _ type: Bound.Type, _ decoder: ObjectDecoder
  ) throws -> (Bound, Bound) {
    let lower = try decoder.decode(Bound.self, forKey: "lowerBound")
    let upper = try decoder.decode(Bound.self, forKey: "upperBound")
    guard lower <= upper else {
      throw ArchiveError.outOfRange(path: decoder.path("upperBound"), value: "\(upper)", type: "a range from \(lower)")
    }
    return (lower, upper)
  }
}
