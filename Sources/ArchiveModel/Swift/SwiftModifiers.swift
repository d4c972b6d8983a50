/// The access of generated declarations, from the narrowest to the widest.
public enum GeneratedAccess: String, Sendable, Hashable, CaseIterable, Comparable {
  case `internal`, package, `public`

  public static func < (left: GeneratedAccess, right: GeneratedAccess) -> Bool {
    switch (left, right) {
    case (.internal, .package), (.internal, .public), (.package, .public): true
    default: false
    }
  }
}

/// The actor isolation of a declaration. If it is unknown, the compiler's default isolation applies.
public enum SwiftIsolation: Sendable, Hashable {
  /// `nonisolated`
  case none
  /// A global actor, as written in its attribute: `MainActor`.
  case actor(String)
}
