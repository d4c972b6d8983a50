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
