import ArchiveModel
import ArgumentParser

/// `archivegen lock tests INPUT… --goldens DIR -o FILE`.
struct GoldenTestsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "tests",
    abstract: "Writes a Swift test that reads the golden archives of every release with today's code.",
    usage: "archivegen lock tests <inputs> ... --goldens <dir> --testable <module> -o <file>")

  @OptionGroup var files: InputFiles
  @OptionGroup var headers: HeaderOptions

  @Option(
    help: ArgumentHelp("The folder of golden archives, with one for each release.", valueName: "dir"),
    completion: .directory)
  var goldens: String

  @Option(
    help: ArgumentHelp(
      "A module that the test imports with '@testable': the one that the generated code is compiled in. May be repeated.",
      valueName: "module"))
  var testable: [String]

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("The Swift file to write.", valueName: "file"),
    completion: .file(extensions: ["swift"]))
  var output: String

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws {
    try reading.requireInputs()
    if goldens.isEmpty || output.isEmpty { throw ValidationError(ReadingOptions.emptyArgument) }
    if let bad = testable.first(where: { !$0.isModuleName }) {
      throw ValidationError("'--testable \(bad)' is not a module name; \(String.moduleNameAdvice)")
    }
  }

  func run() throws { try SchemaReading.run(quiet: quiet, write) }

  private func write(_ printer: DiagnosticOutput) throws -> Outcome {
    guard let read = try SchemaReading.read(reading, needsFiles: true, printer) else { return .errors }
    guard let lock = try read.lock.lock(for: read.schema) else {
      throw LockFailure(
        .missingLock, "there is no lock '\(read.store.path)'",
        advice: "write it with '\(reading.lockCommand)', or name it with --lock")
    }
    guard !lock.releases.isEmpty else {
      throw LockFailure(
        .missingLock, "'\(read.store.path)' has no release, so that there are no golden archives to read",
        advice: "run '\(reading.releaseCommand("1.0.0", goldens: goldens))'")
    }
    try GoldenTestOutput(read, lock).write(to: output, goldens: goldens, testable: testable, option: "-o", printer)
    return .done
  }
}
