/// Access levels from the narrowest to the widest.
public enum SwiftAccess: Int, Sendable, Hashable, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  public static func < (left: SwiftAccess, right: SwiftAccess) -> Bool { left.rawValue < right.rawValue }
}

extension GeneratedAccess {
  /// The access of generated code for a type with this access.
  public init(_ access: SwiftAccess) {
    switch access {
    case .public, .open: self = .public
    case .package: self = .package
    default: self = .internal
    }
  }
}
