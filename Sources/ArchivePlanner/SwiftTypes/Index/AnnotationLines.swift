import ArchiveModel

/// The lines of Swift sources that have annotations.
struct AnnotationLines {
  private let lines: [String: [Int: String]]

  init(_ files: [SwiftFile]) {
    lines = Dictionary(files.map { ($0.path, $0.annotationLines) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(location: SourceLocation) -> String? { lines[location.file]?[location.line] }
}
