public struct FieldConfiguration: Sendable, Hashable {
  /// The member's name. `member.inner` names a member of the unnamed type of a named member.
  public let name: String
  public let location: SourceLocation
  public let sourceLine: String?
  public let attributes: [Attribute]

  public init(name: String, location: SourceLocation, sourceLine: String?, attributes: [Attribute]) {
    self.name = name
    self.location = location
    self.sourceLine = sourceLine
    self.attributes = attributes
  }
}
