/// A type of the app whose values are archived key by key.
///
/// ```swift
/// struct Money: ArchivableComposite {
///   var amount: Int
///   var currency: String
///
///   func encode(to encoder: ObjectEncoder) throws {
///     try encoder.encode(amount, forKey: "amount")
///     try encoder.encode(currency, forKey: "currency")
///   }
///   init(from decoder: ObjectDecoder) throws {
///     amount = try decoder.decode(Int.self, forKey: "amount")
///     currency = try decoder.decode(String.self, forKey: "currency")
///   }
/// }
/// ```
/// Under a key of an object, the keys of a struct follow that key and a dot: `price.amount`, `price.currency`. In a
/// collection, in an optional, and at the root it is a separate object. A struct without any keys cannot be found under
/// a key: `decodeIfPresent` returns nil for it.
public protocol ArchivableComposite: ArchivableValue {
  /// The type's name in archives. The default is the name within its module: `Menu.Item`, `Box<Int>`. Two types with
  /// the same name cannot be in one archive.
  static var archivedClassName: String { get }

  /// Former names that are still read. The type's name with its module, which Foundation on Linux writes, is always
  /// read. A subclass that inherits its superclass's names has to override them, because a name of two classes is
  /// ambiguous.
  static var earlierArchivedClassNames: [String] { get }

  /// The keys of what tells values of this type from each other in a collection, such as `["id"]`; empty if nothing does. An older
  /// program that saves what a newer one wrote knows elements again by them, see `ArchiveEvolution`.
  static var archivedIdentity: [String] { get }

  /// Whether its keys are among those of the object that contains it. This is not possible for a type that can contain
  /// itself.
  static var isArchivedInPlace: Bool { get }

  /// Writes the values.
  ///
  /// - Throws: the errors of the encoder, such as `duplicateKey`, or any error of its own.
  func encode(to encoder: ObjectEncoder) throws

  /// Creates the value.
  ///
  /// The initializer may be called again from the beginning if it requests an object that does not exist yet. It should
  /// only read.
  ///
  /// - Throws: the errors of the decoder, which must be passed on, or any error of its own.
  init(from decoder: ObjectDecoder) throws
}

extension ArchivableComposite {
  public static var archivedClassName: String { ArchivedTypeName.name(of: Self.self) }
  public static var earlierArchivedClassNames: [String] { [] }
  public static var archivedIdentity: [String] { [] }
  public static var isArchivedInPlace: Bool { true }

  // Without this declaration a type without such a method would get the one of `ArchivableValue`, which writes nothing.
  @available(*, unavailable, message: "write 'func encode(to encoder: ObjectEncoder) throws'")
  public func encode(to encoder: ObjectEncoder) throws {}

  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    if Self.isArchivedInPlace {
      if let observer = encoder.sink.observer, !Self.archivedIdentity.isEmpty {
        observer.wrote(
          IdentifiedValue(
            number: encoder.sink.objectNumber, key: encoder.sink.prefix + key,
            typeName: encoder.objectSettings.names(of: Self.self).first ?? Self.archivedClassName,
            identity: Self.archivedIdentity))
      }
      try encoder.nested(key) {
        guard let substitution = encoder.substitution else { return try encode(to: encoder) }
        try substitution.encodeParts(of: Self.self) { try encode(to: encoder) }
      }
    } else {
      try encoder.put(try archived(in: encoder), forKey: key)
    }
  }

  /// Archives an optional as a separate object, because keys of a struct cannot represent nil.
  public func archiveOptional(in encoder: ObjectEncoder, forKey key: String) throws {
    try encoder.put(try archived(in: encoder), forKey: key)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    ArchivedReference(number: encoder.enqueue(self))
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    // If it was optional or not in place when it was archived, it is an object.
    if isArchivedInPlace, !(try decoder.hasKey(key)) {
      return try decoder.nested(key) { try Self(from: decoder) }
    }
    return try unarchived(try decoder.reference(forKey: key), from: decoder)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try decoder.value(reference.number, as: Self.self) {
      try decoder.checkClass(reference.number, isThatOf: Self.self)
      return try decoder.within(reference.number) { try Self(from: decoder) }
    }
  }
}

/// A struct that represents a tuple in generated code. Tuples with the same labels have the same archived name, so that
/// the types of their elements may change.
@_spi(GeneratedCode) public protocol ArchivedTuple: ArchivableComposite {}

/// Ranges of all bounds have the same archived name, so that the type of the bounds may change.
protocol ArchivedRange {}
