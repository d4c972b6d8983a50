import ArchiveModel

/// Turns a list of headers into one translation unit without errors that contains as many of them as possible.
///
/// Usually all headers parse together. A header that errors point at is parsed alone: if it fails there too, it is
/// invalid; otherwise it cannot be included after one that came before. In both cases it is left out, and the rest is
/// parsed again. A header that fails alone and is included by one of the rest is read there: such are the parts of a header that
/// includes all others, and templates.
struct HeaderParser {
  struct Result<Reading> {
    /// The result of `read` for the final unit.
    let reading: Reading
    /// The headers that the unit includes.
    let inputs: [HeaderInput]
    /// All given headers, each file once.
    let given: [(input: HeaderInput, use: Header.Use)]
    let diagnostics: [Diagnostic]
  }

  private let library: ClangLibrary
  private let arguments: [String]
  private let readsIncludedParts: Bool

  init(library: ClangLibrary, options: HeaderReader.Options) {
    self.library = library
    arguments = options.clangArguments(library: library)
    readsIncludedParts = options.readsIncludedParts
  }

  /// - Parameter read: reads a unit without errors, of these headers.
  func parse<Reading>(_ headers: [HeaderInput], read: (TranslationUnit, [HeaderInput]) -> Reading) throws
    -> Result<Reading>
  {
    var selection = HeaderSelection(parser: self, all: headers)
    selection.dropUnreadable()
    while true {
      let joint = try JointParse(selection.remaining, parser: self)
      if try joint.errors.isEmpty || !selection.drop(after: joint.errors, in: joint.judge) {
        let failing = readsIncludedParts ? try selection.failing() : [:]
        let parts = IncludedParts(failing, in: joint.unit, of: selection.remaining)
        let uses = parts.uses(of: selection.remaining)
        return Result(
          reading: read(joint.unit, selection.remaining + headers.filter(parts.headers.contains)),
          inputs: selection.remaining, given: headers.map { ($0, uses[$0] ?? .none) },
          diagnostics: selection.diagnostics(without: parts.headers) + parts.notes + joint.systemWarnings(headers))
      }
    }
  }

  /// Parses a unit for its errors only, because warnings would cost time.
  func parseQuietly(_ headers: [HeaderInput], _ bodies: FunctionBodies) throws(HeaderReaderError) -> TranslationUnit {
    try parse(
      text: Umbrella(headers).text, further: ["-w"], bodies, goesOn: headers.count > 1)
  }

  /// Parses the unit that is read; its warnings about layouts are reported.
  func parseForReading(
    _ headers: [HeaderInput], _ bodies: FunctionBodies
  ) throws(HeaderReaderError) -> TranslationUnit {
    try parse(
      text: Umbrella(headers).text, further: LayoutWarnings.arguments, bodies,
      goesOn: headers.count > 1)
  }

  func parse(
    text: String, further: [String] = ["-w"], _ bodies: FunctionBodies = .skipped, goesOn: Bool
  ) throws(HeaderReaderError) -> TranslationUnit {
    guard
      let unit = TranslationUnit(
        library: library, name: Umbrella.name, text: text, arguments: further + arguments, bodies: bodies,
        goesOn: goesOn)
    else {
      throw HeaderReaderError(
        diagnostic: Diagnostic(
          .invalidClangArguments, "libclang cannot parse with the arguments \(arguments.joined(separator: " "))",
          advice: "check the target, a triple such as aarch64-unknown-linux-gnu, and the further arguments for clang"))
    }
    return unit
  }
}

extension HeaderReader.Options {
  /// Clang's arguments, chosen so that a header has the same meaning as for Swift's importer (`swiftc -frontend
  /// -dump-clang-diagnostics` prints the importer's arguments).
  ///
  /// The number of errors is not limited, so that one run finds them all.
  func clangArguments(library: ClangLibrary) -> [String] {
    var result = ["-x", "c", "-std=gnu11", "-fblocks", "-D__swift__=51000", "-ferror-limit=0"]
    result += ["-D\(AnnotationHeader.condition)=1", "-idirafter", OwnHeader.folder]
    if let folder = library.resourceFolder { result += ["-resource-dir", folder] }
    if let target { result.append("--target=\(target)") }
    result += defines.map { "-D\($0)" } + undefines.map { "-U\($0)" }
    for path in includePaths { result += ["-I", path] }
    for path in systemIncludePaths { result += ["-isystem", path] }
    result += arguments
    for file in includedFirst { result += ["-include", file] }
    return result
  }

  /// The options with the absolute paths of headers that are inputs as well, so that libclang has one name for each.
  func including(_ inputs: [HeaderInput]) -> Self {
    let first = inputs.filter(\.isIncludedFirst)
    guard !first.isEmpty else { return self }
    var result = self
    result.includedFirst = includedFirst.map { file in
      let identity = HeaderInput.identity(of: file)
      return first.first { $0.identity == identity }?.absolutePath ?? file
    }
    return result
  }
}
