import ArchiveModel
import Foundation
import SchemaLock

/// Writes a release: its golden archives, the test that reads them, and at last the lock.
struct Release {
  private let name: String
  private let lock: LockFile
  /// The lock before the release.
  private let found: LockFile
  private let store: LockStore
  private let settings: GoldenSettings
  /// The sources, which are those of the lock; nil if they were not read.
  private let read: SchemaReading?
  private let isNew: Bool
  private let retired: String?

  /// - Parameters:
  ///   - lock: before the release.
  ///   - retired: the last release that this one breaks, as its major number allows.
  init(
    _ name: String, _ lock: LockFile, _ store: LockStore, _ settings: GoldenSettings, read: SchemaReading?,
    retired: String? = nil
  ) {
    self.name = name
    self.store = store
    self.settings = settings
    self.read = read
    found = lock
    var lock = lock
    isNew = lock.release(name, asIs: read == nil)
    // What the new major number breaks is not promised any more.
    if let retired { lock.retiredReleases[retired] = "the major number of \(name) is another one" }
    self.retired = retired
    self.lock = lock
  }

  func run(_ printer: DiagnosticOutput) throws -> Outcome {
    let folder = settings.folder.map { GoldenFolder(path: $0) }
    guard isNew || folder.map({ !$0.has(name) }) ?? false else { throw exists }
    guard !lock.schema(of: name).types.isEmpty else {
      throw LockFailure(
        .missingLock, "'\(store.path)' has no type, so that a release would promise nothing",
        advice: "check the inputs of 'archivegen lock'")
    }
    var written: [String] = []
    if let folder, let path = try write(folder, printer) { written.append(path) }
    if let read, let tests = settings.tests, let folder {
      try GoldenTestOutput(read, lock).write(
        to: tests, goldens: folder.path, testable: settings.testable, option: "--tests", printer)
      written.append(tests)
    }
    // Last, so that a run that is killed can be repeated.
    if isNew {
      try store.write(lock, replacing: found)
      printer.print(
        summary: "'\(store.path)' has the release \(name): \(lock.schema(of: name).types.count.counted("type"))")
      if let retired {
        printer.print(more: "archives of \(retired) and before need not be readable any more")
      }
      written.append(store.path)
    }
    if let read {
      printer.print(more: Gate.check(read.schema, against: lock, policy: read.policy).summary)
    }
    printer.print(more: "commit \(written.sorted().map(ShellWord.quoted).joined(separator: " "))")
    return .done
  }

  /// - Returns: the folder that was written; nil if what the release archives has golden archives of earlier ones.
  private func write(_ folder: GoldenFolder, _ printer: DiagnosticOutput) throws -> String? {
    let goldens = GoldenFolder.goldens(of: name, in: lock)
    tell(goldens, folder, printer)
    if goldens.typeCount == 0, let before, read != nil, isNew {
      printer.print(
        more: "archives are as those of \(before), so that \(name) needs no golden archives of its own")
      return nil
    }
    guard goldens.archiveCount > 0 else { throw nothingToWrite(goldens, folder) }
    try folder.write(name, goldens)
    printer.print(
      summary:
        "'\(folder.folder(of: name))' has \(goldens.archiveCount.counted("golden archive")) of \((goldens.typeCount - goldens.missing.count).counted("type"))"
    )
    return folder.folder(of: name)
  }

  /// The release before.
  private var before: String? {
    lock.releases.firstIndex(of: name).flatMap { $0 > 0 ? lock.releases[$0 - 1] : nil }
  }

  private func nothingToWrite(_ goldens: GoldenFolder.Release, _ folder: GoldenFolder) -> Failure {
    guard goldens.typeCount > 0 else {
      return Failure(
        .unusableOutput,
        "the release \(name) would have 0 golden archives of 0 types: "
          + (before.map { "in the lock nothing has changed since \($0)" }
            ?? "the lock has no type with archives of its own"),
        advice: isNew && before != nil
          ? "if the sources have changed, run 'archivegen lock INPUT' first; if not, leave out --goldens"
          : "leave out --goldens")
    }
    return Failure(
      .unusableOutput,
      "no golden archive can be made of the \(goldens.typeCount.counted("type")) that \(name) changed",
      advice:
        "save one with your program as '\(folder.folder(of: name))/TYPE.archive', and leave out --goldens")
  }

  private var exists: Failure {
    let lines = store.lines
    let line = lines.firstIndex { $0.split(separator: " ").prefix(2) == ["release", Substring(name)] } ?? 0
    return Failure([
      Diagnostic(
        .invalidLock, at: SourceLocation(file: store.path, line: line + 1, column: 1),
        "the lock already has a release '\(name)'"
          + (settings.folder.map { ", and '\($0)' its golden archives, which are never overwritten" } ?? ""),
        advice: "give the new release another name",
        sourceLine: lines.indices.contains(line) ? String(lines[line]) : nil)
    ])
  }

  private func tell(_ goldens: GoldenFolder.Release, _ folder: GoldenFolder, _ printer: DiagnosticOutput) {
    let target = folder.folder(of: name)
    for missing in goldens.missing {
      printer.print([
        .note(
          "no golden archive of \(missing.subject): \(missing.reason); put one that your program saved beside the others, or keep '\(target)' as it is"
        )
      ])
    }
    let types = GoldenTypes(lock)
    for release in lock.releases
    where release != name && !folder.has(release) && !types.needed(in: release).isEmpty {
      printer.print([
        .note(
          "the release \(release) has no golden archives; write them with '\(store.releaseCommand(release, goldens: folder.path))'"
        )
      ])
    }
  }
}
