import ArchiveModel
import Dispatch
import OrderedCollections

/// Decides every name, key and type of the output for C records.
///
/// Each step is a pass that takes and returns values: annotations are merged, records selected, fields resolved, keys
/// compared, and the records distributed over files.
public enum ArchivePlanner {
  public static func plan(
    _ model: HeaderModel, configuration: Configuration = Configuration(), options: PlannerOptions
  ) -> Plan {
    var diagnostics: [Diagnostic] = []
    let annotations = AnnotationMerge.run(model, configuration, &diagnostics)
    let records = RecordIndex(
      model: model, annotations: annotations, keptPositions: options.keptPositions)
    let names = SwiftNames(model: model, options: options)
    let selection = RecordSelection.run(records, names, policy: options.unresolved)
    let resolution = selection.resolved
    diagnostics += selection.diagnostics
    var summary = selection.summary
    let planned = KeyCheck.run(selection.planned, resolution, &diagnostics)
    summary.refused += selection.planned.count - planned.count + model.leftOut.count
    diagnostics += model.leftOut
    summary.written = planned.count
    summary.fields = planned.reduce(0) { $0 + $1.fields.count(where: \.entry.isArchived) }
    summary.skippedFields = resolution.skippedFieldCount(in: planned)
    diagnostics += resolution.skipWarnings(for: planned)
    diagnostics += accessErrors(planned, resolution, names)
    if options.isStrict { diagnostics = diagnostics.map(\.asError) }
    // These warnings are about code that may be intended and loses nothing, so `--strict` does not turn them into
    // errors.
    diagnostics += OrderedSet(selection.warnings + resolution.warnings(for: planned))
    diagnostics += RedundantRecordAttributes.warnings(planned, resolution)
    diagnostics += DoubtfulTargets.warnings(planned, resolution)
    let runtime = GeneratedImport.runtime
    if let hidden = model.records.first(where: { ($0.swiftName ?? $0.name) == runtime }) {
      diagnostics.append(
        Diagnostic(
          .reservedName, at: hidden.location,
          "a type named '\(runtime)' hides the library of that name from Swift",
          advice: "rename it with a macro: -D \(runtime)=another_name"))
    }
    // The passes that follow only read.
    nonisolated(unsafe) let resolved = resolution
    let types = planned
    let (files, (checks, foreign)) = Concurrently.both {
      options.needsFiles ? RecordOutput.run(types, resolved, names, model: model, options: options) : []
    } and: {
      (
        options.needsFiles ? LayoutChecks.run(types, resolved) : GeneratedModule.Checks(),
        options.needsImportedTypes ? ImportedTypes(types, resolved, names, model, options: options) : ImportedTypes()
      )
    }
    return Plan(
      renderModel: RenderModel(files: files), layoutChecks: checks,
      diagnostics: diagnostics.map { $0.quoting(model.lines) }, summary: summary, importedTypes: foreign,
      schema: options.needsSchema
        ? RecordSchemaExtraction.run(types, resolved, leftOut: selection.leftOut, lines: model.lines)
        : ArchivedSchema(),
      textCandidates: TextCandidates.names(types, resolved),
      accounts: options.needsAccounts ? RecordAccounts.run(types, selection, records, model) : [:])
  }
}

extension ArchivePlanner {
  /// Errors for `access` on records that Swift imports. Only mirrors may have another access than the imported type.
  private static func accessErrors(
    _ planned: [PlannedRecord], _ resolution: ResolvedRecords, _ names: SwiftNames
  ) -> [Diagnostic] {
    planned.compactMap { planned in
      guard let given = resolution.annotations(of: planned.record).access, given.access != .public,
        case .imported? = names.name(of: planned.record)
      else { return nil }
      return Diagnostic(
        .generatedAccess, at: given.location,
        "what is generated for '\(planned.record.displayName)' cannot be \(given.access): Swift imports the type as public, and requires the same of its conformances",
        advice:
          "remove the attribute; it is for records that Swift does not import, which are represented by a generated struct"
      )
    }
  }
}

extension Diagnostic {
  var asError: Diagnostic {
    var strict = self
    if severity == .warning, id != .redundantAttribute { strict.severity = .error }
    return strict
  }

  fileprivate func quoting(_ lines: SourceLines) -> Diagnostic {
    var quoted = self
    if quoted.sourceLine == nil, let location { quoted.sourceLine = lines[location] }
    quoted.notes = notes.map { $0.quoting(lines) }
    return quoted
  }
}

/// Runs two independent functions on two cores.
enum Concurrently {
  static func both<First, Second>(
    _ first: @Sendable () -> First, and second: @Sendable () -> Second
  ) -> (First, Second) {
    nonisolated(unsafe) var one: First?
    nonisolated(unsafe) var other: Second?
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 0 { one = first() } else { other = second() }
    }
    return (one ?? first(), other ?? second())
  }
}
