import ArchiveModel

/// A file's text with comments separated from code. It implements as much of C17's lexical grammar (6.4) as is needed
/// to find comments (6.4.9) and the code beside them. Tokenising with libclang would cost more than parsing.
struct SourceText {
  /// The file's bytes at the same offsets. A byte-order mark and NULs are spaces, as for the compiler, and carriage
  /// returns without a line feed are line ends.
  let bytes: [UInt8]
  /// The text with spaces for comments and macros of annotations, quotation marks for literals, and only the `#` of
  /// directives. It has the length and the lines of `bytes`.
  private(set) var code: [UInt8]
  private(set) var comments: [Range<Int>] = []
  /// The ranges between the directives of `#if … #elif … #else … #endif`.
  private(set) var branches: [Range<Int>] = []
  /// The uses of macros that are annotations, outside directives.
  private(set) var macroUses: [MacroUse] = []
  private let lines: LineTable

  init(_ contents: [UInt8], macros: AnnotationMacros = AnnotationMacros()) {
    let bytes = Self.plain(contents)
    self.bytes = bytes
    code = bytes
    let markLength = contents.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    lines = LineTable(bytes, from: markLength)
    var scanner = Scanner(bytes: bytes)
    scanner.scan()
    code = scanner.code
    comments = scanner.comments
    branches = scanner.branches
    guard !macros.direct.isEmpty else { return }
    macroUses = MacroUse.find(macros, in: code)
    for use in macroUses { for index in use.whole where code[index] != .newline { code[index] = .space } }
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

  /// The line of an offset, counted from 1.
  func line(of offset: Int) -> Int { lines.line(of: offset) }

  /// The column of an offset, in bytes from 1.
  func column(of offset: Int) -> Int { lines.column(of: offset) }

  /// The text of the line without its end.
  func lineText(at offset: Int) -> String {
    let text = bytes[lines.lineStart(of: offset)...].prefix { $0 != .newline && $0 != .carriageReturn }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of a line, counted from 1, without its end.
  func lineText(line: Int) -> String? {
    lines.starts.indices.contains(line - 1) ? lineText(at: min(lines.starts[line - 1], bytes.count)) : nil
  }

  /// The offset of the last byte of code before `offset` on its line.
  func codeBefore(_ offset: Int) -> Int? {
    let start = lines.lineStart(of: offset)
    return code[min(start, offset)..<offset].lastIndex { !$0.isSpace }
  }

  /// The offset of the first byte of code at or after `offset`, on any line.
  func codeBehind(_ offset: Int) -> Int? { code[offset...].firstIndex { !$0.isSpace } }

  /// Whether a range has only space and comments.
  func isBlank(_ range: Range<Int>) -> Bool { code[range].allSatisfy(\.isSpace) }

  /// The first byte of the statement that contains `offset`: after the semicolon, brace or directive before it, and not
  /// before `bound`.
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
