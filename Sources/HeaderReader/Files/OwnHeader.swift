import ArchiveModel

/// `ArchiveAnnotations.h` in memory, for headers that include it and do not bring it.
enum OwnHeader {
  /// A folder that exists only for libclang. It is searched after all others.
  static let folder = "/archivegen-own-headers"
  static let path = "\(folder)/\(AnnotationHeader.name)"
  static let text = AnnotationHeader.text
}
