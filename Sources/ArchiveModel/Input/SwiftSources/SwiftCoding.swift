/// What methods written by hand for `NSCoder` say of a class's keys: `encode(with:)`, `init(coder:)`, and those that they
/// hand the coder to. Keys are as the source writes them, and nothing is resolved.
public struct SwiftCoding: Sendable, Equatable {
  public enum Direction: Sendable, Hashable { case encode, decode }

  /// What an encoding makes of a property's value before it is archived.
  public enum Conversion: Sendable, Hashable {
    case none
    /// `NSNumber(value: count)`, `Int32(count)`
    case number
    case rawValue
    /// Its bytes as they are in memory: `encodeBytes`.
    case bytes
    /// A part of it, or what an optional holds: `for mark in marks`, `if case .some(let date) = date`.
    case part(String)
    /// Anything else, as it is written: `color.hexText`.
    case other(String)
  }

  /// One value that is encoded or decoded.
  public struct Use: Sendable, Equatable {
    public var direction: Direction
    /// nil if there is no key, or one that is neither a text nor a constant.
    public var key: SwiftText?
    /// As it is written; empty if there is none.
    public var writtenKey: String
    /// Names that may be those of properties: in what is encoded, or of what a decoded value is assigned to.
    public var subjects: [String]
    public var conversion: Conversion
    /// The coder's method; that of the type if the coder is handed on.
    public var method: String
    /// Whether it is a call of something else that gets the coder.
    public var isHandedOn: Bool
    /// The method that it stands in; empty in `encode(with:)` and `init(coder:)`.
    public var function = ""
    public var location: SourceLocation
    public var sourceLine: String?

    public init(
      direction: Direction, key: SwiftText?, writtenKey: String, subjects: [String], conversion: Conversion = .none,
      method: String, isHandedOn: Bool = false, location: SourceLocation, sourceLine: String? = nil
    ) {
      self.direction = direction
      self.key = key
      self.writtenKey = writtenKey
      self.subjects = subjects
      self.conversion = conversion
      self.method = method
      self.isHandedOn = isHandedOn
      self.location = location
      self.sourceLine = sourceLine
    }
  }

  public var uses: [Use]
  /// `encode(with:)`, if it is there.
  public var encodeLocation: SourceLocation?
  public var encodeLine: String?
  public var hasDecode: Bool
  /// Whether `encode(with:)` calls that of the superclass.
  public var callsSuper: Bool

  public init(
    uses: [Use] = [], encodeLocation: SourceLocation? = nil, encodeLine: String? = nil, hasDecode: Bool = false,
    callsSuper: Bool = false
  ) {
    self.uses = uses
    self.encodeLocation = encodeLocation
    self.encodeLine = encodeLine
    self.hasDecode = hasDecode
    self.callsSuper = callsSuper
  }

  /// The uses in the two methods and in those of the type that they hand the coder to: others restore a window's state,
  /// or the like.
  public var reachedUses: [Use] {
    var reached: Set<String> = [""]
    while true {
      let handed = uses.filter { $0.isHandedOn && reached.contains($0.function) }.map(\.method)
      if reached.isSuperset(of: handed) { break }
      reached.formUnion(handed)
    }
    return uses.filter { reached.contains($0.function) }
  }

  /// Whether it says anything of archives: `init(coder:)` alone is often there because the compiler wants it.
  public var isWhole: Bool { encodeLocation != nil || hasDecode && !reachedUses.isEmpty }

  public mutating func add(_ other: SwiftCoding) {
    uses += other.uses
    if encodeLocation == nil { (encodeLocation, encodeLine) = (other.encodeLocation, other.encodeLine) }
    hasDecode = hasDecode || other.hasDecode
    callsSuper = callsSuper || other.callsSuper
  }
}
