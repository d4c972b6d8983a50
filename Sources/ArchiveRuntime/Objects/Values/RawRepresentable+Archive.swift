/// Enumerations with raw values, option sets and similar types: they declare the conformance to `ArchivableValue` and
/// are archived as their raw values.
extension RawRepresentable where Self: ArchivableValue, RawValue: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try noted(in: encoder).archive(in: encoder, forKey: key)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try noted(in: encoder).archived(in: encoder)
  }

  /// The raw value, whose comparison is charged.
  private func noted(in encoder: ObjectEncoder) throws -> RawValue {
    let rawValue = rawValue
    if let text = sameType(rawValue, as: String.self) { try encoder.noteComparison(of: text) }
    encoder.substitution?.check(rawValueOf: self, typeName: ArchivedTypeName.name(of: Self.self))
    return rawValue
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    try made(of: try RawValue.unarchived(from: decoder, forKey: key), decoder) { decoder.path(key) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try made(of: try RawValue.unarchived(reference, from: decoder), decoder) {
      decoder.path(toReference: reference.number)
    }
  }

  private static func made(of rawValue: RawValue, _ decoder: ObjectDecoder, path: () -> String) throws -> Self {
    // The raw value is compared with that of every case.
    if let text = sameType(rawValue, as: String.self) { try decoder.chargeComparison(of: text) }
    guard let value = Self(rawValue: rawValue) else {
      throw ArchiveError.unknownCase(path: path(), name: PathSearch.excerpt("\(rawValue)"), type: "\(Self.self)")
    }
    return value
  }
}
