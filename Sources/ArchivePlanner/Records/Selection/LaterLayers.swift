import ArchiveModel

/// What the next run would ask, once pointers are annotated as the notes of this one propose: the fields of records in other headers, which are
/// resolved only when something leads to them. They are told at once.
struct LaterLayers {
  /// The number of fields that are told for one record.
  private static let shown = 12

  private let resolution: ResolvedRecords
  private var told: Set<Record.ID> = []

  init(after first: ResolvedRecords, _ records: RecordIndex, _ names: SwiftNames, policy: UnresolvedPolicy) {
    var roots = Self.targets(of: first, in: first.refused)
    var resolution = ResolvedRecords(records)
    while !roots.isEmpty {
      resolution = RecordResolution.run(roots.compactMap { records[$0] }, records, names, policy: policy)
      let more = Self.targets(of: resolution, in: resolution.refused).filter { !roots.contains($0) }
      guard !more.isEmpty else { break }
      roots += more
    }
    self.resolution = resolution
  }

  /// The records of other headers that refused pointers would lead to with the annotations that are proposed for them.
  private static func targets(of resolution: ResolvedRecords, in refused: [Record.ID]) -> [Record.ID] {
    var found: [Record.ID] = []
    for id in refused {
      guard case .refused(let outcome)? = resolution[id] else { continue }
      for target in outcome.refusals.compactMap(\.proposedTarget) where !found.contains(target) {
        if resolution.records[target]?.isFromInput == false { found.append(target) }
      }
    }
    return found
  }

  /// The notes about the record that a refused pointer would lead to, and about those behind it; each record is told once.
  mutating func notes(about refusal: Refusal) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    var open = [refusal.proposedTarget].compactMap(\.self)
    while let id = open.popLast() {
      guard resolution.records[id]?.isFromInput == false, told.insert(id).inserted,
        case .refused(let outcome)? = resolution[id], let record = resolution.records[id]
      else { continue }
      for cause in outcome.refusals.prefix(Self.shown) where cause.notes.isEmpty {
        notes.append(
          Diagnostic.note(
            at: cause.field.location,
            "then \(cause.field.displayName) of '\(record.displayName)', which it leads to, \(cause.reason)",
            advice: cause.adviceIfSkipped))
      }
      open += outcome.refusals.compactMap(\.proposedTarget).reversed()
    }
    return notes
  }
}

extension Refusal {
  fileprivate var proposedTarget: Record.ID? { annotation == nil ? nil : target }
}
