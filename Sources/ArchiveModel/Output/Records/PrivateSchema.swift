public struct PrivateSchema: Sendable {
  public let name: String
  public let schema: Schema

  public init(name: String, schema: Schema) {
    self.name = name
    self.schema = schema
  }
}
