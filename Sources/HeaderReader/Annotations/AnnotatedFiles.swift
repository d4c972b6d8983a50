import ArchiveModel

/// The files of a unit that have `archive:` comments, or macros for annotations. Files found through a system include
/// path are ignored.
struct AnnotatedFiles {
  struct File {
    let handle: ClangFile
    let path: String
    let source: SourceText
    let comments: [AnnotationComment]
    /// Only for inputs, because a user of another file may be unable to correct it.
    let nearMisses: [NearAnnotation]

    func location(_ offset: Int) -> SourceLocation {
      SourceLocation(file: path, line: source.line(of: offset), column: source.column(of: offset))
    }

    func diagnostic(
      _ id: DiagnosticID, _ severity: Diagnostic.Severity = .error, at offset: Int, _ message: String, advice: String
    ) -> Diagnostic {
      Diagnostic(
        id, severity, at: location(offset), message, advice: advice, sourceLine: source.lineText(at: offset))
    }
  }

  /// The files in the order of reading.
  let files: [File]
  let handles: Set<ClangFile>
  let macros: AnnotationMacros
  /// The pointees that comments name.
  let namedTypes: Set<String>
  /// The functions that comments name.
  let namedFunctions: Set<String>

  init(files: SourceFiles, inclusions: Inclusions) {
    var found: [File] = []
    var seen: Set<ClangFile> = []
    let handles = inclusions.entries.map(\.file).filter { seen.insert($0).inserted }
    let marked = Set(handles.filter { files.unit.withContents(of: $0) { $0.contains("archive:") } })
    let macros = AnnotationMacros(files: files, handles, marked: marked)
    for handle in handles {
      // Most files have no annotation; a search for the mark is a hundred times faster than a scan.
      let isInput = files[handle].input != nil
      let contents = files.unit.withContents(of: handle) {
        marked.contains(handle) || isInput && NearMiss.mayBe(in: $0) || macros.areUsed(in: $0) ? Array($0) : nil
      }
      guard let bytes = contents, isInput || !files.unit.isSystemHeader(handle) else { continue }
      let source = SourceText(bytes, macros: macros)
      let comments = AnnotationComment.find(in: source)
      let nearMisses = isInput ? NearAnnotation.find(in: source) : []
      let usesMacros = !source.macroUses.isEmpty || bytes.withUnsafeBytes(macros.areUsed)
      guard !comments.isEmpty || !nearMisses.isEmpty || usesMacros else { continue }
      found.append(
        File(
          handle: handle, path: files[handle].path, source: source, comments: comments, nearMisses: nearMisses))
    }
    self.files = found
    self.handles = Set(found.map(\.handle))
    self.macros = macros
    let texts =
      found.flatMap { file in
        file.comments.map { String(decoding: file.source.bytes[$0.text], as: UTF8.self) }
          + file.source.macroUses.map { $0.attributes(in: file.source.bytes, without: file.source.comments) }
      } + macros.otherTexts
    let attributes = texts.flatMap { text in
      // Errors are reported when the annotations are matched.
      let place = SourceLocation(file: "", line: 1, column: 1)
      return AttributeParser.parse(text, at: place, on: [.field, .type]).attributes
    }
    namedTypes = Set(attributes.namedTypes)
    namedFunctions = Set(attributes.namedFunctions)
  }
}
