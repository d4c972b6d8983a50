import ArchiveModel

/// The headers that cannot be read by themselves, and that a unit without errors nevertheless contains, because another header
/// includes them: parts of a header that includes all others in the right order, templates whose macros it defines, and headers without
/// an include guard. Each type that they seem to define has to be in the unit, because an include guard or an `#if` may hide their
/// text there.
struct IncludedParts {
  /// The number of headers that a note names.
  private static let shown = 3

  let headers: Set<HeaderInput>
  let notes: [Diagnostic]

  /// - Parameters:
  ///   - failing: headers that fail by themselves, or have no include guard.
  ///   - inputs: the headers that the unit includes.
  init(_ failing: [HeaderInput: HeaderTrials.Alone], in unit: TranslationUnit, of inputs: [HeaderInput]) {
    guard !failing.isEmpty else {
      (headers, notes) = ([], [])
      return
    }
    let found = Self.definitions(in: unit, of: failing.keys)
    let byIdentity = Dictionary(failing.keys.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var includers: [HeaderInput: Int] = [:]
    for entry in Inclusions(unit: unit).entries {
      guard let identity = entry.file.identity, let header = byIdentity[identity],
        let includer = entry.umbrellaLine.flatMap(Umbrella.header), inputs.indices.contains(includer),
        failing[header]?.definitions.isSubset(of: found[header] ?? []) ?? false
      else { continue }
      includers[header] = min(includer, includers[header] ?? includer)
    }
    headers = Set(includers.keys)
    func isUnguarded(_ header: HeaderInput) -> Bool { failing[header]?.errors.isEmpty ?? false }
    let byIncluder = Dictionary(grouping: includers.keys) { includers[$0] ?? 0 }.sorted { $0.key < $1.key }
    notes = byIncluder.flatMap { includer, parts in
      [parts.filter { !isUnguarded($0) }, parts.filter(isUnguarded)].filter { !$0.isEmpty }.map { parts in
        let names = parts.map(\.path).sorted().quotedList(atMost: Self.shown)
        let (are, them, have) = parts.count == 1 ? ("is", "it", "it has") : ("are", "them", "they have")
        let reason = isUnguarded(parts[0]) ? "\(have) no include guard" : "of errors without what comes before"
        return Diagnostic.note(
          "\(names) \(are) read where '\(inputs[includer].path)' includes \(them), because \(reason)")
      }
    }
  }

  /// The lines of these headers on which types are defined at file scope.
  static func definitions(
    in unit: TranslationUnit, of headers: some Collection<HeaderInput>
  ) -> [HeaderInput: Set<Int>] {
    let byIdentity = Dictionary(headers.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var lines: [HeaderInput: Set<Int>] = [:]
    unit.root.forEachChild { child in
      switch child.kind {
      case .structure, .union, .enumeration:
        guard child.isDefinition, let place = child.location.position, let identity = place.file.identity,
          let header = byIdentity[identity]
        else { return }
        lines[header, default: []].insert(place.line)
      default: return
      }
    }
    return lines
  }

  /// How headers are read that are included by others or by themselves.
  func uses(of inputs: [HeaderInput]) -> [HeaderInput: Header.Use] {
    Dictionary(inputs.map { ($0, .direct) } + headers.map { ($0, .included) }, uniquingKeysWith: { first, _ in first })
  }
}
