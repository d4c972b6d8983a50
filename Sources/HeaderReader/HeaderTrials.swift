import ArchiveModel

/// What single headers give when they are parsed by themselves: each found out once, and several at a time.
struct HeaderTrials {
  /// One header by itself.
  struct Alone: Sendable {
    let errors: [Diagnostic]
    let files: Set<ClangFile.Identity>
  }

  private let parser: HeaderParser
  private let all: [HeaderInput]
  private var alone: [HeaderInput: Alone] = [:]
  /// Those whose function bodies matter: parsing them costs SDL's headers twice the time.
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

  /// The indexes of the headers that errors point at: first those that have one in their own text, which are most
  /// likely to blame.
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

  /// Parses what will be asked for next, on all cores.
  mutating func prepare(_ headers: [HeaderInput]) {
    let headers = headers.filter { alone[$0] == nil }
    let tasks = headers.map { (header: $0, bodies: bodies(of: $0)) }
    let results = Parallel.map(tasks) { [parser, all] in Self.parseAlone($0.header, $0.bodies, parser, all) }
    // What failed altogether fails again where it is asked for.
    for (header, result) in zip(headers, results) { alone[header] = try? result.get() }
  }

  /// The errors of a few headers together, for each of the sets; none of a set that fails altogether.
  func errors(together sets: [(headers: [HeaderInput], bodies: FunctionBodies)]) -> [[Diagnostic]] {
    Parallel.map(sets) { [parser, all] set in
      guard let unit = try? parser.parseQuietly(set.headers, set.bodies) else { return [] }
      let files = SourceFiles(unit: unit, inputs: all)
      return unit.diagnostics.filter(\.isError).map(files.diagnostic)
    }
  }

  /// Lets errors inside its functions count.
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
      return Alone(
        errors: files.errors(in: unit, of: header),
        files: Set(Inclusions(unit: unit).entries.compactMap(\.file.identity)))
    }
  }
}
