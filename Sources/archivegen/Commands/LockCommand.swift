import ArchiveModel
import ArgumentParser
import Foundation
import SchemaLock

/// `archivegen lock INPUT…` and `archivegen lock release NAME`.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Records what archives have, so that later changes can be checked.",
    usage: """
      archivegen lock <inputs> ... [<options>]
      archivegen lock release <name> [--lock <file>] [--goldens <dir>]
      archivegen lock tests <inputs> ... --goldens <dir> --testable <module> -o <file>
      """,
    subcommands: [UpdateLockCommand.self, ReleaseLockCommand.self, GoldenTestsCommand.self],
    defaultSubcommand: UpdateLockCommand.self)
}

/// Creates or updates a lock.
struct UpdateLockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Creates or updates archivegen.lock; nothing is written when a change breaks archives.",
    usage: "archivegen lock <inputs> ... [<options>]")

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "A break to accept for good, as the message names it: 'key-removed:Item.price'. May be repeated.",
      valueName: "rule:key"))
  var accept: [String] = []

  @Option(
    help: ArgumentHelp(
      "A key or a type whose archived values are no longer needed: 'Item.price'. Its name is never used again. May be repeated.",
      valueName: "key"))
  var retire: [String] = []

  @Option(help: "Why breaks are accepted or names retired.")
  var reason: String?

  @Option(help: "The lock's mode from now on: 'backward', 'forward' or 'full'.")
  var mode: LockFile.Mode?

  func validate() throws {
    try reading.requireInputs()
    if !accept.isEmpty, (reason ?? "").isEmpty {
      throw ValidationError("'--accept' needs a reason: --reason TEXT")
    }
    for text in accept { _ = try AcceptedBreak(text) }
  }

  func run() throws { try SchemaReading.run(update) }

  private func update(_ printer: DiagnosticOutput) throws -> Outcome {
    guard let read = try SchemaReading.read(reading, printer) else { return .errors }
    let found = try read.lock.lock()
    var lock = found ?? LockFile()
    if let mode { lock.mode = mode }
    for name in retire { try retire(name, in: &lock, read.schema) }
    var report = Gate.check(read.schema, against: lock)
    for text in accept {
      let accepted = try AcceptedBreak(text)
      let matching = report.breaks.filter { $0.rule == accepted.rule && $0.subject == accepted.subject }
      guard !matching.isEmpty else {
        let known = report.breaks.map { "\($0.rule.rawValue):\($0.subject)" }
        throw Failure(
          .incompatibleChange, "there is no break '\(text)' to accept",
          advice: known.isEmpty ? "nothing breaks" : "breaks are \(known.joined(separator: ", "))")
      }
      for change in matching {
        let acceptance = LockFile.Acceptance(
          rule: change.rule, subject: change.subject, old: change.old, new: change.new, reason: reason ?? "")
        if !lock.accepted.contains(acceptance) { lock.accepted.append(acceptance) }
      }
    }
    if !accept.isEmpty { report = Gate.check(read.schema, against: lock) }
    guard report.breaks.isEmpty else {
      report.locate(in: read.store)
      ReportOutput(.text, verbose: false, lockCommand: reading.lockCommand).print(report, to: printer)
      printer.print(line: "archivegen: '\(read.store.path)' is unchanged")
      return .incompatible
    }
    lock.update(to: read.schema)
    let isNew = found == nil
    if lock != found { try read.store.write(lock) }
    let count = read.schema.types.reduce(0) { $0 + $1.entries.count }
    printer.print(
      summary:
        "'\(read.store.path)' \(isNew ? "is new" : lock == found ? "is current" : "is updated"): \(read.schema.types.count.counted("type")), \(count.counted("key")), \(lock.releases.count.counted("release"))"
    )
    return .done
  }

  private func retire(_ name: String, in lock: inout LockFile, _ schema: ArchivedSchema) throws {
    do throws(LockFile.RetirementProblem) {
      try lock.retire(name, reason: reason ?? "", schema: schema)
    } catch {
      throw Failure(.incompatibleChange, error.message, advice: error.advice)
    }
  }
}

/// `RULE:Type.key`.
struct AcceptedBreak {
  let rule: Rule
  let subject: String

