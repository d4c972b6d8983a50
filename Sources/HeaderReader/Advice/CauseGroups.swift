import ArchiveModel

/// Errors of one cause as one error: the type that a library's headers lack is unknown in a hundred places.
enum CauseGroups {
  /// So many further places are named.
  private static let shown = 3

  static func merged(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var result: [Diagnostic] = []
    var places: [ErrorCause: Int] = [:]
    var others: [Int: [Diagnostic]] = [:]
    for diagnostic in diagnostics {
      guard diagnostic.severity == .error, diagnostic.location != nil, let cause = ErrorCause(diagnostic) else {
        result.append(diagnostic)
        continue
      }
      if let first = places[cause] {
        others[first, default: []].append(diagnostic)
      } else {
        places[cause] = result.count
        result.append(diagnostic)
      }
    }
    for (index, more) in others {
      result[index].notes += more.prefix(shown).map { other in
        Diagnostic(.note, at: other.location, "the same here", sourceLine: other.sourceLine)
      }
      let rest = more.dropFirst(shown)
      guard !rest.isEmpty else { continue }
      let files = Set(rest.compactMap(\.location?.file)).count
      result[index].notes.append(
        Diagnostic(
          .note,
          "the same in \(rest.count) more place\(rest.count == 1 ? "" : "s") of \(files) file\(files == 1 ? "" : "s")"))
    }
    return result
  }
}
