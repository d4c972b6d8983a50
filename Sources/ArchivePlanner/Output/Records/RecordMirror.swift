import ArchiveModel

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
