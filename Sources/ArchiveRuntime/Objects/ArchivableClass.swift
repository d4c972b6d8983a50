/// A class with coding methods of its own.
///
/// ```swift
/// final class Person: ArchivableClass {
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
/// - Warning: In a hierarchy, the root class has to declare every method and property below that a subclass is to have its
///   own of, if only to do nothing: `func connect(from:)`, `func validateAfterDecoding()`,
///   `class var archivedClassName`, `class var archivableSubclasses`. What the root has from the protocol alone is never
///   overridden: a subclass's method of that name, without the word `override`, is another one, and **is not called**.
///   Subclasses override and call `super`:
///
/// ```swift
/// class Vehicle: ArchivableClass {
///   class var archivedClassName: String { "Vehicle" }
///   class var archivableSubclasses: [any ArchivableObject.Type] { [Bicycle.self] }
///   func encode(to encoder: ObjectEncoder) throws { … }
///   required init(from decoder: ObjectDecoder) throws { … }
///   func connect(from decoder: ObjectDecoder) throws { … }
/// }
/// final class Bicycle: Vehicle {
///   override class var archivedClassName: String { "Bicycle" }
///   override class var archivableSubclasses: [any ArchivableObject.Type] { [] }
///   override func encode(to encoder: ObjectEncoder) throws {
///     try super.encode(to: encoder)
///     …
///   }
///   required init(from decoder: ObjectDecoder) throws {
///     …
///     try super.init(from: decoder)
///   }
///   override func connect(from decoder: ObjectDecoder) throws {
///     try super.connect(from: decoder)
///     …
///   }
/// }
/// ```
/// A class of an actor conforms there, `@MainActor ArchivableClass`, and its objects are archived and read there; where the
/// main actor is the module's default isolation, the compiler infers both.
///
/// Every object is made by `init(from:)`, and when those that it was asked for are there, it is connected. An initializer
/// may ask for other objects as well, for properties that cannot be without; see ``ArchivableObject``.
public protocol ArchivableClass: ArchivableObject, ArchivableComposite {
  /// The classes besides this one that may stand where it is declared, with those that they list: subclasses, and classes
  /// of which an object is replaced by one of this class (`replacementAfterDecoding()`). No other is ever made. A subclass
  /// that is missing here is archived, and reading it throws `typeNotAllowed`.
  static var archivableSubclasses: [any ArchivableObject.Type] { get }

  /// The object to archive in place of this one. It may be of a class that has nothing to do with this one, which then has
  /// to be among `archivableSubclasses`.
  ///
  /// - Throws: Any error; the encoding throws it then.
  func replacementForArchiving() throws -> any ArchivableObject

  /// Reads the references to other objects, when those are there. It may be called again as `init(from:)`.
  ///
  /// - Throws: What the decoder throws, which has to be passed on; any error of its own, which the decoding throws then.
  func connect(from decoder: ObjectDecoder) throws

  /// The object to use in place of this one, which was just made and is not yet connected: every reference leads to it
  /// from the first. It has to be of the class that is asked for, and this one need not.
  ///
  /// - Throws: Any error; the decoding throws it then.
  func replacementAfterDecoding() throws -> any ArchivableObject

  /// Looks at the object when all of the archive is read; what it throws is what the decoding throws.
  func validateAfterDecoding() throws
}

extension ArchivableClass {
  public static var archivedClasses: [ArchivedClass] { ArchivedClass.listed(self) }
  public static var archivableSubclasses: [any ArchivableObject.Type] { [] }
  public static var isArchivedInPlace: Bool { false }
  public func replacementForArchiving() throws -> any ArchivableObject { self }
  public func connect(from decoder: ObjectDecoder) throws {}
  public func replacementAfterDecoding() throws -> any ArchivableObject { self }
  public func validateAfterDecoding() throws {}

  // Both protocols have these; an object is an object before it is a value with keys.

  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try encoder.put(try archived(in: encoder), forKey: key)
  }

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
