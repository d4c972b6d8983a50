/// The form of an attribute's arguments, as far as it can be checked without the declarations that they name.
public enum ArgumentKind: Sendable {
  /// No arguments, or names that a later pass looks up.
  case other
  case key, archivedName
  /// The key of a field that was removed.
  case removedKey
  case version, access, encoding
  /// The name of a Swift function: `Codec.pack`.
  case function
  // Parts of Swift source. Without a check the compiler would report their errors in generated code.
  case expression, type, labels, method
}
