public struct SwiftInitializer: Sendable, Equatable {
  public var parameters: [SwiftParameter]
  public var access: SwiftAccess = .internal
  public var isFailable = false
  public var isThrowing = false
  public var isAsync = false
  public var isRequired = false
  public var isConvenience = false
  /// Whether it overrides or calls an initializer of a superclass, which a class with protocols alone has not.
  public var needsSuperclass = false
  /// Whether it has generic parameters or a `where` clause of its own.
  public var isGeneric = false
  /// Its `available` attributes.
  public var availability: [SwiftAttribute] = []
  /// What its body gives properties other than the parameter of their name.
  public var changed: [String: Change] = [:]
  /// The parameters that an initializer of the superclass gets as they are.
  public var passedOn: Set<String> = []
  /// What its body changes in objects that it gets.
  public var objectChanges: [ObjectChange] = []
  public var location: SourceLocation

  /// Whether an initializer of the superclass gets the parameter for a property as it is.
  public func passesOn(_ property: String) -> Bool {
    parameters.contains { ($0.label == property || $0.name == property) && passedOn.contains($0.name) }
  }

  /// What a body makes of a parameter.
  public struct Change: Sendable, Equatable {
    /// `balance * 100`
    public let source: String
    /// Whether it may be another value again when it is made of the result.
    public let isOtherEachTime: Bool
    /// Whether a method of the property may change it, which those of a constant cannot.
    public let isCall: Bool
    /// Whether the body does nothing with the parameter.
    public let isUnused: Bool

    public init(source: String, isOtherEachTime: Bool, isCall: Bool, isUnused: Bool = false) {
      (self.source, self.isOtherEachTime, self.isCall) = (source, isOtherEachTime, isCall)
      self.isUnused = isUnused
    }
  }

  /// A change of a property of a parameter, which changes another object if the parameter is one.
  public struct ObjectChange: Sendable, Equatable {
    public let parameter: String
    /// The names from the parameter to the property.
    public let path: [String]
    /// `account.balance += amount`
    public let source: String

    public init(of parameter: String, path: [String], source: String) {
      (self.parameter, self.path, self.source) = (parameter, path, source)
    }
  }

  public init(_ parameters: [SwiftParameter], at location: SourceLocation) {
    self.parameters = parameters
    self.location = location
  }
}

/// A parameter of an initializer, or a value of an enumeration case's payload.
public struct SwiftParameter: Sendable, Equatable {
  /// nil for `_`, and for a payload without a label.
  public var label: String?
  /// Empty for a payload without a label.
  public var name: String
  public var type: SwiftType
  public var hasDefault: Bool
  /// The default of a payload, if it is a literal: what it names may be private, and is then unknown to generated code.
  public var literalDefault: String?
  /// The annotations of a payload.
  public var annotations: FieldAnnotations = .none
  public var location: SourceLocation?
  public var sourceLine: String?

  public init(label: String?, name: String, type: SwiftType, hasDefault: Bool) {
    self.label = label
    self.name = name
    self.type = type
    self.hasDefault = hasDefault
  }
}

/// A case of an enumeration.
public struct SwiftCase: Sendable, Equatable {
  public var name: String
  public var rawValue: String?
  public var payload: [SwiftParameter] = []
  /// Whether `indirect` is written on the case itself.
  public var isIndirect = false
  /// Macros and other attributes.
  public var attributes: [SwiftAttribute] = []
  public var annotations: FieldAnnotations = .none
  /// Whether an annotation of the case or its payload could not be parsed.
  public var hasAnnotationError = false
  /// The location of the name.
  public var location: SourceLocation
  public var sourceLine: String?

  public init(name: String, at location: SourceLocation) {
    self.name = name
    self.location = location
  }
}
