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
      .version, .identity, .access:
      valueRule
    case .count, .bytes, .capacity, .nullable, .terminated, .cstring, .ref, .weak, .to, .symbols, .via, .container:
      pointerRule
    case .tag, .case, .none, .view: unionRule
    case .`init`, .validate, .migrate, .replace, .resolve, .codable, .securecoding, .owncoding, .as, .types, .columns,
      .isolation:
      modelRule
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

/// The form of an attribute's arguments, as far as it can be checked without the declarations that they name.
public enum ArgumentKind: Sendable {
  /// No arguments, or names that a later pass looks up.
  case other
  case key, archivedName
  /// The key of a field that was removed.
  case removedKey
  case version, access, encoding
  /// What a value offers itself: ``ValueRepresentation``.
  case representation
  /// The name of a Swift function: `Codec.pack`.
  case function
  // Parts of Swift source. Without a check the compiler would report their errors in generated code.
  case expression, type, labels, method
}

/// The kinds of C fields, for attributes that apply to some of them.
public struct FieldShape: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A pointer, or an array of pointers.
  public static let pointer = FieldShape(rawValue: 1)
  public static let functionPointer = FieldShape(rawValue: 2)
  public static let flexibleArray = FieldShape(rawValue: 4)
  public static let flexibleArrayOfPointers = FieldShape(rawValue: 8)
  public static let union = FieldShape(rawValue: 16)
  /// An integer, an enumeration, a Boolean or a real number, and not an array.
  public static let number = FieldShape(rawValue: 128)
  /// An array of bytes in the record.
  public static let charArray = FieldShape(rawValue: 256)
  /// A pointer to an integer type that can be a unit of text, or an array of such pointers.
  public static let textPointer = FieldShape(rawValue: 512)
  /// An array in the record, and not of pointers.
  public static let array = FieldShape(rawValue: 1024)
  /// An array in the record, of numbers.
  public static let numberArray = FieldShape(rawValue: 2048)
  public static let unionMember = FieldShape(rawValue: 4096)
  public static let notUnion = FieldShape(rawValue: 8192)
  /// A record with pointers to its own type, or a pointer to one.
  public static let link = FieldShape(rawValue: 32)
  public static let bitField = FieldShape(rawValue: 64)

  /// A phrase for messages: `a pointer or a flexible array`.
  public var words: String {
    let words: [(FieldShape, String)] = [
      (.number, "a number"), (.charArray, "a char array"), (.textPointer, "a pointer to text"),
      (.array, "an array in the record"), (.numberArray, "an array of numbers in the record"),
      (.unionMember, "a member of a union"), (.notUnion, "a field that is not a union"),
      (.link, "a link record or a pointer to one"), (.pointer, "a pointer"), (.functionPointer, "a function pointer"),
      (.flexibleArray, "a flexible array"), (.union, "a union"), (.bitField, "a bit-field"),
    ]
    return words.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
  }
}

/// The kinds of Swift types, for attributes that apply to some of them.
public struct TypeShape: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let `class` = TypeShape(rawValue: 1)
  public static let `struct` = TypeShape(rawValue: 2)
  public static let `enum` = TypeShape(rawValue: 4)
  /// A struct or an enumeration that is archived as its raw value.
  public static let asRawValue = TypeShape(rawValue: 8)
  /// An actor or a protocol.
  public static let other = TypeShape(rawValue: 16)

  public static let withoutRawValue: TypeShape = [.class, .struct, .enum, .other]
  public static let all: TypeShape = [.class, .struct, .enum, .asRawValue, .other]

  /// A phrase for documents and messages: `a class or struct`.
  package var words: String {
    if self == .all { return "a type" }
    if self == .withoutRawValue { return "a type that is not archived as its raw value" }
    let words: [(TypeShape, String)] = [(.class, "class"), (.struct, "struct"), (.enum, "enumeration")]
    return "a " + words.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
  }
}
