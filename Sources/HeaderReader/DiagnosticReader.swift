import ArchiveModel

extension SourceFiles {
  /// libclang's own words, its notes and its fix-its.
  func diagnostic(_ raw: ClangDiagnostic) -> Diagnostic {
    // Those of names that a macro puts together are in no file.
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

  /// Those that stay on one line.
  private func changes(_ raw: ClangDiagnostic) -> [FixIt] {
    // Several are parts of one change, which is more than one of ours can say.
    guard raw.fixIts.count == 1, let fix = raw.fixIts.first, let start = location(fix.location),
      let end = location(fix.end), start.file == end.file, start.line == end.line, end.column >= start.column
    else { return [] }
    return [FixIt(at: start, length: end.column - start.column, replacement: fix.text)]
  }

  /// The errors of a unit that holds one header.
  func errors(in unit: TranslationUnit, of header: HeaderInput) -> [Diagnostic] {
    let all = unit.diagnostics.filter(\.isError)
    // What follows a missing include follows from it, and clang stops there too.
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
