import ArchiveInspection
import ArchiveModel
import Foundation
import SchemaLock

/// One run, from arguments to files. Only this type writes to the disk.
struct Invocation {
  private let command: GenerateCommand
  private let printer: DiagnosticOutput

  init(_ command: GenerateCommand, _ printer: DiagnosticOutput) {
    self.command = command
    self.printer = printer
  }

  /// - Returns: the result; all diagnostics have been printed.
  /// - Throws: `Failure` if the run could not start or write.
  func run() throws -> Outcome {
    let reading = try RunInputs(
      command.reading,
      WritingOptions(
        omitModuleMap: command.omitModuleMap, access: command.access,
        singleFile: command.singleFile, emitEmpty: command.emitEmpty, releases: command.releases),
      output: command.output)
    let (inputs, settings, lockStore) = (reading.inputs, reading.settings, reading.lock.store)
    let templates = try TemplateFolder.read(command.templates)

    // What decides the output besides headers and sources.
    let otherFiles =
      [reading.configurationFile, lockStore.exists ? lockStore.path : nil].compactMap(\.self)
      + reading.otherLocks.map(\.path)
      + [command.templates].compactMap(\.self) + templates.values.compactMap(\.path).sorted()
      + CompilerArguments.responseFiles
    let upToDate = UpToDateCheck(command: command, inputs: inputs, files: otherFiles)
    let writes = !command.dryRun && !command.listOutputs
    if writes, !command.ignoresCache, let report = upToDate.unchangedReport() {
      OutputFolder(path: command.output, owners: []).removeLeftovers()
      try writeDepfile(report.dependencies)
      printer.print(report.diagnostics)
      finish(report.summary)
      return .done
    }

    let generation = try Generation(reading, output: command.output, templates: templates, log: log)
    let planning = generation.planning
    let omissions = inputs.omissions.map { omission in
      var omission = omission
      if command.reading.strict { omission.severity = .error }
      return omission
    }
    let unused = UnusedSettings.warnings(command.reading, configuration: reading.configurationFile, lock: lockStore)
    let others = LockSearch.problems(reading.otherLocks, besides: reading.lock, planning.schema, told: unused)
    let diagnostics = (unused + others + inputs.diagnostics + omissions + planning.diagnostics).sortedByCause()
      .applying(settings.diagnosticLevels)
    printer.print(diagnostics)
    if diagnostics.hasErrors { printer.print(planning.hints) }
    if diagnostics.hasErrors, !command.keepGoing {
      finish("nothing is written because of the errors above; with --keep-going: \(planning.summaryText)")
      return .errors
    }
    let outcome = diagnostics.hasErrors ? Outcome.errors : .done
    var newLock: (found: LockFile, lock: LockFile)?
    if lockStore.exists, outcome == .done, !command.listOutputs {
      guard let lock = try readLock(reading.lock, planning.schema) else { return .notRun }
      var report = Gate.check(planning.schema, against: lock, policy: GatePolicy(reading.configuration))
      report.locate(in: lockStore)
      if let missing = report.missingInputs(inputs, lock, lockStore) {
        printer.print([missing])
        finish("nothing is written because nothing was checked")
        return .notRun
      }
      guard report.breaks.isEmpty else {
        printer.print(report.diagnostics(lockCommand: command.reading.lockCommand))
        finish(
          "nothing is written because \(lock.releases.isEmpty ? "archives made with the lock as it is" : "archives of earlier releases") would break: \(report.summary)"
        )
        return .incompatible
      }
      printer.print(report.warningDiagnostics(lockCommand: command.reading.lockCommand))
      if report.isOutdated, command.keepLock {
        let outdated = lockStore.lacksChanges(.warning, lockCommand: command.reading.lockCommand)
        printer.print([outdated].applying(settings.diagnosticLevels))
      } else if report.isOutdated {
        var updated = lock
        updated.update(to: planning.schema)
        newLock = (lock, updated)
      }
    }
    if command.listOutputs {
      try StandardOutput.write(generation.files.map { outputPath($0.name) + "\n" }.joined())
      return outcome
    }

    let folder = OutputFolder(
      path: command.output,
      owners: Set(
        (inputs.headers.isEmpty ? [] : [planning.module] + settings.moduleFolders.map(\.module))
          + (inputs.sources.isEmpty ? [] : [OutputFolder.modelOwner]))
    )
    if command.dryRun {
      let changes = try folder.changes(to: generation.files, removesOthers: !diagnostics.hasErrors)
      let lines =
        changes.written.map { "would write \(outputPath($0))\n" }
        + changes.removed.map { "would remove \(outputPath($0))\n" }
        + (newLock == nil ? [] : ["would write \(lockStore.path)\n"])
      try StandardOutput.write(lines.joined())
      finish(planning.summaryText)
      return outcome == .done && (!changes.isEmpty || newLock != nil) ? .outOfDate : outcome
    }
    let dependencies = inputs.folders + planning.dependencies + otherFiles
    let isFirst = !generation.files.contains { FileManager.default.fileExists(atPath: outputPath($0.name)) }
    // A lock without its files would have keys that no code writes.
    let replacement = newLock.map { LockReplacement(store: lockStore, found: $0.found, lock: $0.lock) }
    let changes = try folder.update(
      to: generation.files, removesOthers: !diagnostics.hasErrors, with: replacement?.companion
    ) {
      guard !diagnostics.hasErrors else { return }
      if let file = command.singleFile, command.depfile != nil { freshen(outputPath(file), after: dependencies) }
      upToDate.record(
        RunReport(summary: planning.summaryText, diagnostics: diagnostics, dependencies: dependencies),
        outputs: generation.files.map { outputPath($0.name) })
    }
    if newLock != nil { log("wrote \(lockStore.path)") }
    for name in changes.written { log("wrote \(outputPath(name))") }
    for name in changes.unchanged { log("unchanged \(outputPath(name))") }
    for name in changes.removed { log("removed \(outputPath(name))") }
    try writeDepfile(dependencies)
    if outcome == .done, !lockStore.exists, planning.hasTypes, !command.quiet {
      if isFirst { printer.print(FirstRun.texts(planning.textCandidates)) }
      // Whoever builds a package did not type this command, and may not have seen what the first build said.
      if isFirst || CommandPlace.current.isPackage && !changes.isEmpty {
        printer.print(line: FirstRun.lock(command.reading))
      }
    }
    finish(planning.summaryText + (changes.isEmpty && !generation.files.isEmpty ? ", nothing changed" : ""))
    return outcome
  }

  /// - Returns: nil for a lock that cannot be read, which has been reported.
  private func readLock(_ contents: LockContents, _ schema: ArchivedSchema) throws -> LockFile? {
    do { return try contents.lock(for: schema) } catch {
      printer.print([error.diagnostic])
      return nil
    }
  }

  private func outputPath(_ name: String) -> String { join(command.output, name) }

  private func writeDepfile(_ dependencies: [String]) throws {
    guard let path = command.depfile else { return }
    var seen: Set<String> = []
    try DepFile.write(
      path, target: command.singleFile.map(outputPath) ?? path,
      dependencies: dependencies.filter { seen.insert($0).inserted })
  }

  /// Updates the target's modification time: if it were older than its dependencies, make would run the rule every
  /// time.
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
