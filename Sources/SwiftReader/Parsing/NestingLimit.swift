/// Finds brackets and `#if` that are nested too deeply for the parser: it looks ahead again at each `[` and `<`, so its
/// time doubles with each, and from each `#if` to its end.
///
/// A `<` counts only directly after a name, where code with spaces has no operator.
enum NestingLimit {
  /// The limit for nested `[` or `<`; more are an error.
  static let deepest = 12

  /// The limit for nested `#if`; more are an error.
  private static let deepestCondition = 128

  /// The offset of the first bracket or `#if` beyond the limit.
  static func firstBeyond(in bytes: [UInt8]) -> Int? {
    var depths = Depths()
    var code = CodeBytes(bytes)
    while let index = code.nextOffset() { if depths.exceedsLimit(at: index, in: bytes) { return index } }
    guard code.isOpenAtEnd else { return nil }
    // What the parser takes for code may have been passed over.
    depths = Depths()
    return bytes.indices.first { depths.exceedsLimit(at: $0, in: bytes) }
  }

  private struct Depths {
    private var squares = 0
    private var angles = 0
    private var conditions = 0

    mutating func exceedsLimit(at index: Int, in bytes: [UInt8]) -> Bool {
      switch bytes[index] {
      case UInt8(ascii: "["): squares += 1
      case UInt8(ascii: "]"): squares = max(0, squares - 1)
      case UInt8(ascii: "<") where index > 0 && NestingLimit.isName(bytes[index - 1]): angles += 1
      case UInt8(ascii: ">"): angles = max(0, angles - 1)
      // Generic arguments and literals may continue on other lines, but their statements end here.
      case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "="): angles = 0
      case UInt8(ascii: "#"):
        let behind = bytes[(index + 1)...]
        if behind.starts(with: "if ".utf8) { conditions += 1 }
        if behind.starts(with: "endif".utf8) { conditions = max(0, conditions - 1) }
      default: return false
      }
      return conditions > deepestCondition || squares > deepest || angles > deepest
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte >= 0x80
  }
}
