/// A type as written. The long forms of optionals, arrays and dictionaries are replaced by the short ones.
public indirect enum SwiftType: Sendable, Hashable {
  /// `Int`, `Foundation.Date`, `Box<Int>`, `Outer<Int>.Inner`: the name without arguments, and the last part's
  /// arguments.
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
  /// A function type, as written.
  case function(String)
  /// Any other type, as written.
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

extension SwiftType {
  /// The type as written in source, for messages, and for code that repeats unresolved types.
  public var spelled: String {
    switch self {
    case .named(let name, let arguments):
      arguments.isEmpty ? name : "\(name)<\(arguments.map(\.spelled).joined(separator: ", "))>"
    case .optional(let wrapped): wrapped.grouped + "?"
    case .implicitlyUnwrapped(let wrapped): wrapped.grouped + "!"
    case .array(let element): "[\(element.spelled)]"
    case .dictionary(let key, let value): "[\(key.spelled): \(value.spelled)]"
    case .tuple(let elements):
      "(" + elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.spelled }.joined(separator: ", ") + ")"
    case .any(let protocols): "any " + protocols.map(\.spelled).joined(separator: " & ")
    case .some(let type): "some " + type.spelled
    case .composition(let types): types.map(\.spelled).joined(separator: " & ")
    case .function(let text), .other(let text): text
    }
  }

  /// The type in parentheses if something can follow it only then.
  private var grouped: String {
    switch self {
    case .any, .some, .composition: "(\(spelled))"
    default: spelled
    }
  }
}
