/// One Swift file of coding for the Swift types of one source file.
public struct GeneratedSwiftFile: Sendable, Hashable {
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

/// To which actor generated code says that its declarations belong.
public struct CodedIsolation: Sendable, Hashable {
  /// Of the extension or struct, where it says so itself.
  public let declaration: SwiftIsolation?
  /// The actor of the protocols that it conforms to, where their conformances are isolated.
  public let conformance: String?
  /// Whether the compiler is to infer the isolation of the conformances. It looks at the methods in the extension, so
  /// every protocol has to have one there.
  public let isInferred: Bool

  public init(declaration: SwiftIsolation? = nil, conformance: String? = nil, isInferred: Bool = false) {
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
  public let checkedTypes: [SwiftName]
  public let typeName: SwiftName
  /// Generic parameters, its own and those of the types around it.
  public let parameters: [String]
  public let access: GeneratedAccess
  public let name: ArchivedTypeName
  public let formerNames: [String]
  public let version: Int?
  /// Whether it gets a conformance to `Codable` as well.
  public let isCodable: Bool

  public init(
    typeName: SwiftName, isolation: CodedIsolation = CodedIsolation(), checkedTypes: [SwiftName] = [],
    parameters: [String] = [], access: GeneratedAccess, name: ArchivedTypeName, formerNames: [String] = [],
    version: Int? = nil,
    isCodable: Bool = false
  ) {
    self.isolation = isolation
    self.checkedTypes = checkedTypes
    self.isCodable = isCodable
    self.typeName = typeName
    self.parameters = parameters
    self.access = access
    self.name = name
    self.formerNames = formerNames
    self.version = version
  }
}

/// The name of a type in archives. Those of generic parameters are part of it, as Swift prints them: `Box<Int>`.
public struct ArchivedTypeName: Sendable, Hashable {
  public let name: String
  public let parameters: [String]

  public init(_ name: String, parameters: [String] = []) {
    self.name = name
    self.parameters = parameters
  }
}

/// A method that brings values of an earlier version up to date.
public struct CodedMigration: Sendable, Hashable {
  public let name: ArchivedTypeName
  public let formerNames: [String]
  public let version: Int
  public let method: String

  public init(name: ArchivedTypeName, formerNames: [String], version: Int, method: String) {
    self.name = name
    self.formerNames = formerNames
    self.version = version
    self.method = method
  }
}

/// A call of an initializer: the values that are read before it, and its arguments.
public struct InitializerCall: Sendable, Hashable {
  public struct Argument: Sendable, Hashable {
    /// What is passed.
    public enum Value: Sendable, Hashable {
      case constant(ValuePlace)
      case placeholder(PlaceholderValue)
    }

    public let label: String?
    public let value: Value

    public init(label: String?, value: Value) {
      self.label = label
      self.value = value
    }
  }

  /// A local constant's declared type for each of them.
  public struct Constant: Sendable, Hashable {
    public let type: SwiftTypeUse
    public let value: CodedValue

    public init(type: SwiftTypeUse, value: CodedValue) {
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
    public let name: String
    public let key: String
    public let formerKeys: [String]
    public let values: [CodedValue]
    /// Of the values.
    public let labels: [String?]

    public init(name: String, key: String, formerKeys: [String], values: [CodedValue], labels: [String?]) {
      self.name = name
      self.key = key
      self.formerKeys = formerKeys
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
  public let typeName: SwiftName
  public let isolation: CodedIsolation
  public let access: GeneratedAccess
  public let isCodable: Bool

  public init(typeName: SwiftName, isolation: CodedIsolation, access: GeneratedAccess, isCodable: Bool) {
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
    public let typeName: SwiftName
    public let identifier: String

    public init(typeName: SwiftName, identifier: String) {
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
  public let tuple: SwiftTypeUse
  /// The labels, which a tuple is known by where its elements' types may change.
  public let archivedName: String
  public let values: [CodedValue]
  public let labels: [String?]

  public init(
    name: String, isolation: CodedIsolation, tuple: SwiftTypeUse, archivedName: String, values: [CodedValue],
    labels: [String?]
  ) {
    self.name = name
    self.isolation = isolation
    self.tuple = tuple
    self.archivedName = archivedName
    self.values = values
    self.labels = labels
  }
}

/// A struct that stands for a value of protocol type.
public struct ExistentialCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  /// `any Shape`
  public let type: SwiftTypeUse
  /// The conforming types that may be archived.
  public let types: [SwiftName]

  public init(name: String, isolation: CodedIsolation, type: SwiftTypeUse, types: [SwiftName]) {
    self.name = name
    self.isolation = isolation
    self.type = type
    self.types = types
  }
}
