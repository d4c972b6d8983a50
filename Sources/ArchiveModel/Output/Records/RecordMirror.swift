/// A Swift type declared in place of a C record that Swift does not import or cannot name.
public struct RecordMirror: Sendable {
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
