/// One parse of all headers, with some of them included before the others.
struct IncludeTrial {
  /// What all trials have in common.
  struct Reading {
    let library: ClangLibrary
    let headers: [String]
    let options: HeaderReader.Options
    let resolver: ErrorResolver
    /// The paths of headers that are left out.
    let hopeless: Set<String>

    func parser(including files: [String]) -> ([HeaderInput], HeaderParser) {
      var options = options
      options.includedFirst += files
      let inputs = HeaderInput.unique(headers, options: options)
      return (inputs, HeaderParser(library: library, options: options.including(inputs)))
    }
  }

  let included: [String]
  /// The number of files that were read.
  let files: Int
  let errors: Int
  /// The headers that resolve an error each, in the order of the errors, with the file of the error. If a file that is
  /// included first has errors, these alone.
  let wanted: [(header: String, by: String?)]
  /// Whether a file that is included first has errors, so that no header can be read.
  let isUseless: Bool
  /// The paths of the headers that led to an error.
  let failing: Set<String>
  let readable: Int

  /// - Returns: nil if libclang cannot parse with these options at all.
  init?(including first: [String], _ reading: Reading) {
    let (all, parser) = reading.parser(including: first)
    let inputs = all.filter { !reading.hopeless.contains($0.path) }
    guard let unit = try? parser.parseQuietly(inputs, .parsed) else { return nil }
    let (sources, inclusions) = (SourceFiles(unit: unit, inputs: inputs), Inclusions(unit: unit))
    let raw = unit.diagnostics.filter(\.isError)
    let leading = raw.map { inclusions.headers(leadingTo: $0, of: inputs.count).filter(inputs.indices.contains) }
    let isUseless = leading.contains(where: \.isEmpty)
    let failing = isUseless ? Set(inputs.indices) : Set(leading.joined())
    included = first
    files = inclusions.entries.count
    errors = raw.count
    wanted = zip(raw, leading).filter { $1.isEmpty == isUseless }.compactMap { error, _ in
      let file = error.location.position.map { sources[$0.file].path }
      let cause = ErrorCause(error.message, isInFile: file != nil, sourceLine: sources.line(of: error.location))
      // A header that is included later has not been tried.
      let before = file.flatMap { first.firstIndex(of: $0) } ?? first.count
      return reading.resolver.header(for: cause, in: file, after: Array(first[..<before])).map { ($0, file) }
    }
    self.isUseless = isUseless
    self.failing = Set(failing.map { inputs[$0].path })
    readable = inputs.count - failing.count
  }

  func isWorse(than other: Self) -> Bool { (readable, other.errors) < (other.readable, errors) }
}
