import ArchiveModel

/// Puts errors of one cause together, and tells how many types wait for it.
///
/// Many types are left out because of few: a type of another module that forty properties have, or a type with one private
/// property that ten others contain.
struct SharedCauses {
  /// The types that each type of the selection needs.
  let needs: [String: Set<String>]
  let findings: TypeFindings

  private static let mostPlaces = 4

  func diagnostics() -> [Diagnostic] {
    let dependents = self.dependents
    var result: [Diagnostic] = []
    /// Where the result has the first error of a cause.
    var places: [Cause: Int] = [:]
    /// For each error the types with it, and the further errors of its cause.
    var holders: [Int: Set<String>] = [:]
    var others: [Int: [Diagnostic]] = [:]
    for (type, diagnostic) in findings.all {
      guard diagnostic.severity == .error else {
        result.append(diagnostic)
        continue
      }
      if let name = diagnostic.cause, let id = diagnostic.id {
        let cause = Cause(id: id, name: name)
        if let place = places[cause] {
          others[place, default: []].append(diagnostic)
          holders[place, default: []].insert(type)
          continue
        }
        places[cause] = result.count
      }
      holders[result.count] = [type]
      result.append(diagnostic)
    }
    var told: Set<Set<String>> = []
    for (place, owners) in holders.sorted(by: { $0.key < $1.key }) {
      result[place].notes += Self.notes(others[place] ?? [])
      let waiting = Fixpoint.closure(of: owners.sorted()) { dependents[$0] ?? [] }.filter { !owners.contains($0) }
      result[place].waiting = waiting.count + (owners.count > 1 ? owners.count : 0)
      // Of several errors of one type the first says it.
      guard !waiting.isEmpty, told.insert(owners).inserted else { continue }
      result[place].notes.append(
        .note(
          at: result[place].location,
          "\(waiting.count.counted("other type")) \(waiting.count == 1 ? "waits" : "wait") for this: "
            + waiting.sorted().quotedList(atMost: 4)))
    }
    return result
  }

  /// The places of the further errors of a cause.
  static func notes(_ others: [Diagnostic]) -> [Diagnostic] {
    let shown = others.prefix(mostPlaces).map {
      Diagnostic.note(at: $0.location, "the same goes for this one", sourceLine: $0.sourceLine)
    }
    guard let last = others.last, others.count > mostPlaces else { return shown }
    return shown.dropLast() + [
      .note(
        at: last.location, "and for \((others.count - mostPlaces + 1).counted("other"))", sourceLine: last.sourceLine)
    ]
  }

  private struct Cause: Hashable {
    let id: DiagnosticID
    let name: String
  }

  /// The types that are left out because they need a type, by its name.
  private var dependents: [String: [String]] {
    var found: [String: [String]] = [:]
    for (name, needed) in needs where findings.failed.contains(name) {
      for type in needed where findings.failed.contains(type) { found[type, default: []].append(name) }
    }
    return found
  }
}
