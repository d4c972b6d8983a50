import ArchiveModel
import ArgumentParser
import Foundation
import SchemaLock

/// `archivegen lock release NAME INPUT…`: all that a release needs.
struct ReleaseLockCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Records that a release has everything that is in the lock, if the lock is that of the sources.",
    usage: """
      archivegen lock release <name> <inputs> ... [--goldens <dir> [--tests <file> --testable <module>]] [<options>]
      archivegen lock release <name> --as-is [--lock <file>] [--goldens <dir>]
      """)

  @Argument(help: "The release, such as '1.3.0'.")
  var name: String

  @OptionGroup var files: InputFiles
  @OptionGroup var headers: HeaderOptions

  @Option(
    help: ArgumentHelp(
      "A folder for golden archives: write one of each type that changed since the release before, with readable values and with extreme ones. For a release that the lock has already, write them if the folder has none. Default: 'goldens' of the configuration.",
      valueName: "dir"),
    completion: .directory)
  var goldens: String?

  @Option(
    help: ArgumentHelp(
      "The Swift test that reads the golden archives of every release, which is written as by 'lock tests'.",
      valueName: "file"),
    completion: .file(extensions: ["swift"]))
  var tests: String?

  @Option(help: ArgumentHelp("A module that the test imports with '@testable'. May be repeated.", valueName: "module"))
  var testable: [String] = []

  @Flag(help: "Release what the lock has, without comparing it with the sources.")
  var asIs = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws {
    if name.isEmpty || name == Gate.unreleased || name.contains(where: \.isWhitespace) {
      throw ValidationError("'\(name)' is not a possible name of a release: write a name like '1.3.0'")
    }
    if goldens == "" || tests == "" { throw ValidationError(ReadingOptions.emptyArgument) }
    if asIs, !reading.inputs.isEmpty {
      throw ValidationError("'--as-is' does not read inputs: write either, not both")
    }
    if tests != nil, reading.inputs.isEmpty {
      throw ValidationError("'--tests' needs the inputs, whose types the test reads")
    }
    if let bad = testable.first(where: { !$0.isModuleName }) {
      throw ValidationError("'--testable \(bad)' is not a module name; \(String.moduleNameAdvice)")
    }
  }

  func run() throws { try SchemaReading.run(quiet: quiet, release) }

  private func release(_ printer: DiagnosticOutput) throws -> Outcome {
    if reading.inputs.isEmpty {
      let store = LockStore.locate(reading, configuration: reading.options.configurationPath)
      let settings = try goldenSettings(ConfigurationFile.read(beside: store.path, reading))
      let found = try store.read()
      // A release that the lock has may get its golden archives later.
      guard asIs || found?.releases.contains(name) == true else { throw withoutInputs(found == nil ? nil : store) }
      guard let lock = found else { throw missing(store) }
      return try Release(name, lock, store, settings, read: nil).run(printer)
    }
    guard let read = try SchemaReading.read(reading, needsFiles: true, printer) else { return .errors }
    let settings = try goldenSettings((read.configurationFile, read.configuration))
    guard let lock = try read.lock.lock(for: read.schema) else { throw missing(read.store) }
    var retired: String?
    if !lock.releases.contains(name) {
      let policy = read.policy.releasing(name, read.configuration)
      var report = Gate.check(read.schema, against: lock, policy: policy)
      report.locate(in: read.store)
      retired = lock.releases.last { release in report.allowed.contains { $0.releases.contains(release) } }
      if let missing = report.missingInputs(read.inputs, lock, read.store) {
        printer.print([missing])
        return .notRun
      }
      let outcome = try ReleaseCheck(read, lock, report, lockCommand: reading.lockCommand).run(printer)
      if outcome != .done {
        printer.print(line: "archivegen: '\(read.store.path)' is unchanged, and has no release \(name)")
        return outcome
      }
    }
    return try Release(name, lock, read.store, settings, read: read, retired: retired).run(printer)
  }

  private func goldenSettings(_ configuration: (path: String?, Configuration)) throws -> GoldenSettings {
    try GoldenSettings(
      release: name, folder: goldens, tests: tests, testable: testable, readsInputs: !reading.inputs.isEmpty,
      configuration)
  }

  private func missing(_ store: LockStore) -> LockFailure {
    let others = reading.inputs.isEmpty && store.path == LockStore.fileName ? LockStore.locksBelow() : []
    return LockFailure(
      .missingLock, "there is no lock '\(store.path)'",
      advice: others.isEmpty
        ? "write it with '\(reading.inputs.isEmpty ? "archivegen lock INPUT" : reading.lockCommand)', or name it with --lock"
        : "name the one that is meant: "
          + others.prefix(3).map { "--lock \(ShellWord.quoted($0))" }.joined(separator: ", or "))
  }

  /// - Parameter store: the lock; nil if there is none.
  private func withoutInputs(_ store: LockStore?) -> WrongUsage {
    let inputs = "'\(CommandPlace.current.command(["lock", "release", name], ["INPUT"]))'"
    let others = store == nil ? LockStore.locksBelow().prefix(3).map { "--lock \(ShellWord.quoted($0))" } : []
    return WrongUsage(
      message: "name the headers and sources, \(inputs), so that they are compared with "
        + "\(store.map { "'\($0.path)'" } ?? "the lock"); --as-is releases what the lock has"
        + (others.isEmpty ? "" : " (\(others.joined(separator: ", or ")))"))
  }
}

/// Compares the sources with the lock before a release: what is released is what they have.
private struct ReleaseCheck {
  private let read: SchemaReading
  private let lock: LockFile
  private let report: Gate.Report
  private let lockCommand: String

  init(_ read: SchemaReading, _ lock: LockFile, _ report: Gate.Report, lockCommand: String) {
    self.read = read
    self.lock = lock
    self.report = report
    self.lockCommand = lockCommand
  }

  func run(_ printer: DiagnosticOutput) throws -> Outcome {
    guard report.breaks.isEmpty else {
      try ReportOutput(.text, verbose: false, lockCommand: lockCommand).print(report, to: printer)
      return .incompatible
    }
    guard report.isOutdated else { return .done }
    let differences = Judge.changes(from: lock.schema(of: nil), to: read.schema)
    printer.print(
      differences.map { .note(at: $0.location, "\($0.subject): \($0.message) [\($0.rule.rawValue)]") }
        + [read.store.lacksChanges(.error, lockCommand: lockCommand)])
    return .outOfDate
  }
}
