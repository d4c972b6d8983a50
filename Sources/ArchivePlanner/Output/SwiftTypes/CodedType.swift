import ArchiveModel

/// The properties that the extensions of all Swift types have in common.
public struct CodedType: Sendable, Hashable {
  public let typeName: SwiftName
  public var isolation = CodedIsolation()
  /// Types in the types of the values that need the same isolation as this type. Generated code makes the compiler
  /// compare them, because the compiler ignores the conformances of a collection's elements.
  public var checkedTypes: [SwiftName] = []
  /// The generic parameters of the type and of the types around it.
  public var parameters: [String] = []
  public let access: GeneratedAccess
  public let name: CodedTypeName
  public var formerNames: [String] = []
  public var version: Int?
  /// Keys of the properties that tell values from each other.
  public var identity: [String] = []
  /// Whether the type also gets a conformance to `Codable`.
  public var isCodable = false
}

/// The name of a type in archives. It includes generic arguments, as Swift prints them: `Box<Int>`.
public struct CodedTypeName: Sendable, Hashable {
  public let name: String
  public let parameters: [String]

  public init(_ name: String, parameters: [String] = []) {
    self.name = name
    self.parameters = parameters
  }
}

/// The actor isolation of generated declarations.
public struct CodedIsolation: Sendable, Hashable {
  /// The isolation of the extension or struct, if generated code states it.
  public var declaration: SwiftIsolation?
  /// The actor of isolated conformances to the runtime's protocols.
  public var conformance: String?
  /// Whether the compiler infers the isolation of conformances. It does so from the methods in the extension, which
  /// therefore needs a method for each protocol.
  public var isInferred = false
  /// The `available` attributes of the type and of those around it, without `@`: only code that has them, too, may name the type.
  public var availability: [String] = []
}

/// A method that migrates values of an earlier version.
public struct CodedMigration: Sendable, Hashable {
  public let name: CodedTypeName
  public let formerNames: [String]
  public let version: Int
  public let method: String
}
