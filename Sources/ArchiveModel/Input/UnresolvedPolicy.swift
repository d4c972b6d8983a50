/// What is left out if a field cannot be archived and no annotation skips it.
public enum UnresolvedPolicy: String, Sendable, Hashable, CaseIterable {
  /// The whole type is left out, with a warning.
  case refuse
  /// The field is left out, with a warning.
  case skip
}
