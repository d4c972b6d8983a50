/// The words behind an `archive:` in a comment, of C or of Swift: both have the same comments.
public struct AnnotationMark: Sendable, Equatable {
  /// What follows `archive:` on its line, as offsets.
  public let text: Range<Int>
  /// Whether an attribute's name comes first.
  public let namesAttribute: Bool

  private static let mark = Array("archive:".utf8)

  /// Those in one comment, in order; a comment of several lines may have several.
  public static func find(in bytes: [UInt8], comment: Range<Int>) -> [AnnotationMark] {
    lines(of: comment, in: bytes).compactMap { line in
      words(in: bytes, line: line).map { AnnotationMark(text: $0, namesAttribute: beginsWithAttribute(bytes[$0])) }
    }
  }

  private static func lines(of comment: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
    let isBlock = bytes[comment].starts(with: "/*".utf8)
    let isClosed = isBlock && comment.count >= 4 && bytes[comment].suffix(2).elementsEqual("*/".utf8)
    let end = isClosed ? comment.upperBound - 2 : comment.upperBound
    var result: [Range<Int>] = []
    var lineStart = comment.lowerBound
    while lineStart < end {
      let lineEnd = bytes[lineStart..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
      result.append(lineStart..<lineEnd)
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

  /// Lines of a comment that were to be annotations, as it seems, and are prose: `archive skip`, `archive : skip`,
  /// `archve: skip`.
  ///
  /// - Returns: where each begins, and its words.
  public static func nearMisses(in bytes: [UInt8], comment: Range<Int>) -> [(offset: Int, words: String)] {
    lines(of: comment, in: bytes).compactMap { line in
      guard words(in: bytes, line: line) == nil else { return nil }
      let text = bytes[line].drop { isSpace($0) || "/*!<".utf8.contains($0) }
      let word = String(decoding: text.prefix(while: isWord), as: UTF8.self)
      let behind = text.dropFirst(word.utf8.count).drop(while: isSpace)
      let rest = behind.first == UInt8(ascii: ":") ? behind.dropFirst() : behind
      // Only the mark's own word may lack its colon: "weak archive" is prose.
      let isNear =
        behind.startIndex < rest.startIndex ? nearestWord(to: word, among: ["archive"]) != nil : word == "archive"
      let words = bytes[trimmed(bytes, rest.startIndex..<line.upperBound)].drop(while: isSpace)
      guard isNear, beginsWithAttribute(words) else { return nil }
      let name = Attribute.Name(rawValue: String(decoding: words.prefix(while: isWord), as: UTF8.self))
      // "Archive name" is prose, too: a word that takes an argument has one.
      guard let name, name.arity.lowerBound == 0 || words.drop(while: isWord).first == UInt8(ascii: "(") else {
        return nil
      }
      return (text.startIndex, String(decoding: words, as: UTF8.self))
    }
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
