/// A pointer that pointers lead to. To an archive it is a record of one field, called after what it leads to itself.
public struct PointerCell: Sendable, Hashable {
  public let archivedName: String
  public let pointer: SchemaPointer

  public init(archivedName: String, pointer: SchemaPointer) {
    self.archivedName = archivedName
    self.pointer = pointer
  }
}
