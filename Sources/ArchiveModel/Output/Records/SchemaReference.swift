/// The location of another schema in generated code.
public enum SchemaReference: Sendable, Hashable {
  /// A member of the type that it belongs to.
  case ofType(SwiftName)
  /// One of the file's private schemas.
  case ofFile(String)
}
