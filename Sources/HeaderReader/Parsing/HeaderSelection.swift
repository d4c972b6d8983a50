import ArchiveModel

/// The remaining headers of one run, and what is known about single ones.
struct HeaderSelection {
  let parser: HeaderParser
  let all: [HeaderInput]
  private(set) var remaining: [HeaderInput]
  private(set) var diagnostics: [Diagnostic] = []
  private var trials: HeaderTrials
  /// The number of headers that are parsed alone in the first step.
  private var firstTrials = 4
  /// Indices in `diagnostics`.
  private var reported: [ErrorSet.Key: Int] = [:]
  /// For each of these indices the headers that have the error by themselves, or that have no include guard.
  private var failingAlone: [Int: Set<HeaderInput>] = [:]
  /// Those of these indices that are about more than single headers.
  private var shared: Set<Int> = []

  init(parser: HeaderParser, all: [HeaderInput]) {
    self.parser = parser
    self.all = all
    remaining = all
    trials = HeaderTrials(parser: parser, all: all)
  }

  /// Removes headers that no `#include` can name.
  mutating func dropUnreadable() {
    var unreadable: Set<HeaderInput> = []
    for header in all {
      if header.absolutePath.contains(where: { $0 == "\"" || $0.isNewline }) {
        report(
          Diagnostic(
            .unreadableInput, "the path '\(header.path)' cannot be written in an #include", advice: "rename it"))
      } else if !FileSystem.isReadableFile(header.absolutePath) {
        report(Diagnostic(.unreadableInput, "the header '\(header.path)' cannot be read", advice: "check the path"))
      } else {
        continue
      }
      unreadable.insert(header)
    }
    remaining.removeAll { unreadable.contains($0) }
  }

  /// Removes the headers that cause the errors.
  /// - Returns: false if there is nothing left to remove.
  mutating func drop(after errors: [HeaderError], in unit: TranslationUnit) throws -> Bool {
    guard !remaining.isEmpty else { return false }
    let suspicions = suspicions(errors, in: unit)
    guard suspicions.allSatisfy({ !$0.headers.isEmpty }) else {
      // No header is the cause: the options are invalid.
      for suspicion in suspicions where suspicion.headers.isEmpty { report(suspicion.diagnostic) }
      remaining = []
      return true
    }
    let conflicts = ConflictReader(headers: remaining, files: SourceFiles(unit: unit, inputs: all), unit: unit)
    let (answered, isAll) = try tried(suspicions, filesTogether: Inclusions(unit: unit).entries.count)
    var dropped = try failing(answered)
    for index in dropped.sorted() {
      for error in try trials.alone(remaining[index]).errors.all { report(error, by: remaining[index]) }
    }
    if dropped.isEmpty {
      dropped = try dropConflicts(suspicions, conflicts)
    } else if isAll, !errors.contains(where: \.raw.location.isInUmbrella) {
      // Each round costs a parse of all headers, so conflicts that certainly remain without the failing headers are
      // resolved now. An unfinished header causes errors in those after it, and then nothing is certain.
      dropped.formUnion(try dropConflicts(conflicts.proven(suspicions, besides: dropped, trials), conflicts, dropped))
    }
    remaining = remaining.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    return true
  }

