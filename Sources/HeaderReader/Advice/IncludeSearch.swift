import ArchiveModel

/// Finds the `--include` options with which headers can be read that do not stand by themselves.
///
/// Each step adds the header that defines most of the names which are still unknown, or that includes most of the
/// headers, with what it needs itself, and counts what can then be read. A few steps are enough for the usual cases: one
/// header that all others expect before them, or headers in a fixed order. A step parses all headers together; the
/// result is parsed as a run does it.
struct IncludeSearch {
  private static let mostIncludes = 12
  /// The number of headers that are tried in one step.
  private static let triedAtOnce = 6
  /// The number of trials for what a header itself needs before it.
  private static let mostRepairs = 10
  /// The number of files that all trials together may read, which bounds the time: 50 trials of a library with 400 files.
  private static let mostFiles = 20_000

  private let reading: IncludeTrial.Reading
  private let includes: WrittenIncludes
  private var files = 0

  /// - Parameters:
  ///   - given: the headers, as a run with the options reads them.
  ///   - diagnostics: those of the run.
  /// - Returns: nil if no header makes others readable.
  static func proposal(
    library: ClangLibrary, headers: [String], options: HeaderReader.Options,
    given: [(input: HeaderInput, use: Header.Use)], diagnostics: [Diagnostic]
  ) -> IncludeProposal? {
    let failing = Set(given.filter { $0.use == .none }.map(\.input.path))
    guard !failing.isEmpty else { return nil }
    let resolver = ErrorResolver(headers: given.map(\.input))
    let errors = diagnostics.filter { $0.severity == .error }
    let hopeless = resolver.hopeless(failing, errors)
    guard hopeless != failing else { return nil }
    let includes = WrittenIncludes(headers: given.map(\.input))
    // Headers that only conflict leave nothing to try, and the parse that would show this takes as long as that of the run.
    guard
      errors.contains(where: { resolver.header(for: ErrorCause($0), in: $0.location?.file) != nil })
        || includes.includer(ofMost: failing.subtracting(hopeless)) != nil
    else { return nil }
    let reading = IncludeTrial.Reading(
      library: library, headers: headers, options: options, resolver: resolver, hopeless: hopeless)
    var search = IncludeSearch(reading: reading, includes: includes)
    guard let found = search.found() else { return nil }
    let (inputs, parser) = reading.parser(including: found)
    guard let parsed = try? parser.parse(inputs, read: { _, _ in }) else { return nil }
    let unreadable = parsed.given.filter { $0.use == .none }.map(\.input.path)
    return unreadable.count < failing.count ? IncludeProposal(includes: found, unreadable: unreadable) : nil
  }

  private init(reading: IncludeTrial.Reading, includes: WrittenIncludes) {
    self.reading = reading
    self.includes = includes
  }

  private mutating func found() -> [String]? {
    guard let first = trial([]) else { return nil }
    var (last, best) = (first, first)
    while last.included.count < Self.mostIncludes, !last.failing.isEmpty, let next = step(from: last) {
      last = next
      // What only makes errors fewer may be needed by a later header; at the end it would be superfluous.
      if next.readable > best.readable { best = next }
    }
    return best.readable > first.readable ? withoutSuperfluous(best).included : nil
  }

  private mutating func trial(_ included: [String]) -> IncludeTrial? {
    guard files < Self.mostFiles, let trial = IncludeTrial(including: included, reading) else { return nil }
    files += trial.files
    return trial
  }

  private mutating func step(from last: IncludeTrial) -> IncludeTrial? {
    for file in candidates(last).prefix(Self.triedAtOnce) {
      if let better = better(than: last, including: file) { return better }
    }
    return nil
  }

  /// Includes a file, and before it what it needs itself.
  private mutating func better(than last: IncludeTrial, including file: String) -> IncludeTrial? {
    // What the file includes itself would be read twice, if it has no include guard.
    let own = includes.reached(from: file)
    var files = last.included.filter { !own.contains($0) } + [file]
    for _ in 0..<Self.mostRepairs {
      guard let trial = trial(files) else { return nil }
      guard trial.isUseless else { return last.isWorse(than: trial) ? trial : nil }
      guard repair(&files, trial) else { return nil }
    }
    return nil
  }

  /// Puts the first header that resolves an error before the file with the error.
  private func repair(_ files: inout [String], _ trial: IncludeTrial) -> Bool {
    for (header, file) in trial.wanted where header != file {
      let place = file.flatMap { files.firstIndex(of: $0) } ?? 0
      if let earlier = files.firstIndex(of: header) {
        guard earlier > place else { continue }
        files.remove(at: earlier)
      }
      files.insert(header, at: place)
      return true
    }
    return false
  }

  /// Removes each header without which as many can be read, because a later one includes what it was for.
  private mutating func withoutSuperfluous(_ trial: IncludeTrial) -> IncludeTrial {
    var best = trial
    for file in trial.included {
      let fewer = best.included.filter { $0 != file }
      guard !fewer.isEmpty, let other = self.trial(fewer), other.readable >= best.readable else { continue }
      best = other
    }
    return best
  }

  /// The headers that resolve errors, first the one that resolves most; after it the one that includes most.
  private func candidates(_ trial: IncludeTrial) -> [String] {
    let wanted = trial.wanted.map(\.header).filter { !trial.included.contains($0) }
      .reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var result = wanted.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    if let includer = includes.includer(ofMost: trial.failing)?.path, !trial.included.contains(includer) {
      result.removeAll { $0 == includer }
      result.insert(includer, at: min(1, result.count))
    }
    return result
  }
}
