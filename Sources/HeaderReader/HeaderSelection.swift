import ArchiveModel

/// The headers of one run that are left, and what was found out about single ones.
struct HeaderSelection {
  let parser: HeaderParser
  let all: [HeaderInput]
  private(set) var remaining: [HeaderInput]
  private(set) var diagnostics: [Diagnostic] = []
  private var trials: HeaderTrials
  /// How many headers are parsed alone before the others are thought about.
  private var firstTrials = 4
  /// Indexes in `diagnostics`.
  private var reported: [ReportKey: Int] = [:]

  struct ReportKey: Hashable {
    let location: SourceLocation?
    let message: String
  }

  init(parser: HeaderParser, all: [HeaderInput]) {
    self.parser = parser
    self.all = all
    remaining = all
    trials = HeaderTrials(parser: parser, all: all)
  }

  /// Leaves out what no `#include` can name.
  mutating func dropUnreadable() {
    var unreadable: Set<HeaderInput> = []
    for header in all {
      if header.absolutePath.contains(where: { $0 == "\"" || $0.isNewline }) {
        report(
          Diagnostic(.unreadableInput, "the path '\(header.path)' cannot be written in an #include", advice: "rename it"))
      } else if !Folder.isReadableFile(header.absolutePath) {
        report(Diagnostic(.unreadableInput, "the header '\(header.path)' cannot be read", advice: "check the path"))
      } else {
        continue
      }
      unreadable.insert(header)
    }
    remaining.removeAll { unreadable.contains($0) }
  }

  /// Leaves out the headers that cause the errors.
  /// - Returns: false when nothing is left to leave out.
  mutating func drop(after errors: [HeaderError], in unit: TranslationUnit) throws -> Bool {
    guard !remaining.isEmpty else { return false }
    let suspicions = suspicions(errors, in: unit)
    guard suspicions.allSatisfy({ !$0.headers.isEmpty }) else {
      // Not a header's fault: the options do not parse.
      for suspicion in suspicions where suspicion.headers.isEmpty { report(suspicion.diagnostic) }
      remaining = []
      return true
    }
    let conflicts = ConflictReader(headers: remaining, files: SourceFiles(unit: unit, inputs: all), unit: unit)
    let (answered, isAll) = try tried(suspicions, filesTogether: Inclusions(unit: unit).entries.count)
    var dropped = try failing(answered)
    for index in dropped.sorted() {
      for error in try trials.alone(remaining[index]).errors { report(error) }
    }
    if dropped.isEmpty {
      dropped = try dropConflicts(suspicions, conflicts)
    } else if isAll, !errors.contains(where: \.raw.location.isInUmbrella) {
      // Those that are sure to be there without these headers, too, for each round costs as much as all others. A header
      // that is not finished brings errors to those behind it: then nothing is sure.
      dropped.formUnion(try dropConflicts(conflicts.proven(suspicions, besides: dropped, trials), conflicts, dropped))
    }
    remaining = remaining.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    return true
  }

  /// Parses the headers that the errors point at, each alone, as a rule all of them.
  ///
  /// One unfinished declaration may bring errors to all headers behind it. So when most of the first headers are fine
  /// alone, and the others take longer to parse than all together once more, those wait to be seen without the one
  /// that is to blame. At each such time the first ones are twice as many, so that there are few.
  /// - Parameter filesTogether: how many files all together enter.
  /// - Returns: what is said of the headers that were parsed; if it is not of all, then one of them fails.
  private mutating func tried(
    _ suspicions: [Suspicion], filesTogether: Int
  ) throws -> (suspicions: [Suspicion], isAll: Bool) {
    var waiting = trials.wanted(suspicions, among: remaining)[...]
    var tried: Set<Int> = []
    var count = firstTrials
    while !waiting.isEmpty {
      tried.formUnion(waiting.prefix(count))
      trials.prepare(waiting.prefix(count).map { remaining[$0] })
      waiting = waiting.dropFirst(count)
      count *= 2
      let answered = suspicions.compactMap { $0.limited(to: tried) }
      let failing = try failingAlone(answered).failing
      guard !failing.isEmpty, 2 * failing.count <= tried.count else { continue }
      let files = try tried.reduce(0) { try $0 + trials.alone(remaining[$1]).files.count }
      // Two are parsed at a time, and all together by one.
      if waiting.count * files > 2 * filesTogether * tried.count {
        firstTrials *= 2
        return (answered, false)
      }
    }
    return (suspicions, true)
  }

  /// The headers that have an error of these also when they are parsed alone, and those to blame for errors behind them.
  private mutating func failing(_ suspicions: [Suspicion]) throws -> Set<Int> {
    var (failing, unexplained, bodies) = try failingAlone(suspicions)
    // A header without its last brace fails only in the one that follows it.
    if let unexplained, unexplained > 0, bodies == .parsed { trials.wantBodies(of: remaining[unexplained - 1]) }
    if let unexplained, unexplained > 0, !failing.contains(unexplained - 1),
      try !trials.alone(remaining[unexplained - 1]).errors.isEmpty,
      try parser.parseQuietly(Array(remaining[..<unexplained]), bodies).hasErrors
    {
      failing.insert(unexplained - 1)
    }
    return failing
  }

