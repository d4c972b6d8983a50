import ArchiveModel
import ArchivePlanner
import ArchiveRenderer
import ConfigReader
import Foundation
import HeaderReader

/// One run: arguments in, files out. The stages know nothing of the disk; this does.
struct Invocation {
  private let command: ArchivegenCommand
  private let printer: DiagnosticPrinter

  init(_ command: ArchivegenCommand, _ printer: DiagnosticPrinter) {
    self.command = command
    self.printer = printer
  }

  /// - Returns: whether there was no error; all there is to say has been printed.
  /// - Throws: `Failure` for what kept the run from starting or from writing.
  func run() throws -> Bool {
    let inputs = try Inputs.find(command.inputs, excluding: command.output, patterns: command.exclude)
    let (configurationFile, configuration) = try readConfiguration()
    let settings = try Settings(
      command, configuration, moduleMaps: ModuleMaps.modules(beside: command.inputs), headerRoot: inputs.headerRoot)
    let templates = try TemplateFolder.read(command.templates)

    let upToDate = UpToDateCheck(
      command: command, inputs: inputs,
      files: [configurationFile].compactMap(\.self) + templates.values.compactMap(\.path))
    if !command.dryRun, let report = upToDate.unchangedReport() {
      try writeDepfile(report.dependencies)
      printer.print(report.diagnostics)
      finish(report.summary)
      return true
    }

    let generation = try Generation.run(
      inputs: inputs, output: command.output, configuration: configuration, settings: settings, templates: templates,
      log: log)
    let omissions = inputs.omissions.map { omission in
      var omission = omission
      if command.strict { omission.severity = .error }
      return omission
    }
    let diagnostics = (inputs.diagnostics + omissions + generation.diagnostics).sortedByLocation()
    printer.print(diagnostics)
    if diagnostics.hasErrors, !command.keepGoing {
      finish("nothing is written because of the errors above; with --keep-going: \(generation.summaryText)")
      return false
    }

    let folder = OutputFolder(
      path: command.output,
      owners: Set(
        (inputs.headers.isEmpty ? [] : [generation.module]) + (inputs.sources.isEmpty ? [] : [OutputFolder.modelOwner]))
    )
    var changes = try folder.changes(to: generation.files)
    if diagnostics.hasErrors { changes.removed = [] }
    if command.dryRun {
      for name in changes.written { print("would write \(command.output)/\(name)") }
      for name in changes.removed { print("would remove \(command.output)/\(name)") }
      finish(generation.summaryText)
      return !diagnostics.hasErrors
    }
    try folder.apply(changes, generation.files)
    for name in changes.written { log("wrote \(command.output)/\(name)") }
    for name in changes.unchanged { log("unchanged \(command.output)/\(name)") }
    for name in changes.removed { log("removed \(command.output)/\(name)") }

    let dependencies = inputs.folders + generation.dependencies + [configurationFile].compactMap(\.self)
    try writeDepfile(dependencies)
    if !diagnostics.hasErrors {
      upToDate.record(
        RunReport(summary: generation.summaryText, diagnostics: diagnostics, dependencies: dependencies),
        outputs: generation.files.map { "\(command.output)/\($0.name)" })
    }
    finish(generation.summaryText + (changes.written.isEmpty && changes.removed.isEmpty ? ", nothing changed" : ""))
    return !diagnostics.hasErrors
  }

  private func readConfiguration() throws -> (path: String?, Configuration) {
    guard let path = command.configurationPath ?? Self.configuration(beside: command.inputs) else {
      return (nil, Configuration())
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure("cannot read '\(path)': \(lastErrorText())", advice: "name the configuration with --config")
    }
    let (configuration, diagnostics) = ConfigurationReader.read(data, path: path)
    if diagnostics.hasErrors { throw Failure(diagnostics) }
    return (path, configuration)
  }

