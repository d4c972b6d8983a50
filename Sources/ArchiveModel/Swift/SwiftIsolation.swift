/// The actor isolation of a declaration. If it is unknown, the compiler's default isolation applies.
public enum SwiftIsolation: Sendable, Hashable {
  /// `nonisolated`
  case none
  /// A global actor, as written in its attribute: `MainActor`.
  case actor(String)
}
