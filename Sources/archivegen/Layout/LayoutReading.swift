import ArchiveModel
import ArchivePlanner
import Foundation
import HeaderReader
import LayoutInspection

/// The layouts of one side: headers as they are for one target.
struct LayoutReading {
  let index: LayoutIndex
  /// Whether the headers had no error. With errors, the types of the other headers are shown.
  let isComplete: Bool

  /// - Parameters:
  ///   - names: types that are read in whichever header they are.
  ///   - base: the options whose configuration applies if none is beside the inputs.
  static func read(
    _ reading: ReadingOptions, names: [String], _ printer: DiagnosticOutput
  ) throws -> LayoutReading {
    let (configurationFile, configuration) = try ConfigurationFile.read(reading)
    let inputs = try Inputs.find(
      reading.inputs, excluding: "", patterns: reading.exclude + configuration.excludedHeaders)
    guard !inputs.headers.isEmpty else {
      throw Failure(
        .unreadableInput, "there are no headers in \(reading.inputs.map { "'\($0)'" }.joined(separator: ", "))",
        advice: "layouts are those of C types: name headers, or folders that have some")
    }
    let settings = try Settings(
      reading, WritingOptions(omitModuleMap: true), configuration,
      moduleMaps: ModuleMaps.modules(beside: reading.inputs), headerRoot: inputs.headerRoot)
    let (model, plan) = try HeaderStage.plan(
      inputs, configuration: configuration, settings: settings, needsSchema: false,
      keptPositions: LockStore.Contents(LockStore.locate(reading, configuration: configurationFile)).keptPositions,
      alsoReading: Set(names.map { $0.split(separator: " ").last.map(String.init) ?? $0 }), needsAccounts: true,
      log: { _ in })
    // What is refused is shown in its place. Errors in annotations are not, and errors in headers leave out types.
    let errors = (inputs.diagnostics + model.diagnostics + plan.diagnostics + model.leftOut).sortedByLocation()
      .applying(settings.diagnosticLevels).filter { $0.severity == .error }
    printer.print(errors)
    if !errors.isEmpty { printer.print(ExcludeAdvice.hints(inputs, model)) }
    return LayoutReading(index: LayoutIndex(model, accounts: plan.accounts), isComplete: errors.isEmpty)
  }
}
