import ArchiveModel
import ArchiveRenderer
import ArgumentParser
import Foundation

/// `archivegen lock tests INPUT… --goldens DIR -o FILE`.
struct GoldenTestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tests",
    abstract: "Writes a Swift test that reads the golden archives of every release with today's code.",
    usage: "archivegen lock tests <inputs> ... --goldens <dir> --testable <module> -o <file>")

  @OptionGroup var reading: ReadingOptions

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

  func validate() throws {
    try reading.requireInputs()
    if goldens.isEmpty || output.isEmpty { throw ValidationError(ReadingOptions.emptyArgument) }
    if let bad = testable.first(where: { !$0.isCIdentifier }) {
      throw ValidationError("'--testable \(bad)' is not a module name; use letters, digits and '_'")
    }
  }

  func run() throws { try SchemaReading.run(write) }

  private func write(_ printer: DiagnosticOutput) throws -> Outcome {
    guard let read = try SchemaReading.read(reading, printer) else { return .errors }
    guard let lock = try read.lock.lock() else {
      throw LockFailure(
        .missingLock, "there is no lock '\(read.store.path)'",
        advice: "write it with '\(reading.lockCommand)', or name it with --lock")
    }
    guard !lock.releases.isEmpty else {
      throw LockFailure(
        .missingLock, "'\(read.store.path)' has no release, so that there are no golden archives to read",
        advice: "run '\(read.store.releaseCommand("1.0.0", goldens: goldens))'")
    }
    let tests = GoldenTestPlanning(read, lock).tests(
      folder: relativePath(goldens, from: parentFolder(output)), testable: testable)
    let text = GoldenTestFile.text(tests)
    if FileManager.default.contents(atPath: output) != Data(text.utf8) {
      do {
        let folder = parentFolder(output)
        if !folder.isEmpty {
          try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try StagedFile(text, in: folder).replace(output)
      } catch {
        throw Failure(
          .unusableOutput, "cannot write '\(output)': \(lastErrorText())", advice: "name another file with -o")
      }
    }
    printer.print(
      summary:
        "'\(output)' reads the golden archives of \(tests.types.count.counted("type")) of \(lock.releases.count.counted("release"))"
    )
    return .done
  }
}
