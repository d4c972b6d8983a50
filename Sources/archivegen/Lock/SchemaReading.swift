import ArchiveModel
import ArgumentParser
import Foundation
import SchemaLock

/// The inputs of checking and locking: the schema of the sources, and the lock.
struct SchemaReading {
  let inputs: Inputs
  let planning: Planning
  let lock: LockContents
  let configurationFile: String?
  let configuration: Configuration
  /// Of the inputs; none is an error.
  let diagnostics: [Diagnostic]

  var schema: ArchivedSchema { planning.schema }
  var store: LockStore { lock.store }
  var policy: GatePolicy { GatePolicy(configuration) }

  /// Runs a command, prints the error that ended it early, and exits with its result.
  static func run(quiet: Bool = false, _ body: (DiagnosticOutput) throws -> Outcome) throws {
    let printer = DiagnosticOutput(isQuiet: quiet)
    let outcome = try reporting(to: printer) { try body(printer) }
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  static func reporting(to printer: DiagnosticOutput, _ body: () throws -> Outcome) throws -> Outcome {
    do { return try body() } catch let failure as Failure {
      printer.print(failure.diagnostics)
      return .errors
    } catch let failure as LockFailure {
      printer.print([failure.diagnostic])
      return .notRun
    }
  }

  /// - Parameters:
  ///   - writesLock: whether a lock is written if there is none.
  ///   - needsFiles: whether something is generated from `planning`, besides the lock.
  /// - Returns: nil if the inputs have errors, which have been printed.
  static func read(
    _ reading: ReadingOptions, writesLock: Bool = false, needsFiles: Bool = false, _ printer: DiagnosticOutput
  ) throws -> SchemaReading? {
    let run = try RunInputs(reading)
    let planning = try Planning(run, needsSchema: true, needsFiles: needsFiles, log: { _ in })
    let levels = run.settings.diagnosticLevels
    let unused = UnusedSettings.warnings(reading, configuration: run.configurationFile, lock: run.lock.store)
    let others = LockSearch.problems(
      run.otherLocks, besides: run.lock, planning.schema, told: unused, writes: writesLock
    ).applying(levels)
    let diagnostics = (run.inputs.diagnostics + planning.diagnostics).sortedByLocation().applying(levels)
    // Warnings about the inputs are printed when code is generated, but for the one that explains a type's form.
    printer.print(
      unused.applying(levels) + others + diagnostics.filter { $0.severity == .error || $0.id == .chosenCoding })
    if others.hasErrors { return nil }
    if diagnostics.hasErrors {
      printer.print(planning.hints)
      return nil
    }
    return SchemaReading(
      inputs: run.inputs, planning: planning, lock: run.lock, configurationFile: run.configurationFile,
      configuration: run.configuration,
      diagnostics: diagnostics)
  }
}

extension Change {
  /// Whether it says what to do, and is not what to write.
  private static func isAdvice(_ fix: String) -> Bool {
    ["annotate", "correct", "give", "if", "name", "put", "remove"].contains { fix.hasPrefix($0 + " ") }
  }

  private static let command = "archivegen lock "

  /// What is proposed, as it can be run if it is a command: with the inputs and the lock, and the reason that an acceptance needs.
  static func runnable(_ fix: String, _ lockCommand: String) -> String {
    guard fix.hasPrefix(command) else { return fix }
    let parts = fix.split(separator: "    ", maxSplits: 1, omittingEmptySubsequences: false)
    var words = parts[0].replacing(command, with: lockCommand + " ", maxReplacements: 1)
    if words.contains(" --accept "), !words.contains(" --reason ") { words += " --reason \"why\"" }
    return ([String(words)] + parts.dropFirst().map(String.init)).joined(separator: "    ")
  }

  /// The change as a diagnostic.
  ///
  /// - Parameters:
  ///   - others: the other keys that the same declaration changes.
  ///   - lockCommand: the command that updates the lock, for commands that the message proposes.
  func diagnostic(alsoOf others: [Change] = [], lockCommand: String) -> Diagnostic {
    var notes: [String] = []
    if breaksBackward { notes.append(level.effect("new code", "archives of \(releaseNames)")) }
    if breaksForward { notes.append(forward.effect("the code of \(releaseNames)", "new archives")) }
    // The message gives the reason where the change is worse than others of its kind.
    let isUsual = !breaksBackward || level <= rule.explanation.backward
    if isUsual, let last = notes.indices.last { notes[last] += ". \(rule.explanation.why)" }
    if let levelReason { notes.append("the configuration says: \(levelReason)") }
    if !others.isEmpty { notes.append("the same goes for \(others.map(\.subject).shortList)") }
    let fixes = others.flatMap(\.outwardMoves) + fixes
    let isUnreleased = releases == [Gate.unreleased]
    notes += fixes.map { fix in
      var fix = fix
      if isUnreleased {
        fix = fix.replacing(
          "if its values are no longer needed", with: "if no archive with it is needed: no release has it")
      }
      // A default may have as many blanks.
      guard let end = fix.ranges(of: "    ").last else {
        return fix.hasPrefix("//") ? "write '\(fix)'" : Self.isAdvice(fix) ? fix : "write \(fix)"
      }
      let isCommand = fix.hasPrefix(Self.command)
      let what = Self.runnable(String(fix[..<end.lowerBound]), lockCommand)
      let when = fix[end.upperBound...]
      let comma = ["if ", "on ", "before "].contains(where: when.hasPrefix) ? "" : ","
      return "\(isCommand ? "run" : "write") '\(what)'\(comma) \(when)"
    }
    if fixes.contains(where: { $0.hasPrefix("// archive: ") && !$0.contains("' in place of ") }),
      sourceLine?.contains("archive:") == true
    {
      notes.append("in an annotation that the declaration has already, write it after a comma")
    }
    if fixes.isEmpty {
      if isUsual { notes.append(rule.explanation.remedy) }
      let accepted = ShellWord.quoted("\(rule.rawValue):\(subject)")
      notes.append("if the break is intended, run '\(lockCommand) --accept \(accepted) --reason \"why\"'")
    }
    var diagnostic = Diagnostic(
      .incompatibleChange, at: location, "\(subject): \(message)", sourceLine: sourceLine,
      notes: notes.map { .note(at: location, $0) })
    diagnostic.rule = rule.rawValue
    return diagnostic
  }

