import ArchiveModel

/// One generated Swift file, for the Swift types of one source file.
public struct GeneratedSwiftFile: Sendable, Hashable {
  public let name: String
  /// The source's name relative to the given folder.
  public let source: String
  /// The imported modules: the runtime first, the others sorted.
  public var imports: [GeneratedImport]
  /// The types of the app that the code names, without generic ones.
  public let types: [SwiftName]
  public var structures: [StructureCoding] = []
  public var enumerations: [EnumerationCoding] = []
  public var rawValues: [RawValueCoding] = []
  public var ownCodings: [OwnCoding] = []
  public var classes: [ClassCoding] = []
  public var tuples: [TupleCoding] = []
  public var existentials: [ExistentialCoding] = []
  public var conversions: [ConversionCoding] = []
}

public struct StructureCoding: Sendable, Hashable {
  public let type: CodedType
  public let values: [CodedValue]
  /// nil if all properties are assigned one by one.
  public let initializer: InitializerCall?
  /// The values that are assigned after the initializer; without one, all values.
  public let assigned: [CodedValue]
  public let migrations: [CodedMigration]
  public let validations: [String]
  /// Whether arrays of the type are archived as columns, one for each value.
  public var hasColumns = false
  /// The keys of stored numbers, whose columns are copied from memory.
  public var numberKeys: Set<String> = []
  /// Whether a property is deprecated, so that only deprecated code may use it without a warning.
  public var usesDeprecated = false
}

public struct EnumerationCoding: Sendable, Hashable {
  public struct Case: Sendable, Hashable {
    public let name: String
    public let key: String
    public let formerKeys: [String]
    public let values: [CodedValue]
    /// The labels of the values.
    public let labels: [String?]
  }

  public let type: CodedType
  /// Whether values are archived in place. False for an enumeration that can contain itself.
  public let isInPlace: Bool
  public let cases: [Case]
  /// Whether a case is deprecated, so that only deprecated code may use it without a warning.
  public var usesDeprecated = false
}

/// An enumeration with raw values, or an option set.
public struct RawValueCoding: Sendable, Hashable {
  public let typeName: SwiftName
  public let isolation: CodedIsolation
  public let access: GeneratedAccess
  public let isCodable: Bool
  /// Whether the type of the raw values depends on generic parameters, so that it may not be archivable.
  public let isConditional: Bool
}

/// A type that is archived by its own `Codable` coding.
public struct OwnCoding: Sendable, Hashable {
  public let typeName: SwiftName
  public let isolation: CodedIsolation
  public let access: GeneratedAccess
  /// The conditions of a generic type's conformance to `Codable`; empty if it always conforms.
  public let conditions: [String]
}

/// A struct that represents a tuple in archives.
public struct TupleCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  public let tuple: SwiftTypeUse
  /// The archived name. It has the tuple's labels only, because the types of the elements may change.
  public let archivedName: String
  public let values: [CodedValue]
  public let labels: [String?]
}

/// A struct that represents a value of protocol type.
public struct ExistentialCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  /// `any Shape`
  public let type: SwiftTypeUse
  /// The conforming types that can be archived.
  public let types: [SwiftName]
}

/// A struct that represents a value that is archived as another one.
public struct ConversionCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  public let type: SwiftTypeUse
  /// The type that is archived, and the wrapping of its values.
  public let packed: SwiftTypeUse
  public let wrapping: ValueWrapping
  public let calls: ConversionCalls
}

/// The code that converts a value to an archived one and back.
public enum ConversionCalls: Sendable, Hashable {
  case functions(pack: String, unpack: String)
  /// An array of the elements, of which the type is made.
  case elements
  case orderedSet, orderedDictionary
  /// Elements with identifiers, of which no two may be equal.
  case identified
  case inlineArray(count: String)
}
