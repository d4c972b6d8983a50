import ArchiveModel

/// What single headers and sets of them give when they are parsed, each found out once and several at a time.
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
  /// A set that was parsed ahead of its time.
  private var expected: (headers: [HeaderInput], unit: JointParse.Outcome, judge: JointParse.Outcome)?

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

  mutating func takeJointParse(of headers: [HeaderInput]) throws -> JointParse {
    defer { expected = nil }
    if let expected, expected.headers == headers {
      return try JointParse(unit: expected.unit, judge: expected.judge)
    }
    return try JointParse(headers, parser: parser)
  }

  /// Parses what will be asked for next, on all cores: each header that an error points at alone, and the headers that
  /// most likely are left in the end.
  mutating func prepare(_ suspicions: [Suspicion], among remaining: [HeaderInput], expecting rest: [HeaderInput]) {
    var wanted: Set<Int> = []
    for suspicion in suspicions {
      let headers = suspicion.headers + suspicion.mayInclude
      wanted.formUnion(headers)
      guard suspicion.isInBody else { continue }
      for header in headers.map({ remaining[$0] }) where withBodies.insert(header).inserted { alone[header] = nil }
    }
    let headers = wanted.sorted().map { remaining[$0] }.filter { alone[$0] == nil }
    var tasks: [Task] = rest.isEmpty ? [] : [.judge(rest), .reading(rest)]
    tasks += headers.map { .alone($0, bodies(of: $0)) }
    var unit: JointParse.Outcome?
    var judge: JointParse.Outcome?
    let results = Parallel.map(tasks) { [parser, all] task in task.run(parser, all) }
    for (task, result) in zip(tasks, results) {
      switch (task, result) {
      case (.judge, .unit(let outcome)): judge = outcome
      case (.reading, .unit(let outcome)): unit = outcome
      // What failed altogether fails again where it is asked for.
      case (.alone(let header, _), .alone(let outcome)): alone[header] = try? outcome.get()
      default: break
      }
    }
    if let unit, let judge { expected = (rest, unit, judge) }
  }

  private enum Task: Sendable {
    case judge([HeaderInput])
    case reading([HeaderInput])
    case alone(HeaderInput, FunctionBodies)

    func run(_ parser: HeaderParser, _ all: [HeaderInput]) -> TaskResult {
      switch self {
      case .judge(let headers): .unit(JointParse.judge(headers, parser))
      case .reading(let headers): .unit(JointParse.reading(headers, parser))
      case .alone(let header, let bodies): .alone(HeaderTrials.parseAlone(header, bodies, parser, all))
      }
    }
  }

  private enum TaskResult {
    case unit(JointParse.Outcome)
    case alone(Result<Alone, HeaderReaderError>)
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
