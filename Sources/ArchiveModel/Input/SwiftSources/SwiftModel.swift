/// What Swift source says of the types in it: the reader's result, before anything is decided.
public struct SwiftModel: Sendable, Equatable {
  /// In the order in which they were given.
  public var files: [SwiftFile]
  public var diagnostics: [Diagnostic]

  public init(files: [SwiftFile] = [], diagnostics: [Diagnostic] = []) {
    self.files = files
    self.diagnostics = diagnostics
  }
}

public struct SwiftFile: Sendable, Equatable {
  public var path: String
  /// Module names, as `import` lines have them.
  public var imports: [String]
  /// Types of every nesting, each before those inside it.
  public var types: [SwiftTypeDeclaration]
  public var extensions: [SwiftExtension]
  /// Aliases by their qualified names; those with generic parameters are left out.
  public var aliases: [String: SwiftType]
  /// Constants that hold a text, by their qualified names; cases of enumerations that have one among them.
  public var constants: [String: SwiftText] = [:]
  /// What the file's code says to Foundation's coders of the names of classes.
  public var classNames: [SwiftClassName] = []
  /// Whether there is a syntax error; the file's types are not to be used then.
  public var hasSyntaxErrors: Bool

  public init(
    path: String, imports: [String] = [], types: [SwiftTypeDeclaration] = [], extensions: [SwiftExtension] = [],
    aliases: [String: SwiftType] = [:], hasSyntaxErrors: Bool = false
  ) {
    self.path = path
    self.imports = imports
    self.types = types
    self.extensions = extensions
    self.aliases = aliases
    self.hasSyntaxErrors = hasSyntaxErrors
  }
}

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

/// What an `extension` adds that generated code has to know of.
public struct SwiftExtension: Sendable, Equatable {
  /// The extended type's name as it is written.
  public var name: String
  public var inherited: [SwiftType]
  /// The text of a `where` clause, without the word: what it adds is there only then.
  public var whereClause: String?
  public var initializers: [SwiftInitializer]
  public var methods: [MethodSignature]
  /// What methods for `NSCoder` say, if it has any.
  public var coding: SwiftCoding?
  public var location: SourceLocation

  public init(
    name: String, inherited: [SwiftType] = [], whereClause: String? = nil, initializers: [SwiftInitializer] = [],
    methods: [MethodSignature] = [], location: SourceLocation
  ) {
    self.name = name
    self.inherited = inherited
    self.whereClause = whereClause
    self.initializers = initializers
    self.methods = methods
    self.location = location
  }
}

/// From the narrowest to the widest.
public enum SwiftAccess: Int, Sendable, Hashable, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  public static func < (left: SwiftAccess, right: SwiftAccess) -> Bool { left.rawValue < right.rawValue }
}

extension GeneratedAccess {
  /// Of what is generated for a type of that access.
  public init(_ access: SwiftAccess) {
    switch access {
    case .public, .open: self = .public
    case .package: self = .package
    default: self = .internal
    }
  }
}

/// To which actor a declaration belongs. Where none of these is known, the compiler's default isolation decides.
public enum SwiftIsolation: Sendable, Hashable {
  /// `nonisolated`: any thread may use it.
  case none
  /// A global actor, as an attribute spells it: `MainActor`.
  case actor(String)
}

public struct SwiftGenericParameter: Sendable, Equatable {
  public var name: String
  /// What it has to conform to.
  public var constraint: SwiftType?
  /// `each` of a parameter pack, `let` of a value.
  public var specifier: String?

  public init(name: String, constraint: SwiftType? = nil, specifier: String? = nil) {
    self.name = name
    self.constraint = constraint
    self.specifier = specifier
  }
}

/// A type as source writes it; the long forms of optionals, arrays and dictionaries are the short ones.
public indirect enum SwiftType: Sendable, Hashable {
  /// `Int`, `Foundation.Date`, `Box<Int>`, `Outer<Int>.Inner`: the name without arguments, and those of the last part.
  case named(String, arguments: [SwiftType])
  case optional(SwiftType)
  /// `T!`
  case implicitlyUnwrapped(SwiftType)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)
  case tuple([TupleElement])
  /// `any P`, `any P & Q`
  case any([SwiftType])
  /// `some P`
  case some(SwiftType)
  /// `P & Q`
  case composition([SwiftType])
  /// A function type, as it is written.
  case function(String)
  /// Anything else, as it is written.
  case other(String)

  public struct TupleElement: Sendable, Hashable {
    public var label: String?
    public var type: SwiftType

    public init(label: String? = nil, type: SwiftType) {
      self.label = label
      self.type = type
    }
  }
}

/// An attribute of a declaration, without `@`.
public struct SwiftAttribute: Sendable, Hashable {
  public let name: String
  /// With its arguments.
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A variable or constant of a type.
public struct SwiftProperty: Sendable, Equatable {
  public enum Storage: Sendable, Hashable {
    case stored
    /// With `willSet` or `didSet`.
    case observed
    case computed
    case lazy
  }

