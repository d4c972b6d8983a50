/// The results of parsing single headers: each header is parsed once, several at a time.
struct HeaderTrials {
  /// The result of one header.
  struct Alone: Sendable {
    let errors: ErrorSet
    let files: Set<ClangFile.Identity>
    /// The lines of its own text on which types are defined, as far as the compiler understands it.
    let definitions: Set<Int>
  }

  private let parser: HeaderParser
  private let all: [HeaderInput]
  private var alone: [HeaderInput: Alone] = [:]
  /// Headers whose function bodies are parsed, which doubles the time for SDL's headers.
  private var withBodies: Set<HeaderInput> = []

  init(parser: HeaderParser, all: [HeaderInput]) {
    self.parser = parser
    self.all = all
  }

  mutating func alone(_ header: HeaderInput) throws -> Alone {
    if let known = alone[header] { return known }
    let result = try Self.parseAlone(header, bodies(of: header), parser, all).get()
    alone[header] = result
    return result
  }

  /// The indices of the headers that errors point at. Those with an error in their own text come first, because they
  /// are the most likely cause.
  mutating func wanted(_ suspicions: [Suspicion], among remaining: [HeaderInput]) -> [Int] {
    var wanted: Set<Int> = []
    for suspicion in suspicions {
      let headers = suspicion.headers + suspicion.mayInclude
      wanted.formUnion(headers)
      guard suspicion.isInBody else { continue }
      for header in headers { wantBodies(of: remaining[header]) }
    }
    let own = Set(suspicions.compactMap(\.own))
    return wanted.intersection(own).sorted() + wanted.subtracting(own).sorted()
  }

  /// Parses headers whose results will be needed next, on all cores.
  mutating func prepare(_ headers: [HeaderInput]) {
    let headers = headers.filter { alone[$0] == nil }
    let tasks = headers.map { (header: $0, bodies: bodies(of: $0)) }
    let results = Parallel.map(tasks) { [parser, all] in Self.parseAlone($0.header, $0.bodies, parser, all) }
    // If parsing failed altogether, the error is thrown again when the result is needed.
    for (header, result) in zip(headers, results) { alone[header] = try? result.get() }
  }

  /// The errors of each set of headers, parsed together; none for a set that cannot be parsed at all.
  func errors(together sets: [(headers: [HeaderInput], bodies: FunctionBodies)]) -> [ErrorSet] {
    Parallel.map(sets) { [parser, all] set in
      guard let unit = try? parser.parseQuietly(set.headers, set.bodies) else { return ErrorSet([]) }
      let files = SourceFiles(unit: unit, inputs: all)
      return ErrorSet(unit.diagnostics.filter(\.isError).map(files.diagnostic))
    }
  }

  /// Makes errors in the header's functions count.
  mutating func wantBodies(of header: HeaderInput) {
    if withBodies.insert(header).inserted { alone[header] = nil }
  }

  private func bodies(of header: HeaderInput) -> FunctionBodies { withBodies.contains(header) ? .parsed : .skipped }

  private static func parseAlone(
    _ header: HeaderInput, _ bodies: FunctionBodies, _ parser: HeaderParser, _ all: [HeaderInput]
  ) -> Result<Alone, HeaderReaderError> {
    Result { () throws(HeaderReaderError) in
      let unit = try parser.parseQuietly([header], bodies)
      let files = SourceFiles(unit: unit, inputs: all)
      let errors = ErrorSet(files.errors(in: unit, of: header))
      return Alone(
        errors: errors, files: Set(Inclusions(unit: unit).entries.compactMap(\.file.identity)),
        definitions: IncludedParts.definitions(in: unit, of: [header])[header] ?? [])
    }
  }
}
