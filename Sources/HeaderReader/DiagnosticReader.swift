import ArchiveModel

extension SourceFiles {
  /// libclang's own words, its notes and its fix-its.
  func diagnostic(_ raw: ClangDiagnostic) -> Diagnostic {
    let notes = raw.notes.map { note in
      Diagnostic(.note, at: location(note.location), note.message, sourceLine: line(of: note.location))
    }
    let fixIts = raw.fixIts.filter { !$0.text.isEmpty }.map { fix in
      Diagnostic(.note, at: location(fix.location), "write '\(fix.text)' here", sourceLine: line(of: fix.location))
    }
    return Diagnostic(
      raw.severity.rawValue >= ClangDiagnostic.Severity.error.rawValue ? .error : .warning, at: location(raw.location),
      raw.message, sourceLine: line(of: raw.location), notes: notes + fixIts)
  }

  /// The errors of a unit that holds one header.
  ///
  /// After a fatal one, such as a file that is not found, only further fatal ones are given: the rest follows from it.
  func errors(in unit: TranslationUnit, of header: HeaderInput, _ inclusions: Inclusions) -> [Diagnostic] {
    var result: [Diagnostic] = []
    var sawFatal = false
    for raw in unit.diagnostics {
      guard raw.severity == .fatal || (raw.severity == .error && !sawFatal) else { continue }
      sawFatal = sawFatal || raw.severity == .fatal
      var error = diagnostic(raw)
      if let position = raw.location.position {
        if position.file.path == Umbrella.name {
          (error.location, error.sourceLine) = end(of: header)
        } else if let directive = inclusions.entry(of: position.file)?.directives.dropLast().last {
          error.notes.append(
            Diagnostic(.note, at: location(directive), "the file is included here", sourceLine: line(of: directive)))
        }
      }
      result.append(error)
    }
    return result
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
