/// The properties of an attribute: how it is written, where it may be used, what it excludes and what it means.
///
/// The parser, the checks, the messages, the tables of the documentation and the configuration's JSON Schema are
/// derived from these rules.
public struct AttributeRule: Sendable {
  /// A correct use, for messages.
  public let example: String
  /// The possible numbers of arguments.
  public let arity: ClosedRange<Int>
  /// The kind of the arguments.
  public let arguments: ArgumentKind
  /// The kinds of C fields that can have the attribute: a field has to be of one of them. Empty if all fields can.
  public let fields: FieldShape
  /// The kinds of Swift types that can have the attribute.
  public let types: TypeShape
  /// Attributes that exclude this one on any type of declaration.
  let excludes: Set<Attribute.Name>
  /// The meanings, by kind of declaration.
  public let uses: [Use]

  public struct Use: Sendable {
    public let on: Attribute.Placement
    /// The ways to write the attribute: `count(n)`.
    public let forms: [String]
    /// The meaning in one or two sentences of Markdown.
    public let meaning: String

    static func on(_ place: Attribute.Placement, _ forms: String..., means meaning: String) -> Use {
      Use(on: place, forms: forms, meaning: meaning)
    }
  }

  init(
    _ example: String, _ arity: ClosedRange<Int>, arguments: ArgumentKind = .other, excludes: Set<Attribute.Name> = [],
    fields: FieldShape = [], types: TypeShape = .all, _ uses: Use...
  ) {
    self.example = example
    self.arity = arity
    self.arguments = arguments
    self.excludes = excludes
    self.fields = fields
    self.types = types
    self.uses = uses
  }

  /// A phrase for the declarations that can have the attribute with this meaning: `a union, or its type`.
  public func subjects(of use: Use) -> String {
    var words: [String] = []
    if use.on.contains(.field) { words.append(fields.isEmpty ? "a field" : fields.words) }
    if use.on.contains(.type) { words.append(fields.isEmpty ? "a struct or union" : "its type") }
    if use.on.contains(.swiftType) { words.append(types.words) }
    let others = use.on.subtracting([.field, .type, .swiftType])
    if !others.isEmpty { words.append(others.words) }
    return words.joined(separator: ", or ")
  }

  /// All declarations that can have the attribute.
  public var placement: Attribute.Placement { uses.reduce(into: []) { $0.formUnion($1.on) } }
}

extension Attribute.Name {
  public var rule: AttributeRule {
    switch self {
    case .key, .was, .removed, .skip, .default, .required, .elements, .packed, .native, .bitgroup, .name,
      .version, .access:
      valueRule
    case .count, .bytes, .cstring, .ref, .weak, .to, .symbols, .via, .container: pointerRule
    case .tag, .case, .none, .view: unionRule
    case .`init`, .validate, .migrate, .replace, .resolve, .codable, .securecoding, .types, .isolation: modelRule
    }
  }

  public var example: String { rule.example }
  public var arity: ClosedRange<Int> { rule.arity }
  public var placement: Attribute.Placement { rule.placement }

  /// Whether the two attributes exclude each other on any declaration. It is enough that one of the two rules names the
  /// other attribute.
  public func excludes(_ other: Attribute.Name) -> Bool {
    if self == other { return false }
    if self == .skip || other == .skip { return true }
    return rule.excludes.contains(other) || other.rule.excludes.contains(self)
  }
}
