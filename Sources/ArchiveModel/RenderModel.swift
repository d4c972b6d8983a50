/// What the renderer prints: every name, key and type is decided here, and nothing is spelled yet.
public struct RenderModel: Sendable {
  /// Swift files, sorted by name.
  public var files: [GeneratedFile]
  /// Of Swift types, sorted by name.
  public var modelFiles: [GeneratedModelFile] = []
  /// Written where the headers have no module map of their own.
  public var module: GeneratedModule?

  public init(files: [GeneratedFile], module: GeneratedModule? = nil) {
    self.files = files
    self.module = module
  }
}

/// The access of generated declarations, from the narrowest to the widest.
public enum GeneratedAccess: String, Sendable, Hashable, CaseIterable, Comparable {
  case `internal`, package, `public`

  public static func < (left: GeneratedAccess, right: GeneratedAccess) -> Bool {
    switch (left, right) {
    case (.internal, .package), (.internal, .public), (.package, .public): true
    default: false
    }
  }
}

/// A module that generated code imports.
public struct GeneratedImport: Sendable, Hashable {
  public let module: String
  /// The widest access of the declarations that name its types.
  public let access: GeneratedAccess

  public init(_ module: String, _ access: GeneratedAccess) {
    self.module = module
    self.access = access
  }
}

/// A Clang module over the headers: a module map and the header that it names.
public struct GeneratedModule: Sendable, Hashable {
  public let name: String
  public let headerName: String
  /// Macros that the headers were read with, as `NAME` and the text of its replacement.
  public let defines: [Define]
  /// Names of macros that the headers were read without.
  public let undefines: [String]
  /// Further options that importing the module takes: "-Xcc -pthread".
  public let buildOptions: [String]
  /// What follows `#include`, quotation marks or angle brackets included.
  public let includes: [String]
  public let checks: Checks

  public struct Define: Sendable, Hashable {
    public let name: String
    /// The name with the macro's parameters, if it has any.
    public let pattern: String
    public let value: String

    public init(name: String, pattern: String, value: String) {
      self.name = name
      self.pattern = pattern
      self.value = value
    }
  }

  public init(
    name: String, headerName: String, defines: [Define], undefines: [String] = [], buildOptions: [String] = [],
    includes: [String], checks: Checks
  ) {
    self.checks = checks
    self.name = name
    self.headerName = headerName
    self.defines = defines
    self.undefines = undefines
    self.buildOptions = buildOptions
    self.includes = includes
  }
}

/// One Swift file, for one header.
public struct GeneratedFile: Sendable {
  public let name: String
  /// The header's name below the folder that was given.
  public let source: String
  public let module: String
  /// The runtime and the headers' module.
  public let imports: [GeneratedImport]
  /// 32 or 64, and the byte order for which the offsets hold.
  public let pointerBits: Int
  public let byteOrder: String
  public let triple: String
  public let nestedTypes: [NestedType]
  /// Schemas of records that have no conformance of their own: unnamed ones, and those from other headers.
  public let privateSchemas: [PrivateSchema]
  public let conformances: [Conformance]
  public let standIns: [StandIn]

  public init(
    name: String, source: String, module: String, imports: [GeneratedImport], pointerBits: Int, byteOrder: String,
    triple: String, nestedTypes: [NestedType] = [],
    privateSchemas: [PrivateSchema], conformances: [Conformance], standIns: [StandIn]
  ) {
    self.name = name
    self.source = source
    self.module = module
    self.imports = imports
    self.pointerBits = pointerBits
    self.byteOrder = byteOrder
    self.triple = triple
    self.nestedTypes = nestedTypes
    self.privateSchemas = privateSchemas
    self.conformances = conformances
    self.standIns = standIns
  }
}

/// A name within a file for a record that C++ has inside another one, and C outside.
public struct NestedType: Sendable, Hashable {
  public let name: String
  /// Swift's name of the record: `CShop.line`.
  public let typeName: SwiftName
  /// And under C++ interoperability: `CShop.order.line`.
  public let cxxTypeName: SwiftName
  public let isDeprecated: Bool

  public init(name: String, typeName: SwiftName, cxxTypeName: SwiftName, isDeprecated: Bool) {
    self.name = name
    self.typeName = typeName
    self.cxxTypeName = cxxTypeName
    self.isDeprecated = isDeprecated
  }
}

public struct PrivateSchema: Sendable {
  public let name: String
  public let schema: Schema

  public init(name: String, schema: Schema) {
    self.name = name
    self.schema = schema
  }
}

/// A type that Swift imports, and its schema.
public struct Conformance: Sendable {
  /// As an extension names it: `CShop.order`.
  public let typeName: SwiftName
  /// The extension says so too; Swift then does not warn of the name in it.
  public let isDeprecated: Bool
  /// Swift has no name for it under C++ interoperability.
  public let isForCOnly: Bool
  /// A value is all in the record itself; else only a graph can be archived.
  public let isPlain: Bool
  public let schema: Schema