  init(_ text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw ValidationError("'--accept \(text)' is not a break: write RULE:Type.key, as in the message")
    }
    guard let rule = Rule(rawValue: parts[0]) else {
      throw ValidationError(
        "there is no rule '\(parts[0])'"
          + (didYouMean(parts[0], among: Rule.allCases.map(\.rawValue)).map { "; \($0)" }
            ?? "; 'archivegen rules' lists all"))
    }
    self.rule = rule
    subject = parts[1]
  }
}

/// Records that a release has everything that is in the lock now.
struct ReleaseLockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Records that a release has everything that is in the lock now.")

  @Argument(help: "The release, such as '1.3.0'.")
  var name: String

  @Option(
    help: ArgumentHelp("The lock.", valueName: "file"), completion: .file(extensions: ["lock"]))
  var lock = LockStore.fileName

  @Option(
    help: ArgumentHelp(
      "A folder for golden archives: write one of each type that changed since the release before, with readable values and with extreme ones. For a release that the lock has already, write them if the folder has none.",
      valueName: "dir"),
    completion: .directory)
  var goldens: String?

  func validate() throws {
    if name.isEmpty || name == Gate.unreleased || name.contains(where: \.isWhitespace) {
      throw ValidationError("'\(name)' is not a possible name of a release: write a name like '1.3.0'")
    }
    if goldens == "" { throw ValidationError(ReadingOptions.emptyArgument) }
    if goldens != nil, name.hasPrefix(".") || name.contains("/") {
      throw ValidationError("'\(name)' cannot be the name of a folder of golden archives: write one like '1.3.0'")
    }
  }

  func run() throws { try SchemaReading.run(release) }

  private func release(_ printer: DiagnosticOutput) throws -> Outcome {
    let store = LockStore(path: lock)
    guard var file = try store.read() else {
      let others = lock == LockStore.fileName ? LockStore.locksBelow() : []
      throw LockFailure(
        .missingLock, "there is no lock '\(lock)'",
        advice: others.isEmpty
          ? "write it with 'archivegen lock INPUT', or name it with --lock"
          : "name the one that is meant: "
            + others.prefix(3).map { "--lock \(ShellWord.quoted($0))" }.joined(separator: ", or "))
    }
    let folder = goldens.map { GoldenFolder(path: $0) }
    let isNew = file.release(name)
    guard isNew || folder.map({ !$0.has(name) }) ?? false else { throw exists(store) }
    if let folder {
      let goldens = GoldenFolder.goldens(of: name, in: file)
      try folder.write(name, goldens)
      tell(goldens, folder, file, printer)
    }
    // Last, so that a run that is killed can be repeated.
    if isNew {
      try store.write(file)
      printer.print(summary: "'\(lock)' has the release \(name): \(file.schema(of: name).types.count.counted("type"))")
    }
    return .done
  }

  private func exists(_ store: LockStore) -> Failure {
    let lines = store.lines
    let line = lines.firstIndex { $0.split(separator: " ") == ["release", Substring(name)] } ?? 0
    return Failure([
      Diagnostic(
        .invalidLock, at: SourceLocation(file: lock, line: line + 1, column: 1),
        "the lock already has a release '\(name)'"
          + (goldens.map { ", and '\($0)' its golden archives, which are never overwritten" } ?? ""),
        advice: "give the new release another name",
        sourceLine: lines.indices.contains(line) ? String(lines[line]) : nil)
    ])
  }

  private func tell(
    _ goldens: GoldenFolder.Release, _ folder: GoldenFolder, _ file: LockFile, _ printer: DiagnosticOutput
  ) {
    let (target, store) = (folder.folder(of: name), LockStore(path: lock))
    for missing in goldens.missing {
      printer.print([
        .note(
          "no golden archive of \(missing.subject): \(missing.reason); put one that your program saved beside the others, or keep '\(target)' as it is"
        )
      ])
    }
    for release in file.releases where release != name && !folder.has(release) {
      printer.print([
        .note(
          "the release \(release) has no golden archives; write them with '\(store.releaseCommand(release, goldens: folder.path))'"
        )
      ])
    }
    printer.print(
      summary:
        "'\(target)' has \(goldens.archiveCount.counted("golden archive")) of \((goldens.typeCount - goldens.missing.count).counted("type"))"
    )
  }
}
