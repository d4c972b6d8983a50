/// Where code finds another schema.
public enum SchemaReference: Sendable, Hashable {
  /// At the type that it is of.
  case ofType(SwiftName)
  /// Among the file's private ones.
  case ofFile(String)
}
