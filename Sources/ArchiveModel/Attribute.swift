/// One word of the annotation grammar with its arguments: `count(n)`, `skip`, `key("status")`.
public struct Attribute: Sendable, Hashable {
  public let name: Name
  public let arguments: [Argument]
  /// Where the word stands.
  public let location: SourceLocation

  public init(_ name: Name, _ arguments: [Argument] = [], at location: SourceLocation) {
    self.name = name
    self.arguments = arguments
    self.location = location
  }

  /// What stands between the parentheses, one per comma. `text` is without its quotation marks.
  public struct Argument: Sendable, Hashable {
    public let text: String
    public let isQuoted: Bool
    public let location: SourceLocation

    public init(text: String, isQuoted: Bool, location: SourceLocation) {
      self.text = text
      self.isQuoted = isQuoted
      self.location = location
    }

    /// The change that puts another word in its place; none for a quoted text, whose spelling is not kept.
    public func fixIts(replacingBy word: String?) -> [FixIt] {
      guard let word, !isQuoted else { return [] }
      return [FixIt(at: location, length: text.utf8.count, replacement: word)]
    }
  }

  public enum Name: String, Sendable, Hashable, CaseIterable {
    case key, was, removed, skip, `default`, required
    case count, bytes, cstring, ref, weak
    case to, symbols, via, container
    case tag, `case`, none, view
    case elements, packed, native
    case name, version
    case `init`, validate, migrate, replace, resolve, codable, securecoding, types
    case access, isolation
  }
}

extension Attribute.Name {
  /// How a correct use looks, for messages.
  public var example: String { rule.example }

  /// How many arguments it takes.
  public var arity: ClosedRange<Int> { rule.arity }

  public var placement: Attribute.Placement { rule.placement }

  // The grammar's one table. The documentation's table is DESIGN's.
  private var rule: (example: String, arity: ClosedRange<Int>, placement: Attribute.Placement) {
    switch self {
    case .key: ("key(\"status\")", 1...1, [.field, .property, .enumCase, .payload])
    case .was: ("was(\"old\")", 1...Int.max, [.field, .type, .property, .enumCase, .payload, .swiftType])
    case .removed: ("removed(\"old\")", 1...Int.max, .type)
    case .skip: ("skip", 0...0, [.field, .type, .property, .swiftType])
    case .default: ("default(1)", 1...1, [.field, .property, .payload])
    case .required: ("required", 0...0, [.field, .property])
    case .count: ("count(n)", 1...Int.max, .field)
    case .bytes: ("bytes(n)", 1...Int.max, .field)
    case .cstring: ("cstring", 0...1, .field)
    case .ref: ("ref", 0...0, .field)
    case .weak: ("weak", 0...0, [.field, .property])
    case .to: ("to(order)", 1...1, .field)
    case .symbols: ("symbols(compare_name, compare_age)", 1...Int.max, .field)
    case .via: ("via(pack, unpack)", 2...3, .field)
    case .container: ("container(node, link)", 2...2, .field)
    case .tag: ("tag(kind)", 1...1, [.field, .type])
    case .case: ("case(KIND_A)", 1...Int.max, .field)
    case .none: ("none(KIND_EMPTY)", 1...Int.max, [.field, .type])
    case .view: ("view(member)", 1...1, [.field, .type])
    case .elements: ("elements", 0...0, [.field, .property])
    case .packed: ("packed", 0...0, [.field, .property])
    case .native: ("native", 0...0, .field)
    case .name: ("name(\"Order\")", 1...1, [.type, .swiftType])
    case .version: ("version(2)", 1...1, [.type, .swiftType])
    // The labels of the initializer that decoding calls; none without parentheses or between them.
    case .`init`: ("init(name:age:)", 0...1, .swiftType)
    case .validate: ("validate(check)", 0...1, .swiftType)
    case .migrate: ("migrate(update)", 1...1, .swiftType)
    // The method, and the class that it gives objects of, unless that is a subclass.
    case .replace: ("replace(standIn, StandIn)", 1...2, .swiftType)
    case .resolve: ("resolve(shared)", 1...1, .swiftType)
    case .codable: ("codable", 0...0, .swiftType)
    case .securecoding: ("securecoding", 0...0, .swiftType)
    // The access of what is generated, and the global actor that a type belongs to, or `nonisolated`.
    case .access: ("access(internal)", 1...1, [.type, .swiftType])
    case .isolation: ("isolation(MainActor)", 1...1, .swiftType)
    case .types: ("types(Circle, Square)", 1...Int.max, [.property, .swiftProtocol])
    }
  }
}

extension Sequence where Element == Attribute {
  /// The types that `to` and `container` name, without `struct` and `union`: a header that is only included may define
  /// them, and nothing else may lead there.
  public var namedTypes: [String] {
    compactMap { attribute in
      guard attribute.name == .to || attribute.name == .container else { return nil }
      return attribute.arguments.first?.text.split(separator: " ").last.map(String.init)
    }
  }

  /// The functions that `symbols` names.
  public var namedFunctions: [String] { filter { $0.name == .symbols }.flatMap(\.arguments).map(\.text) }

  public func first(_ name: Attribute.Name) -> Attribute? { first { $0.name == name } }
  public func has(_ name: Attribute.Name) -> Bool { contains { $0.name == name } }

  /// Words that may be macros or enumerators: a tag's values, and what counts.
  public var namedConstants: [String] {
    filter { [.case, .none, .count, .bytes].contains($0.name) }.flatMap(\.arguments).filter { !$0.isQuoted }.flatMap {
      argument in
      argument.text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }.map(String.init)
    }.filter { $0.first?.isNumber == false }
  }
}
