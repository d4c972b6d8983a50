/// A class with handwritten coding methods.
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
/// - Warning: In a hierarchy, the root class has to declare every method and property below that a subclass overrides,
///   even if it does nothing: `func connect(from:)`, `func validateAfterDecoding()`, `class var archivedClassName`,
///   `class var archivableSubclasses`. The protocol's default implementations cannot be overridden: without a
///   declaration in the root, a subclass's method of that name is a new one, and **is not called**. The compiler cannot
///   detect this; archivegen does if the sources are among its inputs (`uncalled-method`). Subclasses override and call
///   `super`:
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
/// A class that belongs to an actor has an isolated conformance, `@MainActor ArchivableClass`, and its objects are
/// encoded and decoded on that actor. If the main actor is the module's default isolation, the compiler infers both.
///
/// Every object is created by `init(from:)`, and is connected when the objects that `connect(from:)` needs exist. An
/// initializer may request other objects as well, for properties that need them; see ``ArchivableObject``.
public protocol ArchivableClass: ArchivableObject, ArchivableComposite {
  /// The other classes that are allowed where this one is declared, and those that they list: subclasses, and classes
  /// whose objects are replaced by objects of this class (`replacementAfterDecoding()`). No other class is ever
  /// instantiated. A subclass that is missing here is archived, but reading it throws `typeNotAllowed`.
  static var archivableSubclasses: [any ArchivableObject.Type] { get }

  /// The object to archive instead of this one. It may be of an unrelated class, which then has to be listed in
  /// `archivableSubclasses`.
  ///
  /// - Throws: any error, which the encoding then throws.
  func replacementForArchiving() throws -> any ArchivableObject

  /// Reads the references to other objects, when these exist. Like `init(from:)` it may be called again.
  ///
  /// - Throws: the errors of the decoder, which must be passed on, or any error of its own, which the decoding then
  ///   throws.
  func connect(from decoder: ObjectDecoder) throws

  /// The object to use instead of this one, which was just created and is not yet connected. All references lead to the
  /// returned object. It has to be of the requested class; this object need not be.
  ///
  /// - Throws: any error, which the decoding then throws.
  func replacementAfterDecoding() throws -> any ArchivableObject

  /// Checks the object after the whole archive has been read. An error is thrown by the decoding.
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

  // Both protocols declare these. The implementations for objects are used.

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
