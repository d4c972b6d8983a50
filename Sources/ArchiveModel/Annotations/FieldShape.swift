/// What a C field has to be for an attribute.
public struct FieldShape: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A pointer, or an array of pointers.
  public static let pointer = FieldShape(rawValue: 1)
  public static let functionPointer = FieldShape(rawValue: 2)
  public static let flexibleArray = FieldShape(rawValue: 4)
  public static let flexibleArrayOfPointers = FieldShape(rawValue: 8)
  public static let union = FieldShape(rawValue: 16)
  /// A record with pointers to its own type, or a pointer to one.
  public static let link = FieldShape(rawValue: 32)
  public static let bitField = FieldShape(rawValue: 64)

  /// For messages: `a pointer or a flexible array`.
  public var words: String {
    let words: [(FieldShape, String)] = [
      (.link, "a link record or a pointer to one"), (.pointer, "a pointer"), (.functionPointer, "a function pointer"),
      (.flexibleArray, "a flexible array"), (.union, "a union"), (.bitField, "a bit-field"),
    ]
    return words.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
  }
}
