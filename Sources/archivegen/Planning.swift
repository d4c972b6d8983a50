import ArchiveModel
import ArchivePlanner
import Foundation
import SwiftReader

/// Reads and plans: everything before the first output.
struct Planning {
  private(set) var renderModel = RenderModel(files: [])
  private(set) var diagnostics: [Diagnostic] = []
  /// Advice to print if there are errors.
  private(set) var hints: [Diagnostic] = []
  /// Every file that was read, the given headers first.
  private(set) var dependencies: [String] = []
  /// The final name of the headers' module.
  let module: String
  /// The schema of the archived types, if it was requested.
  private(set) var schema = ArchivedSchema()
  /// Character arrays of headers that are archived as numbers.
  private(set) var textCandidates: [String] = []
  /// The modules that the Swift sources import with an access level.
  private(set) var restrictedImports: Set<String> = []
  private var summary = Plan.Summary()

  var summaryText: String { summary.text }

  var hasTypes: Bool { summary.written > 0 }

  /// - Parameters:
  ///   - output: the folder for a module map, if one is written.
  ///   - needsFiles: whether the render model gets its files.
  init(_ run: RunInputs, output: String = "", needsSchema: Bool, needsFiles: Bool = true, log: Log) throws {
    var run = run
    let swift = try Self.readModels(run.inputs, run.settings.swiftBuild)
    if !run.inputs.headers.isEmpty {
      let guess = run.settings.module
      diagnostics += run.settings.adoptModule(from: swift.files.flatMap(\.imports))
      if run.settings.module != guess { log("the C module is '\(run.settings.module)', which the sources import") }
    }
    module = run.settings.module
    let models = run.configuration.split(
      swiftTypes: Set(swift.files.flatMap(\.types).map(\.name)), hasHeaders: !run.inputs.headers.isEmpty)
    var importedTypes = ImportedTypes()
    var headers: (model: HeaderModel, plan: Plan)?
    if !run.inputs.headers.isEmpty {
      let (model, plan) = try HeaderStage.plan(run, needsSchema: needsSchema, needsFiles: needsFiles, log: log)
      importedTypes = plan.importedTypes
      renderModel = plan.renderModel
      headers = (model, plan)
    }
    var modelPlan: SwiftTypePlan?
    if !run.inputs.sources.isEmpty {
      modelPlan = plan(swift, models, run, importedTypes, needsSchema: needsSchema, needsFiles: needsFiles)
    }
    if let headers {
      // Generated code for Swift types names C enumerations, which the headers may declare without a record.
      let isNamed = needsFiles && modelPlan?.cModules.contains(module) == true
      add(headers.model, headers.plan, run, output: output, isImported: isNamed || !renderModel.files.isEmpty)
    }
    if let modelPlan { add(swift, modelPlan, run) }
  }

  /// - Parameter isImported: whether generated code imports the headers' module.
  private mutating func add(
    _ model: HeaderModel, _ plan: Plan, _ run: RunInputs, output: String, isImported: Bool
  ) {
    let options = run.settings.readerOptions
    if run.settings.writesModuleMap, isImported {
      renderModel.module = ModuleMaps.generated(
        module, model, output: output, options: options, checks: plan.layoutChecks)
    }
    let note = BuildOptions(options).note(module: module, hasModuleHeader: renderModel.module != nil)
    diagnostics +=
      ForeignIncludes.named(model.diagnostics, run.inputs, model) + ForeignHeaders.advised(plan.diagnostics)
      + (isImported ? [note].compactMap(\.self) : [])
      + [IncludedOnly.warning(model, plan.summary)].compactMap(\.self)
    hints = ReadingAdvice.hints(run.inputs, model)
    let headers = model.headers.map(\.path)
    dependencies = headers + Set(model.headers.flatMap(\.includes)).subtracting(headers).sorted()
    summary = plan.summary
    textCandidates = plan.textCandidates
    schema = plan.schema
  }

  private func plan(
    _ swift: SwiftModel, _ configuration: Configuration, _ run: RunInputs, _ importedTypes: ImportedTypes,
    needsSchema: Bool, needsFiles: Bool
  ) -> SwiftTypePlan {
    let sources = run.inputs.sources
    var options = SwiftTypePlanner.Options()
    options.unresolved = run.settings.unresolved
    options.isStrict = run.settings.isStrict
    options.names = Dictionary(sources.map { ($0.path, $0.name) }, uniquingKeysWith: { first, _ in first })
    options.configuration = configuration
    options.otherFiles = renderModel.files.map(\.name)
    options.coverage = run.settings.coverage
    options.needsSchema = needsSchema
    options.needsFiles = needsFiles
    return SwiftTypePlanner.plan(swift, foreign: importedTypes, options: options)
  }

  private mutating func add(_ swift: SwiftModel, _ plan: SwiftTypePlan, _ run: RunInputs) {
    renderModel.swiftFiles = plan.files
    restrictedImports = Set(swift.files.flatMap(\.restrictedImports))
    diagnostics += swift.diagnostics + plan.diagnostics
    dependencies += run.inputs.sources.map(\.path)
    schema = schema.merging(plan.schema)
    summary.add(plan.summary)
  }

  static func readModels(_ inputs: Inputs, _ build: SwiftBuild) throws -> SwiftModel {
    var sources: [(path: String, text: String)] = []
    for source in inputs.sources {
      guard let data = fileContents(source.path) else {
        throw Failure(
          .unreadableInput, "cannot read '\(source.path)': \(lastErrorText())", advice: "check its permissions")
      }
      let bytes = Array(data)
      if let error = UTF8Check.error(in: bytes, path: source.path) { throw Failure([error]) }
      sources.append((source.path, String(decoding: bytes, as: UTF8.self)))
    }
    return SwiftReader.read(sources, build: build)
  }
}

extension Configuration {
  /// Removes and returns the entries for Swift types, those of other modules among them. Entries for unknown types stay with the
  /// headers, if there are any.
  mutating func split(swiftTypes: Set<String>, hasHeaders: Bool) -> Configuration {
    func isOfModels(_ type: TypeConfiguration) -> Bool {
      if !hasHeaders || swiftTypes.contains(type.name) { return true }
      return !swiftTypes.isEmpty && type.isForOtherModule
    }
    var models = Configuration()
    models.types = types.filter(isOfModels)
    types.removeAll(where: isOfModels)
    otherNames = swiftTypes.sorted()
    return models
  }
}

extension Plan.Summary {
  fileprivate mutating func add(_ other: Plan.Summary) {
    written += other.written
    refused += other.refused
    skipped += other.skipped
    skippedFields += other.skippedFields
    fields += other.fields
  }

  /// "12 types written (84 fields, 2 left out), 3 refused, 1 skipped".
  var text: String {
    let leftOut = skippedFields == 0 ? "" : ", \(skippedFields) left out"
    return
      "\(written.counted("type")) written (\(fields.counted("field"))\(leftOut)), \(refused) refused, \(skipped) skipped"
  }
}
