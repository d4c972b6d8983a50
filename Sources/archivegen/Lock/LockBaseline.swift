import ArchiveModel
import Foundation
import SchemaLock

/// What `--against` compares with: a lock, or the sources of a git revision.
enum LockBaseline {
  /// - Parameters:
  ///   - text: a file, or `git:REV` for what is in that revision.
  ///   - own: the path of today's lock, which may be in the revision too.
  static func read(
    _ text: String, _ reading: ReadingOptions, own: LockStore, _ printer: DiagnosticOutput
  ) throws -> LockFile {
    guard text.hasPrefix("git:") else {
      guard let lock = try LockStore(path: text).read() else {
        throw LockFailure(
          .missingLock, "there is no lock '\(text)': nothing was checked", advice: "check the path after --against")
      }
      return lock
    }
    let revision = String(text.dropFirst("git:".count))
    guard !revision.isEmpty else {
      throw LockFailure(
        .missingLock, "'\(text)' names no revision: nothing was checked",
        advice: "write a branch, a tag or a commit behind it, such as 'git:main'")
    }
    let files = try RevisionFolder(revision, beside: try folder(of: reading, own))
    try files.requireSubmodules(reading, revision)
    let translated = files.translated(reading)
    for input in files.outside(reading.inputs) {
      printer.print([
        .note("'\(input)' is not in the repository of '\(revision)', which is compared with it as it is today")
      ])
    }
    for input in files.unknown(reading.inputs) {
      printer.print([.note("the revision '\(revision)' has no '\(input)', so that nothing is compared with its types")])
    }
    return try files.inside {
      var lock = try self.lock(own.path, files, revision, own, printer)
      guard !translated.inputs.isEmpty else { return lock }
      lock.update(to: try schema(translated, revision))
      return lock
    }
  }

  /// A folder of the repository whose revision is meant: that of the lock, if it has an input, or else of the first input. A package's
  /// first input may be a header of another package.
  private static func folder(of reading: ReadingOptions, _ own: LockStore) throws -> String {
    let inputs = reading.inputs.map { isFolder($0) ? $0 : parentFolder($0) }.filter {
      FileManager.default.fileExists(atPath: $0)
    }
    let place = parentFolder(own.path)
    let root = try Git.run(["rev-parse", "--show-toplevel"], in: place)
    guard root.status == 0,
      inputs.contains(where: {
        realPath($0).hasPrefix(realPath(root.line) + "/") || realPath($0) == realPath(root.line)
      })
    else { return inputs.first ?? "" }
    return place
  }

  /// The revision's lock, which knows what its sources do not: the releases before it.
  private static func lock(
    _ path: String, _ files: RevisionFolder, _ revision: String, _ own: LockStore, _ printer: DiagnosticOutput
  ) throws -> LockFile {
    guard let found = files.existing(path) else { return LockFile() }
    do throws(LockFailure) { return try LockStore(path: found).read() ?? LockFile() } catch {
      printer.print([
        Diagnostic(
          .invalidLock, .warning,
          "the lock of '\(revision)' cannot be read, so that its releases are not compared: \(error.diagnostic.message)"
        )
      ])
      return LockFile()
    }
  }

  private static func schema(_ reading: ReadingOptions, _ revision: String) throws -> ArchivedSchema {
    func failure(_ diagnostics: [Diagnostic]) -> LockFailure {
      let first = diagnostics.first { $0.severity == .error }
      let place = first?.location.map { "\($0): " } ?? ""
      return LockFailure(
        .missingLock, "the sources of '\(revision)' cannot be read: \(place)\(first?.message ?? "no reason is known")",
        advice: "nothing was checked; name a revision whose sources are whole")
    }
    do {
      let run = try RunInputs(reading)
      let planning = try Planning(run, needsSchema: true, needsFiles: false, log: { _ in })
      let diagnostics = (run.inputs.diagnostics + planning.diagnostics).sortedByLocation()
        .applying(run.settings.diagnosticLevels)
      if diagnostics.hasErrors { throw failure(diagnostics) }
      return planning.schema
    } catch let error as Failure {
      throw failure(error.diagnostics)
    }
  }
}
