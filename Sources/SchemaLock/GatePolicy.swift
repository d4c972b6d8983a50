public import ArchiveModel

/// What a project says about breaks: levels of kinds of changes, and whether a new major number allows them.
public struct GatePolicy: Sendable, Hashable {
  private let levels: [ChangeLevel]
  /// The release that is prepared; nil if its number allows nothing.
  private let next: String?

  public static let none = GatePolicy(levels: [], next: nil)

  /// - Parameter configuration: `changes`, `breaks` and `next-release`.
  public init(_ configuration: Configuration) {
    self.init(
      levels: configuration.changeLevels, next: configuration.breaks == .major ? configuration.nextRelease : nil)
  }

  private init(levels: [ChangeLevel], next: String?) {
    self.levels = levels
    self.next = next
  }

  /// The policy when a release is made, whose number is known.
  public func releasing(_ name: String, _ configuration: Configuration) -> GatePolicy {
    GatePolicy(levels: levels, next: configuration.breaks == .major ? name : nil)
  }

  /// The last entry that names the kind of a change, and its type or none.
  func level(of change: Change) -> ChangeLevel? {
    levels.last { level in
      level.rule == change.rule.rawValue && (level.types.isEmpty || level.types.contains(change.type))
    }
  }

  /// Whether the next release is the first one of its major number.
  func allowsBreaks(after releases: [String]) -> Bool {
    guard let next = next.flatMap(Self.major), !releases.isEmpty else { return false }
    let majors = releases.map(Self.major)
    return majors.allSatisfy { $0 != nil && $0 != next }
  }

  /// `1` of `v1.4.2`; before version 1 the second number counts as well, `0.3` of `0.3.9`.
  static func major(_ release: String) -> String? {
    let numbers = release.drop { $0 == "v" || $0 == "V" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = numbers.first.flatMap({ Int($0.prefix { "0"..."9" ~= $0 }) }) else { return nil }
    guard first == 0, numbers.count > 1, let second = Int(numbers[1].prefix { "0"..."9" ~= $0 }) else {
      return String(first)
    }
    return "0.\(second)"
  }
}
