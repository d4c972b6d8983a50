import CClang

/// A copy of a libclang diagnostic with its notes and fix-its.
struct ClangDiagnostic {
  enum Severity: Int { case ignored, note, warning, error, fatal }

  let severity: Severity
  let message: String
  /// The option that enables a warning, such as "-Wunknown-attributes"; empty for an error.
  let option: String
  let location: ClangLocation
  let notes: [ClangDiagnostic]
  /// The texts that libclang proposes, each as a replacement for the text between two locations.
  let fixIts: [(location: ClangLocation, end: ClangLocation, text: String)]

  init(_ raw: CXDiagnostic, unit: TranslationUnit) {
    let clang = unit.clang
    severity = Severity(rawValue: Int(clang.getDiagnosticSeverity(raw).rawValue)) ?? .fatal
    message = unit.string(clang.getDiagnosticSpelling(raw))
    option = unit.string(clang.getDiagnosticOption(raw, nil))
    location = ClangLocation(raw: clang.getDiagnosticLocation(raw), unit: unit)
    let children = clang.getChildDiagnostics(raw)
    notes = (0..<clang.getNumDiagnosticsInSet(children)).compactMap { number in
      guard let note = clang.getDiagnosticInSet(children, number) else { return nil }
      defer { clang.disposeDiagnostic(note) }
      return ClangDiagnostic(note, unit: unit)
    }
    fixIts = (0..<clang.getDiagnosticNumFixIts(raw)).map { number in
      var range = CXSourceRange()
      let text = unit.string(clang.getDiagnosticFixIt(raw, number, &range))
      return (
        ClangLocation(raw: clang.getRangeStart(range), unit: unit),
        ClangLocation(raw: clang.getRangeEnd(range), unit: unit), text
      )
    }
  }
}
