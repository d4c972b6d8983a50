/// One Swift file of coding for the Swift types of one source file.
public struct GeneratedModelFile: Sendable, Hashable {
  public let name: String
  /// The source's name below the folder that was given.
  public let source: String
  /// Modules that the generated code needs, the runtime first, the others sorted.
  public let imports: [GeneratedImport]
  public let structures: [StructureCoding]
  public let enumerations: [EnumerationCoding]
  public let rawValues: [RawValueCoding]
  public let classes: [ClassCoding]
  public let tuples: [TupleCoding]
  public let existentials: [ExistentialCoding]

  public init(
    name: String, source: String, imports: [GeneratedImport], structures: [StructureCoding] = [],
    enumerations: [EnumerationCoding] = [], rawValues: [RawValueCoding] = [], classes: [ClassCoding] = [],
    tuples: [TupleCoding] = [], existentials: [ExistentialCoding] = []
  ) {
    self.name = name
    self.source = source
    self.imports = imports
    self.structures = structures
    self.enumerations = enumerations
    self.rawValues = rawValues
    self.classes = classes
    self.tuples = tuples
    self.existentials = existentials
  }
}

/// How generated code says to which actor its declarations belong.
public struct CodedIsolation: Sendable, Hashable {
  /// Before `extension` and `struct`: `nonisolated `, `@MainActor `, or nothing.
  public let declaration: String
  /// Before a protocol that an extension conforms to: `@MainActor `, or nothing.
  public let conformance: String
  /// Whether the compiler is to infer the isolation of the conformances. It looks at the methods in the extension, so
  /// every protocol has to have one there.
  public let isInferred: Bool

  public init(declaration: String = "", conformance: String = "", isInferred: Bool = false) {
    self.declaration = declaration
    self.conformance = conformance
    self.isInferred = isInferred
  }
}

/// What an extension of any Swift type says of it.
public struct CodedType: Sendable, Hashable {
  public let isolation: CodedIsolation
  /// Types within the values' types that have to be of the same isolation, which the compiler is to check: it looks at
  /// no conformance behind that of a collection.
  public let checkedTypes: [String]
  /// As an extension spells it: `Outer.Inner`.
  public let typeName: String
  /// What generic parameters have to be; nil when there are none.
  public let whereClause: String?
  /// `public`, `package`, or nothing.
  public let access: String
  /// The archived name, as a literal.
  public let name: String
  /// As literals.
  public let earlierNames: [String]
  public let version: Int?
  /// Whether it gets a conformance to `Codable` as well.
  public let isCodable: Bool

  public init(
    typeName: String, isolation: CodedIsolation = CodedIsolation(), checkedTypes: [String] = [],
    whereClause: String? = nil, access: String, name: String, earlierNames: [String] = [], version: Int? = nil,
    isCodable: Bool = false
  ) {
    self.isolation = isolation
    self.checkedTypes = checkedTypes
    self.isCodable = isCodable
    self.typeName = typeName
    self.whereClause = whereClause
    self.access = access
    self.name = name
    self.earlierNames = earlierNames
    self.version = version
  }
}

/// A method that brings values of an earlier version up to date.
public struct CodedMigration: Sendable, Hashable {
  /// The archived names of the type, as literals.
  public let names: [String]
  public let version: Int
  public let method: String

  public init(names: [String], version: Int, method: String) {
    self.names = names
    self.version = version
    self.method = method
  }
}

/// One value under a key. Expressions and types are Swift source, keys literals.
public struct CodedValue: Sendable, Hashable {
  public enum Call: Sendable, Hashable {
    case value, packed, conditional
  }

  /// What becomes of it when the archive has none of its keys.
  public enum Fallback: Sendable, Hashable {
    /// The decoding fails; for an optional it is nil.
    case none
    /// The decoding fails for an optional, too.
    case required
    /// It keeps the value that it has.
    case initialValue
    case expression(String)
  }

  public let key: String
  public let earlierKeys: [String]
  public let call: Call
  /// What is archived: `self.lines`.
  public let source: String
  /// What is assigned when decoding: `made.lines`; an argument's label for an initializer's.
  public let target: String
  /// The property's, argument's or value's own type.
  public let type: String
  /// The type that the coder is asked for.
  public let archivedType: String
  /// What makes the property's value of that: `.map { $0.value }`, or nothing.
  public let suffix: String
  public let fallback: Fallback
  /// What Codable has instead, where that is something else.
  public let codable: Codable?

  public struct Codable: Sendable, Hashable {
    public let source: String
    public let type: String
    public let suffix: String

    public init(source: String, type: String, suffix: String) {
      self.source = source
      self.type = type
      self.suffix = suffix
    }
  }

  public init(
    key: String, earlierKeys: [String] = [], call: Call = .value, source: String, target: String, type: String,
    archivedType: String,
    suffix: String = "", fallback: Fallback = .none, codable: Codable? = nil
  ) {
    self.codable = codable
    self.key = key
    self.earlierKeys = earlierKeys
    self.call = call
    self.source = source
    self.target = target
    self.type = type
    self.archivedType = archivedType
    self.suffix = suffix
    self.fallback = fallback
  }
}

/// A call of an initializer: the values that are read before it, and its arguments.
public struct InitializerCall: Sendable, Hashable {
  public struct Argument: Sendable, Hashable {
    /// `name: `, or nothing.
    public let label: String
    public let value: String

    public init(label: String, value: String) {
      self.label = label
      self.value = value
    }
  }

  /// A local constant's declared type for each of them.
  public struct Constant: Sendable, Hashable {
    public let type: String
    public let value: CodedValue

    public init(type: String, value: CodedValue) {
      self.type = type
      self.value = value
    }
  }