  private static func configuration(beside inputs: [String]) -> String? {
    for input in inputs {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: input, isDirectory: &isFolder)
      // In a given folder, or beside it; beside a given header.
      for folder in (exists && isFolder.boolValue ? [input] : []) + [parentFolder(input)] {
        let path =
          folder.isEmpty
          ? "archivegen.yml" : "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/archivegen.yml"
        if FileManager.default.fileExists(atPath: path) { return path }
      }
    }
    return nil
  }

  private func writeDepfile(_ dependencies: [String]) throws {
    guard let path = command.depfile else { return }
    var seen: Set<String> = []
    try DepFile.write(path, dependencies: dependencies.filter { seen.insert($0).inserted })
  }

  private func log(_ line: @autoclosure () -> String) {
    if command.verbose { printer.print(line: line()) }
  }

  private func finish(_ summary: String) {
    if !command.quiet { printer.print(line: "archivegen: " + summary) }
  }
}

/// The command line over the configuration.
struct Settings {
  private(set) var module: String
  /// Whether nothing says the module's name, so that it is made of the headers'.
  let isModuleGuessed: Bool
  let writesModuleMap: Bool
  let unresolved: UnresolvedPolicy
  let isStrict: Bool
  let access: GeneratedAccess
  let defines: [String]
  let readerOptions: HeaderReader.Options

  /// - Parameter moduleMaps: the modules that maps beside the inputs define.
  /// - Throws: `Failure` for a module that Swift cannot import by the name, or that the headers are not part of.
  init(_ command: ArchivegenCommand, _ configuration: Configuration, moduleMaps: [String], headerRoot: String?) throws {
    let given = command.module ?? configuration.module
    isModuleGuessed = given == nil && moduleMaps.isEmpty
    module = given ?? moduleMaps.first ?? ModuleMaps.name(for: headerRoot ?? command.inputs.first ?? "")
    guard module.isCIdentifier else {
      throw Failure("'\(module)' is not a module's name", advice: "letters, digits and '_' make one")
    }
    if ["Swift", "Foundation", "ArchiveRuntime"].contains(module) {
      throw Failure(
        "the generated code imports another module '\(module)'", advice: "name the C module otherwise, with --module")
    }
    if let own = moduleMaps.first, !moduleMaps.contains(module), !command.omitModuleMap {
      throw Failure(
        "the headers' module map calls their module '\(own)', not '\(module)'",
        advice: "leave out --module; or, if '\(module)' has a map of its own elsewhere, add --no-module-map")
    }
    writesModuleMap = !command.omitModuleMap && !moduleMaps.contains(module)
    unresolved = command.unresolved ?? configuration.unresolved ?? .refuse
    isStrict = command.strict
    access = command.access ?? configuration.access ?? .public
    defines = configuration.defines + command.defines
    readerOptions = HeaderReader.Options(
      includePaths: command.includePaths + configuration.includePaths,
      systemIncludePaths: command.systemIncludePaths + configuration.systemIncludePaths, defines: defines,
      target: command.target ?? configuration.target,
      arguments: configuration.clangArguments + command.clangArguments, namedTypes: configuration.namedTypes,
      namedFunctions: configuration.namedFunctions,
      namedConstants: configuration.namedConstants)
  }

  /// Where nothing else names the module, the Swift sources may: by the one import that looks like a C module's.
  ///
  /// - Parameter imports: the modules that the Swift sources import.
  /// - Returns: a warning when several may be meant, and none is the name that was made up.
  mutating func adoptModule(from imports: [String]) -> [Diagnostic] {
    guard isModuleGuessed else { return [] }
    let likely = Set(imports.filter(ModuleMaps.looksLikeC)).sorted()
    if likely.isEmpty || likely.contains(module) { return [] }
    if likely.count == 1 {
      module = likely[0]
      return []
    }
    return [
      Diagnostic(
        .warning,
        "the headers' module is called '\(module)', and the sources import "
          + likely.map { "'\($0)'" }.joined(separator: " and "),
        advice: "name the module of the headers, by --module or in archivegen.yml")
    ]
  }
}
