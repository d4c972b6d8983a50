import ArchiveModel
import ArchivePlanner
import Foundation
import HeaderReader

/// Reads and plans headers.
enum HeaderStage {
  /// - Parameters:
  ///   - names: types that are read wherever they are defined.
  ///   - needsAccounts: whether the plan tells of every record what becomes of it.
  static func plan(
    _ run: RunInputs, needsSchema: Bool, needsFiles: Bool = true, alsoReading names: Set<String> = [],
    needsAccounts: Bool = false, log: Log
  ) throws -> (HeaderModel, Plan) {
    let (inputs, settings) = (run.inputs, run.settings)
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
    var options = PlannerOptions(module: settings.module)
    options.modules = ModuleFolder.modules(
      of: model.headers.map(\.path) + model.records.map(\.location.file), in: settings.moduleFolders)
    options.unresolved = settings.unresolved
    options.isStrict = settings.isStrict
    options.access = settings.access
    options.headerNames = Dictionary(
      inputs.headers.map { ($0.path, $0.name) }, uniquingKeysWith: { first, _ in first })
    options.coverage = settings.coverage
    options.needsSchema = needsSchema
    options.needsFiles = needsFiles
    options.keptPositions = run.lock.keptPositions
    options.needsAccounts = needsAccounts
    options.needsImportedTypes = !inputs.sources.isEmpty
    return (model, ArchivePlanner.plan(model, configuration: run.configuration, options: options))
  }
}
