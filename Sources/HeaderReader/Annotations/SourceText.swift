/// A file's text with comments told from code: enough of C17's lexical grammar (6.4) to know where comments begin
/// (6.4.9) and what stands beside them. Tokenising with libclang would cost more than parsing.
struct SourceText {
  /// As the file has them, but for a byte-order mark and NULs, which are spaces here as to the compiler, and carriage
  /// returns without a line feed, which end lines. So every offset is the file's.
  let bytes: [UInt8]
  /// The text with every comment as spaces, every literal as quotation marks and of every preprocessing directive
  /// only its `#`. As long as `bytes`, line for line.
  private(set) var code: [UInt8]
  private(set) var comments: [Range<Int>] = []
  /// The parts between the directives of `#if … #elif … #else … #endif`.
  private(set) var branches: [Range<Int>] = []
  private let lineStarts: [Int]
  /// The length of the byte-order mark, which no column counts.
  private let markLength: Int

  init(_ contents: [UInt8]) {
    let bytes = Self.plain(contents)
    self.bytes = bytes
    code = bytes
    markLength = contents.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    lineStarts = [markLength] + bytes.indices.filter { bytes[$0] == .newline }.map { $0 + 1 }
    var scanner = Scanner(bytes: bytes)
    scanner.scan()
    code = scanner.code
    comments = scanner.comments
    branches = scanner.branches
  }

  static let byteOrderMark = Array("\u{FEFF}".utf8)

  private static func plain(_ contents: [UInt8]) -> [UInt8] {
    var bytes = contents
    if bytes.starts(with: byteOrderMark) { for index in byteOrderMark.indices { bytes[index] = .space } }
    for index in bytes.indices {
      if bytes[index] == 0 { bytes[index] = .space }
      let isLoneReturn =
        bytes[index] == .carriageReturn && (index + 1 == bytes.count || bytes[index + 1] != .newline)
      if isLoneReturn { bytes[index] = .newline }
    }
    return bytes
  }

  /// Counts from 1.
  func line(of offset: Int) -> Int {
    var low = 1
    var high = lineStarts.count
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Counts bytes from 1.
  func column(of offset: Int) -> Int { offset - lineStarts[line(of: offset) - 1] + 1 }

  /// The line without its end.
  func lineText(at offset: Int) -> String {
    let text = bytes[lineStarts[line(of: offset) - 1]...].prefix { $0 != .newline && $0 != .carriageReturn }
    return String(decoding: text, as: UTF8.self)
  }

  /// The last byte of code before `offset` on its line.
  func codeBefore(_ offset: Int) -> Int? {
    let start = lineStarts[line(of: offset) - 1]
    return code[min(start, offset)..<offset].lastIndex { !$0.isSpace }
  }

  /// The first byte of code at or behind `offset`, on whatever line.
  func codeBehind(_ offset: Int) -> Int? { code[offset...].firstIndex { !$0.isSpace } }

  /// Whether only space and comments stand in a range.
  func isBlank(_ range: Range<Int>) -> Bool { code[range].allSatisfy(\.isSpace) }

  /// The first byte of the statement that holds `offset`: behind the semicolon, brace or directive before it, and
  /// behind `bound`.
  func statementStart(of offset: Int, behind bound: Int) -> Int {
    var start = offset
    var index = offset - 1
    while index >= bound {
      let byte = code[index]
      if byte == .semicolon || byte == .openBrace || byte == .closeBrace || byte == .hash { break }
      if !byte.isSpace { start = index }
      index -= 1
    }
    return start
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let semicolon = UInt8(ascii: ";")
  static let comma = UInt8(ascii: ",")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let hash = UInt8(ascii: "#")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let backslash = UInt8(ascii: "\\")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")

  var isSpace: Bool { self == .space || (9...13).contains(self) }
  var isWord: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (97...122).contains(self | 0x20) || self >= 0x80
  }
}
