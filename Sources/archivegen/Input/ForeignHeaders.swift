import ArchiveModel
import Foundation
import HeaderReader

/// Rewrites advice about headers of the system and the compiler, which cannot be edited: their annotations go into
/// archivegen.yml.
enum ForeignHeaders {
  static func advised(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var isEditable: [String: Bool] = [:]
    return diagnostics.map { advised($0, &isEditable) }
  }

  private static func advised(_ diagnostic: Diagnostic, _ isEditable: inout [String: Bool]) -> Diagnostic {
    var result = diagnostic
    result.notes = diagnostic.notes.map { advised($0, &isEditable) }
    guard let file = diagnostic.location?.file else { return result }
    let known = isEditable[file] ?? ForeignFile.isEditable(file)
    isEditable[file] = known
    if !known { result.advice = diagnostic.advice.map(inConfiguration) }
    return result
  }

  /// Rewrites "write count(n) on its line, like '// archive: count(length)'" for the configuration.
  private static func inConfiguration(_ advice: String) -> String {
    guard advice.hasBytes(of: "on its line") || advice.hasBytes(of: "// archive:") else { return advice }
    let moved = advice.replacing("'// archive: ", with: "'").replacing(" on its line", with: "")
    return moved + "; for a system header, write it in archivegen.yml, under 'types:'"
  }
}
