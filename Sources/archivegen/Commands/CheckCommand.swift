import ArchiveModel
import ArgumentParser
import Foundation
import SchemaLock

/// `archivegen check INPUT…`: compares the inputs with the lock, for continuous integration. It writes nothing.
struct CheckCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks that archives of every release can still be read.",
    discussion: """
      Compares the types with all releases that archivegen.lock has, and writes nothing. The exit code is 0 if nothing breaks and \
      the lock is current, 1 if the inputs have errors, 2 if a change breaks archives, 3 if the lock lacks compatible changes, \
      64 for wrong usage, and 70 if nothing could be checked.
      """)

  @OptionGroup var files: InputFiles
  @OptionGroup var headers: HeaderOptions

  @Option(
    help: ArgumentHelp(
      "What to compare with in place of the lock: another lock, or the sources of a git revision as they were, 'git:main', with the releases of its lock. Breaks that the lock accepts or retires are none.",
      valueName: "file"),
    completion: .file(extensions: ["lock"]))
  var against: String?

  @Option(
    help:
      "The direction in which changes have to be compatible: 'backward' (new code reads old archives), 'forward' (old code reads new archives) or 'full'. Default: the lock's."
  )
  var mode: LockFile.Mode?

  @Option(help: "The format of the report: 'text', 'json', 'sarif', 'github' or 'junit'.")
  var format = ReportFormat.text

  @Option(
    help: ArgumentHelp(
      "A change, as 'Item.price': write an archive that it breaks to 'Item.price.archive', and print what today's code makes of it.",
      valueName: "key"))
  var witness: String?

  @Flag(name: .shortAndLong, help: "Print compatible and accepted changes as well.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws { try reading.requireInputs() }

  func run() throws {
    try SchemaReading.run(quiet: quiet) { printer in
      let outcome = try SchemaReading.reporting(to: printer) { try check(printer) }
      if outcome == .errors || outcome == .notRun, witness == nil {
        try ReportOutput.print(errors: printer.errors, format)
      }
      return outcome
    }
  }

  private func check(_ printer: DiagnosticOutput) throws -> Outcome {
    guard let read = try SchemaReading.read(reading, printer) else { return .errors }
    let own = try read.lock.lock(for: read.schema)
    let baseline: LockFile
    if let against {
      baseline = try LockBaseline.read(against, reading, own: read.store, printer)
        .naming(read.schema.importedNames)
    } else if let own {
      baseline = own
    } else {
      throw LockFailure(
        .missingLock, "there is no lock '\(read.store.path)': nothing was checked",
        advice: "write it with '\(reading.lockCommand)', and commit it")
    }
    let branch = against == nil ? nil : own
    var report = Gate.check(read.schema, against: baseline, branch: branch, policy: read.policy, mode: mode)
    if against != nil { report.isOutdated = own.map { Gate.check(read.schema, against: $0).isOutdated } ?? false }
    guard !report.releases.isEmpty, report.typeCount > 0 else {
      if report.typeCount == 0 { printer.print(read.diagnostics) }
      throw LockFailure(
        .missingLock,
        "nothing was checked: \(report.typeCount == 0 ? "the inputs have no type that is archived" : "the lock has no type")",
        advice: "check the inputs and the lock")
    }
    if let witness { return try WitnessOutput(printer).show(witness, report, baseline, read.schema) }
    if against == nil { report.locate(in: read.store) }
    if let missing = report.missingInputs(
      read.inputs, baseline, against.map { LockStore(path: $0) } ?? read.store)
    {
      printer.print([missing])
      return .notRun
    }
    let isOutdated = report.breaks.isEmpty && report.isOutdated
    try ReportOutput(
      format, verbose: verbose, lockCommand: reading.lockCommand(against: against), lockPath: read.store.path
    ).print(
      report, outdated: isOutdated ? read.store.lacksChanges(.error, lockCommand: reading.lockCommand) : nil,
      to: printer)
    if !report.breaks.isEmpty { return .incompatible }
    return isOutdated ? .outOfDate : .done
  }
}

extension LockFile.Mode: ExpressibleByArgument {}
