/// A type as used in generated code, with all names resolved.
public indirect enum SwiftTypeUse: Sendable, Hashable {
  case named(SwiftName, arguments: [SwiftTypeUse] = [])
  /// A type that is known only by its spelling in the source.
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

  /// The wrapped type of an optional; any other type itself.
  public var unwrapped: SwiftTypeUse {
    if case .optional(let wrapped) = self { wrapped } else { self }
  }

  /// Whether the type is or contains a type of this name.
  public func names(_ name: SwiftName) -> Bool {
    switch self {
    case .named(let own, let arguments): own == name || arguments.contains { $0.names(name) }
    case .optional(let inner), .array(let inner): inner.names(name)
    case .dictionary(let key, let value): key.names(name) || value.names(name)
    case .tuple(let elements): elements.contains { $0.type.names(name) }
    case .written, .existential: false
    }
  }

  /// The names in the type, in the order of the source.
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
  /// The names in the type, in the order of the source.
  public var words: [String] {
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
