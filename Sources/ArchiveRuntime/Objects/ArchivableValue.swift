/// What can stand under a key of an archived object: numbers, text, dates, collections, and types of the app's own.
///
/// Apps do not write these calls: an app's struct, and its enumeration whose cases have values, is an
/// ``ArchivableComposite``, its class an ``ArchivableClass``, and an enumeration with a raw value declares the conformance
/// and nothing else: `enum Priority: Int, ArchivableValue { case low, high }`.
public protocol ArchivableValue {
  /// Archives the value under a key of the object that is being archived.
  ///
  /// - Throws: `duplicateKey`; what the value's own code throws.
  func archive(in encoder: ObjectEncoder, forKey key: String) throws

  /// Archives the value under a key where there might have been none.
  ///
  /// - Throws: As `archive(in:forKey:)`.
  func archiveOptional(in encoder: ObjectEncoder, forKey key: String) throws

  /// Archives the value as an object of its own, for collections.
  ///
  /// - Returns: Its place in the archive.
  /// - Throws: What the value's own code throws.
  func archived(in encoder: ObjectEncoder) throws -> ArchivedReference

  /// The value under a key of the object that is being read.
  ///
  /// - Throws: `missingKey`, `wrongType`, `outOfRange`; what the value's own code throws.
  static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self

  /// The value that stands as an object of its own, at this place of the archive.
  ///
  /// - Throws: As `unarchived(from:forKey:)`.
  static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self

  /// Writes the values of an ``ArchivableComposite``; other types have nothing to write here.
  ///
  /// It is declared here as well so that the compiler looks at the type's own method when it infers the isolation of this
  /// conformance: the other requirements have default implementations, which belong to no actor, and a type of the main
  /// actor would pass for one that any thread may use.
  ///
  /// - Throws: What the encoder throws, or any error of the type's own.
  func encode(to encoder: ObjectEncoder) throws
}

/// The place of an object in the archive being written or read.
public struct ArchivedReference: Hashable, Sendable {
  let number: Int

  /// What stands where there is no object.
  public static let null = ArchivedReference(number: 0)
}

extension ArchivableValue {
  public func encode(to encoder: ObjectEncoder) throws {}

  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    let reference = try archived(in: encoder)
    try encoder.put(reference, forKey: key)
  }

  public func archiveOptional(in encoder: ObjectEncoder, forKey key: String) throws {
    try archive(in: encoder, forKey: key)
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    let reference = try decoder.reference(forKey: key)
    return try unarchived(reference, from: decoder)
  }
}
