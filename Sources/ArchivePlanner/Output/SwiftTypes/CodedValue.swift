import ArchiveModel

/// One value of a Swift type with its key, and how it is written and read.
public struct CodedValue: Sendable, Hashable {
  public enum Call: Sendable, Hashable {
    case value, packed, conditional
    /// An array of numbers, as a list of numbers; the packed form is read too.
    case elements
    /// A number, as an object of its own.
    case numberObject
  }

  /// What happens if an archive has none of the value's keys.
  public enum Fallback: Sendable, Hashable {
    /// Decoding fails; an optional is nil.
    case none
    /// Decoding fails, also for an optional.
    case required
    /// The value stays as it is.
    case initialValue
    case expression(SourceExpression)
  }

  public let key: String
  public var formerKeys: [FormerKey] = []
  /// Keys of the whole object that values inside the struct read. If the archive has one of them, the struct exists.
  public var innerRootKeys: [String] = []
  public var call: Call = .value
  /// Whether the property does not own its object.
  public var isUnowned = false
  /// Whether the property has observers, which only the initializer's own body does not call.
  public var isObserved = false
  /// The archived value; nil if the value is only read.
  public let source: ValuePlace?
  /// The location that decoding assigns.
  public let target: ValuePlace
  /// The type of the property, argument or payload.
  public let type: SwiftTypeUse
  /// The type that is passed to the coder.
  public let archivedType: SwiftTypeUse
  /// The wrapper that converts the value to that type.
  public var wrapping: ValueWrapping = .none
  public var fallback: Fallback = .none
  /// The type and wrapping for Codable, if they differ.
  public var codable: Codable?

  public struct Codable: Sendable, Hashable {
    public let type: SwiftTypeUse
    public let wrapping: ValueWrapping
  }
}

/// The location of a value in generated code.
public enum ValuePlace: Sendable, Hashable {
  public enum Object: Sendable, Hashable {
    /// The object that the method belongs to.
    case own
    /// The object that was just created.
    case made
  }

  /// A property. Under strict memory safety every use of an `unowned(unsafe)` property needs `unsafe`.
  case property(String, of: Object, isUnsafe: Bool)
  /// An element of the tuple that a struct represents.
  case element(MemberStep)
  /// A value of a case or tuple, by its index.
  case value(Int)
  /// The decoded value for the initializer's parameter with the name of this property.
  case argument(String)
  /// A name that is only written, and not assigned.
  case name(String)
}

/// An expression from the app's source or from an annotation.
public enum SourceExpression: Sendable, Hashable {
  /// Source code as written.
  case source(String)
  /// A string without its quotation marks.
  case text(String)
}

/// The wrapper of a value that has no coding itself.
public indirect enum ValueWrapping: Sendable, Hashable {
  case none
  /// A C record in a collection.
  case record
  /// A struct with a property `value`: a struct of the runtime, or a generated one for a tuple or a protocol.
  case wrapper(SwiftTypeUse, isGenerated: Bool)
  case map(ValueWrapping)
  case mapValues(ValueWrapping)
}

/// The value of a property before its archived value is read.
public enum PlaceholderValue: Sendable, Hashable {
  case null, emptyList, emptyDictionary
}

/// A call of an initializer: the values that are read before it, and its arguments.
public struct InitializerCall: Sendable, Hashable {
  public struct Argument: Sendable, Hashable {
    /// An argument.
    public enum Value: Sendable, Hashable {
      case constant(ValuePlace)
      case placeholder(PlaceholderValue)
    }

    public let label: String?
    public let value: Value
  }

  /// The local constant of an argument, with its declared type.
  public struct Constant: Sendable, Hashable {
    public let type: SwiftTypeUse
    public let value: CodedValue
  }

  public let constants: [Constant]
  public let arguments: [Argument]
  public let isThrowing: Bool
}
