import ArchiveModel

/// Why a field cannot be archived, and with it its record, and which annotation would help.
struct Refusal: Sendable {
  let id: DiagnosticID
  let field: Field
  /// The reason, which completes "its field 'x' …".
  let reason: String
  let advice: String
  /// The advice if `--unresolved skip` leaves out the field.
  let adviceIfSkipped: String
  /// The annotation that probably is the right one: "count(n)".
  var annotation: String?
  /// The record that the pointer leads to.
  var target: Record.ID?
  var notes: [Diagnostic] = []
  /// What is asked next, once the field has its annotation.
  var laterNotes: [Diagnostic] = []
  /// Whether the only obstacle is an error that is reported elsewhere.
  var isCausedByError = false
}

/// An annotation that a refusal proposes in addition to the list of possible attributes.
///
/// An example is shown only if names, types or comments support it, because a wrong one that is copied loses elements.
enum AnnotationSuggestion: Equatable {
  /// An annotation that fits. `besides` completes "… with …": annotations that other declarations need.
  case example(String, besides: String? = nil)
  /// A question that only the header's author can answer, without its question mark.
  case question(String)
}

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