  /// Also the first header that an error is in although it is fine alone, and whether function bodies matter to it.
  private mutating func failingAlone(
    _ suspicions: [Suspicion]
  ) throws -> (failing: Set<Int>, unexplained: Int?, bodies: FunctionBodies) {
    var failing: Set<Int> = []
    var unexplained: Int?
    var bodies = FunctionBodies.skipped
    for suspicion in suspicions {
      for index in suspicion.headers {
        if try trials.alone(remaining[index]).errors.contains(where: suspicion.isSame) {
          failing.insert(index)
        } else if unexplained == nil {
          unexplained = index
          if suspicion.isInBody { bodies = .parsed }
        }
      }
      for index in suspicion.mayInclude where !failing.contains(index) {
        let trial = try trials.alone(remaining[index])
        if suspicion.isIncluded(trial), trial.errors.contains(where: suspicion.isSame) { failing.insert(index) }
      }
    }
    return (failing, unexplained, bodies)
  }

  /// Of two headers that exclude each other the first stays. One whose adversary goes has another chance.
  /// - Parameter failing: headers that are left out already.
  private mutating func dropConflicts(
    _ suspicions: [Suspicion], _ reader: ConflictReader, _ failing: Set<Int> = []
  ) throws -> Set<Int> {
    var dropped: Set<Int> = []
    for suspicion in suspicions {
      let including = try suspicion.mayInclude.filter {
        try !failing.contains($0) && suspicion.isIncluded(trials.alone(remaining[$0]))
      }
      guard let last = suspicion.headers.last else { continue }
      // The clash is the same for all that include the file.
      let earlier = reader.adversary(of: last, suspicion.error)
      for later in [last] + including where !dropped.contains(later) {
        guard dropped.isEmpty || earlier.map({ !dropped.contains($0) }) ?? false else { break }
        dropped.insert(later)
        if try earlier == nil && !trials.alone(remaining[later]).errors.isEmpty {
          // It needs what comes before it, and that is not enough: no clash.
          for other in suspicions where other.headers.contains(later) { report(other.diagnostic) }
        } else {
          report(reader.diagnostic(suspicion.error, in: later, after: earlier))
        }
      }
    }
    return dropped
  }

  private func suspicions(_ errors: [HeaderError], in unit: TranslationUnit) -> [Suspicion] {
    let inclusions = Inclusions(unit: unit)
    let files = SourceFiles(unit: unit, inputs: all)
    var includers = HeaderIncluders(files: files, inclusions: inclusions, headers: remaining)
    let places = Dictionary(uniqueKeysWithValues: remaining.enumerated().map { ($0.element, $0.offset) })
    return errors.map { error in
      let position = error.raw.location.position
      let lines =
        error.raw.location.isInUmbrella
        ? [min(position?.line ?? 0, remaining.count + 1)]
        : position.map { inclusions.umbrellaLines(of: $0.file) } ?? []
      let headers = lines.compactMap(Umbrella.header(atLine:)).sorted()
      var suspicion = Suspicion(
        error: error.raw, isInBody: error.isInBody, diagnostic: files.diagnostic(error.raw), headers: headers)
      suspicion.own = position.flatMap { files[$0.file].input }.flatMap { places[all[$0]] }
      // An include guard shows one includer only.
      if let first = headers.first, let file = position?.file, suspicion.own != first {
        suspicion.file = file.identity
        suspicion.mayInclude = includers.headers(including: file).filter { $0 > first && !headers.contains($0) }
      }
      return suspicion
    }
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

/// An error, and the headers that it may be about.
struct Suspicion {
  let error: ClangDiagnostic
  let isInBody: Bool
  /// In the model's terms.
  let diagnostic: Diagnostic
  /// Indexes of the headers that led to the place of the error.
  var headers: [Int]
  /// The one in whose own text the error is, if it is in one's.
  var own: Int?
  /// Later headers that seem to include the same file, behind an include guard that hid it from them.
  var mayInclude: [Int] = []
  /// That file.
  var file: ClangFile.Identity?

  /// What is said of these headers alone, if anything.
  func limited(to indexes: Set<Int>) -> Suspicion? {
    var result = self
    result.headers.removeAll { !indexes.contains($0) }
    result.mayInclude.removeAll { !indexes.contains($0) }
    return result.headers.isEmpty && result.mayInclude.isEmpty ? nil : result
  }

  func isSame(_ other: Diagnostic) -> Bool {
    other.message == diagnostic.message && (error.location.isInUmbrella || other.location == diagnostic.location)
  }

  func isIncluded(_ trial: HeaderTrials.Alone) -> Bool { file.map(trial.files.contains) ?? false }
}
