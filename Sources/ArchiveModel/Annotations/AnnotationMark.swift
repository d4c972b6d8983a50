/// An `archive:` in a comment of C or Swift, with the text that follows it.
///
/// `archive:` is an annotation if it begins a line of the comment, or if it is between a space and the name of an
/// attribute. Elsewhere it is prose or part of an address: "the tape archive: see below", `http://x.org/archive:skip`.
/// After another `//` or `/*` inside the comment it is ignored, because it was commented out together with code.
public struct AnnotationMark: Sendable, Equatable {
  /// The offsets of the text that follows `archive:` on its line.
  public let text: Range<Int>
  /// Whether the text begins with the name of an attribute.
  public let namesAttribute: Bool

  static let mark = Array("archive:".utf8)

  /// The annotations of one comment, in order; a comment of several lines may have several.
  public static func find(in bytes: [UInt8], comment: Range<Int>) -> [AnnotationMark] {
    CommentLine.lines(of: comment, in: bytes).compactMap { line in
      words(in: bytes, line: line).map { AnnotationMark(text: $0, namesAttribute: beginsWithAttribute(bytes[$0])) }
    }
  }

  static func words(in bytes: [UInt8], line: CommentLine) -> Range<Int>? {
    var index = line.text.lowerBound
    while index + mark.count <= line.text.upperBound {
      defer { index += 1 }
      guard bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) else { continue }
      let text = trimmed(bytes, index + mark.count..<line.text.upperBound)
      if index == line.text.lowerBound { return text }
      guard bytes[index - 1].isBlank, beginsWithAttribute(bytes[text]), !line.isCommentedOut(at: index, in: bytes)
      else { continue }
      return text
    }
    return nil
  }

  static func beginsWithAttribute(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.drop(while: \.isBlank)
    let word = rest.prefix(while: \.isWord)
    guard Attribute.Name(rawValue: String(decoding: word, as: UTF8.self)) != nil else { return false }
    let follows = rest[word.endIndex...].first { !$0.isBlank }
    return follows.map { ",(-".utf8.contains($0) } ?? true
  }

  /// The range without spaces, the backslash that joins the next line, and the stars of a box at the end.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let last = bytes[range].lastIndex { !$0.isBlank && !"*\\".utf8.contains($0) }
    return range.lowerBound..<(last.map { $0 + 1 } ?? range.lowerBound)
  }
}

/// One line of a comment.
struct CommentLine {
  /// The text without comment marks (`//`, `///<`, `/**`, the star before a line) and the space after them.
  let text: Range<Int>

  static func lines(of comment: Range<Int>, in bytes: [UInt8]) -> [CommentLine] {
    let isBlock = bytes[comment].starts(with: "/*".utf8)
    let isClosed = isBlock && comment.count >= 4 && bytes[comment].suffix(2).elementsEqual("*/".utf8)
    let end = isClosed ? comment.upperBound - 2 : comment.upperBound
    var result: [CommentLine] = []
    var lineStart = comment.lowerBound
    while lineStart < end {
      // A carriage return alone also ends a line.
      let lineEnd = bytes[lineStart..<end].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? end
      var start = lineStart
      func skip(while holds: (UInt8) -> Bool) { while start < lineEnd, holds(bytes[start]) { start += 1 } }
      if lineStart == comment.lowerBound {
        skip { "/*!<".utf8.contains($0) }
      } else {
        skip(while: \.isBlank)
        if isBlock { skip { $0 == UInt8(ascii: "*") } }
      }
      skip(while: \.isBlank)
      result.append(CommentLine(text: start..<lineEnd))
      lineStart = lineEnd + 1
    }
    return result
  }

  /// Whether another comment begins before `offset` inside this comment, so that the annotation was commented out with
  /// its code. The slashes of an address (`http://x.org`) follow a colon and do not count.
  func isCommentedOut(at offset: Int, in bytes: [UInt8]) -> Bool {
    (text.lowerBound..<max(text.lowerBound, offset - 1)).contains { index in
      guard bytes[index] == UInt8(ascii: "/"), "/*".utf8.contains(bytes[index + 1]) else { return false }
      return index == text.lowerBound || bytes[index - 1].isBlank || ";,{})".utf8.contains(bytes[index - 1])
    }
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab, a line or page break, or NUL, which compilers treat as a space.
  var isBlank: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) || self == 0 }

  var isWord: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (97...122).contains(self | 0x20) || self >= 0x80
  }
}
