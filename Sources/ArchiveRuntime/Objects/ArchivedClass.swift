/// How the objects of one class are archived: what generated code says of a class, and what an ``ArchivableClass`` says
/// by its methods.
///
/// A class's methods in an extension cannot be overridden, and its required initializers cannot stand there; so a
/// hierarchy of classes is described by a list of these, from which the engine takes the one of an object's own class.
///
/// Unchanging. Its functions belong to the actor on which it was made, as `archivedClasses` of the type does; the engine
/// calls them where that conformance may be used.
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
  @_spi(GeneratedCode) public init<Object: ArchivableObject>(
    _ type: Object.Type, name: String, earlierNames: [String] = [],
    encode: @escaping (Object, ObjectEncoder) throws -> Void,
    make: @escaping (ObjectDecoder) throws -> Object,
    connect: ((Object, ObjectDecoder) throws -> Void)? = nil,
    replacementForArchiving: ((Object) throws -> any ArchivableObject)? = nil,
    replacementAfterDecoding: ((Object) throws -> any ArchivableObject)? = nil,
    validate: ((Object) throws -> Void)? = nil
  ) {
    self.type = type
    self.name = name
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
    name = type.archivedClassName
    earlierNames = type.earlierArchivedClassNames
    make = { try type.init(from: $0) }
    encode = { try unsafeDowncast($0, to: Object.self).encode(to: $1) }
    connect = { try unsafeDowncast($0, to: Object.self).connect(from: $1) }
    replacementForArchiving = { try unsafeDowncast($0, to: Object.self).replacementForArchiving() }
    replacementAfterDecoding = { try unsafeDowncast($0, to: Object.self).replacementAfterDecoding() }
    validate = { try unsafeDowncast($0, to: Object.self).validateAfterDecoding() }
  }

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

  /// The class, its subclasses that may stand for it, and listed classes of which an object may be replaced by one of
  /// these; each once.
  static func candidates(_ asked: any ArchivableObject.Type) -> [ArchivedClass] {
    func isOne<Asked: ArchivableObject>(_ known: ArchivedClass, _ asked: Asked.Type) -> Bool {
      known.type is Asked.Type
    }
    let hasListOfItsOwn = hasListOfItsOwn(asked)
    return asked.archivedClasses.filter {
      isOne($0, asked) || hasListOfItsOwn && $0.replacementAfterDecoding != nil
    }
  }

  /// Whether the class's list is not merely its superclass's, in which its sisters stand.
  private static func hasListOfItsOwn(_ type: any ArchivableObject.Type) -> Bool {
    guard let type = type as? any ArchivableClass.Type,
      let superclass = _getSuperclass(type) as? any ArchivableClass.Type
    else { return true }
    let (own, inherited) = (type.archivableSubclasses, superclass.archivableSubclasses)
    return !own.elementsEqual(inherited, by: ==)
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
