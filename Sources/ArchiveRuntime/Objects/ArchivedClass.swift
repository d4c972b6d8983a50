/// How the objects of one class are archived: what generated code says of a class, and what an ``ArchivableClass`` says
/// by its methods.
///
/// A class's methods in an extension cannot be overridden, and its required initializers cannot stand there; so a
/// hierarchy of classes is described by a list of these, from which the engine takes the one of an object's own class.
///
/// Unchanging, and made of functions that may be called on any thread.
public final class ArchivedClass: @unchecked Sendable {
  typealias Connect = (AnyObject, ObjectDecoder) throws -> Void
  typealias Validate = (AnyObject) throws -> Void

  let type: any ArchivableObject.Type
  let name: String
  let earlierNames: [String]
  let encode: (AnyObject, ObjectEncoder) throws -> Void
  let make: (ObjectDecoder) throws -> any ArchivableObject
  let connect: Connect?
  let replacementForArchiving: ((AnyObject) throws -> any ArchivableObject)?
  let replacementAfterDecoding: ((AnyObject) throws -> any ArchivableObject)?
  let validate: Validate?
  /// Whether its objects are read in place of others, of which it is no subclass.
  let isStandIn: Bool

  /// Whether there is something to do for an object after it was made.
  var hasSecondStep: Bool { connect != nil || validate != nil }

  /// Describes a class whose objects are archived by these functions.
  ///
  /// - Parameters:
  ///   - name: The class's name in archives.
  ///   - earlierNames: Names that are still read.
  ///   - encode: Writes all of an object's values, those of its superclasses first.
  ///   - make: Makes an object; it may be called again, from the beginning, as an ``ArchivableComposite``'s initializer.
  ///   - connect: Reads what `make` did not: the references to other objects. It may be called again, too.
  ///   - replacementForArchiving: The object to archive in place of one.
  ///   - replacementAfterDecoding: The object to use in place of one that was just made.
  ///   - validate: Looks at an object when all of the archive is read.
  public init<Object: ArchivableObject>(
    _ type: Object.Type, name: String, earlierNames: [String] = [],
    encode: @escaping @Sendable (Object, ObjectEncoder) throws -> Void,
    make: @escaping @Sendable (ObjectDecoder) throws -> Object,
    connect: (@Sendable (Object, ObjectDecoder) throws -> Void)? = nil,
    replacementForArchiving: (@Sendable (Object) throws -> any ArchivableObject)? = nil,
    replacementAfterDecoding: (@Sendable (Object) throws -> any ArchivableObject)? = nil,
    validate: (@Sendable (Object) throws -> Void)? = nil
  ) {
    self.type = type
    self.name = name
    isStandIn = false
    self.earlierNames = earlierNames
    self.make = make
    // The engine gives every function objects of exactly this class.
    self.encode = { try encode(unsafeDowncast($0, to: Object.self), $1) }
    self.connect = connect.map { body in { try body(unsafeDowncast($0, to: Object.self), $1) } }
    self.replacementForArchiving = replacementForArchiving.map { body in
      { try body(unsafeDowncast($0, to: Object.self)) }
    }
    self.replacementAfterDecoding = replacementAfterDecoding.map { body in
      { try body(unsafeDowncast($0, to: Object.self)) }
    }
    self.validate = validate.map { body in { try body(unsafeDowncast($0, to: Object.self)) } }
  }

  /// Describes a class that has methods for it.
  init<Object: ArchivableClass>(_ type: Object.Type) {
    self.type = type
    isStandIn = false
    name = type.archivedClassName
    earlierNames = type.earlierArchivedClassNames
    make = { try type.init(from: $0) }
    encode = { try unsafeDowncast($0, to: Object.self).encode(to: $1) }
    connect = { try unsafeDowncast($0, to: Object.self).connect(from: $1) }
    replacementForArchiving = { try unsafeDowncast($0, to: Object.self).replacementForArchiving() }
    replacementAfterDecoding = { try unsafeDowncast($0, to: Object.self).replacementAfterDecoding() }
    validate = { try unsafeDowncast($0, to: Object.self).validateAfterDecoding() }
  }

  private init(standIn other: ArchivedClass) {
    (type, name, earlierNames, isStandIn) = (other.type, other.name, other.earlierNames, true)
    (encode, make, connect, validate) = (other.encode, other.make, other.connect, other.validate)
    replacementForArchiving = other.replacementForArchiving
    replacementAfterDecoding = other.replacementAfterDecoding
  }

  /// The same class in another one's list: its objects are archived in place of that one's, and become such when they are
  /// read. What they become is checked.
  public var standIn: ArchivedClass { ArchivedClass(standIn: self) }

  /// The description of a class.
  ///
  /// - Throws: `notArchivable` for a class that inherits the conformance, but that its superclass's list has not.
  static func of(_ type: any ArchivableObject.Type) throws(ArchiveError) -> ArchivedClass {
    if let type = type as? any ArchivableClass.Type { return ArchivedClass(type) }
    guard let known = type.archivedClasses.first(where: { $0.type == type }) else {
      throw .notArchivable(type: String(reflecting: type))
    }
    return known
  }

  /// The name that archives have for a class, for messages.
  static func name(of type: any ArchivableObject.Type) -> String { (try? of(type))?.name ?? "\(type)" }

  /// The class and all its subclasses and stand-ins that may stand for it, each once.
  static func candidates(_ asked: any ArchivableObject.Type) -> [ArchivedClass] {
    func isOne<Asked: ArchivableObject>(_ known: ArchivedClass, _ asked: Asked.Type) -> Bool {
      known.type is Asked.Type
    }
    return asked.archivedClasses.filter { $0.isStandIn || isOne($0, asked) }
  }

  /// The classes that an `ArchivableClass` lists, and those that they list.
  static func listed(_ first: any ArchivableClass.Type) -> [ArchivedClass] {
    var found: [ArchivedClass] = []
    var open: [any ArchivableObject.Type] = [first]
    while let type = open.popLast() {
      guard !found.contains(where: { $0.type == type }) else { continue }
      if let type = type as? any ArchivableClass.Type {
        found.append(ArchivedClass(type))
        open += type.archivableSubclasses.reversed()
      } else {
        found += type.archivedClasses.filter { known in !found.contains { $0.type == known.type } }
      }
    }
    return found
  }
}
