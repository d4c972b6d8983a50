/// A line of a comment that is probably a misspelled annotation: `archive skip`, `archive : skip`, `Archive: skip`,
/// `archve: skip`, `@archive: skip`.
public struct NearMiss: Sendable, Equatable {
  /// The offset where the misspelled mark begins.
  public let offset: Int
  /// The attributes as they should be written after `archive:`.
  public let words: String
  /// The range that the annotation replaces, from the start of the comment's text; nil if prose precedes it.
  public let replaced: Range<Int>?

  private var annotation: String { words.isEmpty ? "archive:" : "archive: \(words)" }

  /// The warning, with the change that turns the line into an annotation.
  public func diagnostic(sourceLine: String, at location: (Int) -> SourceLocation) -> Diagnostic {
    Diagnostic(
      .misspelledAnnotation, at: location(offset),
      "this comment is not an annotation: an annotation begins with 'archive:'",
      advice: "write '// \(annotation)'", sourceLine: sourceLine,
      fixIts: replaced.map {
        [FixIt(at: location($0.lowerBound), length: $0.count, replacement: annotation)]
      } ?? [])
  }

  /// The near misses in one comment. Only a text with attributes is one: "Archive: see below" is prose.
  public static func find(in bytes: [UInt8], comment: Range<Int>) -> [NearMiss] {
    CommentLine.lines(of: comment, in: bytes).compactMap { line in
      guard AnnotationMark.words(in: bytes, line: line) == nil else { return nil }
      return first(in: bytes, line: line)
    }
  }

  /// The near miss in a comment that is nothing but a word like the mark: `Archive:`, `archive`, `@archive`, `archve:`. That is one
  /// on a Swift type, where the mark needs no attributes. A heading is none: "Archive", "Archived:".
  public static func ofBareMark(in bytes: [UInt8], comment: Range<Int>) -> NearMiss? {
    let lines = CommentLine.lines(of: comment, in: bytes)
    guard lines.count == 1, let line = lines.first, AnnotationMark.words(in: bytes, line: line) == nil else {
      return nil
    }
    let range = AnnotationMark.trimmed(bytes, line.text)
    guard let first = bytes[range].first else { return nil }
    let isTagged = "@#".utf8.contains(first)
    let text = bytes[range].dropFirst(isTagged ? 1 : 0)
    let word = text.prefix(while: isLetter)
    let rest = text[word.endIndex...].drop(while: \.isBlank)
    let hasColon = !rest.isEmpty && (rest.allSatisfy { $0 == UInt8(ascii: ":") } || rest.elementsEqual("\u{FF1A}".utf8))
    guard let nearness = Nearness(word), hasColon || rest.isEmpty else { return nil }
    switch nearness {
    case .same:
      guard hasColon || isTagged || word.elementsEqual(AnnotationMark.mark.dropLast()) else { return nil }
    case .near:
      guard hasColon || isTagged, !realWords.contains(String(decoding: word, as: UTF8.self).lowercased()) else {
        return nil
      }
    }
    return NearMiss(offset: word.startIndex, words: "", replaced: line.text.lowerBound..<range.upperBound)
  }

  private static let realWords: Set<String> = ["archived", "archives", "archiver"]

  private static func first(in bytes: [UInt8], line: CommentLine) -> NearMiss? {
    var start = line.text.lowerBound
    // `@archive:`, `(archive: skip)`, `-archive: skip`. Quotation marks are not skipped: they quote an annotation.
    while start < line.text.upperBound, "@\\#-+>|([{*".utf8.contains(bytes[start]) { start += 1 }
    while start < line.text.upperBound, bytes[start].isBlank { start += 1 }
    if let found = read(bytes, at: start, in: line, isFirst: true) { return found }
    var index = line.text.lowerBound + 1
    while index < line.text.upperBound {
      defer { index += 1 }
      guard bytes[index] | 0x20 == UInt8(ascii: "a"),
        bytes[index - 1].isBlank || "([{,;-|>+".utf8.contains(bytes[index - 1]), index != start
      else { continue }
      guard !line.isCommentedOut(at: index, in: bytes) else { return nil }
      if let found = read(bytes, at: index, in: line, isFirst: false) { return found }
    }
    return nil
  }

  /// - Parameter isFirst: whether the word begins the line. Elsewhere only unmistakable attributes count.
  private static func read(_ bytes: [UInt8], at start: Int, in line: CommentLine, isFirst: Bool) -> NearMiss? {
    let text = bytes[start..<line.text.upperBound]
    let word = text.prefix(while: isLetter)
    guard let nearness = Nearness(word) else { return nil }
    let behind = text[word.endIndex...]
    guard let separator = Separator(behind) else { return nil }
    switch separator.kind {
    case .colon: break
    // Without a colon only the exact word at the start of a line counts: "archiver packed" is prose.
    case .space, .other: guard isFirst, nearness == .same else { return nil }
    }
    var words = bytes[AnnotationMark.trimmed(bytes, separator.end..<line.text.upperBound)].drop(while: \.isBlank)
    if separator.opens || "([{".utf8.contains(start > line.text.lowerBound ? bytes[start - 1] : 0),
      let last = words.last, ")]}".utf8.contains(last), isUnbalanced(words)
    {
      words.removeLast()
    }
    guard let (text, name) = corrected(words) else { return nil }
    // "Archive name" is prose too: an attribute that requires arguments has a parenthesis after it.
    let follows = words.drop(while: \.isWord).drop(while: \.isBlank).first
    guard name.arity.lowerBound == 0 || follows == UInt8(ascii: "(") else { return nil }
    if !isFirst || separator.kind != .colon, !areAttributes(text) { return nil }
    let end = AnnotationMark.trimmed(bytes, line.text).upperBound
    return NearMiss(offset: start, words: text, replaced: isFirst ? line.text.lowerBound..<end : nil)
  }

