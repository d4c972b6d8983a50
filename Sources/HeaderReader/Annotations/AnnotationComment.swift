import ArchiveModel

/// An `archive:` comment and its words.
struct AnnotationComment {
  /// The whole comment.
  let comment: Range<Int>
  /// What follows `archive:` on its line, as offsets.
  let text: Range<Int>
  /// Whether an attribute's name comes first.
  let namesAttribute: Bool

  /// Those in a file, in order; a comment of several lines may have several.
  static func find(in source: SourceText) -> [AnnotationComment] {
    source.comments.flatMap { comment in
      AnnotationMark.find(in: source.bytes, comment: comment).map { mark in
        AnnotationComment(comment: comment, text: mark.text, namesAttribute: mark.namesAttribute)
      }
    }
  }
}
