/// An enumeration that is archived by the names of its cases. Generated code declares the conformance of enumerations
/// without raw values.
///
/// A case without values is the text of its name. A case with values under the key `K` has its name under `K` and its
/// values under `K.name.label`; in a separate object, the name is under `case` and the values are under `name.label`.
public protocol ArchivableEnumeration: ArchivableComposite {
  /// The name of the case in archives.
  var archivedCase: String { get }

  /// Whether the case has values.
  var hasArchivedValues: Bool { get }

  /// Writes the case's values under their labels.
  ///
  /// - Throws: the errors of the encoder.
  func encodeValues(to encoder: ObjectEncoder) throws

  /// The case without values that has this name; nil if there is none.
  init?(archivedCase name: String)

  /// The case with values that has this name; nil if there is none. An archive has none of the values if the case had none
  /// when it was archived.
  ///
  /// - Throws: the errors of reading the values.
  init?(archivedCase name: String, from decoder: ObjectDecoder) throws
}

extension ArchivableEnumeration {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    guard hasArchivedValues, Self.isArchivedInPlace else {
      return try encoder.put(try archived(in: encoder), forKey: key)
    }
    let name = encoder.archivedCase(of: self)
    try encoder.put(try name.archived(in: encoder), forKey: key)
    try encoder.nested(key) { try encoder.encodeValues(of: self, within: name) }
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    guard hasArchivedValues else { return try encoder.archivedCase(of: self).archived(in: encoder) }
    // An indirect enumeration shares its storage.
    return try encoder.shared(self, Self.isArchivedInPlace ? nil : SharedValues.Bits(self)) {
      ArchivedReference(number: encoder.enqueue(self))
    }
  }

  public func archiveOptional(in encoder: ObjectEncoder, forKey key: String) throws {
    try encoder.put(try archived(in: encoder), forKey: key)
  }

  public func encode(to encoder: ObjectEncoder) throws { try encoder.encodeEnumeration(self) }

  public init(from decoder: ObjectDecoder) throws {
    let name = try decoder.decode(String.self, forKey: "case")
    self = try Self.made(name, decoder, key: "") { decoder.path("case") }
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    guard case .string = try decoder.value(forKey: key) else {
      return try unarchived(try decoder.reference(forKey: key), from: decoder)
    }
    let name = try decoder.decode(String.self, forKey: key)
    return try made(name, decoder, key: key) { decoder.path(key) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    if case .string = try decoder.node(reference) {
      let name = try String.unarchived(reference, from: decoder)
      try decoder.chargeComparison(of: name)
      if let value = Self(archivedCase: name) { return value }
      // The case had no values when it was archived.
      let made = try decoder.withoutValues(reference.number) {
        try decoder.nested(name) { try Self(archivedCase: name, from: decoder) }
      }
      if let made { return made }
      throw ArchiveError.unknownCase(
        path: decoder.path(toReference: reference.number), name: PathSearch.excerpt(name), type: "\(Self.self)")
    }
    return try decoder.value(reference.number, as: Self.self) {
      try decoder.checkClass(reference.number, isThatOf: Self.self)
      return try decoder.within(reference.number) { try Self(from: decoder) }
    }
  }

  private static func made(
    _ name: String, _ decoder: ObjectDecoder, key: String, path: () -> String
  ) throws -> Self {
    try decoder.chargeComparison(of: name)
    let made = try decoder.nested(key) {
      try decoder.nested(name) { try Self(archivedCase: name, from: decoder) }
    }
    // The case had no values when it was archived, or no longer has any.
    if let value = made ?? Self(archivedCase: name) { return value }
    throw ArchiveError.unknownCase(path: path(), name: PathSearch.excerpt(name), type: "\(Self.self)")
  }
}
