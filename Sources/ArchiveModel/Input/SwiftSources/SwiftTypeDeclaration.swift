/// A struct, class, enumeration, actor or protocol.
public struct SwiftTypeDeclaration: Sendable, Equatable {
  public enum Kind: String, Sendable, Hashable {
    case `struct`, `class`, `enum`, actor, `protocol`
  }

  public var kind: Kind
  /// The qualified name: `Outer.Inner`.
  public var name: String
  /// The access as written on the type or on the extension around it. Types around it may narrow it.
  public var access: SwiftAccess
  /// The isolation as written on the type or on the extension around it.
  public var isolation: SwiftIsolation?
  public var isFinal: Bool
  public var isIndirect: Bool
  public var generics: [SwiftGenericParameter]
  /// The text of the `where` clause without the keyword.
  public var whereClause: String?
  /// The types of the inheritance clause, in order.
  public var inherited: [SwiftType]
  /// The names of its attributes without `@`: `MainActor`, `Observable`.
  public var attributes: [String]
  public var properties: [SwiftProperty]
  public var cases: [SwiftCase]
  public var initializers: [SwiftInitializer]
  public var methods: [MethodSignature]
  /// The calls in its methods for `NSCoder`, if it has any.
  public var coding: SwiftCoding?
  /// The name in `@objc(Name)`.
  public var objectiveCName: String?
  /// Whether the type has an `archive:` comment, with or without attributes.
  public var isMarked: Bool
  public var annotations: TypeAnnotations
  /// Whether an annotation of the type could not be parsed. No code is generated for it then.
  public var hasAnnotationError: Bool
  /// Diagnostics about obstacles to archiving it. They are reported only if it is archived, which most types are not.
  public var diagnostics: [Diagnostic]
  /// The location of the name.
  public var location: SourceLocation
  public var sourceLine: String?

  public init(
    kind: Kind, name: String, access: SwiftAccess = .internal, isolation: SwiftIsolation? = nil, isFinal: Bool = false,
    isIndirect: Bool = false,
    generics: [SwiftGenericParameter] = [], whereClause: String? = nil, inherited: [SwiftType] = [],
    attributes: [String] = [], properties: [SwiftProperty] = [], cases: [SwiftCase] = [],
    initializers: [SwiftInitializer] = [], methods: [MethodSignature] = [], isMarked: Bool = false,
    annotations: TypeAnnotations = .none, hasAnnotationError: Bool = false, diagnostics: [Diagnostic] = [],
    location: SourceLocation, sourceLine: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.access = access
    self.isolation = isolation
    self.isFinal = isFinal
    self.isIndirect = isIndirect
    self.generics = generics
    self.whereClause = whereClause
    self.inherited = inherited
    self.attributes = attributes
    self.properties = properties
    self.cases = cases
    self.initializers = initializers
    self.methods = methods
    self.isMarked = isMarked
    self.annotations = annotations
    self.hasAnnotationError = hasAnnotationError
    self.diagnostics = diagnostics
    self.location = location
    self.sourceLine = sourceLine
  }
}
