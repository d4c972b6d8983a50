import ArchiveModel
import ArchivePlanner
import ArchiveRenderer
import ConfigReader
import Foundation
import HeaderReader

/// One run: it reads arguments and writes files. The stages do not write to the disk; this does.
struct Invocation {
  private let command: GenerateCommand
  private let printer: DiagnosticOutput

  init(_ command: GenerateCommand, _ printer: DiagnosticOutput) {
    self.command = command
    self.printer = printer
  }

  /// The result of a run; the raw values are exit codes.
  enum Outcome: Int32 { case done = 0, errors = 1, outOfDate = 3 }

  /// - Returns: the result; all diagnostics have been printed.
  /// - Throws: `Failure` if the run could not start or write.
  func run() throws -> Outcome {
    let inputs = try Inputs.find(command.inputs, excluding: command.output, patterns: command.exclude)
    let (configurationFile, configuration) = try readConfiguration()
    let settings = try Settings(
      command, configuration, moduleMaps: ModuleMaps.modules(beside: command.inputs), headerRoot: inputs.headerRoot)
    let templates = try TemplateFolder.read(command.templates)

    let upToDate = UpToDateCheck(
      command: command, inputs: inputs,
      files: [configurationFile].compactMap(\.self) + templates.values.compactMap(\.path))
    let writes = !command.dryRun && !command.listOutputs
    if writes, !command.ignoresCache, let report = upToDate.unchangedReport() {
      OutputFolder(path: command.output, owners: []).removeLeftovers()
      try writeDepfile(report.dependencies)
      printer.print(report.diagnostics)
      finish(report.summary)
      return .done
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
      .applying(settings.diagnosticLevels)
    printer.print(diagnostics)
    if diagnostics.hasErrors, !command.keepGoing {
      printer.print(generation.hints)
      finish("nothing is written because of the errors above; with --keep-going: \(generation.summaryText)")
      return .errors
    }
    let outcome = diagnostics.hasErrors ? Outcome.errors : .done
    if command.listOutputs {
      for file in generation.files { print(outputPath(file.name)) }
      return outcome
    }

    let folder = OutputFolder(
      path: command.output,
      owners: Set(
        (inputs.headers.isEmpty ? [] : [generation.module]) + (inputs.sources.isEmpty ? [] : [OutputFolder.modelOwner]))
    )
    if command.dryRun {
      let changes = try folder.changes(to: generation.files, removesOthers: !diagnostics.hasErrors)
      for name in changes.written { print("would write \(outputPath(name))") }
      for name in changes.removed { print("would remove \(outputPath(name))") }
      finish(generation.summaryText)
      return outcome == .done && !changes.isEmpty ? .outOfDate : outcome
    }
    let dependencies = inputs.folders + generation.dependencies + [configurationFile].compactMap(\.self)
    let changes = try folder.update(to: generation.files, removesOthers: !diagnostics.hasErrors) {
      guard !diagnostics.hasErrors else { return }
      if let file = command.singleFile, command.depfile != nil { freshen(outputPath(file), after: dependencies) }
      upToDate.record(
        RunReport(summary: generation.summaryText, diagnostics: diagnostics, dependencies: dependencies),
        outputs: generation.files.map { outputPath($0.name) })
    }
    for name in changes.written { log("wrote \(outputPath(name))") }
    for name in changes.unchanged { log("unchanged \(outputPath(name))") }
    for name in changes.removed { log("removed \(outputPath(name))") }
    try writeDepfile(dependencies)
    finish(generation.summaryText + (changes.isEmpty ? ", nothing changed" : ""))
    return outcome
  }

  private func outputPath(_ name: String) -> String {
    command.output.hasSuffix("/") ? command.output + name : "\(command.output)/\(name)"
  }

  private func readConfiguration() throws -> (path: String?, Configuration) {
    guard let path = command.configurationPath ?? Self.configuration(beside: command.inputs) else {
      return (nil, Configuration())
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(
        .unreadableInput, "cannot read '\(path)': \(lastErrorText())", advice: "name the configuration with --config")
    }
    let (configuration, diagnostics) = ConfigurationReader.read(data, path: path)
    if diagnostics.hasErrors { throw Failure(diagnostics) }
    return (path, configuration)
  }

  private static func configuration(beside inputs: [String]) -> String? {
    for input in inputs {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: input, isDirectory: &isFolder)
      // The configuration is in a given folder or beside it, or beside a given header.
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
    try DepFile.write(
      path, target: command.singleFile.map(outputPath) ?? path,
      dependencies: dependencies.filter { seen.insert($0).inserted })
  }

  /// Touches the target: if it is older than its dependencies, make runs the rule every time.
  private func freshen(_ target: String, after dependencies: [String]) {
    func changed(_ path: String) -> timespec? {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      #if canImport(Darwin)
        return status.st_mtimespec
      #else
        return status.st_mtim
      #endif
    }
    func isNewer(_ left: timespec, _ right: timespec) -> Bool {
      (left.tv_sec, left.tv_nsec) > (right.tv_sec, right.tv_nsec)
    }
    guard let own = changed(target),
      let newest = dependencies.compactMap(changed).max(by: { isNewer($1, $0) }), isNewer(newest, own)
    else { return }
    var times = [newest, newest]
    utimensat(AT_FDCWD, target, &times, 0)
  }

  private func log(_ line: @autoclosure () -> String) {
    if command.verbose { printer.print(line: line()) }
  }

  private func finish(_ summary: String) {
    if !command.quiet, !command.listOutputs { printer.print(summary: summary) }
  }
}
