import ArchiveModel

/// One change of what archives hold, and what it does to data.
public struct Change: Sendable, Hashable {
  public let rule: Rule
  /// The archived name of the type, as the newer schema has it.
  public let type: String
  /// nil for the type as a whole.
  public let key: String?
  /// New code reads old archives.
  public let level: Level
  /// Old code reads new archives.
  public let forward: Level
  /// What it was and what it is: `u32`, `u16`. Empty where there was or is nothing.
  public let old: String
  public let new: String
  public let message: String
  /// Lines to write, the likely one first.
  public let fixes: [String]
  public let location: SourceLocation?
  public let sourceLine: String?
  /// The releases whose archives it concerns, the oldest first. The lock's own state that no release has is "unreleased".
  public var releases: [String] = []

  init(
    _ rule: Rule, _ type: String, key: String? = nil, level: Level? = nil, forward: Level? = nil, old: String = "",
    new: String = "", _ message: String, fixes: [String] = [], at location: SourceLocation? = nil,
    sourceLine: String? = nil
  ) {
    let explanation = rule.explanation
    self.rule = rule
    self.type = type
    self.key = key
    self.level = level ?? explanation.backward
    self.forward = forward ?? explanation.forward
    self.old = old
    self.new = new
    self.message = message
    self.fixes = fixes
    self.location = location
    self.sourceLine = sourceLine
  }

  /// `Item.price`: what `--accept` and messages call it.
  public var subject: String { key.map { "\(type).\($0)" } ?? type }
}
