/// What becomes of a type with a field that cannot be archived and that nobody said to skip.
public enum UnresolvedPolicy: String, Sendable, Hashable, CaseIterable {
  /// The whole type is left out, with a warning.
  case refuse
  /// The field is left out, with a warning.
  case skip
}
