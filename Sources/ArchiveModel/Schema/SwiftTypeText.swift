/// The type of a value of a Swift type, as a schema writes it: `[String: Date]`, `(x: Int, y: Int)?`, `Box<Int>`.
public indirect enum SwiftTypeText: Hashable, Sendable {
  case named(String, [SwiftTypeText])
  case optional(SwiftTypeText)
  case array(SwiftTypeText)
  case dictionary(SwiftTypeText, SwiftTypeText)
  case tuple([(label: String?, type: SwiftTypeText)])
  /// `any Drawable`: what stands there is of a type that the schema does not tell.
  case existential(String)

  /// - Returns: nil for what is none of these, as a function.
  public init?(_ text: String) {
    var parser = TypeTextParser(text)
    guard let type = parser.type(), parser.isAtEnd else { return nil }
    self = type
  }

  /// With the arguments of a generic type in place of its parameters, and behind the names of types within it.
  public func substituting(_ arguments: [String: SwiftTypeText], _ schema: ArchivedSchema) -> SwiftTypeText {
    if arguments.isEmpty { return self }
    func inner(_ type: SwiftTypeText) -> SwiftTypeText { type.substituting(arguments, schema) }
    switch self {
    case .named(let name, let given):
      if given.isEmpty, let known = arguments[name] { return known }
      if given.isEmpty, let parameters = schema[name]?.parameters, parameters.allSatisfy({ arguments[$0] != nil }) {
        return .named(name, parameters.compactMap { arguments[$0] })
      }
      return .named(name, given.map(inner))
    case .optional(let wrapped): return .optional(inner(wrapped))
    case .array(let element): return .array(inner(element))
    case .dictionary(let key, let value): return .dictionary(inner(key), inner(value))
    case .tuple(let elements): return .tuple(elements.map { ($0.label, inner($0.type)) })
    case .existential: return self
    }
  }

  /// As archives have it among the arguments of a generic type: `Box<Array<String>>`.
  public var archivedName: String {
    switch self {
    case .named(let name, let inner):
      inner.isEmpty ? name : "\(name)<\(inner.map(\.archivedName).joined(separator: ", "))>"
    case .optional(let wrapped): "Optional<\(wrapped.archivedName)>"
    case .array(let element): "Array<\(element.archivedName)>"
    case .dictionary(let key, let value): "Dictionary<\(key.archivedName), \(value.archivedName)>"
    case .tuple(let elements):
      "("
        + elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.archivedName }.joined(separator: ", ") + ")"
    case .existential(let name): name
    }
  }

  public static func == (left: SwiftTypeText, right: SwiftTypeText) -> Bool { left.archivedName == right.archivedName }
  public func hash(into hasher: inout Hasher) { hasher.combine(archivedName) }
}

private struct TypeTextParser {
  private var rest: Substring
  private var depth = 0

  init(_ text: String) { rest = Substring(text) }

  var isAtEnd: Bool { rest.isEmpty }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func skipSpaces() { while take(" ") {} }

  mutating func type() -> SwiftTypeText? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { return nil }
    skipSpaces()
    guard var found = base() else { return nil }
    while take("?") { found = .optional(found) }
    return found
  }

  private mutating func base() -> SwiftTypeText? {
    if take("[") {
      guard let first = type() else { return nil }
      skipSpaces()
      if take("]") { return .array(first) }
      guard take(":"), let value = type() else { return nil }
      skipSpaces()
      return take("]") ? .dictionary(first, value) : nil
    }
    if take("(") { return tuple() }
    if take("any ") {
      let end = rest.firstIndex { "?,)]>:".contains($0) } ?? rest.endIndex
      let name = String(rest[..<end])
      rest = rest[end...]
      return .existential("any " + name)
    }
    guard let name = name() else { return nil }
    var arguments: [SwiftTypeText] = []
    if take("<") {
      repeat {
        guard let argument = type() else { return nil }
        arguments.append(argument)
        skipSpaces()
      } while take(",")
      guard take(">") else { return nil }
    }
    switch (name, arguments.count) {
    case ("Optional", 1): return .optional(arguments[0])
    case ("Array", 1): return .array(arguments[0])
    case ("Dictionary", 2): return .dictionary(arguments[0], arguments[1])
    default: return .named(name, arguments)
    }
  }

  private mutating func tuple() -> SwiftTypeText? {
    var elements: [(label: String?, type: SwiftTypeText)] = []
    if take(")") { return .tuple([]) }
    repeat {
      skipSpaces()
      var label: String?
      let before = rest
      if let word = name(), take(":") { label = word } else { rest = before }
      guard let element = type() else { return nil }
      elements.append((label, element))
      skipSpaces()
    } while take(",")
    guard take(")"), !rest.drop(while: { $0 == " " }).hasPrefix("->") else { return nil }
    return elements.count == 1 && elements[0].label == nil ? elements[0].type : .tuple(elements)
  }

  private mutating func name() -> String? {
    let end = rest.firstIndex { !($0.isLetter || $0.isNumber || "_.`".contains($0)) } ?? rest.endIndex
    guard end != rest.startIndex else { return nil }
    let name = rest[..<end].filter { $0 != "`" }
    rest = rest[end...]
    return String(name)
  }
}

extension SwiftTypeText {
  /// The types whose keys may stand among those around a value.
  var namesInPlace: [String] {
    switch self {
    case .named(let name, _): [name]
    case .tuple(let elements): elements.flatMap(\.type.namesInPlace)
    default: []
    }
  }
}
