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

  public let access: Access
  /// The name, with the members on the path to it: `from.x`.
  public let name: String
  public let type: SchemaLayoutType
  /// The offset from the record's start, in bytes; in bits for a bit-field.
  public let offset: Int
  /// The row of the schema's table, if the row refers to other records.
  public let row: Int?
  /// Whether Swift may not import the member.
  public let isOptional: Bool

  public init(
    access: Access = .reflected, name: String, type: SchemaLayoutType, offset: Int, row: Int? = nil,
    isOptional: Bool = false
  ) {
    self.access = access
    self.name = name
    self.type = type
    self.offset = offset
    self.row = row
    self.isOptional = isOptional
  }
}
