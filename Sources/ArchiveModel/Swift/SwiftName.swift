/// The qualified name of a declaration in generated code: a module, and the names from the outermost type on, without
/// the backticks that some need in source.
public struct SwiftName: Sendable, Hashable {
  public enum Module: Sendable, Hashable {
    /// `Shop.order`
    case member(String)
    /// `Shop::order`, if a type with the module's name would otherwise be searched for `order` (SE-0491).
    case selector(String)

    public var name: String {
      switch self {
      case .member(let name), .selector(let name): name
      }
    }
  }

  /// nil for declarations of the file itself or of its module.
  public let module: Module?
  public let path: [String]

  public init(_ module: Module? = nil, _ path: [String]) {
    self.module = module
    self.path = path
  }

  public init(_ module: Module? = nil, _ name: String) { self.init(module, [name]) }

  /// A type of the app, by its qualified name: `Outer.Inner`.
  public init(qualified name: String) { self.init(nil, name.split(separator: ".").map(String.init)) }

  /// A type nested in this one.
  public func member(_ name: String) -> SwiftName { SwiftName(module, path + [name]) }
}

/// A step on the path in Swift from a C record to a member.
public enum MemberStep: Sendable, Hashable {
  case member(String)
  /// An element of a tuple, which represents a C array.
  case element(Int)
}

/// The names that need backticks as the name of a type or property.
public enum SwiftKeywords {
  /// The keywords. Contextual keywords need no backticks.
  private static let all: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
    "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "any", "static",
    "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  public static func contains(_ name: String) -> Bool { all.contains(name) }

  /// Whether the name is an identifier without backticks, or a keyword: SE-0451 allows almost any text between backticks.
  public static func isPlain(_ name: String) -> Bool {
    // Unicode's tables take ten times as long, and nearly all names are ASCII.
    if name.utf8.allSatisfy({ $0 < 0x80 && $0.isWord }) {
      return name.utf8.first.map { !(48...57).contains($0) } ?? false
    }
    // Identifiers may also have the symbols beyond U+FFFF, such as emoji.
    guard let first = name.unicodeScalars.first,
      first == "_" || first.properties.isXIDStart || first.value > 0xFFFF
    else { return false }
    return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0.value > 0xFFFF }
  }
}
