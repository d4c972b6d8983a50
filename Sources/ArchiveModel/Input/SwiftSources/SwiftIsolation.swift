/// To which actor a declaration belongs. Where none of these is known, the compiler's default isolation decides.
public enum SwiftIsolation: Sendable, Hashable {
  /// `nonisolated`: any thread may use it.
  case none
  /// A global actor, as an attribute spells it: `MainActor`.
  case actor(String)
}
