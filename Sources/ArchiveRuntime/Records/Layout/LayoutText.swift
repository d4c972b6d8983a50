/// The members of a record as generated code describes them: `number:i32@0 ~flags:b3u@33 lines:*{line}@8#`.
///
/// Each has a name, a type and an offset, in bytes from the record's start, or in bits for a bit-field. `~` marks
/// members that generated code reads, and `=` bit-fields that it assigns. White space is between them.
///
/// Behind a member is how it is archived. Nothing: under its name, as its type says; a name with a dot is that of a nested
/// record's member, which the nested record archives. `#`: by the next row of the schema's table. `-`: not. A single `#`
/// is a row that no member stands for. The fields' order is that of the words. In texts beside a whole table the
/// number of the row follows `#`, and nothing is said of other members.
///
/// A member ends with `?` if Swift may not import it. A single `?` means that some members have other names in Swift, and
/// `!` that nothing is reflected.
struct LayoutText: Sendable {
  struct Member: Sendable {
    /// How the member is inspected.
    enum Access: Sendable {
      case reflected, read, assigned
    }

    let name: String
    let type: LayoutType
    let offset: Int
    /// The row of the schema's whole table.
    var row: Int?
    let access: Access
    var isOptional = false
  }

  /// A field of the record.
  enum Entry: Sendable {
    /// Archived as the text says.
    case member(Int)
    /// Archived by the next row, and the member that it stands for.
    case row(Int?)
  }

  var members: [Member] = []
  private(set) var entries: [Entry] = []
  private(set) var hasOtherNames = false
  private(set) var isReflected = true

  static let cannotBeRead = "its layout cannot be read"

  /// nil for an invalid text.
  init?(_ text: String) {
    var text = text
    let isValid = text.withUTF8 { bytes in
      var words = LayoutWords(bytes)
      while words.skipSpace() {
        guard add(&words), words.isAtWordEnd else { return false }
      }
      return true
    }
    guard isValid else { return nil }
  }

  private mutating func add(_ words: inout LayoutWords) -> Bool {
    if words.takeWord("?") {
      hasOtherNames = true
    } else if words.takeWord("!") {
      isReflected = false
    } else if words.takeWord("#") {
      entries.append(.row(nil))
    } else {
      let access: Member.Access = words.take("~") ? .read : words.take("=") ? .assigned : .reflected
      guard let (name, hasDot) = words.takeName(), let type = LayoutType(&words), words.take("@"),
        let offset = words.takeNumber()
      else { return false }
      var member = Member(name: name, type: type, offset: offset, row: nil, access: access)
      if words.take("#") {
        member.row = words.takeNumber()
        if member.row == nil { entries.append(.row(members.count)) }
      } else if !words.take("-"), !hasDot {
        entries.append(.member(members.count))
      }
      member.isOptional = words.take("?")
      members.append(member)
    }
    return true
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

  fileprivate init?(_ words: inout LayoutWords) {
    // What stands around the type, outermost first. The text is the program's own, but a loop costs no more than recursion.
    var outer: [Int?] = []
    while true {
      if words.take("*") {
        outer.append(nil)
      } else if words.take("[") {
        guard let count = words.takeNumber(), words.take("]") else { return nil }
        outer.append(count)
      } else {
        break
      }
    }
    guard var type = Self.plain(&words) else { return nil }
    for count in outer.reversed() { type = count.map { .array($0, type) } ?? .pointer(type) }
    self = type
  }

  private static func plain(_ words: inout LayoutWords) -> LayoutType? {
    guard let first = words.next() else { return nil }
    switch first {
    case UInt8(ascii: "{"): return words.takeName(to: "}").map { .record($0) }
    case UInt8(ascii: "i"): return words.takeNumber().map { .integer(bits: $0, isSigned: true) }
    case UInt8(ascii: "u"): return words.takeNumber().map { .integer(bits: $0, isSigned: false) }
    case UInt8(ascii: "z"): return words.takeNumber().map { .size(bits: $0) }
    case UInt8(ascii: "f"): return words.takeNumber().map { .floating(bits: $0) }
    case UInt8(ascii: "e"), UInt8(ascii: "b"):
      guard let bits = words.takeNumber(), let sign = words.next() else { return nil }
      let isSigned = sign == UInt8(ascii: "s")
      return first == UInt8(ascii: "e")
        ? .enumeration(bits: bits, isSigned: isSigned) : .bits(width: bits, isSigned: isSigned)
    case UInt8(ascii: "t"): return .bool
    case UInt8(ascii: "v"): return .void
    case UInt8(ascii: "-"): return .other
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

/// The rest of a layout's text. A schema is made when its type is first used, so it is read byte by byte.
private struct LayoutWords {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtWordEnd: Bool { position == bytes.count || bytes[position] <= UInt8(ascii: " ") }

  /// Whether a word follows.
  mutating func skipSpace() -> Bool {
    while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    return position < bytes.count
  }

  mutating func next() -> UInt8? {
    guard !isAtWordEnd else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// A word of this character alone.
  mutating func takeWord(_ character: Unicode.Scalar) -> Bool {
    let start = position
    guard take(character) else { return false }
    if isAtWordEnd { return true }
    position = start
    return false
  }

  /// The member's name up to the first colon, and whether it has a dot.
  mutating func takeName() -> (name: String, hasDot: Bool)? {
    let start = position
    return takeName(to: ":").map { ($0, bytes[start..<position].contains(UInt8(ascii: "."))) }
  }

  mutating func takeName(to end: Unicode.Scalar) -> String? {
    let start = position
    while !isAtWordEnd, bytes[position] != UInt8(ascii: end) { position += 1 }
    guard !isAtWordEnd else { return nil }
    defer { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  mutating func takeNumber() -> Int? {
    let start = position
    var number = 0
    while position < bytes.count, 48...57 ~= bytes[position] {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowSum) = product.addingReportingOverflow(Int(bytes[position]) - 48)
      guard !overflow, !overflowSum else { return nil }
      number = sum
      position += 1
    }
    return position > start ? number : nil
  }
}
