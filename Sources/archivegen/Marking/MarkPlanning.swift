import ArchiveModel
import ArchivePlanner

extension Planning {
  /// Plans marks for the Swift sources of a run.
  static func marks(_ run: RunInputs, _ request: MarkPlanner.Request) throws -> MarkPlan {
    var run = run
    let swift = try readModels(run.inputs, run.settings.swiftBuild)
    guard !run.inputs.sources.isEmpty else {
      throw Failure(
        .noInput, "there is no Swift source among the inputs", advice: "name the folder of the Swift sources")
    }
    let models = run.configuration.split(
      swiftTypes: Set(swift.files.flatMap(\.types).map(\.name)), hasHeaders: !run.inputs.headers.isEmpty)
    var foreign = ImportedTypes()
    if !run.inputs.headers.isEmpty {
      foreign = try HeaderStage.plan(run, needsSchema: false, log: { _ in }).1.importedTypes
    }
    var options = SwiftTypePlanner.Options()
    options.configuration = models
    var plan = MarkPlanner.plan(swift, request, foreign: foreign, options: options)
    plan.diagnostics = swift.diagnostics.filter { $0.severity == .error } + plan.diagnostics.sortedByLocation()
    return plan
  }
}
