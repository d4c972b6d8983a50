/// A Swift struct that represents a C record that Swift does not import or cannot name.
public struct RecordMirror: Sendable {
  public let typeName: SwiftName
  public let access: GeneratedAccess
  /// Sentences for the doc comment: the represented record and the reason.
  public let documentation: String
  public let accessors: [Accessor]
  /// Whether the whole value is in the record itself. Otherwise only a graph can be archived.
  public let isPlain: Bool
  public let schema: Schema

  /// A property that reads and writes the record's bytes.
  public struct Accessor: Sendable, Hashable {
    public let name: String
    public let type: SwiftTypeUse
    /// The offset in bytes; in bits for a bit-field.
    public let offset: Int
    public let bitWidth: Int?
    /// Whether it is a pointer, which has to be marked as unsafe under strict memory safety.
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
