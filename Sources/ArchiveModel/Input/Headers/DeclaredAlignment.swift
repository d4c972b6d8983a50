/// The attributes of a field or a record that change where members are placed. `#pragma pack` leaves none.
public struct DeclaredAlignment: Sendable, Hashable {
  /// An alignment that an attribute requires.
  public enum Minimum: Sendable, Hashable {
    case bytes(Int)
    /// The attribute has no number: `aligned(sizeof(long))`, or `aligned` alone.
    case expression
  }

  /// Whether `packed` stands on it.
  public var isPacked: Bool
  /// What `aligned` or `_Alignas` requires.
  public var minimum: Minimum?

  public init(isPacked: Bool = false, minimum: Minimum? = nil) {
    self.isPacked = isPacked
    self.minimum = minimum
  }
}
