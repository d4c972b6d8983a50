/// The name of a declaration as code of the output reaches it: a module, and the names from the outermost type on. They
/// are without the backticks that some need in source.
public struct SwiftName: Sendable, Hashable {
  public enum Module: Sendable, Hashable {
    /// `Shop.order`
    case member(String)
    /// `Shop::order`: where a type of the module's name would be searched for `order` otherwise (SE-0491).
    case selector(String)

    public var name: String {
      switch self {
      case .member(let name), .selector(let name): name
      }
    }
  }

  /// nil for what the file itself, or its module, declares.
  public let module: Module?
  public let path: [String]

  public init(_ module: Module? = nil, _ path: [String]) {
    self.module = module
    self.path = path
  }

  public init(_ module: Module? = nil, _ name: String) { self.init(module, [name]) }

  /// A type of the app, by its qualified name: `Outer.Inner`.
  public init(qualified name: String) { self.init(nil, name.split(separator: ".").map(String.init)) }

  /// A type within this one.
  public func member(_ name: String) -> SwiftName { SwiftName(module, path + [name]) }
}

/// A step from a C record to a member, as Swift reaches it.
public enum MemberStep: Sendable, Hashable {
  case member(String)
  /// Of a tuple, which a C array is.
  case element(Int)
}
