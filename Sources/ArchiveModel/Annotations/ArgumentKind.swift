/// What the arguments of an attribute are, as far as it can be checked without the declarations that they name.
public enum ArgumentKind: Sendable {
  /// No arguments, or names that the pass which uses them looks up.
  case other
  case key, archivedName
  /// Keys of fields that were removed.
  case removedKey
  case version, access, encoding
  /// The name of a Swift function: `Codec.pack`.
  case function
  // Parts of Swift source, which the compiler would otherwise reject in generated code.
  case expression, type, labels, method
}
