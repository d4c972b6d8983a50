/// The target of a pointer.
public struct SchemaPointer: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case target(PointerTarget, ElementCount?)
    case string(TextEncoding)
    case symbols([SchemaSymbol])
    case via(PointerFunctions)
  }

  public let kind: Kind
  public let isWeak: Bool

  public init(_ kind: Kind, isWeak: Bool = false) {
    self.kind = kind
    self.isWeak = isWeak
  }

  /// The record behind all pointers.
  public var record: Record.ID? {
    if case .target(let target, _) = kind { target.record } else { nil }
  }
}
