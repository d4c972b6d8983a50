import ArchiveModel

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

/// The errors of one parse, in order. Hundreds of errors of all headers together are looked up in the errors of every
/// single header.
struct ErrorSet: Sendable {
  let all: [Diagnostic]
  private let keys: Set<Key>
  private let messages: Set<String>

  /// What makes two reports of an error the same.
  struct Key: Hashable {
    let location: SourceLocation?
    let message: String

    init(_ diagnostic: Diagnostic) {
      location = diagnostic.location
      message = diagnostic.message
    }
  }

  init(_ errors: [Diagnostic]) {
    all = errors
    keys = Set(errors.map(Key.init))
    messages = Set(errors.map(\.message))
  }

  var isEmpty: Bool { all.isEmpty }

  /// Whether the suspicion's error is one of these. An error in the text that includes the headers has a location that
  /// depends on the set of headers.
  func contains(_ suspicion: Suspicion) -> Bool {
    suspicion.isInUmbrella ? messages.contains(suspicion.diagnostic.message) : keys.contains(suspicion.key)
  }
}
