import ArchiveModel

/// Chooses the types that get code: the named records of the given headers, unless skipped or refused.
struct TypeSelection {
  let planned: [PlannedRecord]
  let summary: Plan.Summary

  static func run(
    _ records: RecordIndex, _ resolution: inout FieldResolution, _ diagnostics: inout [Diagnostic]
  ) -> TypeSelection {
    var planned: [PlannedRecord] = []
    var summary = Plan.Summary()
    var candidates: [Record] = []
    for record in records.records where record.isFromInput && record.name != nil {
      let attributes = records.attributes(of: record)
      if attributes.has(.skip) {
        summary.skipped += 1
        continue
      }
      let mistakes = AttributeUse.mistakes(in: attributes, on: record)
      guard mistakes.isEmpty else {
        summary.refused += 1
        diagnostics += mistakes
        continue
      }
      candidates.append(record)
    }
    resolution.close(over: candidates.filter { $0.kind == .structure || records.isStanding($0) })
    for record in candidates {
      guard record.kind == .structure || records.isStanding(record) else {
        if resolution.flattened.contains(record.id) {
          // Its members are in the tables of the records around it, which have its tag.
          summary.skipped += 1
        } else {
          summary.refused += 1
          diagnostics.append(
            Diagnostic(
              .warning, at: record.location,
              "'\(record.displayName)' is left out: nothing says which member of a union is live",
              advice: "write tag(member) or view(member) on it, or '// archive: skip' if it is not meant to be archived on its own"))
        }
        continue
      }
      switch resolution.resolve(record) {
      case .planned(let plan): planned.append(plan)
      case .refused(let refusal):
        summary.refused += 1
        diagnostics.append(
          Diagnostic(
            .warning, at: refusal.field.location,
            "'\(record.displayName)' is left out: \(refusal.field.possessivePhrase) \(refusal.reason)", advice: refusal.advice,
            notes: refusal.notes))
      case .mistaken(let mistakes):
        summary.refused += 1
        diagnostics += mistakes
      }
    }
    return TypeSelection(planned: planned, summary: summary)
  }
}

extension Field {
  fileprivate var possessivePhrase: String { name.isEmpty ? "its anonymous member" : "its field \(displayName)" }
}
