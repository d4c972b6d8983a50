/// The annotations of one type and its fields, for headers that cannot be edited.
public struct TypeConfiguration: Sendable, Hashable {
  /// The tag or typedef that the configuration names.
  public let name: String
  public let location: SourceLocation
  public let sourceLine: String?
  public let attributes: [Attribute]
  public let fields: [FieldConfiguration]

  public init(
    name: String, location: SourceLocation, sourceLine: String?, attributes: [Attribute], fields: [FieldConfiguration]
  ) {
    self.name = name
    self.location = location
    self.sourceLine = sourceLine
    self.attributes = attributes
    self.fields = fields
  }
}
