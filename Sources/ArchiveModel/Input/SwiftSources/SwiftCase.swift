/// A case of an enumeration.
public struct SwiftCase: Sendable, Equatable {
  public var name: String
  public var rawValue: String?
  public var payload: [SwiftParameter]
  /// Whether `indirect` is written on the case itself.
  public var isIndirect: Bool
  /// Macros and other attributes.
  public var attributes: [SwiftAttribute]
  public var annotations: FieldAnnotations
  /// Whether an annotation of the case or its payload could not be parsed.
  public var hasAnnotationError: Bool
  /// The location of the name.
  public var location: SourceLocation
  public var sourceLine: String?

  public init(
    name: String, rawValue: String? = nil, payload: [SwiftParameter] = [], isIndirect: Bool = false,
    attributes: [SwiftAttribute] = [], annotations: FieldAnnotations = .none, hasAnnotationError: Bool = false,
    location: SourceLocation,
    sourceLine: String? = nil
  ) {
    self.name = name
    self.rawValue = rawValue
    self.payload = payload
    self.isIndirect = isIndirect
    self.attributes = attributes
    self.annotations = annotations
    self.hasAnnotationError = hasAnnotationError
    self.location = location
    self.sourceLine = sourceLine
  }
}
