/// One number type, with every property that the stages of the generator need.
public struct ElementRow: Sendable {
  /// The form of a `default(…)` for such a field.
  public enum Literal: Sendable {
    case truth, integer, floating
  }

  public let number: ElementType.Number
  /// The name in archives, see FORMAT.md.
  public let name: String
  /// The size of one lane in an archive, in bytes.
  public let archivedSize: Int
  /// The usual size in memory, in bytes.
  public let size: Int
  /// The member of the runtime's `ElementType` that generated code uses.
  public let member: String
  /// The prefix of the archived names of pointers to this type.
  public let pointeeName: String
  /// The standard library's type with the same bits, if every platform has one.
  public let swiftType: String?
  public let literal: Literal?

  init(
    _ number: ElementType.Number, _ name: String, archived: Int, size: Int, member: String? = nil,
    swift: String? = nil, literal: Literal?
  ) {
    self.number = number
    self.name = name
    archivedSize = archived
    self.size = size
    self.member = member ?? name
    pointeeName = member ?? name
    swiftType = swift
    self.literal = literal
  }
}