  /// Of a key of a struct in place, what to write on a field that is not in the struct and has the value now.
  var outwardMoves: [String] {
    guard let key, let dot = key.lastIndex(of: ".") else { return [] }
    return fixes.filter { $0.hasPrefix("// archive: was(") && !$0.contains("    on '\(key[...dot])") }.map {
      $0.replacing("    on '", with: "    on '\(type).", maxReplacements: 1)
    }
  }

  private var releaseNames: String {
    releases.map { $0 == Gate.unreleased ? "the lock's unreleased state" : $0 }.shortList
  }
}

extension Change {
  fileprivate var identity: [String] { sameChange(of: subject) }

  /// The properties in which equal changes of different keys agree.
  fileprivate func sameChange(of subject: String) -> [String] { [rule.rawValue, subject, old, new] }
}

extension Level {
  /// What changes of a level do: "1 loses values".
  fileprivate func verb(isOne: Bool) -> String {
    switch self {
    case .safe: isOne ? "is safe" : "are safe"
    case .loss: isOne ? "loses values" : "lose values"
    case .refuse: isOne ? "makes archives unreadable" : "make archives unreadable"
    case .misread: isOne ? "makes values wrong" : "make values wrong"
    }
  }

  /// The note for a level: "refuse: new code refuses archives of 1.0.0, or some of them".
  fileprivate func effect(_ code: String, _ archives: String) -> String {
    switch self {
    case .safe: "\(code) reads \(archives)"
    case .loss: "loss: \(code) drops values of \(archives), without an error"
    case .refuse: "refuse: \(code) refuses \(archives), or some of them"
    case .misread: "misread: \(code) gets other values from \(archives), without an error"
    }
  }
}

extension [String] {
  /// "a, b and c"; of more than four texts the first three.
  fileprivate var shortList: String {
    if count > 4 { return prefix(3).joined(separator: ", ") + " and \(count - 3) more" }
    return count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + (last ?? "")
  }
}

extension Gate.Report {
  /// Adds the line in the lock to changes without a location in the sources.
  mutating func locate(in store: LockStore) {
    guard changes.contains(where: { $0.location == nil }) else { return }
    let lines = store.lines
    let places = LockPlaces(lines)
    func located(_ change: Change) -> Change {
      guard change.location == nil, let line = places.line(of: change) else { return change }
      var change = change
      change.location = SourceLocation(file: store.path, line: line + 1, column: lines[line].hasPrefix(" ") ? 3 : 1)
      change.sourceLine = String(lines[line])
      return change
    }
    changes = changes.map(located)
    breaks = breaks.map(located)
    accepted = accepted.map(located)
    warnings = warnings.map(located)
    allowed = allowed.map(located)
  }

  /// The diagnostics for the breaks. If one declaration breaks several types, there is one diagnostic.
  func diagnostics(lockCommand: String) -> [Diagnostic] {
    diagnostics(of: breaks, lockCommand) + warningDiagnostics(lockCommand: lockCommand)
  }

  /// The diagnostics for the breaks that the configuration makes warnings.
  func warningDiagnostics(lockCommand: String) -> [Diagnostic] {
    diagnostics(of: warnings, lockCommand).map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.severity = .warning
      return diagnostic
    }
  }

  private func diagnostics(of breaks: [Change], _ lockCommand: String) -> [Diagnostic] {
    let told = Set(breaks.map(\.identity))
    let others = Dictionary(grouping: breaks.filter { $0.origin != nil }, by: { $0.sameChange(of: $0.origin ?? "") })
    return breaks.filter { $0.origin == nil || !told.contains($0.sameChange(of: $0.origin ?? "")) }.map { change in
      change.diagnostic(alsoOf: others[change.identity] ?? [], lockCommand: lockCommand)
    }
  }

  /// "41 types and 312 keys checked against 1.0.0 and 1.1.0: 4 changes: 1 loses values, 3 are safe".
  var summary: String {
    let counts = Level.allCases.reversed().map { level in (level, changes.count { $0.effect == level }) }
      .filter { $0.1 > 0 }
    let verbs = counts.map { level, count in level.verb(isOne: count == 1) }
    let all = changes.count.counted("change")
    let changed =
      switch counts.count {
      case 0: "no change"
      case 1: "\(all), which \(verbs[0])"
      default: "\(all): " + zip(counts, verbs).map { "\($0.1) \($1)" }.joined(separator: ", ")
      }
    let against = releases.map { $0 == Gate.unreleased ? "the lock's unreleased state" : $0 }.joined(separator: ", ")
    return
      "\(typeCount.counted("type")) and \(keyCount.counted("key")) checked against \(releases.isEmpty ? "nothing" : against): "
      + changed
      + (allowed.isEmpty ? "" : "; \(allowed.count) of these allowed by the next release's major number")
      + (accepted.isEmpty ? "" : "; \(accepted.count) of these \(accepted.count == 1 ? "is" : "are") accepted")
      + (ownCoding.isEmpty
        ? "" : "; not checked, because 'Codable' code decides it: what is in \(ownCoding.quotedList(atMost: 3))")
  }
}
