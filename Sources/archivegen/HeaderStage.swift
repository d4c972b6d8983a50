import ArchiveModel
import ArchivePlanner
import Foundation
import HeaderReader

/// The results from headers; empty if there are none.
struct HeaderStage {
  var renderModel = RenderModel(files: [])
  var diagnostics: [Diagnostic] = []
  /// Advice to print if there are errors.
  var hints: [Diagnostic] = []
  var dependencies: [String] = []
  var summary = Plan.Summary()
  var importedTypes = ImportedTypes()
  var schema = ArchivedSchema()

  static func run(
    _ inputs: Inputs, output: String, configuration: Configuration, settings: Settings, needsSchema: Bool,
    keptPositions: KeptPositions, log: (@autoclosure () -> String) -> Void
  ) throws -> HeaderStage {
    let (model, plan) = try plan(
      inputs, configuration: configuration, settings: settings, needsSchema: needsSchema, keptPositions: keptPositions,
      log: log)
    var stage = HeaderStage()
    stage.renderModel = plan.renderModel
    if settings.writesModuleMap, !plan.renderModel.files.isEmpty {
      stage.renderModel.module = ModuleMaps.generated(
        settings.module, headers: model.headers.filter(\.isValid).map(\.path), output: output,
        options: settings.readerOptions,
        systemFolders: SystemFolders.of(model.target) + settings.readerOptions.systemIncludePaths,
        checks: plan.layoutChecks)
    }
    let note = BuildOptions(settings.readerOptions)
      .note(module: settings.module, hasModuleHeader: stage.renderModel.module != nil)
    stage.diagnostics =
      model.diagnostics + ForeignHeaders.advised(plan.diagnostics)
      + (plan.renderModel.files.isEmpty ? [] : [note].compactMap(\.self))
      + [IncludedOnly.warning(model, plan.summary)].compactMap(\.self)
    stage.hints = ReadingAdvice.hints(inputs, model)
    stage.dependencies =
      model.headers.map(\.path)
      + Set(model.headers.flatMap(\.includes)).subtracting(model.headers.map(\.path)).sorted()
    stage.summary = plan.summary
    stage.importedTypes = plan.importedTypes
    stage.schema = plan.schema
    return stage
  }

  /// Reads and plans the headers.
  ///
  /// - Parameters:
  ///   - names: types that are read wherever they are defined.
  ///   - needsAccounts: whether the plan tells of every record what becomes of it.
  static func plan(
    _ inputs: Inputs, configuration: Configuration, settings: Settings, needsSchema: Bool, keptPositions: KeptPositions,
    alsoReading names: Set<String> = [], needsAccounts: Bool = false, log: (@autoclosure () -> String) -> Void
  ) throws -> (HeaderModel, Plan) {
    let library: ClangLibrary
    do {
      library = try ClangLibrary.load(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw Failure([error.diagnostic])
    }
    log("libclang \(library.version) from \(library.path)")
    var reading = settings.readerOptions
    reading.namedTypes.formUnion(names)
    let model: HeaderModel
    do {
      model = try HeaderReader(library: library).read(headers: inputs.headers.map(\.path), options: reading)
    } catch let error as HeaderReaderError {
      throw Failure([error.diagnostic])
    }
    var options = PlannerOptions(
      module: settings.module,
      modules: ModuleFolder.modules(
        of: model.headers.map(\.path) + model.records.map(\.location.file), in: settings.moduleFolders),
      unresolved: settings.unresolved, isStrict: settings.isStrict,
      access: settings.access,
      headerNames: Dictionary(inputs.headers.map { ($0.path, $0.name) }, uniquingKeysWith: { first, _ in first }),
      coverage: settings.coverage, needsSchema: needsSchema, keptPositions: keptPositions)
    options.needsAccounts = needsAccounts
    return (model, ArchivePlanner.plan(model, configuration: configuration, options: options))
  }
}
