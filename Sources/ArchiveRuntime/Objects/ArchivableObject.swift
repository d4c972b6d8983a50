/// A class whose instances are archived as objects of a keyed archive, each once regardless of the number of
/// references.
///
/// Classes with handwritten coding methods conform to ``ArchivableClass``; generated code declares the conformance of
/// others.
///
/// Decoding has two steps, so that objects may refer to each other in cycles and chains may have any length: every
/// object is created, and is connected when the objects that it refers to exist. The initializer of an object may need
/// other objects, which are then created before it. Objects that need each other for their initialization are an error.
public protocol ArchivableObject: AnyObject, ArchivableValue {
  /// How objects of this class, and of the classes that are allowed where it is declared, are archived. No other class
  /// is ever instantiated.
  static var archivedClasses: [ArchivedClass] { get }
}

extension ArchivableObject {
  @_documentation(visibility: internal)
  public static var objectType: (any ArchivableObject.Type)? { self }

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
