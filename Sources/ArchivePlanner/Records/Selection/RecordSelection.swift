import ArchiveModel

/// Chooses the types that get code: the named records of the given headers, unless skipped or refused.
struct RecordSelection {
  /// All records that the selected ones hold or lead to, with their outcomes.
  let resolved: ResolvedRecords
  let planned: [PlannedRecord]
  let summary: Plan.Summary
  let diagnostics: [Diagnostic]
  /// Warnings about types that are left out, besides the reasons for that.
  let warnings: [Diagnostic]
  /// The reasons by archived name, for the lock.
  let leftOut: [String: LeftOutType]

  static func run(_ records: RecordIndex, _ names: SwiftNames, policy: UnresolvedPolicy) -> RecordSelection {
    var planned: [PlannedRecord] = []
    var summary = Plan.Summary()
    var diagnostics: [Diagnostic] = []
    var reported: Set<Diagnostic> = []
    var warnings: [Diagnostic] = []
    var candidates: [Record] = []
    var leftOut: [String: LeftOutType] = [:]
    func leaveOut(_ record: Record, _ reason: String, advice: String?, at location: SourceLocation?) {
      let location = location ?? record.location
      leftOut[records.archivedName(of: record)] =
        leftOut[records.archivedName(of: record)]
        ?? LeftOutType(reason: reason, advice: advice, location: location, sourceLine: records.lines[location])
    }
    for record in records.records where record.isFromInput && record.name != nil && record.unnameable == nil {
      let annotations = records.annotations(of: record)
      if annotations.isSkipped {
        summary.skipped += 1
        leaveOut(record, "an annotation skips it", advice: nil, at: nil)
        continue
      }
      let errors = AttributeCheck.errors(in: annotations, on: record, records)
      guard errors.isEmpty else {
        summary.refused += 1
        diagnostics += errors
        continue
      }
      candidates.append(record)
    }
    let resolution = RecordResolution.run(
      candidates.filter { $0.kind == .structure || records.determinesItsMember($0) }, records, names, policy: policy)
    // Records without generated code, unnamed ones and those of other headers, have no other place for their errors.
    diagnostics += resolution.errors(outside: Set(candidates.map(\.id)))
    var later = LaterLayers(after: resolution, records, names, policy: policy)
    for record in candidates {
      guard record.kind == .structure || records.determinesItsMember(record) else {
        if resolution.inlinedUnions.contains(record.id) {
          // Its members are in the tables of the records around it, which have its tag.
          summary.skipped += 1
        } else {
          summary.refused += 1
          diagnostics +=
            memberErrors(record, records) ?? (record.hasAnnotationError ? [] : [undetermined(record, records)])
          leaveOut(record, "nothing says which member of a union is live", advice: nil, at: nil)
        }
        continue
      }
      switch resolution[record.id] {
      case .planned(let plan)?: planned.append(plan)
      case nil: break
      case .refused(let outcome)?, .invalid(let outcome)?:
        summary.refused += 1
        // Each record that holds a union repeats its errors.
        diagnostics += outcome.errors.filter { reported.insert($0).inserted }
        warnings += outcome.warnings
        for refusal in outcome.refusals {
          diagnostics.append(warning(about: refusal, of: record, records, more: later.notes(about: refusal)))
        }
        if let refusal = outcome.refusals.first {
          leaveOut(record, refusal.phrase, advice: refusal.advice, at: refusal.field.location)
        }
        diagnostics += outcome.skipped.compactMap { resolution.warning(about: $0, of: record) }
      }
    }
    let nameless = UnnameableTypes.warnings(records)
    summary.refused += nameless.warnings.count
    summary.skipped += nameless.skipped
    diagnostics += nameless.warnings
    return RecordSelection(
      resolved: resolution, planned: planned, summary: summary, diagnostics: diagnostics, warnings: warnings,
      leftOut: leftOut)
  }

  private static func warning(
    about refusal: Refusal, of record: Record, _ records: RecordIndex, more notes: [Diagnostic]
  ) -> Diagnostic {
    Diagnostic(
      refusal.id, .warning, at: refusal.field.location,
      "'\(record.displayName)' is left out: \(refusal.phrase)",
      advice: refusal.advice, notes: refusal.notes + refusal.laterNotes + notes, fixIts: refusal.fixIts(records.lines))
  }

  /// The errors in annotations of its members, which no other pass checks.
  private static func memberErrors(_ union: Record, _ records: RecordIndex) -> [Diagnostic]? {
    let errors = union.fields.enumerated().flatMap { index, field in
      AttributeCheck.errors(in: records.annotations(of: union, field: index), on: field, of: union, records)
    }
    return errors.isEmpty ? nil : errors
  }

  /// A union that no record holds, and whose live member no annotation determines.
  private static func undetermined(_ union: Record, _ records: RecordIndex) -> Diagnostic {
    if let tag = records.annotations(of: union).union.tag {
      let names = union.memberNames { records[$0] }
      return Diagnostic(
        .unknownField, at: tag.location,
        "'\(tag.text)' is not a member of '\(union.displayName)', and no struct contains the union beside such a field",
        advice: didYouMean(tag.text, among: names)
          ?? "write the member that has the tag, like tag(type) or tag(header.type)")
    }
    return Diagnostic(
      .unresolvedUnion, at: union.location,
      "'\(union.displayName)' is left out: no annotation determines the live member of the union",
      advice:
        "write tag(member) or view(member) on it, or '// archive: skip' if it should not be archived by itself")
  }
}

extension Refusal {
  /// Completes "is left out: ".
  fileprivate var phrase: String { "\(field.possessivePhrase) \(reason)" }
}

extension Field {
  fileprivate var possessivePhrase: String { name.isEmpty ? "its anonymous member" : "its field \(displayName)" }
}
