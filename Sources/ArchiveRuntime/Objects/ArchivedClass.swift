/// Describes how objects of one class are archived, by generated code or by the methods of an ``ArchivableClass``.
///
/// Methods in extensions cannot be overridden, and required initializers cannot be declared there. So a class hierarchy
/// is described by a list of these values, from which the engine selects the one of an object's dynamic class.
///
/// It is immutable. Its functions belong to the actor on which it was created, which is that of the type's
/// `archivedClasses`; the engine calls them where that conformance may be used.
public final class ArchivedClass: @unchecked Sendable {
  typealias Connect = (AnyObject, ObjectDecoder) throws -> Void
  typealias Validate = (AnyObject) throws -> Void

  package let type: any ArchivableObject.Type
  package let name: String
  /// Computed when asked for: those of a generic class depend on its arguments, and few archives need them.
  package var earlierNames: [String] { formerNames() }
  private let formerNames: () -> [String]
  let encode: (AnyObject, ObjectEncoder) throws -> Void
  let make: (ObjectDecoder) throws -> any ArchivableObject
  let connect: Connect?
  let replacementForArchiving: ((AnyObject) throws -> any ArchivableObject)?
  let replacementAfterDecoding: ((AnyObject) throws -> any ArchivableObject)?
  let validate: Validate?
  /// The type, if its objects are rows of a table.
  let table: (any ArchivableTable.Type)?

  /// Whether an object has a second step after its creation.
  var hasSecondStep: Bool { connect != nil || validate != nil }

  /// Describes a class whose objects are archived by these functions.
  ///
  /// - Parameters:
  ///   - name: the class's name in archives.
  ///   - earlierNames: former names that are still read.
  ///   - encode: writes all values of an object, those of its superclasses first.
  ///   - make: creates an object. Like the initializer of an ``ArchivableComposite`` it may be called again.
  ///   - connect: reads the references to other objects that `make` did not read. It may also be called again.
  ///   - replacementForArchiving: returns the object to archive instead of one.
  ///   - replacementAfterDecoding: returns the object to use instead of one that was just created.
  ///   - validate: checks an object after the whole archive has been read.
  ///   - table: the type, if its objects are rows of a table.
  @_spi(GeneratedCode) public init<Object: ArchivableObject>(
    _ type: Object.Type, name: String, earlierNames: @autoclosure @escaping () -> [String] = [],
    encode: @escaping (Object, ObjectEncoder) throws -> Void,
    make: @escaping (ObjectDecoder) throws -> Object,
    connect: ((Object, ObjectDecoder) throws -> Void)? = nil,
    replacementForArchiving: ((Object) throws -> any ArchivableObject)? = nil,
    replacementAfterDecoding: ((Object) throws -> any ArchivableObject)? = nil,
    validate: ((Object) throws -> Void)? = nil,
    table: (any ArchivableTable.Type)? = nil
  ) {
    self.type = type
    self.table = table
    self.name = name
    formerNames = earlierNames
    self.make = make
    // The engine passes only objects of exactly this class to the functions.
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

  /// Describes a class with coding methods.
  init<Object: ArchivableClass>(_ type: Object.Type) {
    self.type = type
    table = nil
    name = type.archivedClassName
    formerNames = { type.earlierArchivedClassNames }
    make = { try type.init(from: $0) }
    encode = { try unsafeDowncast($0, to: Object.self).encode(to: $1) }
    connect = { try unsafeDowncast($0, to: Object.self).connect(from: $1) }
    replacementForArchiving = { try unsafeDowncast($0, to: Object.self).replacementForArchiving() }
    replacementAfterDecoding = { try unsafeDowncast($0, to: Object.self).replacementAfterDecoding() }
    validate = { try unsafeDowncast($0, to: Object.self).validateAfterDecoding() }
  }

  /// The description of a class.
  ///
  /// - Throws: `notArchivable` for a class that inherits the conformance but is missing in its superclass's list.
  package static func of(_ type: any ArchivableObject.Type) throws(ArchiveError) -> ArchivedClass {
    if let type = type as? any ArchivableClass.Type { return ArchivedClass(type) }
    guard let known = type.archivedClasses.first(where: { $0.type == type }) else {
      throw .notArchivable(type: String(reflecting: type))
    }
    return known
  }

  /// The archived name of a class, for messages.
  static func name(of type: any ArchivableObject.Type) -> String { (try? of(type))?.name ?? "\(type)" }

  /// The class, its allowed subclasses, and listed classes whose objects may be replaced by objects of these; each
  /// once.
  static func candidates(_ asked: any ArchivableObject.Type) -> [ArchivedClass] {
    func isOne<Asked: ArchivableObject>(_ known: ArchivedClass, _ asked: Asked.Type) -> Bool {
      known.type is Asked.Type
    }
    let hasListOfItsOwn = hasListOfItsOwn(asked)
    return asked.archivedClasses.filter {
      isOne($0, asked) || hasListOfItsOwn && $0.replacementAfterDecoding != nil
    }
  }

  /// Whether the class has its own list and not only that of its superclass, which includes its sibling classes.
  private static func hasListOfItsOwn(_ type: any ArchivableObject.Type) -> Bool {
    guard let type = type as? any ArchivableClass.Type,
      let superclass = _getSuperclass(type) as? any ArchivableClass.Type
    else { return true }
    let (own, inherited) = (type.archivableSubclasses, superclass.archivableSubclasses)
    return !own.elementsEqual(inherited, by: ==)
  }

  /// The classes that an `ArchivableClass` lists, directly or indirectly.
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
