import ArchiveModel

/// The headers of one run that are left, and what was found out about single ones.
struct HeaderSelection {
  let parser: HeaderParser
  let all: [HeaderInput]
  private(set) var remaining: [HeaderInput]
  private(set) var diagnostics: [Diagnostic] = []
  private var alone: [HeaderInput: AloneResult] = [:]
  /// Indexes in `diagnostics`.
  private var reported: [ReportKey: Int] = [:]
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
      for suspicion in suspicions where suspicion.headers.isEmpty { report(suspicion.diagnostic) }
      remaining = []
      return true
    }
    var dropped = try failing(suspicions)
    for index in dropped.sorted() {
      for error in try parseAlone(remaining[index]).errors { report(error) }
    }
    if dropped.isEmpty { dropped = try dropConflicts(suspicions, in: unit) }
    remaining = remaining.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    return true
  }

  /// The headers that have an error of these also when they are parsed alone.
  private mutating func failing(_ suspicions: [Suspicion]) throws -> Set<Int> {
    var failing: Set<Int> = []
    var unexplained: Int?
    for suspicion in suspicions {
      for index in suspicion.headers + suspicion.alsoIncluding {
        if try parseAlone(remaining[index]).errors.contains(where: suspicion.isSame) {
          failing.insert(index)
        } else if unexplained == nil {
          unexplained = index
        }
      }
    }
    // A header without its last brace fails only in the one that follows it.
    if let unexplained, unexplained > 0, !failing.contains(unexplained - 1),
      try !parseAlone(remaining[unexplained - 1]).errors.isEmpty,
      try parser.parseUnit(Array(remaining[..<unexplained])).diagnostics.contains(where: \.isError)
    {
      failing.insert(unexplained - 1)
    }
    return failing
  }

  /// Of two headers that exclude each other the first stays. One whose adversary goes has another chance.
  private mutating func dropConflicts(_ suspicions: [Suspicion], in unit: TranslationUnit) throws -> Set<Int> {
    let reader = ConflictReader(headers: remaining, files: SourceFiles(unit: unit, inputs: all), unit: unit)
    var dropped: Set<Int> = []
    for suspicion in suspicions {
      for later in suspicion.headers.suffix(1) + suspicion.alsoIncluding where !dropped.contains(later) {
        let earlier = reader.adversary(of: later, suspicion.error)
        guard dropped.isEmpty || earlier.map({ !dropped.contains($0) }) ?? false else { continue }
        dropped.insert(later)
        if try earlier == nil && !parseAlone(remaining[later]).errors.isEmpty {
          // It needs what comes before it, and that is not enough: no clash.
          for other in suspicions where other.headers.contains(later) { report(other.diagnostic) }
        } else {
          report(reader.diagnostic(suspicion.error, in: later, after: earlier))
        }
      }
    }
    return dropped
  }

  private struct Suspicion {
    let error: ClangDiagnostic
    /// In the model's terms.
    let diagnostic: Diagnostic
    /// Indexes in `remaining` of the headers that led to the place of the error.
    let headers: [Int]
    /// Later headers that include the same file, behind an include guard that hid it from them.
    var alsoIncluding: [Int] = []

    func isSame(_ other: Diagnostic) -> Bool {
      other.message == diagnostic.message && (error.location.isInUmbrella || other.location == diagnostic.location)
    }
  }

  private mutating func suspicions(_ errors: [ClangDiagnostic], in unit: TranslationUnit) throws -> [Suspicion] {
    let inclusions = Inclusions(unit: unit)
    let files = SourceFiles(unit: unit, inputs: all)
    return try errors.map { error in
      let position = error.location.position
      let lines =
        error.location.isInUmbrella
        ? [min(position?.line ?? 0, remaining.count + 1)]
        : position.map { inclusions.umbrellaLines(of: $0.file) } ?? []
      var suspicion = Suspicion(
        error: error, diagnostic: files.diagnostic(error), headers: lines.compactMap(Umbrella.header(atLine:)).sorted())
      // Guards show one includer a round. From the third round on, ask all headers what they include.
      if round > 2, let first = suspicion.headers.first, let identity = position?.file.identity {
        suspicion.alsoIncluding = try remaining.indices.filter {
          try $0 > first && parseAlone(remaining[$0]).files.contains(identity)
        }
      }
      return suspicion
    }
  }

  private mutating func parseAlone(_ header: HeaderInput) throws -> AloneResult {
    if let known = alone[header] { return known }
    let unit = try parser.parseUnit([header])
    let files = SourceFiles(unit: unit, inputs: all)
    let result = AloneResult(
      errors: files.errors(in: unit, of: header),
      files: Set(Inclusions(unit: unit).entries.compactMap(\.file.identity)))
    alone[header] = result
    return result
  }

  /// Adds a diagnostic once. An error in a file that several headers include has a note for each of them.
  private mutating func report(_ diagnostic: Diagnostic) {
    let key = ReportKey(location: diagnostic.location, message: diagnostic.message)
    if let known = reported[key] {
      diagnostics[known].notes += diagnostic.notes.filter { !diagnostics[known].notes.contains($0) }
    } else {
      reported[key] = diagnostics.count
      diagnostics.append(diagnostic)
    }
  }
}
