/// What the header says of one member of a record, for the runtime to hold against the record that is compiled in.
/// `LayoutText` in ArchiveRuntime has the grammar in which generated code writes it.
public struct LayoutMember: Sendable, Hashable {
  /// How the runtime learns what the member is.
  public enum Access: Sendable, Hashable {
    case reflected
    /// Generated code reads it.
    case read
    /// Generated code assigns it: a bit-field.
    case assigned
  }

  public let access: Access
  /// With the members on the way to it: `from.x`.
  public let name: String
  public let type: LayoutType
  /// Bytes from the record's start; bits for a bit-field.
  public let offset: Int
  /// Of the schema's table, where a row of it leads to other records.
  public let row: Int?
  /// Whether Swift may not import it.
  public let isOptional: Bool

  public init(
    access: Access = .reflected, name: String, type: LayoutType, offset: Int, row: Int? = nil, isOptional: Bool = false
  ) {
    self.access = access
    self.name = name
    self.type = type
    self.offset = offset
    self.row = row
    self.isOptional = isOptional
  }
}

/// A member's type as far as Swift tells it at run time.
public indirect enum LayoutType: Sendable, Hashable {
  case truth
  case integer(bits: Int, isSigned: Bool)
  /// `size_t` and what is made of it.
  case size(bits: Int)
  /// A type of its own around an integer: an enumeration, or a typedef that Swift makes one of.
  case wrapped(bits: Int, isSigned: Bool)
  case floating(bits: Int)
  case bitField(width: Int, isSigned: Bool)
  case array(count: Int, LayoutType)
  case pointer(LayoutType)
  /// By the name that Swift prints, if it is known.
  case record(String?)
  case void
  case unknown
}
