/// A struct, class, enumeration, actor or protocol.
public struct SwiftTypeDeclaration: Sendable, Equatable {
  public enum Kind: String, Sendable, Hashable {
    case `struct`, `class`, `enum`, actor, `protocol`
  }

  public var kind: Kind
  /// With the names of the types around it: `Outer.Inner`.
  public var name: String
  /// As it is written, or as the extension around it says; types around it may narrow it.
  public var access: SwiftAccess
  /// What it says itself of its isolation, or the extension around it.
  public var isolation: SwiftIsolation?
  public var isFinal: Bool
  public var isIndirect: Bool
  public var generics: [SwiftGenericParameter]
  /// The text of a `where` clause, without the word.
  public var whereClause: String?
  /// The types of the inheritance clause, in their order.
  public var inherited: [SwiftType]
  /// Names of its attributes without `@`: `MainActor`, `Observable`.
  public var attributes: [String]
  public var properties: [SwiftProperty]
  public var cases: [SwiftCase]
  public var initializers: [SwiftInitializer]
  public var methods: [MethodSignature]
  /// What methods for `NSCoder` say, if it has any.
  public var coding: SwiftCoding?
  /// The name in `@objc(Name)`.
  public var objectiveCName: String?
  /// Whether an `archive:` comment stands on it, be it empty of attributes.
  public var isMarked: Bool
  public var annotations: TypeAnnotations
  /// Whether a comment on it has words that could not be read: nothing is to be generated for it then.
  public var hasAnnotationError: Bool
  /// What stands in the way of archiving it, to be reported if it is to be archived: most types of a source are not.
  public var diagnostics: [Diagnostic]
  /// Of its name.
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
