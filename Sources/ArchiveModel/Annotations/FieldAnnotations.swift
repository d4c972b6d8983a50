/// The annotations of a C field, or of a Swift property, case or payload: each attribute as a typed value.
///
/// It is a class because most fields have no annotations and share one instance.
public final class FieldAnnotations: Sendable {
  /// The attributes as written, for checks of what they are used on.
  public let written: [Attribute]
  public let isSkipped: Bool
  /// The key that replaces the declaration's name.
  public let key: String?
  public let formerKeys: [Attribute.Argument]
  public let defaultValue: Attribute.Argument?
  public let isRequired: Bool
  public let storage: Storage?
  /// The name of the integer that a bit-field shares with others: `bitgroup`.
  public let bitGroup: Attribute.Argument?
  public let isReference: Bool
  public let isWeak: Bool
  /// Whether the value is archived by the `Codable` coding of its type.
  public let isOwnCoding: Bool
  /// `as(…)`
  public let representation: ValueRepresentation?
  public let count: Count?
  /// The field that has the size of the counted block.
  public let capacity: Attribute.Argument?
  /// Whether a counted pointer may be NULL.
  public let isNullable: Bool
  /// How the last element of an array is known.
  public let terminator: Terminator?
  public let text: Text?
  /// The target type that `to` gives a pointer, whatever its C type is.
  public let pointee: Attribute.Argument?
  /// The functions of `via`.
  public let functions: PointerFunctions?
  /// The functions that a function pointer may point to.
  public let symbols: [Attribute.Argument]?
  public let container: Container?
  public let union: UnionAnnotations
  public let cases: Cases?
  /// The possible types of a value of protocol type: `types`.
  public let types: [Attribute.Argument]?

  public enum Storage: Sendable { case packed, elements, native }

  /// The number of elements: `count` or `bytes`.
  public struct Count: Sendable {
    public let isBytes: Bool
    public let factors: [Attribute.Argument]
    /// A correct use, for messages.
    public var example: String { (isBytes ? Attribute.Name.bytes : .count).example }
  }

  /// An array that ends with an element of some value: `terminated`, `terminated(name)`, `terminated(-1)`.
  public struct Terminator: Sendable {
    /// The field, the value, or both.
    public let arguments: [Attribute.Argument]
    public let location: SourceLocation
  }

  /// Text in a field or behind a pointer: `cstring`.
  public struct Text: Sendable {
    /// nil if the size of the code units determines the encoding.
    public let encoding: TextEncoding?
  }

  /// The node and link of an intrusive list: `container(node, link)`.
  public struct Container: Sendable {
    public let node: Attribute.Argument
    public let link: Attribute.Argument
    public let location: SourceLocation
  }

  /// The tag values for which a union member is live: `case`.
  public struct Cases: Sendable {
    public let values: [Attribute.Argument]
    public let location: SourceLocation
  }

  public static let none = FieldAnnotations([])

  public init(_ written: [Attribute]) {
    self.written = written
    isSkipped = written.has(.skip)
    key = written.argument(.key)?.text
    formerKeys = written.first(.was)?.arguments ?? []
    defaultValue = written.argument(.default)
    isRequired = written.has(.required)
    storage =
      written.has(.elements) ? .elements : written.has(.native) ? .native : written.has(.packed) ? .packed : nil
    bitGroup = written.argument(.bitgroup)
    isReference = written.has(.ref)
    isWeak = written.has(.weak)
    isOwnCoding = written.has(.owncoding)
    representation = written.argument(.as).flatMap { ValueRepresentation(rawValue: $0.text) }
    count = (written.first(.count) ?? written.first(.bytes)).map {
      Count(isBytes: $0.name == .bytes, factors: $0.arguments)
    }
    capacity = written.argument(.capacity)
    isNullable = written.has(.nullable)
    terminator = written.first(.terminated).map { Terminator(arguments: $0.arguments, location: $0.location) }
    text = written.first(.cstring).map {
      Text(encoding: $0.arguments.first.flatMap { TextEncoding(rawValue: $0.text) })
    }
    pointee = written.argument(.to)
    functions = written.first(.via).flatMap { PointerFunctions($0.arguments.map(\.text)) }
    symbols = written.first(.symbols)?.arguments
    container = written.first(.container).flatMap { attribute in
      guard attribute.arguments.count == 2 else { return nil }
      return Container(node: attribute.arguments[0], link: attribute.arguments[1], location: attribute.location)
    }
    union = UnionAnnotations(written)
    cases = written.first(.case).map { Cases(values: $0.arguments, location: $0.location) }
    types = written.first(.types)?.arguments
  }

  /// Names that may be macros or enumerators.
  public var namedConstants: [String] { written.isEmpty ? [] : written.namedConstants }
}

extension FieldAnnotations: Equatable {
  public static func == (left: FieldAnnotations, right: FieldAnnotations) -> Bool { left.written == right.written }
}

/// The attributes of a union or its type that determine the live member.
public struct UnionAnnotations: Sendable {
  public let tag: Attribute.Argument?
  public let view: Attribute.Argument?
  /// The tag values for which no member is live.
  public let none: [Attribute.Argument]

  public init(_ written: [Attribute]) {
    tag = written.argument(.tag)
    view = written.argument(.view)
    none = written.filter { $0.name == .none }.flatMap(\.arguments)
  }

  private init(tag: Attribute.Argument?, view: Attribute.Argument?, none: [Attribute.Argument]) {
    self.tag = tag
    self.view = view
    self.none = none
  }

  /// Whether the attributes determine the live member.
  public var determinesLiveMember: Bool { tag != nil || view != nil }

  /// These annotations with the `none` values of other annotations added.
  public func adding(noneOf other: UnionAnnotations) -> UnionAnnotations {
    UnionAnnotations(tag: tag, view: view, none: none + other.none)
  }
}

extension [Attribute] {
  /// The first argument of an attribute.
  func argument(_ name: Attribute.Name) -> Attribute.Argument? { first(name)?.arguments.first }
}

extension PointerFunctions {
  /// nil unless there are two or three names.
  fileprivate init?(_ names: [String]) {
    guard names.count == 2 || names.count == 3 else { return nil }
    self.init(pack: names[0], unpack: names[1], release: names.count == 3 ? names[2] : nil)
  }
}

/// How text is stored in memory.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8, latin1, utf16, utf32
}

/// The app's functions that pack, unpack and release the target of a pointer, as the annotation names them.
/// What a value of a type of another module offers for archives: `as(…)`.
public enum ValueRepresentation: String, Sendable, Hashable, CaseIterable {
  case rawValue, description, elements, securecoding
}

public struct PointerFunctions: Sendable, Hashable {
  public let pack: String
  public let unpack: String
  public let release: String?

  public init(pack: String, unpack: String, release: String?) {
    self.pack = pack
    self.unpack = unpack
    self.release = release
  }
}

extension FieldAnnotations {
  /// Whether `key` or `was` of one comment is for both declarations: `case a, b // archive: was("c")`.
  public func sharesKeys(with other: FieldAnnotations) -> Bool {
    [Attribute.Name.key, .was].contains { name in
      guard let own = written.first(name) else { return false }
      return own.location == other.written.first(name)?.location
    }
  }
}
