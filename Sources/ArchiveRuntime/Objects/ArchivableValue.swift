/// A value that can be stored under a key of an archived object: numbers, text, dates, collections, and types of the
/// app.
///
/// A struct, and an enumeration whose cases have values, is an ``ArchivableComposite``; a class is an ``ArchivableClass``;
/// and an enumeration with raw values only declares the conformance: `enum Priority: Int, ArchivableValue { case low, high }`.
/// A value of a `Codable` type needs no conformance: ``ObjectEncoder/encode(codable:forKey:)`` archives it.
///
/// A type that is archived as a value of another type, such as one of another module, implements the two requirements by
/// those of that value. The others have implementations; they are not in the documentation, because apps need none of
/// them.
public protocol ArchivableValue {
  /// Archives the value under a key of the current object.
  ///
  /// - Throws: `duplicateKey`; the errors of the value's own code.
  @_documentation(visibility: internal)
  func archive(in encoder: ObjectEncoder, forKey key: String) throws

  /// Archives the value of an optional under a key.
  ///
  /// - Throws: the same errors as `archive(in:forKey:)`.
  @_documentation(visibility: internal)
  func archiveOptional(in encoder: ObjectEncoder, forKey key: String) throws

  /// Archives the value as a separate object, for collections.
  ///
  /// - Returns: the object's reference in the archive.
  /// - Throws: the errors of the value's own code.
  func archived(in encoder: ObjectEncoder) throws -> ArchivedReference

  /// Archives the value of an optional as a separate object.
  ///
  /// - Throws: the same errors as `archived(in:)`.
  @_documentation(visibility: internal)
  func archivedOptional(in encoder: ObjectEncoder) throws -> ArchivedReference

  /// Reads the value under a key of the current object.
  ///
  /// - Throws: `missingKey`, `wrongType`, `outOfRange`; the errors of the value's own code.
  @_documentation(visibility: internal)
  static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self

  /// Reads the value from a separate object.
  ///
  /// - Throws: the same errors as `unarchived(from:forKey:)`.
  static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self

  /// The type itself, if it is a class.
  @_documentation(visibility: internal)
  static var objectType: (any ArchivableObject.Type)? { get }

  /// The type itself, if arrays of its values are archived as columns.
  @_documentation(visibility: internal)
  static var columnsType: (any ArchivableColumns.Type)? { get }

  /// The type itself, if it is a class whose objects are archived as rows of a table.
  @_documentation(visibility: internal)
  static var tableType: (any ArchivableTable.Type)? { get }

  /// The elements of an array that is archived as columns of this type, of what this type is an optional of, or of one of a
  /// protocol's types.
  ///
  /// - Parameter type: this type; subclasses of a class could not return arrays of themselves.
  /// - Returns: nil for an object that does not consist of such columns.
  /// - Throws: the errors of the columns.
  @_documentation(visibility: internal)
  static func elements<Element>(
    ofColumns reference: ArchivedReference, from decoder: ObjectDecoder, as type: Element.Type
  ) throws -> [Element]?

  /// Writes the values of an ``ArchivableComposite``; for other types it does nothing.
  ///
  /// The requirement is declared here as well, because the compiler infers the isolation of this conformance from the
  /// type's own method. The other requirements have default implementations without an actor, so that a type of the
  /// main actor would otherwise be treated as nonisolated.
  ///
  /// - Throws: the errors of the encoder, or any error of the type's own code.
  @_documentation(visibility: internal)
  func encode(to encoder: ObjectEncoder) throws
}

/// The reference to an object in the archive that is written or read.
public struct ArchivedReference: Hashable, Sendable {
  let number: Int

  /// The reference for nil.
  public static let null = ArchivedReference(number: 0)
}

extension ArchivableValue {
  @_documentation(visibility: internal)
  public func encode(to encoder: ObjectEncoder) throws {}

  @_documentation(visibility: internal)
  public static var objectType: (any ArchivableObject.Type)? { nil }

  @_documentation(visibility: internal)
  public static var columnsType: (any ArchivableColumns.Type)? { nil }

  @_documentation(visibility: internal)
  public static var tableType: (any ArchivableTable.Type)? { nil }

  @_documentation(visibility: internal)
  public static func elements<Element>(
    ofColumns reference: ArchivedReference, from decoder: ObjectDecoder, as type: Element.Type
  ) throws -> [Element]? {
    if let type = columnsType { return try decoder.columns(reference.number, as: type) }
    if let type = tableType { return try decoder.rows(reference.number, as: type) }
    return nil
  }

  @_documentation(visibility: internal)
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    let reference = try archived(in: encoder)
    try encoder.put(reference, forKey: key)
  }

  @_documentation(visibility: internal)
  public func archiveOptional(in encoder: ObjectEncoder, forKey key: String) throws {
    try archive(in: encoder, forKey: key)
  }

  @_documentation(visibility: internal)
  public func archivedOptional(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try archived(in: encoder)
  }

  @_documentation(visibility: internal)
  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    let reference = try decoder.reference(forKey: key)
    return try unarchived(reference, from: decoder)
  }
}
