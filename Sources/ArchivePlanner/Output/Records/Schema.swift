import ArchiveModel

/// The arguments of a `RecordSchema`.
public struct Schema: Sendable {
  /// The archived name; nil for a schema that is only used inside others.
  public let name: String?
  public let size: Int
  public let alignment: Int
  public var version: Int?
  /// Former archived names.
  public var formerNames: [String] = []
  /// Keys of fields that were removed on purpose.
  public var removedKeys: [String] = []
  /// Keys of the fields that tell records from each other.
  public var identity: [String] = []
  public var migration: SchemaMigration?
  public let fields: [SchemaField]
  /// The names of the records and functions that the fields refer to.
  public var names = SchemaNames()
  /// The layout that the runtime compares with the header that is compiled in.
  public var layout: SchemaLayout?
}

/// The names that the code of one schema uses for the types its fields refer to. They differ between files, and within
/// a record's own extension.
public struct SchemaNames: Sendable {
  public var records: [Record.ID: SchemaReference] = [:]
  /// Pointer cells by archived name.
  public var cells: [String: SchemaReference] = [:]
  /// Records with function pointers.
  public var types: [Record.ID: SwiftName] = [:]
  public var standardLibrary: SwiftName.Module

  public init(standardLibrary: SwiftName.Module = .member("Swift")) { self.standardLibrary = standardLibrary }
}

/// The location of another schema in generated code.
public enum SchemaReference: Sendable, Hashable {
  /// A member of the type that it belongs to.
  case ofType(SwiftName)
  /// One of the file's private schemas.
  case ofFile(String)
}

/// The version of a C record, and its migration from earlier ones: `version(2), migrate(update)`.
public struct SchemaMigration: Sendable, Hashable {
  public enum Call: Sendable, Hashable {
    /// A method in the app's extension of the type.
    case method(String)
    /// A function of the headers.
    case function(SwiftName, Signature)
  }

  /// The variable parts of the signature `void f(struct order *, int)`.
  public struct Signature: Sendable, Hashable {
    /// Whether it returns an `int`, of which any value but 0 means failure.
    public let returnsCode: Bool
    /// The record of the third parameter, as which the archive is read a second time.
    public let former: SwiftName?
  }

  /// The type's name in archives.
  public let name: String
  public let formerNames: [String]
  public let version: Int
  /// What migrates the type; nil without a migration.
  public let update: Update?

  public struct Update: Sendable, Hashable {
    public let typeName: SwiftName
    public let call: Call
  }
}
