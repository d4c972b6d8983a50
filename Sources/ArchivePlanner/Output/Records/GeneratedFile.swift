import ArchiveModel

/// One generated Swift file, for one header.
public struct GeneratedFile: Sendable {
  public let name: String
  /// The header's name relative to the given folder.
  public let source: String
  public let module: String
  /// The imports of the runtime and the headers' module.
  public var imports: [GeneratedImport]
  /// 32 or 64. Together with the byte order it identifies the platforms for which the offsets are valid.
  public let pointerBits: Int
  public let byteOrder: String
  public let triple: String
  public var nestedTypes: [NestedType] = []
  /// The schemas of records without a conformance: unnamed records, and records of other headers.
  public let privateSchemas: [PrivateSchema]
  public let conformances: [Conformance]
  public let mirrors: [RecordMirror]
}

/// A name in one file for a record that is nested in another one in C++, and not nested in C.
public struct NestedType: Sendable, Hashable {
  public let name: String
  /// Swift's name of the record: `CShop.line`.
  public let typeName: SwiftName
  /// The name under C++ interoperability: `CShop.order.line`.
  public let cxxTypeName: SwiftName
  public let isDeprecated: Bool
}

public struct PrivateSchema: Sendable {
  public let name: String
  public let schema: Schema
}

/// The conformance of an imported type, with its schema.
public struct Conformance: Sendable {
  /// The name in the extension: `CShop.order`.
  public let typeName: SwiftName
  /// Whether the type is deprecated. The extension is marked as deprecated too, so that Swift does not warn.
  public var isDeprecated = false
  /// Whether Swift has no name for the type under C++ interoperability.
  public var isForCOnly = false
  /// Whether the whole value is in the record itself. Otherwise only a graph can be archived.
  public var isPlain = true
  public let schema: Schema
}

/// A Swift struct that represents a C record that Swift does not import or cannot name.
public struct RecordMirror: Sendable {
  public let typeName: SwiftName
  public var access: GeneratedAccess = .public
  /// Sentences for the doc comment: the represented record and the reason.
  public let documentation: String
  public let accessors: [Accessor]
  /// Whether the whole value is in the record itself. Otherwise only a graph can be archived.
  public var isPlain = true
  public let schema: Schema

  /// A property that reads and writes the record's bytes.
  public struct Accessor: Sendable, Hashable {
    public let name: String
    public let type: SwiftTypeUse
    /// The offset in bytes; in bits for a bit-field.
    public let offset: Int
    public let bitWidth: Int?
    /// Whether it is a pointer, which has to be marked as unsafe under strict memory safety.
    public var isUnsafe = false
  }
}
