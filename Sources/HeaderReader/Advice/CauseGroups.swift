import ArchiveModel

/// Merges errors with one cause: the type that a library's headers lack is unknown in a hundred locations, and the
/// missing semicolons that clang then reports are consequences.
struct CauseGroups {
  /// The number of further locations that are listed.
  private static let shown = 3

  let headers: [HeaderInput]
  private var result: [Diagnostic] = []
  /// The index in `result` of each cause's first error.
  private var firsts: [String: Int] = [:]
  /// Further errors with the same cause, by the index of the first one.
  private var others: [Int: [Diagnostic]] = [:]
  /// For each file, the index in `result` of its latest such error, and the number of errors that follow from it.
  private var reasons: [String: Int] = [:]
  private var consequences: [String: Int] = [:]
  /// Files that stop with an `#error`.
  private var refusing: Set<String> = []

  init(headers: [HeaderInput]) { self.headers = headers }

  mutating func merged(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    for diagnostic in diagnostics { add(diagnostic) }
    for (index, more) in others { addPlaces(more, to: index) }
    for (file, count) in consequences.sorted(by: { $0.key < $1.key }) {
      guard let reason = reasons[file] else { continue }
      result[reason].notes.append(
        Diagnostic.note("\(count) more error\(count == 1 ? "" : "s") in '\(file)' may follow from this one"))
    }
    return result
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error, let file = diagnostic.location?.file else { return result.append(diagnostic) }
    guard !refusing.contains(file), let cause = ErrorCause(diagnostic) else {
      if reasons[file] == nil { result.append(diagnostic) } else { consequences[file, default: 0] += 1 }
      return
    }
    let key = cause.key(headers: headers)
    if let first = firsts[key] {
      others[first, default: []].append(diagnostic)
    } else {
      firsts[key] = result.count
      result.append(diagnostic)
    }
    if !cause.isMissingFile { reasons[file] = firsts[key] }
    if case .directive = cause { refusing.insert(file) }
  }

  private mutating func addPlaces(_ more: [Diagnostic], to index: Int) {
    result[index].notes += more.prefix(Self.shown).map { other in
      Diagnostic.note(
        at: other.location, other.message == result[index].message ? "the same here" : other.message,
        sourceLine: other.sourceLine)
    }
    let rest = more.dropFirst(Self.shown)
    guard !rest.isEmpty else { return }
    let files = Set(rest.compactMap(\.location?.file)).count
    result[index].notes.append(
      Diagnostic.note(
        "the same in \(rest.count) more place\(rest.count == 1 ? "" : "s") of \(files) file\(files == 1 ? "" : "s")"))
  }
}

extension ErrorCause {
  fileprivate var isMissingFile: Bool {
    if case .missingFile = self { true } else { false }
  }

  /// A key that errors share if one change resolves them, such as one option for all headers of a folder.
  fileprivate func key(headers: [HeaderInput]) -> String {
    switch self {
    case .missingFile(let name):
      let library = name.contains("/") ? String(name.prefix { $0 != "/" }) : name
      return "file " + (MissingFile(name: name, headers: headers).folder ?? library)
    case .unknownName(let name): return "name " + name
    case .directive(let text), .argument(let text): return "text " + text
    }
  }
}
