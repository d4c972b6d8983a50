import ArchiveModel

/// The files of a unit that have `archive:` comments. Files found through a system include path are ignored.
struct AnnotatedFiles {
  struct File {
    let handle: ClangFile
    let path: String
    let source: SourceText
    let comments: [AnnotationComment]
    /// Only for inputs, because a user of another file may be unable to correct it.
    let nearMisses: [NearAnnotation]
  }

  /// The files in the order of reading.
  let files: [File]
  let handles: Set<ClangFile>
  /// The pointees that comments name.
  let namedTypes: Set<String>
  /// The functions that comments name.
  let namedFunctions: Set<String>

  init(files: SourceFiles, inclusions: Inclusions) {
    var found: [File] = []
    var seen: Set<ClangFile> = []
    for entry in inclusions.entries where seen.insert(entry.file).inserted {
      // Most files have no annotation; a search for the mark is a hundred times faster than a scan.
      let isInput = files[entry.file].input != nil
      let contents = files.unit.withContents(of: entry.file) {
        $0.containsMark || isInput && NearMiss.mayBe(in: $0) ? Array($0) : nil
      }
      guard let bytes = contents, isInput || !files.unit.isSystemHeader(entry.file) else { continue }
      let source = SourceText(bytes)
      let comments = AnnotationComment.find(in: source)
      let nearMisses = isInput ? NearAnnotation.find(in: source) : []
      guard !comments.isEmpty || !nearMisses.isEmpty else { continue }
      found.append(
        File(
          handle: entry.file, path: files[entry.file].path, source: source, comments: comments, nearMisses: nearMisses))
    }
    self.files = found
    handles = Set(found.map(\.handle))
    let texts = found.flatMap { file in
      file.comments.map { String(decoding: file.source.bytes[$0.text], as: UTF8.self) }
    }
    let attributes = texts.flatMap { text in
      // Errors are reported when the annotations are matched.
      let place = SourceLocation(file: "", line: 1, column: 1)
      return AttributeParser.parse(text, at: place, on: [.field, .type]).attributes
    }
    namedTypes = Set(attributes.namedTypes)
    namedFunctions = Set(attributes.namedFunctions)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes contain `archive:`. The search is for the colon, because it is rare in C.
  fileprivate var containsMark: Bool {
    let word = Array("archive".utf8)
    var position = 0
    while let colon = firstOffset(of: UInt8(ascii: ":"), from: position) {
      if colon >= word.count, self[(colon - word.count)..<colon].elementsEqual(word) { return true }
      position = colon + 1
    }
    return false
  }
}
