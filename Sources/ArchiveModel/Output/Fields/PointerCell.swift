/// A pointer that another pointer points to. In an archive it is a record of one field, named after its own target.
public struct PointerCell: Sendable, Hashable {
  public let archivedName: String
  public let pointer: SchemaPointer

  public init(archivedName: String, pointer: SchemaPointer) {
    self.archivedName = archivedName
    self.pointer = pointer
  }
}
