import ArchiveModel

/// Headers that are parsed together. Usually one parse with function bodies shows the errors and is the unit that is
/// read.
///
/// If an error may be in a function's body, the headers are parsed again without bodies, which shows exactly which
/// errors are in bodies.
struct JointParse {
  /// The unit to read, if there are no errors.
  let unit: TranslationUnit
  /// The unit that has the errors.
  let judge: TranslationUnit
  private let judged: JudgedErrors

  init(_ headers: [HeaderInput], parser: HeaderParser) throws {
    let whole = try parser.parseForReading(headers, .parsed)
    let errors = whole.hasErrors ? whole.diagnostics.filter(\.isError) : []
    // The compiler may treat warnings as errors because of an option or a pragma. Here they do not count, and a unit
    // without warnings has none.
    let mayBeWarnings = errors.contains { !$0.option.isEmpty }
    guard mayBeWarnings || FunctionBodyRanges.mayHold(errors, in: whole) else {
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

  /// Warnings for errors that the Swift compiler will report when it builds the module.
  func systemWarnings(_ headers: [HeaderInput]) -> [Diagnostic] {
    judged.systemWarnings(SourceFiles(unit: judge, inputs: headers))
  }
}

/// An error because of which a header cannot be read.
struct HeaderError {
  let raw: ClangDiagnostic
  /// Whether the error occurs only when function bodies are parsed.
  let isInBody: Bool
}

/// The errors of a set of headers.
struct JudgedErrors {
  private(set) var errors: [HeaderError] = []
  /// Errors in functions of system headers. Other code compiles these headers with other options, so they do not
  /// exclude a header.
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
  ///   - judge: the unit with function bodies.
  ///   - unit: the unit of the same headers without them.
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
      warning.advice = "the types are written nevertheless, but their module compiles only if this function does"
      return warning
    }
  }
}
