import ArchiveModel

/// Headers that are parsed together: as a rule once, with their function bodies, to be judged and to be read.
///
/// Where an error may be in a function's body they are parsed once more without bodies, since that tells for sure which
/// errors go away with them.
struct JointParse {
  /// To be read, if there are no errors.
  let unit: TranslationUnit
  /// The unit that the errors are in.
  let judge: TranslationUnit
  private let judged: JudgedErrors

  init(_ headers: [HeaderInput], parser: HeaderParser) throws {
    let whole = try parser.parseForReading(headers, .parsed)
    let errors = whole.hasErrors ? whole.diagnostics.filter(\.isError) : []
    // An option or a pragma makes warnings errors for the compiler; here they are none, and a quiet unit has none.
    let mayBeWarnings = errors.contains { !$0.option.isEmpty }
    guard mayBeWarnings || BodyPlaces.mayHold(errors, in: whole) else {
      (unit, judge, judged) = (whole, whole, JudgedErrors(outsideBodies: errors))
      return
    }
    let quiet: Background<Result<TranslationUnit, HeaderReaderError>>? =
      mayBeWarnings
      ? Background { Result { () throws(HeaderReaderError) in try parser.parseQuietly(headers, .parsed) } } : nil
    unit = try parser.parseForReading(headers, .skipped)
    judge = try quiet?.value().get() ?? whole
    judged = JudgedErrors(judge: judge, unit: unit)
  }

  var errors: [HeaderError] { judged.errors }

  /// What the Swift compiler will say when it builds the module, told beforehand.
  func systemWarnings(_ headers: [HeaderInput]) -> [Diagnostic] {
    judged.systemWarnings(SourceFiles(unit: judge, inputs: headers))
  }
}

/// An error that keeps a header from being read.
struct HeaderError {
  let raw: ClangDiagnostic
  /// Seen only when function bodies are parsed.
  let isInBody: Bool
}

/// The errors of a set of headers.
struct JudgedErrors {
  private(set) var errors: [HeaderError] = []
  /// Inside functions of system headers. Those files are compiled in other ways as well, so they stop nobody here.
  private var inSystemBodies: [ClangDiagnostic] = []

  private struct Place: Hashable {
    let path: String
    let offset: Int
    let message: String

    init(_ raw: ClangDiagnostic) {
      let place = raw.location.fileAndOffset
      path = place?.file.path ?? ""
      offset = place?.offset ?? 0
      message = raw.message
    }
  }

  init(outsideBodies all: [ClangDiagnostic]) { errors = all.map { HeaderError(raw: $0, isInBody: false) } }

  /// - Parameters:
  ///   - judge: with function bodies.
  ///   - unit: the same headers without.
  init(judge: TranslationUnit, unit: TranslationUnit) {
    let all = judge.diagnostics.filter(\.isError)
    guard !all.isEmpty else { return }
    let outside = Set(unit.diagnostics.lazy.filter(\.isError).map(Place.init))
    for error in all {
      if outside.contains(Place(error)) {
        errors.append(HeaderError(raw: error, isInBody: false))
      } else if error.location.isInSystemHeader {
        inSystemBodies.append(error)
      } else {
        errors.append(HeaderError(raw: error, isInBody: true))
      }
    }
  }

  func systemWarnings(_ files: SourceFiles) -> [Diagnostic] {
    inSystemBodies.map { error in
      var warning = files.diagnostic(error)
      warning.id = .systemHeaderError
      warning.severity = .warning
      warning.message = "an inline function of this system header does not compile: \(warning.message)"
      warning.advice = "the types are written all the same; their module compiles only where this does"
      return warning
    }
  }
}
