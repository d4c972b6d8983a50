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
