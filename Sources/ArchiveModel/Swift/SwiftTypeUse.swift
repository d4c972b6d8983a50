/// A type as generated code uses it: every name is resolved.
public indirect enum SwiftTypeUse: Sendable, Hashable {
  case named(SwiftName, arguments: [SwiftTypeUse] = [])
  /// One of which nothing is known but how the source writes it.
  case written(SwiftType)
  case optional(SwiftTypeUse)
  case array(SwiftTypeUse)
  case dictionary(SwiftTypeUse, SwiftTypeUse)
  case tuple([Element])
  /// `any P & Q`
  case existential([SwiftType])

  public struct Element: Sendable, Hashable {
    public let label: String?
    public let type: SwiftTypeUse

    public init(label: String?, type: SwiftTypeUse) {
      self.label = label
      self.type = type
    }
  }
}

extension SwiftTypeUse {
  public var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// What an optional is of; the type itself if it is none.
  public var unwrapped: SwiftTypeUse {
    if case .optional(let wrapped) = self { wrapped } else { self }
  }

  /// Whether a type of this name is part of it, or is it.
  public func names(_ name: SwiftName) -> Bool {
    switch self {
    case .named(let own, let arguments): own == name || arguments.contains { $0.names(name) }
    case .optional(let inner), .array(let inner): inner.names(name)
    case .dictionary(let key, let value): key.names(name) || value.names(name)
    case .tuple(let elements): elements.contains { $0.type.names(name) }
    case .written, .existential: false
    }
  }

  /// The names that it is made of, in the order in which they are written.
  public var words: [String] {
    switch self {
    case .named(let name, let arguments):
      [name.module?.name].compactMap(\.self) + name.path + arguments.flatMap(\.words)
    case .written(let type): type.words
    case .optional(let inner), .array(let inner): inner.words
    case .dictionary(let key, let value): key.words + value.words
    case .tuple(let elements): elements.flatMap { [$0.label].compactMap(\.self) + $0.type.words }
    case .existential(let protocols): ["any"] + protocols.flatMap(\.words)
    }
  }
}

extension SwiftType {
  /// The names that it is made of, in the order in which they are written.
  fileprivate var words: [String] {
    switch self {
    case .named(let name, let arguments): [name] + arguments.flatMap(\.words)
    case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner): inner.words
    case .dictionary(let key, let value): key.words + value.words
    case .tuple(let elements): elements.flatMap { [$0.label].compactMap(\.self) + $0.type.words }
    case .any(let protocols): ["any"] + protocols.flatMap(\.words)
    case .some(let type): ["some"] + type.words
    case .composition(let types): types.flatMap(\.words)
    case .function(let text), .other(let text): [text]
    }
  }
}
