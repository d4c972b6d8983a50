/// A class whose instances are archived as objects of a keyed archive: each once, whatever number of references leads to
/// it.
///
/// ```swift
/// final class Person: ArchivableObject {
///   let name: String
///   var friends: [Person] = []
///   weak var boss: Person?
///
///   func encode(to encoder: ObjectEncoder) throws {
///     try encoder.encode(name, forKey: "name")
///     try encoder.encode(friends, forKey: "friends")
///     try encoder.encodeConditionalObject(boss, forKey: "boss")
///   }
///   init(from decoder: ObjectDecoder) throws {
///     name = try decoder.decode(String.self, forKey: "name")
///   }
///   func connect(from decoder: ObjectDecoder) throws {
///     friends = try decoder.decode([Person].self, forKey: "friends")
///     boss = try decoder.decodeIfPresent(Person.self, forKey: "boss")
///   }
/// }
/// ```
/// Decoding has two steps, so that objects may refer to each other in circles and chains may be of any length: every
/// object is made by `init(from:)`, and when those that it was asked for are there, it is connected. An initializer may
/// ask for other objects as well, for properties that cannot be without; these are made before it. Objects that need
/// each other in a circle to be made are an error.
public protocol ArchivableObject: AnyObject, ArchivableComposite {
  /// The classes besides this one that may stand where it is declared. No other is ever made.
  static var archivableSubclasses: [any ArchivableObject.Type] { get }

  /// The object to archive in place of this one.
  func replacementForArchiving() throws -> any ArchivableObject

  /// Reads the references to other objects, when those are there. It may be called again as `init(from:)`.
  func connect(from decoder: ObjectDecoder) throws

  /// The object to use in place of this one, which was just made and is not yet connected: every reference leads to it
  /// from the first.
  func replacementAfterDecoding() throws -> any ArchivableObject

  /// Looks at the object when all of the archive is read; what it throws is what the decoding throws.
  func validateAfterDecoding() throws
}

extension ArchivableObject {
  public static var archivableSubclasses: [any ArchivableObject.Type] { [] }
  public static var isArchivedInPlace: Bool { false }
  public func replacementForArchiving() throws -> any ArchivableObject { self }
  public func connect(from decoder: ObjectDecoder) throws {}
  public func replacementAfterDecoding() throws -> any ArchivableObject { self }
  public func validateAfterDecoding() throws {}

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    ArchivedReference(number: try encoder.number(of: self))
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    try unarchived(try decoder.reference(forKey: key), from: decoder)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try decoder.object(reference.number, as: Self.self)
  }
}
