/// The keys that a class's handwritten methods for `NSCoder` use: `encode(with:)`, `init(coder:)`, and methods to which
/// these pass the coder. Keys are as written; names are not resolved.
public struct SwiftCoding: Sendable, Equatable {
  public enum Direction: Sendable, Hashable { case encode, decode }

  /// The conversion of a property's value before it is archived.
  public enum Conversion: Sendable, Hashable {
    case none
    /// `NSNumber(value: count)`, `Int32(count)`
    case number
    case rawValue
    /// The bytes of the value in memory: `encodeBytes`.
    case bytes
    /// A part of the value, or the value in an optional: `for mark in marks`, `if case .some(let date) = date`.
    case part(String)
    /// Another conversion, as written: `color.hexText`.
    case other(String)
  }

  /// One encoded or decoded value.
  public struct Use: Sendable, Equatable {
    public var direction: Direction
    /// nil if there is no key, or if the key is neither a literal nor a constant.
    public var key: SwiftText?
    /// The key as written; empty if there is none.
    public var writtenKey: String
    /// Names that may be properties: names in the encoded expression, or the targets of a decoded value.
    public var subjects: [String]
    public var conversion: Conversion
    /// Whether the encoded value is an `NSNumber`, which archives have as an object of its own.
    public var isNumberObject = false
    /// What the code has where an archive has no value under the key, as an expression that is valid in any file ("nil" if it goes on
    /// with that); nil for all other code.
    public var fallback: String?
    /// The expressions that change a decoded value, as written, by the names that get it: `coder.decodeInteger(forKey: "minutes") * 60`.
    public var changes: [String: String] = [:]
    /// What is encoded in place of nil, as written: `-1` in `limit ?? -1`.
    public var nilReplacement: String?
    /// The name of the coder's method; if the coder is passed on, the name of the type's method.
    public var method: String
    /// Whether the call passes the coder to another method.
    public var isHandedOn: Bool
    /// The method that contains the call; empty for `encode(with:)` and `init(coder:)`.
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

  public var uses: [Use] = []
  /// The location of `encode(with:)`; nil if the type does not have it.
  public var encodeLocation: SourceLocation?
  public var encodeLine: String?
  public var hasDecode = false
  /// Whether `encode(with:)` calls the superclass's method.
  public var callsSuper = false
  /// The statements that give names a value which comes from no coder and is no literal: `depth = children.count`.
  public var assigned: [String: String] = [:]

  public init() {}

  /// The uses in the two methods and in methods to which these pass the coder. Other methods with a coder have other
  /// purposes, such as restoring the state of a window.
  public var reachedUses: [Use] {
    var reached: Set<String> = [""]
    while true {
      let handed = uses.filter { $0.isHandedOn && reached.contains($0.function) }.map(\.method)
      if reached.isSuperset(of: handed) { break }
      reached.formUnion(handed)
    }
    return uses.filter { reached.contains($0.function) }
  }

  /// Whether the methods archive anything. `init(coder:)` alone is often there only because the compiler requires it.
  public var isWhole: Bool { encodeLocation != nil || hasDecode && !reachedUses.isEmpty }

  public mutating func add(_ other: SwiftCoding) {
    uses += other.uses
    if encodeLocation == nil { (encodeLocation, encodeLine) = (other.encodeLocation, other.encodeLine) }
    hasDecode = hasDecode || other.hasDecode
    callsSuper = callsSuper || other.callsSuper
    assigned.merge(other.assigned) { first, _ in first }
  }
}

/// A string expression of literals and constants: `"MVName"`, `Keys.name.rawValue`, `prefix + "Name"`.
public struct SwiftText: Sendable, Hashable {
  public enum Part: Sendable, Hashable {
    case literal(String)
    case constant(ConstantName)
  }

  /// A constant as written: `Keys.name.rawValue`.
  public struct ConstantName: Sendable, Hashable {
    public var names: [String]
    /// Whether the type is inferred by the compiler: `.name`.
    public var isImplicit: Bool

    public init(_ names: [String], isImplicit: Bool = false) {
      self.names = names
      self.isImplicit = isImplicit
    }
  }

  public var parts: [Part]

  public init(_ parts: [Part]) { self.parts = parts }
}
