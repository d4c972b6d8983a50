import ArchiveModel

/// One change of what archives hold, and what it does to data.
public struct Change: Sendable, Hashable {
  public let rule: Rule
  /// The archived name of the type, as the newer schema has it.
  public let type: String
  /// nil for the type as a whole.
  public let key: String?
  /// New code reads old archives.
  public internal(set) var level: Level
  /// Old code reads new archives.
  public internal(set) var forward: Level
  /// What it was and what it is: `u32`, `u16`. Empty where there was or is nothing.
  public let old: String
  public let new: String
  public let message: String
  /// Lines to write, the likely one first.
  public let fixes: [String]
  public var location: SourceLocation?
  public var sourceLine: String?
  /// The change of the declaration that this one comes from: `money.cents` for `order.lines[].price.cents`. What is said,
  /// accepted or retired there goes for this one.
  public internal(set) var origin: String?
  /// Whether the lock's mode forbids it, accepted or not.
  public internal(set) var breaksBackward = false
  public internal(set) var breaksForward = false
  /// The releases whose archives it concerns, the oldest first. The lock's own state that no release has is "unreleased".
  public var releases: [String] = []

  init(
    _ rule: Rule, _ type: String, key: String? = nil, level: Level? = nil, forward: Level? = nil, old: String = "",
    new: String = "", _ message: String, fixes: [String] = [], at location: SourceLocation? = nil,
    sourceLine: String? = nil, origin: String? = nil
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
    self.origin = origin
  }

  /// `Item.price`: what `--accept` and messages call it.
  public var subject: String { key.map { "\(type).\($0)" } ?? type }
}

extension Change {
  /// `Item.price` as a shell takes it.
  static func argument(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  static func retiring(_ subject: String, _ when: String) -> String {
    "archivegen lock --retire \(argument(subject))    \(when)"
  }
}
