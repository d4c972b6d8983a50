import ArchiveModel
import ArgumentParser
import Foundation
import SchemaLock

/// `archivegen lock INPUT…`.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Records what archives have, so that later changes can be checked.",
    usage: """
      archivegen lock <inputs> ... [<options>]
      archivegen lock release <name> <inputs> ... [--goldens <dir>] [<options>]
      archivegen lock retire-release <name> --reason <text> [--lock <file>]
      archivegen lock merge <lock> <lock> [-o <file>]
      archivegen lock tests <inputs> ... --goldens <dir> --testable <module> -o <file>
      """,
    subcommands: [
      UpdateLockCommand.self, ReleaseLockCommand.self, RetireReleaseCommand.self, MergeLocksCommand.self,
      GoldenTestsCommand.self,
    ],
    defaultSubcommand: UpdateLockCommand.self)
}

/// Creates or updates a lock.
struct UpdateLockCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract:
      "Creates or updates archivegen.lock; when a change breaks archives, only what is accepted or retired is written.",
    usage: "archivegen lock <inputs> ... [<options>]")

  @OptionGroup var files: InputFiles
  @OptionGroup var headers: HeaderOptions

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

  @Option(
    help: ArgumentHelp(
      "Also accept or retire what 'check --against' reports: compare with another lock, or a git revision, 'git:main'.",
      valueName: "file"),
    completion: .file(extensions: ["lock"]))
  var against: String?

  @Option(help: "The lock's mode from now on: 'backward', 'forward' or 'full'.")
  var mode: LockFile.Mode?

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws {
    try reading.requireInputs()
    if !accept.isEmpty, (reason ?? "").isEmpty {
      throw ValidationError("'--accept' needs a reason: --reason TEXT")
    }
    for text in accept { _ = try AcceptedBreak(text) }
  }

  func run() throws { try SchemaReading.run(quiet: quiet, update) }

  private func update(_ printer: DiagnosticOutput) throws -> Outcome {
    guard let read = try SchemaReading.read(reading, writesLock: true, printer) else { return .errors }
    if read.schema.types.isEmpty { printer.print(read.diagnostics) }
    let found = try read.lock.lock()
    var lock = found?.naming(read.schema.importedNames) ?? LockFile()
    if let mode { lock.mode = mode }
    let baseline = try against.map {
      try LockBaseline.read($0, reading, own: read.store, printer).naming(read.schema.importedNames)
    }
    // What is written if other breaks remain: what is accepted and retired, and nothing of the schema.
    var kept = found
    for name in retire {
      try retire(name, in: &lock, read.schema, baseline)
      if var old = kept {
        try retire(name, in: &old, read.schema, baseline, keepsUnreleased: true)
        kept = old
      }
    }
    // What no release has is accepted without a trace, because updating removes it from the lock.
    var allowed = lock
    var others: [Change] = []
    for text in accept {
      let matching = try breaks(read, allowed, baseline, text)
      allowed.accept(matching.own + matching.others, reason: reason ?? "")
      kept?.accept(matching.own + matching.others, reason: reason ?? "")
      lock.accept(matching.own.filter { $0.releases != [Gate.unreleased] }, reason: reason ?? "")
      others += matching.others
    }
    var report = Gate.check(read.schema, against: allowed, policy: read.policy)
    guard report.breaks.isEmpty else {
      report.locate(in: read.store)
      if let missing = report.missingInputs(read.inputs, allowed, read.store) {
        printer.print([missing])
        printer.print(line: "archivegen: '\(read.store.path)' is unchanged")
        return .notRun
      }
      try ReportOutput(.text, verbose: false, lockCommand: reading.lockCommand).print(report, to: printer)
      if let kept, kept != found {
        try read.store.write(kept, replacing: found)
        let what = [accept.isEmpty ? nil : "accepted", retire.isEmpty ? nil : "retired"].compactMap(\.self)
        printer.print(
          line:
            "archivegen: '\(read.store.path)' keeps what was \(what.joined(separator: " and ")), and is otherwise unchanged"
        )
      } else {
        printer.print(line: "archivegen: '\(read.store.path)' is unchanged")
      }
      return .incompatible
    }
    report.locate(in: read.store)
    printer.print(report.warningDiagnostics(lockCommand: reading.lockCommand))
    lock.forgetUnreleased(among: report.accepted)
    lock.accept(others, reason: reason ?? "")
    lock.update(to: read.schema)
    let isNew = found == nil
    if lock != found { try read.store.write(lock, replacing: found) }
    let count = read.schema.types.reduce(0) { $0 + $1.entries.count }
    if isNew { printer.print(FirstRun.texts(read.planning.textCandidates)) }
    printer.print(
      summary:
        "'\(read.store.path)' \(isNew ? "is new" : lock == found ? "is current" : "is updated"): \(read.schema.types.count.counted("type")), \(count.counted("key")), \(lock.releases.count.counted("release"))"
    )
    return .done
  }

  /// The breaks that `RULE:KEY` names: of the lock, and of what `--against` names.
  private func breaks(
    _ read: SchemaReading, _ lock: LockFile, _ baseline: LockFile?, _ text: String
  ) throws -> (own: [Change], others: [Change]) {
    let accepted = try AcceptedBreak(text)
    let report = Gate.check(read.schema, against: lock, policy: read.policy)
    let other = baseline.map { Gate.check(read.schema, against: $0, branch: lock, policy: read.policy) }
    func matching(_ changes: [Change]) -> [Change] {
      changes.filter { change in
        // The first field of a union's member stands for the others, and may be gone in a later release.
        change.rule == accepted.rule
          && (change.subject == accepted.subject
            || change.rule == .memberConditionChanged && change.origin == accepted.subject)
      }
    }
    let found = (matching(report.breaks), matching(other?.breaks ?? []))
    // What another acceptance covers already is no mistake.
    let isAccepted = !matching(report.accepted + (other?.accepted ?? [])).isEmpty
    guard found.0.isEmpty, found.1.isEmpty, !isAccepted else { return found }
    var seen: Set<String> = []
    let known = (report.breaks + (other?.breaks ?? [])).map { "\($0.rule.rawValue):\($0.subject)" }.filter {
      seen.insert($0).inserted
    }
    throw Failure(
      .incompatibleChange, "there is no break '\(text)' to accept",
      advice: known.isEmpty ? "nothing breaks" : "breaks are \(known.joined(separator: ", "))")
  }

  private func retire(
    _ name: String, in lock: inout LockFile, _ schema: ArchivedSchema, _ baseline: LockFile?,
    keepsUnreleased: Bool = false
  ) throws {
    do throws(LockFile.RetirementProblem) {
      try lock.retire(
        name, reason: reason ?? "", schema: schema, besides: baseline, keepsUnreleased: keepsUnreleased)
    } catch {
      throw Failure(.incompatibleChange, error.message, advice: error.advice)
    }
  }
}
