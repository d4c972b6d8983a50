import ArchiveModel

extension SourceFiles {
  /// libclang's message with its notes and fix-its.
  func diagnostic(_ raw: ClangDiagnostic) -> Diagnostic {
    // Notes about names that a macro composes are in no file.
    let notes = raw.notes.filter { !$0.location.isInUmbrella && $0.location.position != nil }.map { note in
      Diagnostic.note(at: location(note.location), note.message, sourceLine: line(of: note.location))
    }
    let fixIts = raw.fixIts.filter { !$0.text.isEmpty }.map { fix in
      Diagnostic.note(at: location(fix.location), "write '\(fix.text)' here", sourceLine: line(of: fix.location))
    }
    return Diagnostic(
      raw.isError ? .clangError : .clangWarning, at: location(raw.location),
      raw.message, sourceLine: line(of: raw.location), notes: notes + fixIts, fixIts: changes(raw))
  }

  /// The fix-its that change one line.
  private func changes(_ raw: ClangDiagnostic) -> [FixIt] {
    // Several fix-its are parts of one change, which a `FixIt` cannot express.
    guard raw.fixIts.count == 1, let fix = raw.fixIts.first, let start = location(fix.location),
      let end = location(fix.end), start.file == end.file, start.line == end.line, end.column >= start.column
    else { return [] }
    return [FixIt(at: start, length: end.column - start.column, replacement: fix.text)]
  }

  /// The errors of a unit that holds one header.
  func errors(in unit: TranslationUnit, of header: HeaderInput) -> [Diagnostic] {
    let all = unit.diagnostics.filter(\.isError)
    // Errors after a missing include follow from it, and clang stops there too.
    let fatal = all.firstIndex { $0.severity == .fatal }
    let shown = all.prefix(fatal.map { $0 + 1 } ?? all.count)
    var errors = shown.map { raw in
      var error = diagnostic(raw)
      if raw.location.isInUmbrella { (error.location, error.sourceLine) = end(of: header) }
      return error
    }
    if shown.count < all.count, let last = errors.indices.last {
      let more = all.count - shown.count
      errors[last].notes.append(
        Diagnostic.note("\(more) more error\(more == 1 ? "" : "s") in \(header.path) may follow from this one"))
    }
    return errors
  }

  /// The last line of a header, for an error that occurs only after the header.
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
