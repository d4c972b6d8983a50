import ArchiveModel

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
