import ArchiveModel
import ArchivePlanner
import ArchiveRenderer
import Foundation
import HeaderReader

/// Read, plan, render: everything between the disk and the disk.
struct Generation {
  let files: [RenderedFile]
  let diagnostics: [Diagnostic]
  /// Every file that was read, the given headers first.
  let dependencies: [String]
  let summaryText: String

  static func run(
    inputs: Inputs, output: String, configuration: Configuration, settings: Settings,
    templates: [String: TemplateSource],
    log: (@autoclosure () -> String) -> Void
  ) throws -> Generation {
    let library: ClangLibrary
    do {
      library = try ClangLibrary.load(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw Failure("\(error)")
    }
    log("libclang \(library.version) from \(library.path)")
    let renderer: ArchiveRenderer
    do {
      renderer = try ArchiveRenderer(overrides: templates)
    } catch {
      throw Failure(error.diagnostics)
    }
    let model: HeaderModel
    do {
      model = try HeaderReader(library: library).read(
        headers: inputs.headers.map(\.path), options: settings.readerOptions)
    } catch let error as HeaderReaderError {
      throw Failure([error.diagnostic])
    }
    let plan = ArchivePlanner.plan(
      model, configuration: configuration,
      options: PlannerOptions(
        module: settings.module, unresolved: settings.unresolved, isStrict: settings.isStrict,
        headerNames: Dictionary(inputs.headers.map { ($0.path, $0.name) }, uniquingKeysWith: { first, _ in first })))
    var renderModel = plan.renderModel
    if settings.writesModuleMap, !renderModel.files.isEmpty {
      renderModel.module = ModuleMaps.generated(
        settings.module, headers: model.headers.filter(\.isValid).map(\.path), output: output,
        defines: settings.defines,
        systemFolders: SystemFolders.of(model.target) + settings.readerOptions.systemIncludePaths,
        layoutChecks: plan.layoutChecks)
    }
    return Generation(
      files: renderer.render(renderModel), diagnostics: model.diagnostics + plan.diagnostics,
      dependencies: model.headers.map(\.path)
        + Set(model.headers.flatMap(\.includes)).subtracting(model.headers.map(\.path)).sorted(),
      summaryText: plan.summary.text)
  }
}

/// Where a compiler for the target looks for system headers unasked.
enum SystemFolders {
  static func of(_ target: Target) -> [String] {
    let parts = target.triple.split(separator: "-")
    let multiarch = parts.first.map { "\($0)-linux-gnu" } ?? ""
    return ["/usr/local/include", "/usr/include/\(multiarch)", "/usr/include"]
  }
}

extension Plan.Summary {
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
