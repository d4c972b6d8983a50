/// A class whose instances are archived as objects of a keyed archive: each once, whatever number of references leads to
/// it.
///
/// Classes with coding methods of their own conform to ``ArchivableClass``; generated code conforms the others.
///
/// Decoding has two steps, so that objects may refer to each other in circles and chains may be of any length: every
/// object is made, and when those that it refers to are there, it is connected. To be made, an object may need others,
/// for properties that cannot be without; these are made before it. Objects that need each other in a circle to be made
/// are an error.
public protocol ArchivableObject: AnyObject, ArchivableValue {
  /// How objects of this class and of those that may stand where it is declared are archived. No other class is ever
  /// made.
  static var archivedClasses: [ArchivedClass] { get }
}

extension ArchivableObject {
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
