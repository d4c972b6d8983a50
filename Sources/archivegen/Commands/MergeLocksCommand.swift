import ArchiveModel
import ArgumentParser
import Foundation
import SchemaLock

/// `archivegen lock merge OURS THEIRS`.
struct MergeLocksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins the locks of two branches, so that each release has what its own branch released.",
    discussion: """
      Run 'archivegen lock' with the inputs afterwards: what no release has yet comes from the sources. As a merge driver of git:
        git config merge.archivegen.driver 'archivegen lock merge %A %B -o %A'
        echo 'archivegen.lock merge=archivegen' >> .gitattributes
      """)

  @Argument(
    help: ArgumentHelp(
      "The two locks: files, or 'git:REV' for the lock in a revision. During a merge, 'git:HEAD git:MERGE_HEAD'.",
      valueName: "lock"), completion: .file(extensions: ["lock"]))
  var locks: [String]

  @Option(
    help: ArgumentHelp("The lock in revisions, and the one that is written.", valueName: "file"),
    completion: .file(extensions: ["lock"]))
  var lock = LockStore.fileName

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("Write another file.", valueName: "file"),
    completion: .file(extensions: ["lock"]))
  var output: String?

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws {
    guard locks.count == 2 else {
      throw ValidationError("two locks are joined: 'archivegen lock merge git:HEAD git:MERGE_HEAD'")
    }
  }

  func run() throws { try SchemaReading.run(quiet: quiet, merge) }

  private func merge(_ printer: DiagnosticOutput) throws -> Outcome {
    let target = LockStore(path: output ?? lock)
    let before = target.isFile ? fileContents(target.path) : nil
    let (own, other) = (try read(locks[0]), try read(locks[1]))
    let merged: LockFile
    do throws(LockFile.MergeProblem) { merged = try own.merged(with: other) } catch {
      throw LockFailure(.invalidLock, "\(locks[0]) and \(locks[1]): \(error.message)", advice: error.advice)
    }
    // During a merge the file has the marks of a conflict, and is no lock.
    try target.write(merged, option: "-o") { before == fileContents(target.path) }
    printer.print(
      summary:
        "'\(target.path)' has \(merged.releases.count.counted("release")): \(merged.releases.joined(separator: ", ")); run 'archivegen lock' with the inputs, which adds what no release has"
    )
    return .done
  }

  private func read(_ text: String) throws -> LockFile {
    guard text.hasPrefix("git:") else { return try read(file: text, text) }
    let files = try RevisionFolder(String(text.dropFirst("git:".count)), beside: parentFolder(lock))
    return try files.inside { try read(file: files.existing(lock) ?? "\(lock) in \(text)", text) }
  }

  private func read(file path: String, _ text: String) throws -> LockFile {
    guard let lock = try LockStore(path: path).read() else {
      throw LockFailure(
        .missingLock, "there is no lock '\(text)'",
        advice: "name a file, or 'git:REV' where the lock is at the path of --lock")
    }
    return lock
  }
}
