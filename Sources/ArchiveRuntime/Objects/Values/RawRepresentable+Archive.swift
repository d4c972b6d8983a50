/// Enumerations with raw values, option sets and similar types: they declare the conformance to `ArchivableValue` and
/// are archived as their raw values.
extension RawRepresentable where Self: ArchivableValue, RawValue: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try noteComparison(encoder)
    encoder.substitution?.check(rawValueOf: self, typeName: ArchivedTypeName.name(of: Self.self))
    try rawValue.archive(in: encoder, forKey: key)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try noteComparison(encoder)
    encoder.substitution?.check(rawValueOf: self, typeName: ArchivedTypeName.name(of: Self.self))
    return try rawValue.archived(in: encoder)
  }

  private func noteComparison(_ encoder: ObjectEncoder) throws {
    if RawValue.self == String.self, let text = rawValue as? String { try encoder.noteComparison(of: text) }
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
    if RawValue.self == String.self, let text = rawValue as? String { try decoder.chargeComparison(of: text) }
    guard let value = Self(rawValue: rawValue) else {
      throw ArchiveError.unknownCase(path: path(), name: PathSearch.excerpt("\(rawValue)"), type: "\(Self.self)")
    }
    return value
  }
}
