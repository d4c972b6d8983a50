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

/// A comment that was to be an annotation, as it seems.
struct AlmostAnnotation {
  let comment: Range<Int>
  let miss: NearMiss

  static func find(in source: SourceText) -> [AlmostAnnotation] {
    source.comments.flatMap { comment in
      NearMiss.find(in: source.bytes, comment: comment).map { AlmostAnnotation(comment: comment, miss: $0) }
    }
  }
}
