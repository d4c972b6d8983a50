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

  init(library: ClangLibrary, options: HeaderReader.Options) {
    self.library = library
    arguments = options.clangArguments(library: library)
  }

  func parse(_ headers: [HeaderInput]) throws -> Result {
    var pass = Pass(parser: self, all: headers)
    pass.dropUnreadable()
    while true {
      let unit = try parseUnit(pass.remaining)
      let errors = unit.diagnostics.filter { $0.severity.rawValue >= ClangDiagnostic.Severity.error.rawValue }
      if try errors.isEmpty || !pass.drop(after: errors, in: unit) {
        let valid = Set(pass.remaining)
        return Result(
          unit: unit, inputs: pass.remaining, given: headers.map { ($0, valid.contains($0)) },
          diagnostics: pass.diagnostics)
      }
    }
  }

  fileprivate func parseUnit(_ headers: [HeaderInput]) throws -> TranslationUnit {
    let umbrella = Umbrella(headers)
    guard
      let unit = TranslationUnit(library: library, name: Umbrella.name, text: umbrella.text, arguments: arguments)
    else {
      throw HeaderReaderError(
        diagnostic: Diagnostic(
          .error, "libclang (\(library.version)) cannot parse with the arguments \(arguments.joined(separator: " "))",
          advice: "check the target and the further arguments for clang"))
    }
    return unit
  }
}

/// The state of one run: what is left, and what was found out about single headers.
private struct Pass {
  let parser: HeaderParser
  let all: [HeaderInput]
  private(set) var remaining: [HeaderInput]
  private(set) var diagnostics: [Diagnostic] = []
  private var alone: [HeaderInput: AloneResult] = [:]
  private var reported: Set<ReportKey> = []
  private var round = 0

  struct AloneResult {
    let errors: [Diagnostic]
    let files: Set<ClangFile.Identity>
  }

  struct ReportKey: Hashable {
    let location: SourceLocation?
    let message: String
  }

  init(parser: HeaderParser, all: [HeaderInput]) {
    self.parser = parser
    self.all = all
    remaining = all
  }

  /// Leaves out what no `#include` can name.
  mutating func dropUnreadable() {
    var unreadable: Set<HeaderInput> = []
    for header in all {
      if header.absolutePath.contains(where: { $0 == "\"" || $0.isNewline }) {
        report(Diagnostic(.error, "the path '\(header.path)' cannot stand in an #include", advice: "rename it"))
      } else if !Folder.isReadableFile(header.absolutePath) {
        report(Diagnostic(.error, "the header '\(header.path)' cannot be read", advice: "check the path"))
      } else {
        continue
      }
      unreadable.insert(header)
    }
    remaining.removeAll { unreadable.contains($0) }
  }

  /// Leaves out the headers that cause the errors.
  /// - Returns: false when nothing is left to leave out.
  mutating func drop(after errors: [ClangDiagnostic], in unit: TranslationUnit) throws -> Bool {
    guard !remaining.isEmpty else { return false }
    round += 1
    let suspicions = try suspicions(errors, in: unit)
    guard suspicions.allSatisfy({ !$0.headers.isEmpty }) else {
      // Not a header's fault: the options do not parse.
      let files = SourceFiles(unit: unit, inputs: all)
      for suspicion in suspicions where suspicion.headers.isEmpty { report(files.diagnostic(suspicion.error)) }
      remaining = []
      return true
    }
    // A header without its last brace only fails in the one that follows.
    let suspects = Set(suspicions.flatMap { $0.headers + $0.alsoIncluding }.flatMap { [max($0 - 1, 0), $0] }).sorted()
    let failing = try suspects.filter { try !parseAlone(remaining[$0]).errors.isEmpty }
    var dropped = Set(failing)
    for index in failing { try parseAlone(remaining[index]).errors.forEach { report($0) } }
    if dropped.isEmpty {
      let conflicts = ConflictReader(headers: remaining, files: SourceFiles(unit: unit, inputs: all), unit: unit)
      for suspicion in suspicions {
        for later in suspicion.headers.suffix(1) + suspicion.alsoIncluding where dropped.insert(later).inserted {
          report(conflicts.diagnostic(suspicion.error, in: later))
        }
      }
    }
    remaining = remaining.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    return true
  }

  private struct Suspicion {
    let error: ClangDiagnostic
    /// Indexes in `remaining` of the headers that led to the place of the error.
    let headers: [Int]
    /// Later headers that include the same file, behind an include guard that hid it from them.
    var alsoIncluding: [Int] = []
  }

  private mutating func suspicions(_ errors: [ClangDiagnostic], in unit: TranslationUnit) throws -> [Suspicion] {
    let inclusions = Inclusions(unit: unit)
    var result: [Suspicion] = []
    for error in errors {
      guard let position = error.location.position else {
        result.append(Suspicion(error: error, headers: []))
        continue
      }
      let isUmbrella = position.file.path == Umbrella.name
      let lines = isUmbrella ? [min(position.line, remaining.count + 1)] : inclusions.umbrellaLines(of: position.file)
      var suspicion = Suspicion(error: error, headers: lines.compactMap(Umbrella.header(atLine:)).sorted())
      // Guards show one includer a round. From the third round on, ask all headers what they include.
      if round > 2, let first = suspicion.headers.first, let identity = position.file.identity {
        suspicion.alsoIncluding = try remaining.indices.filter {
          try $0 > first && parseAlone(remaining[$0]).files.contains(identity)
        }
      }
      result.append(suspicion)
    }
    return result
  }

  private mutating func parseAlone(_ header: HeaderInput) throws -> AloneResult {
    if let known = alone[header] { return known }
    let unit = try parser.parseUnit([header])
    let files = SourceFiles(unit: unit, inputs: all)
    let inclusions = Inclusions(unit: unit)
    let result = AloneResult(
      errors: files.errors(in: unit, of: header, inclusions),
      files: Set(inclusions.entries.compactMap(\.file.identity)))
    alone[header] = result
    return result
  }

  private mutating func report(_ diagnostic: Diagnostic) {
    let key = ReportKey(location: diagnostic.location, message: diagnostic.message)
    if reported.insert(key).inserted { diagnostics.append(diagnostic) }
  }
}
