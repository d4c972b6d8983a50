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
    var squares = 0
    var angles = 0
    var conditions = 0
    var code = CodeBytes(bytes)
    while let index = code.nextOffset() {
      switch bytes[index] {
      case UInt8(ascii: "["): squares += 1
      case UInt8(ascii: "]"): squares = max(0, squares - 1)
      case UInt8(ascii: "<") where index > 0 && isName(bytes[index - 1]): angles += 1
      case UInt8(ascii: ">"): angles = max(0, angles - 1)
      // Generic arguments and literals may continue on other lines, but their statements end here.
      case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "="): angles = 0
      case UInt8(ascii: "#"):
        let behind = bytes[(index + 1)...]
        if behind.starts(with: "if ".utf8) { conditions += 1 }
        if behind.starts(with: "endif".utf8) { conditions = max(0, conditions - 1) }
      default: continue
      }
      if conditions > deepestCondition || squares > deepest || angles > deepest { return index }
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte >= 0x80
  }
}
