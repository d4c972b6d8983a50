import ArchiveModel

/// The position of a tag in a template's text. swift-mustache does not keep positions, but the tags of its tree are in
/// the order of the text, so each tag is the next occurrence of its name.
struct TemplatePosition {
  private let bytes: [UInt8]
  private let lines: LineTable
  /// The offset after the last tag's name.
  private var offset = 0
  /// The offset of the last tag's delimiter.
  private var start = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    lines = LineTable(bytes)
  }

  mutating func advance(to name: String) {
    let name = Array(name.utf8)
    let occurrences = (offset..<max(offset, bytes.count - name.count + 1)).lazy.filter { [bytes] in
      bytes[$0...].starts(with: name)
    }
    // A template may set other delimiters; then a tag is where its name is.
    guard let found = occurrences.first(where: { delimiter(before: $0) != nil }) ?? occurrences.first else { return }
    (start, offset) = (delimiter(before: found) ?? found, found + name.count)
  }

  /// The offset of `{{` before a tag's name, with its sigil and spaces; nil if the name is not that of a tag.
  private func delimiter(before index: Int) -> Int? {
    var before = bytes[..<index]
    while before.last == UInt8(ascii: " ") { before.removeLast() }
    if let last = before.last, "#^&>".utf8.contains(last) { before.removeLast() }
    guard before.suffix(2).elementsEqual("{{".utf8) else { return nil }
    before.removeLast(before.suffix(3).elementsEqual("{{{".utf8) ? 3 : 2)
    return before.endIndex
  }

  var line: Int { lines.line(of: start) }
  var column: Int { lines.column(of: start) }

  var sourceLine: String {
    String(decoding: bytes[lines.lineStart(of: start)...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
