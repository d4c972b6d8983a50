/// One attribute of an annotation with its arguments: `count(n)`, `skip`, `key("status")`.
public struct Attribute: Sendable, Hashable {
  public let name: Name
  public let arguments: [Argument]
  /// The location of the attribute's name.
  public let location: SourceLocation

  public init(_ name: Name, _ arguments: [Argument] = [], at location: SourceLocation) {
    self.name = name
    self.arguments = arguments
    self.location = location
  }

  /// One argument of the list in parentheses. `text` has no quotation marks.
  public struct Argument: Sendable, Hashable {
    public let text: String
    public let isQuoted: Bool
    public let location: SourceLocation

    public init(text: String, isQuoted: Bool, location: SourceLocation) {
      self.text = text
      self.isQuoted = isQuoted
      self.location = location
    }

    /// The change that replaces the argument by another name; none for a quoted text, whose spelling is not kept.
    public func fixIts(replacingBy word: String?) -> [FixIt] {
      guard let word, !isQuoted else { return [] }
      return [FixIt(at: location, length: text.utf8.count, replacement: word)]
    }
  }

  public enum Name: String, Sendable, Hashable, CaseIterable {
    case key, was, removed, skip, `default`, required
    case count, bytes, capacity, nullable, terminated, cstring, ref, weak
    case to, symbols, via, container
    case tag, `case`, none, view
    case elements, packed, native, bitgroup
    case name, version, identity
    case `init`, validate, migrate, replace, resolve, codable, securecoding, owncoding, `as`, types, columns
    case access, isolation
  }
}

extension Sequence where Element == Attribute {
  /// The types that `to` and `container` name, without `struct` and `union`. The reader needs them, because a header
  /// that is only included may define them, and no other declaration may refer to them.
  public var namedTypes: [String] {
    compactMap { attribute in
      guard attribute.name == .to || attribute.name == .container else { return nil }
      return attribute.arguments.first?.text.split(separator: " ").last.map(String.init)
    }
  }

  /// The functions that `symbols` and `migrate` name. The one of `migrate` may be a Swift method.
  public var namedFunctions: [String] {
    filter { $0.name == .symbols || $0.name == .migrate }.flatMap(\.arguments).map(\.text)
  }

  public func first(_ name: Attribute.Name) -> Attribute? { first { $0.name == name } }
  public func has(_ name: Attribute.Name) -> Bool { contains { $0.name == name } }

  /// Names that may be macros or enumerators: the values of a tag or a terminator, and factors of a count.
  public var namedConstants: [String] {
    filter { [.case, .none, .count, .bytes, .terminated].contains($0.name) }.flatMap(\.arguments).filter {
      !$0.isQuoted
    }.flatMap {
      argument in
      argument.text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }.map(String.init)
    }.filter { $0.first?.isNumber == false }
  }
}
