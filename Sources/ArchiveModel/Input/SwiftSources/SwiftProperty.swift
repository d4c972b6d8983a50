/// A variable or constant of a type.
public struct SwiftProperty: Sendable, Equatable {
  public enum Storage: Sendable, Hashable {
    case stored
    /// A stored property with `willSet` or `didSet`.
    case observed
    case computed
    case lazy
  }

  public enum Reference: Sendable, Hashable {
    case strong, weak, unowned, unownedUnsafe
  }

  public var name: String
  /// nil if the type is not written and cannot be inferred with certainty from the initial value.
  public var type: SwiftType?
  /// Whether the type is inferred from the initial value.
  public var isTypeInferred = false
  public var initialValue: String?
  public var isLet = false
  public var isStatic = false
  public var isOverride = false
  public var storage: Storage = .stored
  public var reference: Reference = .strong
  public var access: SwiftAccess = .internal
  /// The access of the setter, which may be narrower.
  public var setterAccess: SwiftAccess = .internal
  /// Property wrappers, macros, `available(…)` and other attributes.
  public var attributes: [SwiftAttribute] = []
  public var annotations: FieldAnnotations = .none
  /// Whether an annotation of the property could not be parsed.
  public var hasAnnotationError = false
  /// Whether `init(coder:)` goes on with nil where an archive has no value, so that the property has what an initializer gives it then.
  public var isNilIfMissing = false
  /// Whether `encode(with:)` encodes an object that archives have of its own: an `NSNumber`, or an array, whose numbers are such objects.
  public var isEncodedAsObject = false
  /// The location of the name.
  public var location: SourceLocation
  public var sourceLine: String?

  public init(name: String, at location: SourceLocation) {
    self.name = name
    self.location = location
  }
}
