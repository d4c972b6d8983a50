/// A parameter of an initializer, or a value of an enumeration case's payload.
public struct SwiftParameter: Sendable, Equatable {
  /// nil for `_`, and for a payload without a label.
  public var label: String?
  /// Empty for a payload without a label.
  public var name: String
  public var type: SwiftType
  public var hasDefault: Bool
  /// The annotations of a payload.
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
