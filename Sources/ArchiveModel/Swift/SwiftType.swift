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
  /// The type as written in source, for messages.
  public var spelled: String { spelled { $0 } }

  /// The type as written in source.
  ///
  /// - Parameter name: the spelling of a name, which may need backticks in code.
  public func spelled(_ name: (String) -> String) -> String {
    func inner(_ type: SwiftType) -> String { type.spelled(name) }
    return switch self {
    case .named(let own, let arguments):
      arguments.isEmpty ? name(own) : "\(name(own))<\(arguments.map(inner).joined(separator: ", "))>"
    case .optional(let wrapped): wrapped.grouped(name) + "?"
    case .implicitlyUnwrapped(let wrapped): wrapped.grouped(name) + "!"
    case .array(let element): "[\(inner(element))]"
    case .dictionary(let key, let value): "[\(inner(key)): \(inner(value))]"
    case .tuple(let elements):
      "(" + elements.map { ($0.label.map { "\(name($0)): " } ?? "") + inner($0.type) }.joined(separator: ", ") + ")"
    case .any(let protocols): "any " + protocols.map(inner).joined(separator: " & ")
    case .some(let type): "some " + inner(type)
    case .composition(let types): types.map(inner).joined(separator: " & ")
    case .function(let text), .other(let text): text
    }
  }

  /// The type in parentheses if something can follow it only then.
  private func grouped(_ name: (String) -> String) -> String {
    switch self {
    case .any, .some, .composition: "(\(spelled(name)))"
    default: spelled(name)
    }
  }
}