  /// Parses the headers that the errors point at, each alone; usually all of them.
  ///
  /// One unfinished declaration may cause errors in all headers after it. So if most of the first headers have no
  /// errors alone, and parsing the others alone would take longer than parsing all headers together again, the others
  /// wait for the next round, without the failing header. Each time this happens `firstTrials` is doubled, so that
  /// there are few such rounds.
  /// - Parameter filesTogether: the number of files that all headers together enter.
  /// - Returns: the suspicions about the parsed headers; if these are not all, then one of them fails.
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
      // Two single headers are parsed at a time, but all together by one thread.
      if waiting.count * files > 2 * filesTogether * tried.count {
        firstTrials *= 2
        return (answered, false)
      }
    }
    return (suspicions, true)
  }

  /// The headers that have one of these errors also when parsed alone, and those that cause errors in later headers.
  private mutating func failing(_ suspicions: [Suspicion]) throws -> Set<Int> {
    var (failing, unexplained, bodies) = try failingAlone(suspicions)
    // A header without its last brace fails only in the header after it.
    if let unexplained, unexplained > 0, bodies == .parsed { trials.wantBodies(of: remaining[unexplained - 1]) }
    if let unexplained, unexplained > 0, !failing.contains(unexplained - 1),
      try !trials.alone(remaining[unexplained - 1]).errors.isEmpty,
      try parser.parseQuietly(Array(remaining[..<unexplained]), bodies).hasErrors
    {
      failing.insert(unexplained - 1)
    }
    return failing
  }

  /// Also returns the first header with an error that has none alone, and whether function bodies matter for it.
  private mutating func failingAlone(
    _ suspicions: [Suspicion]
  ) throws -> (failing: Set<Int>, unexplained: Int?, bodies: FunctionBodies) {
    var failing: Set<Int> = []
    var unexplained: Int?
    var bodies = FunctionBodies.skipped
    for suspicion in suspicions {
      for index in suspicion.headers {
        if try trials.alone(remaining[index]).errors.contains(suspicion) {
          failing.insert(index)
        } else if unexplained == nil {
          unexplained = index
          if suspicion.isInBody { bodies = .parsed }
        }
      }
      for index in suspicion.mayInclude where !failing.contains(index) {
        let trial = try trials.alone(remaining[index])
        if suspicion.isIncluded(trial), trial.errors.contains(suspicion) { failing.insert(index) }
      }
    }
    return (failing, unexplained, bodies)
  }

  /// If two headers exclude each other, the first one stays. A header is kept for now if the one that it conflicts with
  /// is removed.
  /// - Parameter failing: headers that are already left out.
  private mutating func dropConflicts(
    _ suspicions: [Suspicion], _ reader: ConflictReader, _ failing: Set<Int> = []
  ) throws -> Set<Int> {
    var dropped: Set<Int> = []
    for suspicion in suspicions {
      guard let last = suspicion.headers.last else { continue }
      let isReadTwice = reader.isReadTwice(suspicion.error)
      let earlier = reader.adversary(of: last, suspicion.error)
      if isReadTwice, let own = suspicion.own, own != last || earlier != nil {
        // It has no guard, and is read where another header includes it, if its types are there.
        guard dropped.isEmpty || earlier.map({ !dropped.contains($0) }) ?? false else { continue }
        guard dropped.insert(own).inserted else { continue }
        let errors = try trials.alone(remaining[own]).errors.all
        for error in errors { report(error, by: remaining[own]) }
        if errors.isEmpty { report(reader.diagnostic(suspicion.error, in: own, after: earlier), by: remaining[own]) }
        continue
      }
      // The conflict is the same for all headers that include the file.
      let including = try suspicion.mayInclude.filter {
        try !failing.contains($0) && suspicion.isIncluded(trials.alone(remaining[$0]))
      }
      for later in [last] + including where !dropped.contains(later) {
        guard dropped.isEmpty || earlier.map({ !dropped.contains($0) }) ?? false else { break }
        dropped.insert(later)
        if try earlier == nil && !trials.alone(remaining[later]).errors.isEmpty {
          // The header needs what comes before it and still fails, so this is no conflict.
          for other in suspicions where other.headers.contains(later) {
            report(other.diagnostic, by: remaining[later])
          }
        } else {
          var conflict = reader.diagnostic(suspicion.error, in: later, after: earlier)
          if isReadTwice, suspicion.own != later {
            conflict.notes.append(.note(at: conflict.location, "'\(remaining[later].path)' is left out because of it"))
          }
          report(conflict)
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
      let headers = inclusions.headers(leadingTo: error.raw, of: remaining.count)
      var suspicion = Suspicion(error, diagnostic: files.diagnostic(error.raw), headers: headers)
      suspicion.own = position.flatMap { files[$0.file].input }.flatMap { places[all[$0]] }
      // With an include guard, libclang shows only the first includer.
      if let first = headers.first, let file = position?.file, suspicion.own != first {
        suspicion.file = file.identity
        suspicion.mayInclude = includers.headers(including: file).filter { $0 > first && !headers.contains($0) }
      }
      return suspicion
    }
  }

  /// Adds a diagnostic once. An error in a file that several headers include gets a note for each of them.
  /// - Parameter header: the header that cannot be read because of it; nil if it is about more than a single header.
  private mutating func report(_ diagnostic: Diagnostic, by header: HeaderInput? = nil) {
    let key = ErrorSet.Key(diagnostic)
    if let known = reported[key] {
      diagnostics[known].notes += diagnostic.notes.filter { !diagnostics[known].notes.contains($0) }
    } else {
      reported[key] = diagnostics.count
      diagnostics.append(diagnostic)
    }
    let index = reported[key] ?? 0
    if let header { failingAlone[index, default: []].insert(header) } else { shared.insert(index) }
  }

  /// The headers that were left out because of what they are by themselves.
  mutating func failing() throws -> [HeaderInput: HeaderTrials.Alone] {
    var failing: [HeaderInput: HeaderTrials.Alone] = [:]
    for header in Set(failingAlone.values.joined()) { failing[header] = try trials.alone(header) }
    return failing
  }

  /// The diagnostics without errors that only these headers have.
  func diagnostics(without headers: Set<HeaderInput>) -> [Diagnostic] {
    diagnostics.enumerated().filter { index, _ in
      shared.contains(index) || failingAlone[index].map { !$0.isSubset(of: headers) } ?? true
    }.map(\.element)
  }
}
