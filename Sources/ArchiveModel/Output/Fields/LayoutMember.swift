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
