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

extension SwiftType {
  /// The type with its arguments, in the short form if there is one.
  public static func applied(_ name: String, to arguments: [SwiftType]) -> SwiftType {
    // The module is kept, because the app may have a type of the same name.
    switch (withoutModule(name), arguments.count) {
    case ("Optional", 1): .optional(arguments[0])
    case ("Array", 1): .array(arguments[0])
    case ("Dictionary", 2): .dictionary(arguments[0], arguments[1])
    default: .named(name, arguments: arguments)
    }
  }

  /// `Int` for `Swift.Int`.
  public static func withoutModule(_ name: String) -> String {
    name.hasPrefix("Swift.") ? String(name.dropFirst("Swift.".count)) : name
  }

  /// The type with other types in the place of those that have names.
  ///
  /// - Parameter replacement: is given a name and its arguments, in which names are already replaced.
  public func replacingNames(_ replacement: (String, [SwiftType]) -> SwiftType) -> SwiftType {
    func inner(_ type: SwiftType) -> SwiftType { type.replacingNames(replacement) }
    return switch self {
    case .named(let name, let arguments): replacement(name, arguments.map(inner))
    case .optional(let wrapped): .optional(inner(wrapped))
    case .implicitlyUnwrapped(let wrapped): .implicitlyUnwrapped(inner(wrapped))
    case .array(let element): .array(inner(element))
    case .dictionary(let key, let value): .dictionary(inner(key), inner(value))
    case .tuple(let elements): .tuple(elements.map { TupleElement(label: $0.label, type: inner($0.type)) })
    case .any(let protocols): .any(protocols.map(inner))
    case .some(let constraint): .some(inner(constraint))
    case .composition(let types): .composition(types.map(inner))
    case .function, .other: self
    }
  }
}

/// A type alias: `Pixels = [UInt8]`, `Pair<T> = (T, T)`, or `List = Array`, which is generic without parameters of its own.
public struct SwiftAlias: Sendable, Hashable {
  /// The names of its generic parameters.
  public var parameters: [String]
  public var type: SwiftType

  public init(_ type: SwiftType, parameters: [String] = []) {
    self.type = type
    self.parameters = parameters
  }

  /// The type that the alias with these arguments stands for; nil if it has another number of parameters.
  public func applied(to arguments: [SwiftType]) -> SwiftType? {
    if parameters.isEmpty, !arguments.isEmpty {
      guard case .named(let name, arguments: []) = type else { return nil }
      return .applied(name, to: arguments)
    }
    guard parameters.count == arguments.count else { return nil }
    let values = Dictionary(zip(parameters, arguments), uniquingKeysWith: { first, _ in first })
    return type.replacingNames { name, arguments in values[name] ?? .named(name, arguments: arguments) }
  }
}
