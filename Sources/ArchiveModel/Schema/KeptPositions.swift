/// The bits of groups that fields have, or had in a release: a lock keeps them, so that no other field gets them.
public struct KeptPositions: Sendable, Hashable {
  /// A field's bits in a group, by whole keys of a type.
  public struct Place: Sendable, Hashable {
    public let key: String
    public let group: BitGroupPlace
    public let width: Int
    /// Whether the field has them still.
    public let isCurrent: Bool

    public init(key: String, group: BitGroupPlace, width: Int, isCurrent: Bool) {
      self.key = key
      self.group = group
      self.width = width
      self.isCurrent = isCurrent
    }
  }

  private var types: [String: [Place]]

  /// - Parameter types: By archived name; every type that the lock has, also without groups.
  public init(_ types: [String: [Place]] = [:]) { self.types = types }

  /// nil if the lock does not have the type.
  public subscript(name: String) -> [Place]? { types[name] }
}

extension ArchivedNumber {
  /// The bits that a bit-field takes; nil for what is none.
  public var bitWidth: Int? {
    guard shape == .single else { return nil }
    return switch scalar {
    case .bool: 1
    case .integer(let bits, _): bits
    case .floating: nil
    }
  }
}

/// A bit-field's place in an archived integer that several share.
public struct BitGroupPlace: Sendable, Hashable {
  /// The key of the integer.
  public let key: String
  /// Of the field's lowest bit in it.
  public let position: Int

  public init(key: String, position: Int) {
    self.key = key
    self.position = position
  }

  /// Groups that one integer has room for.
  public static let mostBits = 64
}
