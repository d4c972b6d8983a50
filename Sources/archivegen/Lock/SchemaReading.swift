import ArchiveModel
import Foundation
import SchemaLock

/// What checking and locking read: the inputs' schema, and the lock that it goes with.
struct SchemaReading {
  let schema: ArchivedSchema
  let store: LockStore
  let summary: String

  /// How such a command ends; the numbers are exit codes.
  enum Outcome: Int32 {
    case done = 0
    case errors = 1
    case incompatible = 2
    case outOfDate = 3
    case notRun = 70
  }

  /// - Returns: nil when the inputs have errors, which are printed.
  static func read(_ reading: ReadingOptions, _ printer: DiagnosticOutput) throws -> SchemaReading? {
    let inputs = try Inputs.find(reading.inputs, excluding: "", patterns: reading.exclude)
    let (configurationFile, configuration) = try ConfigurationFile.read(reading)
    let settings = try Settings(
      reading, WritingOptions(omitModuleMap: true), configuration,
      moduleMaps: ModuleMaps.modules(beside: reading.inputs), headerRoot: inputs.headerRoot)
    let planning = try Planning.run(
      inputs: inputs, output: "", configuration: configuration, settings: settings, needsSchema: true,
      log: { _ in })
    let diagnostics = (inputs.diagnostics + planning.diagnostics).sortedByLocation()
      .applying(settings.diagnosticLevels)
    // What generating warns of is said when generating.
    printer.print(diagnostics.filter { $0.severity == .error })
    if diagnostics.hasErrors {
      printer.print(planning.hints)
      return nil
    }
    return SchemaReading(
      schema: planning.schema, store: LockStore.locate(reading, configuration: configurationFile),
      summary: planning.summaryText)
  }
}

extension Change {
  /// As a message of a compiler.
  var diagnostic: Diagnostic {
    let names = releases.map { $0 == Gate.unreleased ? "the lock's unreleased state" : $0 }.joined(separator: ", ")
    let effect =
      level > .safe
      ? "\(level.rawValue) when new code reads archives of \(names)"
      : "\(forward.rawValue) when the code of \(names) reads new archives"
    var diagnostic = Diagnostic(
      .incompatibleChange, at: location, "\(subject): \(message)", sourceLine: sourceLine,
      notes: [.note("\(effect): \(rule.explanation.why)")]
        + fixes.map { .note($0.hasPrefix("archivegen ") ? "run \($0)" : "write \($0)") })
    diagnostic.rule = rule.rawValue
    return diagnostic
  }
}

extension Gate.Report {
  /// "41 types and 312 keys checked against 1.0.0 and 1.1.0: 1 loss, 3 safe".
  var summary: String {
    var counts: [String] = []
    for level in Level.allCases.reversed() {
      let count = changes.count { max($0.level, $0.forward == .safe ? $0.level : $0.level) == level }
      if count > 0 { counts.append("\(count) \(level.rawValue)") }
    }
    let against = releases.isEmpty ? "nothing" : releases.joined(separator: ", ")
    return "\(typeCount.counted("type")) and \(keyCount.counted("key")) checked against \(against): "
      + (counts.isEmpty ? "no change" : counts.joined(separator: ", "))
      + (accepted.isEmpty ? "" : ", \(accepted.count) accepted")
  }
}
