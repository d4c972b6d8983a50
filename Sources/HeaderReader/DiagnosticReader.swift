import ArchiveModel

extension SourceFiles {
  /// libclang's own words, its notes and its fix-its.
  func diagnostic(_ raw: ClangDiagnostic) -> Diagnostic {
    let notes = raw.notes.filter { !$0.location.isInUmbrella }.map { note in
      Diagnostic(.note, at: location(note.location), note.message, sourceLine: line(of: note.location))
    }
    let fixIts = raw.fixIts.filter { !$0.text.isEmpty }.map { fix in
      Diagnostic(.note, at: location(fix.location), "write '\(fix.text)' here", sourceLine: line(of: fix.location))
    }
    return Diagnostic(
      raw.isError ? .error : .warning, at: location(raw.location),
      raw.message, sourceLine: line(of: raw.location), notes: notes + fixIts)
  }

  /// The errors of a unit that holds one header.
  func errors(in unit: TranslationUnit, of header: HeaderInput) -> [Diagnostic] {
    unit.diagnostics.filter(\.isError).map { raw in
      var error = diagnostic(raw)
      if raw.location.isInUmbrella { (error.location, error.sourceLine) = end(of: header) }
      return error
    }
  }

  /// The last line of a header: where an error belongs that shows only behind it.
  private func end(of header: HeaderInput) -> (SourceLocation?, String?) {
    guard let file = unit.file(at: header.absolutePath) else { return (nil, nil) }
    var lines = text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    let last = lines.last.map(String.init) ?? ""
    return (SourceLocation(file: header.path, line: max(lines.count, 1), column: last.utf8.count + 1), last)
  }
}

extension ClangDiagnostic {
  var isError: Bool { severity == .error || severity == .fatal }
}

extension ClangLocation {
  var isInUmbrella: Bool { fileAndOffset?.file.path == Umbrella.name }
}
