import ArchiveModel

/// The format of `--diagnostics-format json`. Lines and columns count from 1; columns and lengths are in bytes.
///
/// The format is stable: keys may be added, but none changes its meaning while `version` is 1.
struct JSONDiagnostics: Encodable {
  var version = 1
  let diagnostics: [Entry]
  /// The result of the run; nil if it ended before.
  let summary: String?

  init(_ diagnostics: [Diagnostic], summary: String?) {
    self.diagnostics = diagnostics.map(Entry.init)
    self.summary = summary
  }

  var text: String { prettyJSON() }

  struct Entry: Encodable {
    let id: String?
    let severity: String
    let message: String
    let advice: String?
    let file: String?
    let line: Int?
    let column: Int?
    let notes: [Entry]
    let fixIts: [Fix]

    init(_ diagnostic: Diagnostic) {
      id = diagnostic.name
      severity = diagnostic.severity.name
      message = diagnostic.message
      advice = diagnostic.advice
      file = diagnostic.location?.file
      line = diagnostic.location?.line
      column = diagnostic.location?.column
      notes = diagnostic.notes.map(Entry.init)
      fixIts = diagnostic.fixIts.map(Fix.init)
    }
  }

  /// A change: `text` replaces the `length` bytes from the location on.
  struct Fix: Encodable {
    let file: String
    let line: Int
    let column: Int
    let length: Int
    let text: String

    init(_ fix: FixIt) {
      file = fix.location.file
      line = fix.location.line
      column = fix.location.column
      length = fix.length
      text = fix.replacement
    }
  }
}
