import ArchiveModel

/// Headers that are parsed together, twice at the same time: without function bodies, to be read, and with them, to be
/// judged. Both cores have work, and an error inside an inline function costs no time to find.
struct JointParse {
  typealias Outcome = Result<TranslationUnit, HeaderReaderError>

  /// Its function bodies are skipped.
  let unit: TranslationUnit
  private let whole: Background<Outcome>

  init(_ headers: [HeaderInput], parser: HeaderParser) throws {
    whole = Background {
      Result { () throws(HeaderReaderError) in try parser.parseQuietly(headers, .parsed) }
    }
    unit = try parser.parseForReading(headers)
  }

  /// The unit that has every error: waits for it.
  func judge() throws -> TranslationUnit { try whole.value().get() }
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

  /// What the Swift compiler will say when it builds the module, told beforehand.
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