  public let constants: [Constant]
  public let arguments: [Argument]
  public let isThrowing: Bool

  public init(constants: [Constant], arguments: [Argument], isThrowing: Bool) {
    self.constants = constants
    self.arguments = arguments
    self.isThrowing = isThrowing
  }
}

public struct StructureCoding: Sendable, Hashable {
  public let type: CodedType
  public let values: [CodedValue]
  /// nil when every property is assigned by itself.
  public let initializer: InitializerCall?
  /// What is assigned behind the initializer, or all there is.
  public let assigned: [CodedValue]
  public let migrations: [CodedMigration]
  public let validations: [String]

  public init(
    type: CodedType, values: [CodedValue], initializer: InitializerCall?, assigned: [CodedValue],
    migrations: [CodedMigration], validations: [String]
  ) {
    self.type = type
    self.values = values
    self.initializer = initializer
    self.assigned = assigned
    self.migrations = migrations
    self.validations = validations
  }
}

public struct EnumerationCoding: Sendable, Hashable {
  public struct Case: Sendable, Hashable {
    /// As Swift spells it behind a dot.
    public let name: String
    /// As a literal.
    public let key: String
    public let earlierKeys: [String]
    public let values: [CodedValue]
    /// Of the values: `radius: `, or nothing.
    public let labels: [String]
    public let types: [String]

    public init(
      name: String, key: String, earlierKeys: [String], values: [CodedValue], labels: [String], types: [String]
    ) {
      self.types = types
      self.name = name
      self.key = key
      self.earlierKeys = earlierKeys
      self.values = values
      self.labels = labels
    }
  }

  public let type: CodedType
  /// False for one that can contain itself.
  public let isInPlace: Bool
  public let cases: [Case]

  public init(type: CodedType, isInPlace: Bool, cases: [Case]) {
    self.type = type
    self.isInPlace = isInPlace
    self.cases = cases
  }
}

/// An enumeration with raw values, or an option set.
public struct RawValueCoding: Sendable, Hashable {
  public let typeName: String
  public let isolation: CodedIsolation
  public let access: String
  public let isCodable: Bool

  public init(typeName: String, isolation: CodedIsolation, access: String, isCodable: Bool) {
    self.isolation = isolation
    self.access = access
    self.typeName = typeName
    self.isCodable = isCodable
  }
}

public struct ClassCoding: Sendable, Hashable {
  public let type: CodedType
  /// The last part of its functions' names: `OuterInner`.
  public let identifier: String
  /// The nearest superclass that is archived.
  public let superclass: String?
  /// Every class that may stand where this one is declared, for the class that declares the conformance.
  public let hierarchy: [Member]
  public let values: [CodedValue]
  public let initializer: InitializerCall
  /// What is assigned when the object is made. Here and below: what its superclasses declare included.
  public let assigned: [CodedValue]
  /// What is read when other objects are there.
  public let connected: [CodedValue]
  public let migrations: [CodedMigration]
  public let isGeneric: Bool
  public let replacement: String?
  public let resolution: String?
  /// Methods in the order in which they are called.
  public let validations: [String]
  /// What Codable writes, and assigns behind the initializer.
  public let codableValues: [CodedValue]
  public let codableAssigned: [CodedValue]
  /// Whether it gets a conformance to `NSSecureCoding`, and the same for that.
  public let isSecureCoding: Bool
  public let secureValues: [CodedValue]
  public let secureAssigned: [CodedValue]

  public struct Member: Sendable, Hashable {
    public let typeName: String
    public let identifier: String

    public init(typeName: String, identifier: String) {
      self.typeName = typeName
      self.identifier = identifier
    }
  }

  public init(
    type: CodedType, identifier: String, superclass: String?, hierarchy: [Member], values: [CodedValue],
    initializer: InitializerCall, assigned: [CodedValue], connected: [CodedValue], migrations: [CodedMigration],
    isGeneric: Bool, replacement: String?, resolution: String?, validations: [String], codableValues: [CodedValue],
    codableAssigned: [CodedValue], isSecureCoding: Bool, secureValues: [CodedValue], secureAssigned: [CodedValue]
  ) {
    self.isSecureCoding = isSecureCoding
    self.secureValues = secureValues
    self.secureAssigned = secureAssigned
    self.codableValues = codableValues
    self.codableAssigned = codableAssigned
    self.type = type
    self.identifier = identifier
    self.superclass = superclass
    self.hierarchy = hierarchy
    self.values = values
    self.initializer = initializer
    self.assigned = assigned
    self.connected = connected
    self.migrations = migrations
    self.isGeneric = isGeneric
    self.replacement = replacement
    self.resolution = resolution
    self.validations = validations
  }
}

/// A struct that stands for a tuple in archives.
public struct TupleCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  /// As Swift writes it.
  public let tuple: String
  /// As a literal: the labels, which a tuple is known by where its elements' types may change.
  public let archivedName: String
  public let values: [CodedValue]
  public let labels: [String]
  public let types: [String]

  public init(
    name: String, isolation: CodedIsolation, tuple: String, archivedName: String, values: [CodedValue],
    labels: [String], types: [String]
  ) {
    self.isolation = isolation
    self.types = types
    self.name = name
    self.archivedName = archivedName
    self.tuple = tuple
    self.values = values
    self.labels = labels
  }
}

/// A struct that stands for a value of protocol type.
public struct ExistentialCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  /// `any Shape`
  public let type: String
  /// The conforming types that may be archived.
  public let types: [String]

  public init(name: String, isolation: CodedIsolation, type: String, types: [String]) {
    self.isolation = isolation
    self.name = name
    self.type = type
    self.types = types
  }
}
