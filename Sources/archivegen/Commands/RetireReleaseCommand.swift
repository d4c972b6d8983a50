import ArchiveModel
import ArgumentParser
import SchemaLock

/// `archivegen lock retire-release NAME --reason TEXT`.
struct RetireReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retire-release",
    abstract: "Ends the support for a release: its archives, and those of the releases before, need not be readable.")

  @Argument(help: "The release.")
  var name: String

  @Option(help: "Why its archives are no longer needed.")
  var reason: String

  @Option(help: ArgumentHelp("The lock.", valueName: "file"), completion: .file(extensions: ["lock"]))
  var lock = LockStore.fileName

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws {
    if reason.isEmpty { throw ValidationError("'--reason' is empty: say why the archives are no longer needed") }
  }

  func run() throws { try SchemaReading.run(quiet: quiet, retire) }

  private func retire(_ printer: DiagnosticOutput) throws -> Outcome {
    let store = LockStore(path: lock)
    guard var file = try store.read() else {
      throw LockFailure(.missingLock, "there is no lock '\(lock)'", advice: "name it with --lock")
    }
    let found = file
    do throws(LockFile.RetirementProblem) { try file.retire(release: name, reason: reason) } catch {
      throw Failure(.incompatibleChange, error.message, advice: error.advice)
    }
    try store.write(file, replacing: found)
    let left = file.promisedReleases
    printer.print(
      summary: "archives of \(name) and before need not be readable any more; "
        + (left.isEmpty ? "those of no release have to be" : "those of \(left.joined(separator: ", ")) have to be"))
    return .done
  }
}
