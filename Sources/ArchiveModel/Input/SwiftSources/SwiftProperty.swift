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
  public var isTypeInferred: Bool
  public var initialValue: String?
  public var isLet: Bool
  public var isStatic: Bool
  public var isOverride: Bool
  public var storage: Storage
  public var reference: Reference
  public var access: SwiftAccess
  /// The access of the setter, which may be narrower.
  public var setterAccess: SwiftAccess
  /// Property wrappers, macros, `available(…)` and other attributes.
  public var attributes: [SwiftAttribute]
  public var annotations: FieldAnnotations
  /// Whether an annotation of the property could not be parsed.
  public var hasAnnotationError: Bool
  /// The location of the name.
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