  /// The text with the first attribute's name in lower case; nil if no attribute comes first.
  private static func corrected(_ words: ArraySlice<UInt8>) -> (text: String, name: Attribute.Name)? {
    let name = String(decoding: words.prefix(while: \.isWord), as: UTF8.self)
    guard let known = Attribute.Name(rawValue: name.lowercased()) else { return nil }
    let small = Array(known.rawValue.utf8) + words.dropFirst(name.utf8.count)
    guard AnnotationMark.beginsWithAttribute(small[...]) else { return nil }
    return (String(decoding: small, as: UTF8.self), known)
  }

  private static func areAttributes(_ text: String) -> Bool {
    let place = SourceLocation(file: "", line: 1, column: 1)
    return [Attribute.Placement([.field, .type]), [.property, .enumCase, .payload, .swiftType, .swiftProtocol]]
      .contains { AttributeParser.parse(text, at: place, on: $0).diagnostics.isEmpty }
  }

  private static func isUnbalanced(_ words: ArraySlice<UInt8>) -> Bool {
    words.count { "([{".utf8.contains($0) } < words.count { ")]}".utf8.contains($0) }
  }

  /// Whether a file may have annotations or near misses, determined by one pass over its bytes.
  public static func mayBe(in bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      guard bytes[index] | 0x20 == UInt8(ascii: "a"), index == 0 || !bytes[index - 1].isWord else {
        index += 1
        continue
      }
      var end = index
      while end < bytes.count, isLetter(bytes[end]) { end += 1 }
      let rest = bytes[end..<min(end + 40, bytes.count)]
      if Nearness(bytes[index..<end]) != nil, Separator(rest) != nil || isComment(bytes, before: index) { return true }
      index = max(end, index + 1)
    }
    return false
  }

  /// Whether a word begins a comment: `// archive`.
  private static func isComment(_ bytes: UnsafeRawBufferPointer, before index: Int) -> Bool {
    bytes[..<index].last { !$0.isBlank && !"@#".utf8.contains($0) }.map { "/*".utf8.contains($0) } ?? false
  }

  /// Whether the byte belongs to an ASCII word. Bytes of other alphabets do not: the full-width colon is one of those.
  private static func isLetter(_ byte: UInt8) -> Bool { byte.isWord && byte < 0x80 }
}

/// How similar a word is to `archive`.
private enum Nearness {
  /// The word itself, in upper or lower case.
  case same
  /// One letter is wrong, missing or extra, or two letters are swapped.
  case near

  init?(_ word: some Collection<UInt8>) {
    guard (6...10).contains(word.count) else { return nil }
    let small = word.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    let right = AnnotationMark.mark.dropLast()
    if small.elementsEqual(right) {
      self = .same
    } else if small.elementsEqual("archivegen".utf8) || Self.isOneEdit(small, Array(right)) {
      self = .near
    } else {
      return nil
    }
  }

  private static func isOneEdit(_ word: [UInt8], _ right: [UInt8]) -> Bool {
    let same = zip(word, right).prefix { $0 == $1 }.count
    let (left, other) = (word[same...], right[same...])
    switch word.count - right.count {
    case 1: return left.dropFirst().elementsEqual(other)
    case -1: return left.elementsEqual(other.dropFirst())
    case 0:
      if left.dropFirst().elementsEqual(other.dropFirst()) { return true }
      return left.count >= 2 && left.dropFirst(2).elementsEqual(other.dropFirst(2))
        && left[left.startIndex] == other[other.startIndex + 1] && left[left.startIndex + 1] == other[other.startIndex]
    default: return false
    }
  }
}

/// The text between `archive` and the attributes.
private struct Separator {
  enum Kind { case colon, space, other }

  let kind: Kind
  /// The offset after the separator.
  let end: Int
  /// Whether the separator is `(`, which is closed after the attributes.
  let opens: Bool

  /// - Parameter text: the text that follows the word. Offsets in a slice are those of the whole text.
  init?<Bytes: RandomAccessCollection<UInt8>>(_ text: Bytes) where Bytes.Index == Int {
    let rest = text.drop(while: \.isBlank)
    guard let first = rest.first else { return nil }
    let hasSpace = rest.startIndex > text.startIndex
    let colons = rest.prefix { $0 == UInt8(ascii: ":") }.count
    if colons > 0 {
      (kind, end, opens) = (.colon, rest.startIndex + colons, false)
    } else if rest.starts(with: "\u{FF1A}".utf8) {
      // The full-width colon of Chinese and Japanese keyboards.
      (kind, end, opens) = (.colon, rest.startIndex + 3, false)
    } else if "=;(".utf8.contains(first) || (first == UInt8(ascii: "-") && !hasSpace) {
      (kind, end, opens) = (.other, rest.startIndex + 1, first == UInt8(ascii: "("))
    } else if hasSpace, first.isWord {
      (kind, end, opens) = (.space, rest.startIndex, false)
    } else {
      return nil
    }
  }
}
