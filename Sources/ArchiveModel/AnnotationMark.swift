/// The words behind an `archive:` in a comment, of C or of Swift: both have the same comments.
public struct AnnotationMark: Sendable, Equatable {
  /// What follows `archive:` on its line, as offsets.
  public let text: Range<Int>
  /// Whether an attribute's name comes first.
  public let namesAttribute: Bool

  private static let mark = Array("archive:".utf8)

  /// Those in one comment, in order; a comment of several lines may have several.
  public static func find(in bytes: [UInt8], comment: Range<Int>) -> [AnnotationMark] {
    let isBlock = bytes[comment].starts(with: "/*".utf8)
    let isClosed = isBlock && comment.count >= 4 && bytes[comment].suffix(2).elementsEqual("*/".utf8)
    let end = isClosed ? comment.upperBound - 2 : comment.upperBound
    var result: [AnnotationMark] = []
    var lineStart = comment.lowerBound
    while lineStart < end {
      let lineEnd = bytes[lineStart..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
      if let text = words(in: bytes, line: lineStart..<lineEnd) {
        result.append(AnnotationMark(text: text, namesAttribute: beginsWithAttribute(bytes[text])))
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
      guard index == line.lowerBound || !isWord(bytes[index - 1]) else { continue }
      let text = trimmed(bytes, index + mark.count..<line.upperBound)
      let lead = bytes[line.lowerBound..<index]
      let isFirst = lead.allSatisfy { isSpace($0) || "/*!<".utf8.contains($0) }
      if isFirst || beginsWithAttribute(bytes[text]) { return text }
    }
    return nil
  }

  private static func beginsWithAttribute(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.drop(while: isSpace)
    let word = rest.prefix(while: isWord)
    guard Attribute.Name(rawValue: String(decoding: word, as: UTF8.self)) != nil else { return false }
    let follows = rest[word.endIndex...].first { !isSpace($0) }
    return follows.map { ",(-".utf8.contains($0) } ?? true
  }

  /// Without the space, the backslash of a joined line and the stars of a box at the end.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let last = bytes[range].lastIndex { !isSpace($0) && !"*\\".utf8.contains($0) }
    return range.lowerBound..<(last.map { $0 + 1 } ?? range.lowerBound)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte >= 0x80
  }
}
