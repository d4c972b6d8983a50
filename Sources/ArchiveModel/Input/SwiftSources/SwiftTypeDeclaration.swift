/// A struct, class, enumeration, actor or protocol.
public struct SwiftTypeDeclaration: Sendable, Equatable {
  public enum Kind: String, Sendable, Hashable {
    case `struct`, `class`, `enum`, actor, `protocol`
  }

  public var kind: Kind
  /// The qualified name: `Outer.Inner`.
  public var name: String
  /// The access as written on the type or on the extension around it. Types around it may narrow it.
  public var access: SwiftAccess = .internal
  /// The isolation as written on the type or on the extension around it.
  public var isolation: SwiftIsolation?
  public var isFinal = false
  public var isIndirect = false
  public var generics: [SwiftGenericParameter] = []
  /// The text of the `where` clause without the keyword.
  public var whereClause: String?
  /// The types of the inheritance clause, in order.
  public var inherited: [SwiftType] = []
  /// The names of its attributes without `@`: `MainActor`, `Observable`.
  public var attributes: [String] = []
  /// Its `available` attributes.
  public var availability: [SwiftAttribute] = []
  public var properties: [SwiftProperty] = []
  public var cases: [SwiftCase] = []
  public var initializers: [SwiftInitializer] = []
  public var methods: [MethodSignature] = []
  /// The calls in its methods for `NSCoder`, if it has any.
  public var coding: SwiftCoding?
  /// The names in the bodies of its own `init(from:)` and `encode(to:)` for Codable; nil if it has neither.
  public var codableNames: Set<String>?
  /// The name in `@objc(Name)`.
  public var objectiveCName: String?
  /// Whether the type has an `archive:` comment, with or without attributes.
  public var isMarked = false
  public var annotations: TypeAnnotations = .none
  /// Whether an annotation of the type could not be parsed. No code is generated for it then.
  public var hasAnnotationError = false
  /// Diagnostics about obstacles to archiving it. They are reported only if it is archived, which most types are not.
  public var diagnostics: [Diagnostic] = []
  /// The location of the declaration's first token, which may be one of its attributes.
  public var start: SourceLocation?
  /// The location of the name.
  public var location: SourceLocation
  public var sourceLine: String?

  public init(_ kind: Kind, name: String, at location: SourceLocation) {
    self.kind = kind
    self.name = name
    self.location = location
  }
}

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

/// An attribute of a Swift declaration, without `@`.
public struct SwiftAttribute: Sendable, Hashable {
  public let name: String
  /// The attribute with its arguments.
  public let text: String
  public let arguments: [Argument]

  public struct Argument: Sendable, Hashable {
    public let label: String?
    /// The expression as written.
    public let text: String
    /// The text of a string literal without interpolations.
    public let literal: String?

    public init(label: String? = nil, text: String, literal: String? = nil) {
      self.label = label
      self.text = text
      self.literal = literal
    }
  }

  public init(name: String, text: String, arguments: [Argument] = []) {
    self.name = name
    self.text = text
    self.arguments = arguments
  }

  /// The name without a module.
  public var ownName: String { name.split(separator: ".").last.map(String.init) ?? name }

  /// Whether uses of the declaration are warnings, on some platforms at least.
  public var isDeprecation: Bool { name == "available" && text.contains("deprecated") }

  /// Whether all uses of the declaration are errors.
  public var isUnavailability: Bool {
    name == "available" && text.filter { $0 != " " }.hasPrefix("available(*,unavailable")
  }
}

public struct SwiftGenericParameter: Sendable, Equatable {
  public var name: String
  /// The protocol or superclass that the parameter is constrained to.
  public var constraint: SwiftType?
  /// `each` for a parameter pack, `let` for a value.
  public var specifier: String?

  public init(name: String, constraint: SwiftType? = nil, specifier: String? = nil) {
    self.name = name
    self.constraint = constraint
    self.specifier = specifier
  }
}
