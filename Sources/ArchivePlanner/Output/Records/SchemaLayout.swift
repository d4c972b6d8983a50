import ArchiveModel

/// The layout of a record in the header, for the check at first use.
public struct SchemaLayout: Sendable, Hashable {
  /// The type that Swift imports; nil if generated code cannot name it.
  public let typeName: SwiftName?
  public let members: [LayoutMember]
  /// Whether the whole record can be reflected by Swift.
  public let isReflected: Bool
  /// Whether some members have other names in Swift.
  public let hasOtherNames: Bool
  /// The members that generated code reads.
  public let reads: [Read]
  /// The bit-fields that generated code assigns, as paths in Swift from the record.
  public let assigned: [[MemberStep]]
  public let constants: [Constant]

  public struct Read: Sendable, Hashable {
    /// The path in Swift from the record.
    public let path: [MemberStep]
    public let isArray: Bool
  }

  /// An enumerator or macro that annotations name.
  public struct Constant: Sendable, Hashable {
    public let name: SwiftName
    public let value: Int64
  }
}

/// A member of a record as it is in the header. The runtime compares it with the record that is compiled in.
/// `LayoutText` in ArchiveRuntime has the grammar in which generated code writes it.
public struct LayoutMember: Sendable, Hashable {
  /// How the runtime inspects the member.
  public enum Access: Sendable, Hashable {
    case reflected
    /// Generated code reads it.
    case read
    /// Generated code assigns it: a bit-field.
    case assigned
  }

  public var access: Access = .reflected
  /// The name, with the members on the path to it: `from.x`.
  public let name: String
  public let type: SchemaLayoutType
  /// The offset from the record's start, in bytes; in bits for a bit-field.
  public let offset: Int
  /// The row of the schema's table, if the row refers to other records.
  public var row: Int?
  /// Whether Swift may not import the member.
  public var isOptional = false
}

/// A member's type, as far as Swift shows it at run time.
public indirect enum SchemaLayoutType: Sendable, Hashable {
  case truth
  case integer(bits: Int, isSigned: Bool)
  /// `size_t`, or a type derived from it.
  case size(bits: Int)
  /// A separate type around an integer: an enumeration, or a typedef that Swift imports as a struct.
  case wrapped(bits: Int, isSigned: Bool)
  case floating(bits: Int)
  case bitField(width: Int, isSigned: Bool)
  case array(count: Int, SchemaLayoutType)
  case pointer(SchemaLayoutType)
  /// A record by the name that Swift prints, if that is known.
  case record(String?)
  case void
  case unknown
}
