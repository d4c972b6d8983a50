/// A type of the app's own whose values are archived key by key.
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
/// collection, behind an optional, and at the root it is an object of its own. A struct without any keys leaves no trace
/// under a key: read with `decodeIfPresent` it is nil.
public protocol ArchivableComposite: ArchivableValue {
  /// The type's name in archives; unless it says otherwise, the one that it has in its module: `Menu.Item`, `Box<Int>`.
  /// Two types of one name cannot be in one archive.
  static var archivedClassName: String { get }

  /// Earlier names that are still read. The type's name with its module before it, as Foundation on Linux writes it, is
  /// read in any case. A subclass that inherits its superclass's names has to override them: a name of two classes is
  /// ambiguous.
  static var earlierArchivedClassNames: [String] { get }

  /// Whether it stands among the keys of the object that has it. A type that can contain itself must not.
  static var isArchivedInPlace: Bool { get }

  /// Writes the values.
  ///
  /// - Throws: What the encoder throws, `duplicateKey` for instance, or any error of its own.
  func encode(to encoder: ObjectEncoder) throws

  /// Makes the value.
  ///
  /// It may be called again, from the beginning, when it asks for an object that is yet to be made: it should do nothing
  /// but read, and what the decoder throws has to be passed on.
  init(from decoder: ObjectDecoder) throws
}

extension ArchivableComposite {
  public static var archivedClassName: String { ArchivedTypeName.name(of: Self.self) }
  public static var earlierArchivedClassNames: [String] { [] }
  public static var isArchivedInPlace: Bool { true }

  // Without this one a type that has no such method would be given the one of `ArchivableValue`, which writes nothing.
  @available(*, unavailable, message: "write 'func encode(to encoder: ObjectEncoder) throws'")
  public func encode(to encoder: ObjectEncoder) throws {}

  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    if Self.isArchivedInPlace {
      try encoder.nested(key) {
        guard encoder.isForRelease else { return try encode(to: encoder) }
        try encoder.withRules(encoder.rules(of: Self.self)) { try encode(to: encoder) }
      }
    } else {
      try encoder.put(try archived(in: encoder), forKey: key)
    }
  }

  /// As an object of its own: a struct's keys cannot say that there is none.
  public func archiveOptional(in encoder: ObjectEncoder, forKey key: String) throws {
    try encoder.put(try archived(in: encoder), forKey: key)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    ArchivedReference(number: encoder.enqueue(self))
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    // What was optional or not in place when it was archived is an object.
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