  public enum Reference: Sendable, Hashable {
    case strong, weak, unowned, unownedUnsafe
  }

  public var name: String
  /// nil when only an initial value says it, and not without doubt.
  public var type: SwiftType?
  /// Whether the initial value says the type.
  public var isTypeInferred: Bool
  public var initialValue: String?
  public var isLet: Bool
  public var isStatic: Bool
  public var isOverride: Bool
  public var storage: Storage
  public var reference: Reference
  public var access: SwiftAccess
  /// Of setting it, where that is narrower.
  public var setterAccess: SwiftAccess
  /// Property wrappers, macros, `available(…)`.
  public var attributes: [SwiftAttribute]
  public var annotations: FieldAnnotations
  /// Whether a comment on it has words that could not be read.
  public var hasAnnotationError: Bool
  /// Of its name.
  public var location: SourceLocation
  public var sourceLine: String?

  public init(
    name: String, type: SwiftType?, isTypeInferred: Bool = false, initialValue: String? = nil, isLet: Bool = false,
    isStatic: Bool = false, isOverride: Bool = false, storage: Storage = .stored, reference: Reference = .strong,
    access: SwiftAccess = .internal, setterAccess: SwiftAccess? = nil, attributes: [SwiftAttribute] = [],
    annotations: FieldAnnotations = .none, hasAnnotationError: Bool = false, location: SourceLocation,
    sourceLine: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isTypeInferred = isTypeInferred
    self.initialValue = initialValue
    self.isLet = isLet
    self.isStatic = isStatic
    self.isOverride = isOverride
    self.storage = storage
    self.reference = reference
    self.access = access
    self.setterAccess = setterAccess ?? access
    self.attributes = attributes
    self.annotations = annotations
    self.hasAnnotationError = hasAnnotationError
    self.location = location
    self.sourceLine = sourceLine
  }
}

/// A case of an enumeration.
public struct SwiftCase: Sendable, Equatable {
  public var name: String
  public var rawValue: String?
  public var payload: [SwiftParameter]
  /// Whether it is written on the case itself.
  public var isIndirect: Bool
  public var annotations: FieldAnnotations
  /// Whether a comment on it or its payload has words that could not be read.
  public var hasAnnotationError: Bool
  /// Of its name.
  public var location: SourceLocation
  public var sourceLine: String?

  public init(
    name: String, rawValue: String? = nil, payload: [SwiftParameter] = [], isIndirect: Bool = false,
    annotations: FieldAnnotations = .none, hasAnnotationError: Bool = false, location: SourceLocation,
    sourceLine: String? = nil
  ) {
    self.name = name
    self.rawValue = rawValue
    self.payload = payload
    self.isIndirect = isIndirect
    self.annotations = annotations
    self.hasAnnotationError = hasAnnotationError
    self.location = location
    self.sourceLine = sourceLine
  }
}

/// A parameter of an initializer, or a value in an enumeration case's payload.
public struct SwiftParameter: Sendable, Equatable {
  /// nil for `_`, and for a payload that has none.
  public var label: String?
  /// Empty for a payload without a label.
  public var name: String
  public var type: SwiftType
  public var hasDefault: Bool
  /// Of a payload.
  public var annotations: FieldAnnotations
  public var location: SourceLocation?
  public var sourceLine: String?

  public init(
    label: String?, name: String, type: SwiftType, hasDefault: Bool = false, annotations: FieldAnnotations = .none,
    location: SourceLocation? = nil, sourceLine: String? = nil
  ) {
    self.label = label
    self.name = name
    self.type = type
    self.hasDefault = hasDefault
    self.annotations = annotations
    self.location = location
    self.sourceLine = sourceLine
  }
}

public struct SwiftInitializer: Sendable, Equatable {
  public var parameters: [SwiftParameter]
  public var access: SwiftAccess
  public var isFailable: Bool
  public var isThrowing: Bool
  public var isAsync: Bool
  public var isRequired: Bool
  public var isConvenience: Bool
  /// Whether it has generic parameters or a `where` clause of its own.
  public var isGeneric: Bool
  public var location: SourceLocation

  public init(
    parameters: [SwiftParameter], access: SwiftAccess = .internal, isFailable: Bool = false, isThrowing: Bool = false,
    isAsync: Bool = false, isRequired: Bool = false, isConvenience: Bool = false,
    isGeneric: Bool = false, location: SourceLocation
  ) {
    self.parameters = parameters
    self.access = access
    self.isFailable = isFailable
    self.isThrowing = isThrowing
    self.isAsync = isAsync
    self.isRequired = isRequired
    self.isConvenience = isConvenience
    self.isGeneric = isGeneric
    self.location = location
  }
}
