import ArchiveModel

/// One change of archived types and its effect on data.
public struct Change: Sendable, Hashable {
  public let rule: Rule
  /// The archived name of the type, as the newer schema has it.
  public let type: String
  /// nil for a change of the type as a whole.
  public let key: String?
  /// The effect when new code reads old archives.
  public internal(set) var level: Level
  /// The effect when old code reads new archives.
  public internal(set) var forward: Level
  /// The old and the new form: `u32`, `u16`. Empty if there is none.
  public let old: String
  public let new: String
  public internal(set) var message: String
  /// Lines to write, the most likely one first.
  public internal(set) var fixes: [String]
  public var location: SourceLocation?
  public var sourceLine: String?
  /// The change of the declaration that causes this one: `money.cents` for `order.lines[].price.cents`. What is
  /// accepted or retired there applies to this change too.
  public internal(set) var origin: String?
  /// The effect in the directions that the lock's mode considers.
  public internal(set) var effect = Level.safe
  /// Why the configuration gives it the level that it has; nil if it says nothing.
  public internal(set) var levelReason: String?
  /// Whether the lock's mode forbids it, accepted or not.
  public internal(set) var breaksBackward = false
  public internal(set) var breaksForward = false
  /// The releases whose archives it affects, oldest first; "unreleased" stands for the state without a release.
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

  /// `Item.price`, as `--accept` and messages name it.
  public var subject: String { key.map { "\(type).\($0)" } ?? type }
}

extension Change {
  static let namingInput =
    "name the file that declares it, if it is not among the inputs, or a lock of their own with --lock, if these are the inputs of another library"

  /// Whether it is a type that is gone, and that no other seems to be.
  public var isTypeWithoutSuccessor: Bool { rule == .typeRemoved && fixes.contains(Self.namingInput) }

  static func retiring(_ subject: String, _ when: String) -> String {
    "archivegen lock --retire \(ShellWord.quoted(subject))    \(when)"
  }
}

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

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
