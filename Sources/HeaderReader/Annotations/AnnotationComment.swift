import ArchiveModel

/// An `archive:` comment and the range of its attributes.
struct AnnotationComment {
  /// The whole comment.
  let comment: Range<Int>
  /// The offsets of the text that follows `archive:` on its line.
  let text: Range<Int>
  /// Whether the text begins with the name of an attribute.
  let namesAttribute: Bool

  /// The annotations of a file, in order; a comment of several lines may have several.
  static func find(in source: SourceText) -> [AnnotationComment] {
    source.comments.flatMap { comment in
      AnnotationMark.find(in: source.bytes, comment: comment).map { mark in
        AnnotationComment(comment: comment, text: mark.text, namesAttribute: mark.namesAttribute)
      }
    }
  }
}

/// A comment that was probably meant as an annotation.
struct NearAnnotation {
  let comment: Range<Int>
  let miss: NearMiss

  static func find(in source: SourceText) -> [NearAnnotation] {
    source.comments.flatMap { comment in
      NearMiss.find(in: source.bytes, comment: comment).map { NearAnnotation(comment: comment, miss: $0) }
    }
  }
}
