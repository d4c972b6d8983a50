import ArchiveModel
import SwiftSyntax

/// A comment that has `archive:` or something similar, with the code beside it.
struct SwiftAnnotationComment {
  let range: Range<Int>
  let marks: [AnnotationMark]
  /// Lines that look like annotations but are not.
  let nearMisses: [NearMiss]
  /// A comment that is nothing but a word like the mark, which looks like an annotation on a type alone.
  let bareMiss: NearMiss?
  /// The offset after the last token before the comment; 0 if there is none.
  let before: Int
  /// The offset of the first token after the comment.
  let next: Int

  /// The comments of a file, in order. Comments are between tokens, so strings and regular expressions have none.
  static func find(in tree: SourceFileSyntax, of source: SwiftSourceText) -> [SwiftAnnotationComment] {
    var result: [SwiftAnnotationComment] = []
    var trailing: (trivia: Trivia, offset: Int)?
    var before = 0
    var position = 0
    for token in tree.tokens(viewMode: .sourceAccurate) {
      // The tokens follow each other without gaps, and a token's own offset takes three times as long.
      let start = position + token.leadingTriviaLength.utf8Length
      let end = start + token.trimmedLength.utf8Length
      let next = end + token.trailingTriviaLength.utf8Length
      defer { position = next }
      if let (trivia, offset) = trailing {
        result += find(in: trivia, at: offset, before: before, next: start, source)
        trailing = nil
      }
      if source.mayHoldComment(position..<start) {
        result += find(in: token.leadingTrivia, at: position, before: before, next: start, source)
      }
      if source.mayHoldComment(end..<next) { trailing = (token.trailingTrivia, end) }
      before = end
    }
    return result
  }

  private static func find(
    in trivia: Trivia, at offset: Int, before: Int, next: Int, _ source: SwiftSourceText
  ) -> [SwiftAnnotationComment] {
    var result: [SwiftAnnotationComment] = []
    var offset = offset
    for piece in trivia {
      let range = offset..<offset + piece.sourceLength.utf8Length
      offset = range.upperBound
      switch piece {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment:
        let marks = AnnotationMark.find(in: source.bytes, comment: range)
        let nearMisses = NearMiss.find(in: source.bytes, comment: range)
        let bareMiss = marks.isEmpty && nearMisses.isEmpty ? NearMiss.ofBareMark(in: source.bytes, comment: range) : nil
        if !marks.isEmpty || !nearMisses.isEmpty || bareMiss != nil {
          result.append(
            SwiftAnnotationComment(
              range: range, marks: marks, nearMisses: nearMisses, bareMiss: bareMiss, before: before, next: next))
        }
      default: continue
      }
    }
    return result
  }
}

extension SwiftSourceText {
  /// A look at the bytes is faster than taking trivia apart.
  fileprivate func mayHoldComment(_ range: Range<Int>) -> Bool {
    range.count > 2 && bytes[range].contains(UInt8(ascii: "/"))
  }
}
