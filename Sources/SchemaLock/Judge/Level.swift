/// The effect of a change on data, from the least harm to the most.
public enum Level: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
  /// Every value is read back equal.
  case safe
  /// Values are left out, or take a default, without an error.
  case loss
  /// Reading fails with an error, for some values at least. Nothing is lost.
  case refuse
  /// A value comes back as another one, without an error.
  case misread

  public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .safe: 0
    case .loss: 1
    case .refuse: 2
    case .misread: 3
    }
  }
}