  public init(
    typeName: SwiftName, isDeprecated: Bool = false, isForCOnly: Bool = false, isPlain: Bool = true, schema: Schema
  ) {
    self.isForCOnly = isForCOnly
    self.typeName = typeName
    self.isDeprecated = isDeprecated
    self.isPlain = isPlain
    self.schema = schema
  }
}

/// A Swift type declared in place of a C record that Swift does not import or cannot name.
public struct StandIn: Sendable {
  public let typeName: SwiftName
  public let access: GeneratedAccess
  /// Sentences for the doc comment: what it stands for and why.
  public let documentation: String
  public let accessors: [Accessor]
  /// A value is all in the record itself; else only a graph can be archived.
  public let isPlain: Bool
  public let schema: Schema

  /// A property over the record's bytes.
  public struct Accessor: Sendable, Hashable {
    public let name: String
    public let type: SwiftTypeUse
    /// The byte offset; for a bit-field the bit offset.
    public let offset: Int
    public let bitWidth: Int?
    /// A pointer, which strict memory safety has marked.
    public let isUnsafe: Bool

    public init(name: String, type: SwiftTypeUse, offset: Int, bitWidth: Int?, isUnsafe: Bool = false) {
      self.isUnsafe = isUnsafe
      self.name = name
      self.type = type
      self.offset = offset
      self.bitWidth = bitWidth
    }
  }

  public init(
    typeName: SwiftName, access: GeneratedAccess = .public, documentation: String, accessors: [Accessor],
    isPlain: Bool = true, schema: Schema
  ) {
    self.access = access
    self.typeName = typeName
    self.isPlain = isPlain
    self.documentation = documentation
    self.accessors = accessors
    self.schema = schema
  }
}

/// The arguments of a `RecordSchema`.
public struct Schema: Sendable {
  /// The archived name; nil for a schema that only stands inside others.
  public let name: String?
  public let size: Int
  public let alignment: Int
  public let version: Int?
  /// Earlier archived names.
  public let earlierNames: [String]
  /// Keys of fields that were removed on purpose.
  public let removedKeys: [String]
  public let migration: SchemaMigration?
  public let fields: [SchemaField]
  /// What the fields name.
  public let names: SchemaNames
  /// What the runtime holds against the header that is compiled in.
  public let layout: SchemaLayout?

  public init(
    name: String?, size: Int, alignment: Int, version: Int? = nil, earlierNames: [String] = [],
    removedKeys: [String] = [], migration: SchemaMigration? = nil, fields: [SchemaField],
    names: SchemaNames = SchemaNames(), layout: SchemaLayout? = nil
  ) {
    self.name = name
    self.size = size
    self.alignment = alignment
    self.version = version
    self.earlierNames = earlierNames
    self.removedKeys = removedKeys
    self.migration = migration
    self.fields = fields
    self.names = names
    self.layout = layout
  }
}

/// Where code finds another schema.
public enum SchemaReference: Sendable, Hashable {
  /// At the type that it is of.
  case ofType(SwiftName)
  /// Among the file's private ones.
  case ofFile(String)
}

/// How the code of one schema names what its fields lead to. The same record may have other names in another file, or
/// within its own extension.
public struct SchemaNames: Sendable {
  public var records: [Record.ID: SchemaReference] = [:]
  /// By their archived names.
  public var cells: [String: SchemaReference] = [:]
  /// Of records with function pointers.
  public var types: [Record.ID: SwiftName] = [:]
  public var standardLibrary: SwiftName.Module

  public init(standardLibrary: SwiftName.Module = .member("Swift")) { self.standardLibrary = standardLibrary }
}

/// A record's members in the header, for the check at first use.
public struct SchemaLayout: Sendable, Hashable {
  /// The type that Swift imports; nil where generated code has no name for it.
  public let typeName: SwiftName?
  public let members: [LayoutMember]
  /// Whether Swift may be asked for the members of the whole record.
  public let isReflected: Bool
  /// Whether some members have other names in Swift.
  public let hasOtherNames: Bool
  /// The members that generated code reads.
  public let reads: [Read]
  /// The bit-fields that generated code assigns, as Swift reaches them from the record.
  public let assigned: [[MemberStep]]
  public let constants: [Constant]

  public struct Read: Sendable, Hashable {
    /// As Swift reaches it from the record.
    public let path: [MemberStep]
    public let isArray: Bool

    public init(path: [MemberStep], isArray: Bool) {
      self.path = path
      self.isArray = isArray
    }
  }

  /// An enumerator or macro that annotations name.
  public struct Constant: Sendable, Hashable {
    public let name: SwiftName
    public let value: Int64

    public init(name: SwiftName, value: Int64) {
      self.name = name
      self.value = value
    }
  }

  public init(
    typeName: SwiftName?, members: [LayoutMember], isReflected: Bool, hasOtherNames: Bool, reads: [Read],
    assigned: [[MemberStep]], constants: [Constant]
  ) {
    self.typeName = typeName
    self.members = members
    self.isReflected = isReflected
    self.hasOtherNames = hasOtherNames
    self.reads = reads
    self.assigned = assigned
    self.constants = constants
  }
}
