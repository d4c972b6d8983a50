import ArchiveModel
import ArchivePlanner
import Foundation
import SwiftReader

/// Reads and plans: everything before the first output.
struct Planning {
  let renderModel: RenderModel
  let diagnostics: [Diagnostic]
  /// Advice to print if there are errors.
  let hints: [Diagnostic]
  /// Every file that was read, the given headers first.
  let dependencies: [String]
  let summaryText: String
  /// The final name of the headers' module.
  let module: String
  /// The schema of the archived types, if it was requested.
  let schema: ArchivedSchema

  /// - Parameter output: the folder for a module map; nil if none is written.
  static func run(
    inputs: Inputs, output: String, configuration: Configuration, settings: Settings, needsSchema: Bool,
    keptPositions: KeptPositions, log: (@autoclosure () -> String) -> Void
  ) throws -> Planning {
    let swift = try readModels(inputs, settings.swiftBuild)
    var settings = settings
    var diagnostics: [Diagnostic] = []
    if !inputs.headers.isEmpty {
      let guess = settings.module
      diagnostics += settings.adoptModule(from: swift.files.flatMap(\.imports))
      if settings.module != guess { log("the C module is '\(settings.module)', which the sources import") }
    }
    var configuration = configuration
    let models = configuration.split(
      swiftTypes: Set(swift.files.flatMap(\.types).map(\.name)), hasHeaders: !inputs.headers.isEmpty)
    var headers = HeaderStage()
    if !inputs.headers.isEmpty {
      headers = try HeaderStage.run(
        inputs, output: output, configuration: configuration, settings: settings, needsSchema: needsSchema,
        keptPositions: keptPositions, log: log)
    }
    var renderModel = headers.renderModel
    var schema = headers.schema
    var summary = headers.summary
    diagnostics += headers.diagnostics
    if !inputs.sources.isEmpty {
      var options = SwiftTypePlanner.Options()
      options.unresolved = settings.unresolved
      options.isStrict = settings.isStrict
      options.names = Dictionary(inputs.sources.map { ($0.path, $0.name) }, uniquingKeysWith: { first, _ in first })
      options.configuration = models
      options.otherFiles = renderModel.files.map(\.name)
      options.coverage = settings.coverage
      options.needsSchema = needsSchema
      let plan = SwiftTypePlanner.plan(swift, foreign: headers.importedTypes, options: options)
      renderModel.swiftFiles = plan.files
      diagnostics += swift.diagnostics + plan.diagnostics
      schema = schema.merging(plan.schema)
      summary.add(plan.summary)
    }
    return Planning(
      renderModel: renderModel, diagnostics: diagnostics, hints: headers.hints,
      dependencies: headers.dependencies + inputs.sources.map(\.path), summaryText: summary.text,
      module: settings.module, schema: schema)
  }

  private static func readModels(_ inputs: Inputs, _ build: SwiftBuild) throws -> SwiftModel {
    var sources: [(path: String, text: String)] = []
    for source in inputs.sources {
      guard let data = FileManager.default.contents(atPath: source.path) else {
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
  /// Removes and returns the entries for Swift types. Entries for unknown types stay with the headers, if there are
  /// any.
  fileprivate mutating func split(swiftTypes: Set<String>, hasHeaders: Bool) -> Configuration {
    var models = Configuration()
    models.types = types.filter { !hasHeaders || swiftTypes.contains($0.name) }
    types.removeAll { !hasHeaders || swiftTypes.contains($0.name) }
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

extension Int {
  func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
