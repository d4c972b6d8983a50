/// Finds brackets and `#if` that nest deeper than the parser can stand: it looks ahead anew at each `[` and `<`, so
/// that its time doubles with each, and from each `#if` to its end.
///
/// Strings and comments are not told from code: a text would have to hold brackets in each other by the dozen for that
/// to matter. Of `<` those count that stand directly behind a name, as no operator does in code with spaces.
enum NestingLimit {
  /// More `[` or `<` in each other than this are an error.
  static let deepest = 12

  /// More `#if` in each other than this are an error.
  private static let deepestCondition = 128

  /// The offset of the first of them that is too deep.
  static func firstBeyond(in bytes: [UInt8]) -> Int? {
    var squares = 0
    var angles = 0
    var conditions = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "["): squares += 1
      case UInt8(ascii: "]"): squares = max(0, squares - 1)
      case UInt8(ascii: "<") where index > 0 && isName(bytes[index - 1]): angles += 1
      case UInt8(ascii: ">"): angles = max(0, angles - 1)
      // Generic arguments and literals may go over lines, but their statements end.
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
