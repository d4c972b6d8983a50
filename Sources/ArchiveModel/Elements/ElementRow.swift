/// One number type: all that the stages of the generator know of it.
public struct ElementRow: Sendable {
  /// What a `default(…)` of such a field is written as.
  public enum Literal: Sendable {
    case truth, integer, floating
  }

  public let number: ElementType.Number
  /// The name in archives: see FORMAT.md.
  public let name: String
  /// Bytes that a lane takes in an archive.
  public let archivedSize: Int
  /// Bytes that it usually takes in memory.
  public let size: Int
  /// The member of the runtime's `ElementType` that generated code names.
  public let member: String
  /// What the archived names of pointers to it begin with.
  public let pointeeName: String
  /// The standard library's type with the same bits, where every platform has one.
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
