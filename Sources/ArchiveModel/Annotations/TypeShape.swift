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

  /// A phrase for documents: `a class or struct`.
  var words: String {
    if self == .all { return "a type" }
    if self == .withoutRawValue { return "a type that is not archived as its raw value" }
    let words: [(TypeShape, String)] = [(.class, "class"), (.struct, "struct"), (.enum, "enumeration")]
    return "a " + words.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
  }
}
