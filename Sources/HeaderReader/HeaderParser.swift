import ArchiveModel

/// Gets from a list of headers to one translation unit without errors that holds as many of them as can be.
///
/// As a rule all headers parse together at once. A header that the errors point at is parsed on its own: if it fails
/// there too, it is invalid; if not, it cannot be included after one that came before. Either way it is left out and
/// the rest is parsed again.
struct HeaderParser {
  struct Result {
    /// Free of errors, unless no header is left.
    let unit: TranslationUnit
    /// The headers in the unit.
    let inputs: [HeaderInput]
    /// All that were asked for, each file once.
    let given: [(input: HeaderInput, isValid: Bool)]
    let diagnostics: [Diagnostic]
  }

  private let library: ClangLibrary
  private let arguments: [String]
  private let includePaths: [String]

  init(library: ClangLibrary, options: HeaderReader.Options) {
    self.library = library
    arguments = options.clangArguments(library: library)
    includePaths = options.includePaths
  }

  func parse(_ headers: [HeaderInput]) throws -> Result {
    var selection = HeaderSelection(parser: self, all: headers)
    selection.dropUnreadable()
    while true {
      let unit = try parseUnit(selection.remaining)
      let errors = unit.diagnostics.filter(\.isError)
      if try errors.isEmpty || !selection.drop(after: errors, in: unit) {
        let valid = Set(selection.remaining)
        return Result(
          unit: unit, inputs: selection.remaining, given: headers.map { ($0, valid.contains($0)) },
          diagnostics: selection.diagnostics)
      }
    }
  }

  func parseUnit(_ headers: [HeaderInput]) throws -> TranslationUnit {
    try parse(text: Umbrella(headers, includePaths: includePaths).text, goesOn: headers.count > 1)
  }

  func parse(text: String, goesOn: Bool) throws -> TranslationUnit {
    guard
      let unit = TranslationUnit(
        library: library, name: Umbrella.name, text: text, arguments: arguments, goesOn: goesOn)
    else {
      throw HeaderReaderError(
        diagnostic: Diagnostic(
          .error,
          "libclang cannot parse with the arguments \(arguments.joined(separator: " "))",
          advice: "check the target, a triple such as aarch64-unknown-linux-gnu, and the further arguments for clang"))
    }
    return unit
  }
}
