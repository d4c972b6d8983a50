/// The members of a record as generated code describes them: `number:i32@0 ~flags:b3u@33 lines:*{line}@8#2`.
///
/// Each has a name, a type and an offset, in bytes from the record's start, or in bits for a bit-field. It may be
/// followed by `#` and the row of the schema's table that archives it, and by `?` if Swift may not import it. `~` marks
/// members that generated code reads, and `=` bit-fields that it assigns. A single `?` means that some members have
/// other names in Swift, and `!` that nothing is reflected.
struct LayoutText: Sendable {
  struct Member: Sendable {
    /// How the member is inspected.
    enum Access: Sendable {
      case reflected, read, assigned
    }

    let name: String
    let type: LayoutType
    let offset: Int
    let row: Int?
    let access: Access
    let isOptional: Bool
  }

  private(set) var members: [Member] = []
  private(set) var hasOtherNames = false
  private(set) var isReflected = true

  /// nil for an invalid text.
  init?(_ text: String) {
    for word in text.utf8.split(separator: UInt8(ascii: " ")) {
      if word.elementsEqual("?".utf8) {
        hasOtherNames = true
        continue
      }
      if word.elementsEqual("!".utf8) {
        isReflected = false
        continue
      }
      guard let member = Member(word) else { return nil }
      members.append(member)
    }
  }
}

extension LayoutText.Member {
  fileprivate init?(_ word: Substring.UTF8View) {
    var rest = Substring(word)
    let access: Access = rest.take("~") ? .read : rest.take("=") ? .assigned : .reflected
    guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")),
      colon < at
    else { return nil }
    let name = String(rest[..<colon])
    var typeText = rest[rest.utf8.index(after: colon)..<at]
    guard let type = LayoutType(&typeText), typeText.isEmpty else { return nil }
    rest = rest[rest.utf8.index(after: at)...]
    guard let offset = rest.takeNumber() else { return nil }
    var row: Int?
    if rest.take("#") { row = rest.takeNumber() }
    let isOptional = rest.take("?")
    guard rest.isEmpty else { return nil }
    self.init(name: name, type: type, offset: offset, row: row, access: access, isOptional: isOptional)
  }
}

/// A member's type: `i32`, `[2][3]f64`, `*{node}`, `b3u`.
enum LayoutType: Sendable, Hashable {
  case integer(bits: Int, isSigned: Bool)
  /// `size_t`, or a type derived from it, which is signed in Swift: `z64`.
  case size(bits: Int)
  case floating(bits: Int)
  case bool
  /// An enumeration, or a typedef that Swift imports as a type: `e32u`.
  case enumeration(bits: Int, isSigned: Bool)
  /// A bit-field: `b3u`, signed `b3s`.
  case bits(width: Int, isSigned: Bool)
  indirect case array(Int, LayoutType)
  indirect case pointer(LayoutType)
  /// A struct or union, by the last part of its name in Swift; `{}` without a name.
  case record(String)
  case void
  /// `-`: a type that cannot be compared.
  case other

  init?(_ text: inout Substring) {
    guard let first = text.popFirst() else { return nil }
    switch first {
    case "*":
      guard let target = LayoutType(&text) else { return nil }
      self = .pointer(target)
    case "[":
      guard let count = text.takeNumber(), text.take("]"), let element = LayoutType(&text) else { return nil }
      self = .array(count, element)
    case "{":
      guard let end = text.utf8.firstIndex(of: UInt8(ascii: "}")) else { return nil }
      self = .record(String(text[..<end]))
      text = text[text.utf8.index(after: end)...]
    case "i", "u":
      guard let bits = text.takeNumber() else { return nil }
      self = .integer(bits: bits, isSigned: first == "i")
    case "z":
      guard let bits = text.takeNumber() else { return nil }
      self = .size(bits: bits)
    case "f":
      guard let bits = text.takeNumber() else { return nil }
      self = .floating(bits: bits)
    case "e", "b":
      guard let bits = text.takeNumber(), let sign = text.popFirst() else { return nil }
      let isSigned = sign == "s"
      self = first == "e" ? .enumeration(bits: bits, isSigned: isSigned) : .bits(width: bits, isSigned: isSigned)
    case "t": self = .bool
    case "v": self = .void
    case "-": self = .other
    default: return nil
    }
  }
}

extension LayoutType: CustomStringConvertible {
  var description: String {
    switch self {
    case .integer(let bits, let isSigned): "\(isSigned ? "a signed" : "an unsigned") integer of \(bits) bits"
    case .size(let bits): "a size_t of \(bits) bits"
    case .floating(let bits): "a floating-point number of \(bits) bits"
    case .bool: "a bool"
    case .enumeration(let bits, _): "an enumeration of \(bits) bits"
    case .bits(let width, let isSigned): "\(isSigned ? "a signed" : "an unsigned") bit-field of \(width) bits"
    case .array(let count, let element): "\(count) times \(element)"
    case .pointer(let target): "a pointer to \(target)"
    case .record(let name): name.isEmpty ? "a struct or union" : "'\(name)'"
    case .void: "void"
    case .other: "another type"
    }
  }
}

extension Substring {
  fileprivate mutating func take(_ character: Character) -> Bool {
    guard first == character else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func takeNumber() -> Int? {
    let digits = prefix { ("0"..."9").contains($0) }
    self = self[digits.endIndex...]
    return Int(digits)
  }
}
