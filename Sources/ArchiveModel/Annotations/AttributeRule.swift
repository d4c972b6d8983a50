/// All that is known of an attribute: how it is written, where it may stand, what it excludes and what it means.
///
/// The parser, the checks, the messages, the tables of the documentation and the configuration's JSON Schema come from
/// these.
public struct AttributeRule: Sendable {
  /// How a correct use looks, for messages.
  public let example: String
  /// How many arguments it takes.
  public let arity: ClosedRange<Int>
  /// What the arguments are.
  public let arguments: ArgumentKind
  /// What a C field has to be; empty if any field can have the attribute, or a rule of its own says which.
  public let fields: FieldShape
  /// What a Swift type has to be.
  public let types: TypeShape
  /// Attributes that cannot stand beside it, whatever the declaration's type is.
  let excludes: Set<Attribute.Name>
  /// What it means, by place.
  public let uses: [Use]

  public struct Use: Sendable {
    public let on: Attribute.Placement
    /// How it is written: `count(n)`.
    public let forms: [String]
    /// One or two sentences, in Markdown.
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

  /// Everything that it may stand on.
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

  /// Whether the two exclude each other on any declaration. Exclusion is mutual: it is enough that one of the two rules
  /// says so.
  public func excludes(_ other: Attribute.Name) -> Bool {
    if self == other { return false }
    if self == .skip || other == .skip { return true }
    return rule.excludes.contains(other) || other.rule.excludes.contains(self)
  }
}
