import ArchiveModel

extension Refusal {
  /// A fix-it that adds the annotation after a declaration that is alone on its line and has no comment.
  func fixIts(_ lines: SourceLines) -> [FixIt] {
    guard let annotation, let line = lines[field.location] else { return [] }
    let code = line.trimmingTrailingBlanks
    guard code.hasSuffix(";"), code.count(where: { $0 == ";" }) == 1, !code.contains(where: { ",{}\"".contains($0) }),
      !code.contains("//"), !code.contains("/*"), !code.contains("*/")
    else { return [] }
    let place = SourceLocation(
      file: field.location.file, line: field.location.line, column: code.utf8.count + 1)
    return [FixIt(at: place, length: line.utf8.count - code.utf8.count, replacement: "  // archive: \(annotation)")]
  }
}

extension String {
  fileprivate var trimmingTrailingBlanks: Substring {
    let end = lastIndex { $0 != " " && $0 != "\t" }
    return end.map { self[...$0] } ?? ""
  }
}
