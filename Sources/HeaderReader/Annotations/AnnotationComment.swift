import ArchiveModel

/// An `archive:` comment and its words.
struct AnnotationComment {
  /// The whole comment.
  let comment: Range<Int>
  /// What follows `archive:` on its line, as offsets.
  let text: Range<Int>
  /// Whether an attribute's name comes first.
  let namesAttribute: Bool

  private static let mark = Array("archive:".utf8)

  /// Those in a file, in order; a comment of several lines may have several.
  static func find(in source: SourceText) -> [AnnotationComment] {
    source.comments.flatMap { comment in find(in: source, comment) }
  }

  private static func find(in source: SourceText, _ comment: Range<Int>) -> [AnnotationComment] {
    let isBlock = source.bytes[comment.lowerBound + 1] == .star
    let end =
      isBlock && source.bytes[comment].suffix(2) == [.star, .slash] ? comment.upperBound - 2 : comment.upperBound
    var result: [AnnotationComment] = []
    var lineStart = comment.lowerBound
    while lineStart < end {
      let lineEnd = source.bytes[lineStart..<end].firstIndex(of: .newline) ?? end
      if let text = words(in: source.bytes, line: lineStart..<lineEnd) {
        result.append(
          AnnotationComment(
            comment: comment, text: text, namesAttribute: beginsWithAttribute(source.bytes[text])))
      }
      lineStart = lineEnd + 1
    }
    return result
  }

  /// The text behind `archive:`, when that begins the comment's line or an attribute's name follows it. Elsewhere it
  /// is prose: "the tape archive: see below".
  private static func words(in bytes: [UInt8], line: Range<Int>) -> Range<Int>? {
    var index = line.lowerBound
    while index + mark.count <= line.upperBound {
      defer { index += 1 }
      guard bytes[index..<index + mark.count].elementsEqual(mark) else { continue }
      guard index == line.lowerBound || !bytes[index - 1].isWord else { continue }
      let text = trimmed(bytes, index + mark.count..<line.upperBound)
      let lead = bytes[line.lowerBound..<index]
      let isFirst = lead.allSatisfy {
        $0.isSpace || [.slash, .star, UInt8(ascii: "!"), UInt8(ascii: "<")].contains($0)
      }
      if isFirst || beginsWithAttribute(bytes[text]) { return text }
    }
    return nil
  }

  private static func beginsWithAttribute(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.drop(while: \.isSpace)
    let word = rest.prefix(while: \.isWord)
    guard Attribute.Name(rawValue: String(decoding: word, as: UTF8.self)) != nil else { return false }
    let follows = rest[word.endIndex...].first { !$0.isSpace }
    return follows == nil || [.comma, UInt8(ascii: "("), UInt8(ascii: "-")].contains(follows)
  }

  /// Without the space, the backslash of a joined line and the stars of a box at the end.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let end =
      bytes[range].lastIndex { !$0.isSpace && $0 != .star && $0 != .backslash }.map { $0 + 1 } ?? range.lowerBound
    return range.lowerBound..<end
  }
}
