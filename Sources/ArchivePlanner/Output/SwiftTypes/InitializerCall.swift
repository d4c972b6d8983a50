import ArchiveModel

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
