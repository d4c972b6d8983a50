import ArchiveInspection
import ArchiveModel
import ArgumentParser
import Foundation
import SchemaLock

/// The formats in which `check` reports.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, sarif, github, junit
}

/// Prints a report: text to standard error, like a compiler; documents to standard output.
struct ReportOutput {
  private let format: ReportFormat
  private let isVerbose: Bool
  private let lockCommand: String
  private let lockPath: String?

  /// - Parameters:
  ///   - lockCommand: the command that updates the lock, which messages propose.
  ///   - lockPath: the lock that may be outdated.
  init(_ format: ReportFormat, verbose: Bool, lockCommand: String, lockPath: String? = nil) {
    self.format = format
    self.lockPath = lockPath
    self.lockCommand = lockCommand
    isVerbose = verbose
  }

  /// - Parameter outdated: the error that the lock lacks changes, if that is the result.
  func print(_ report: Gate.Report, outdated: Diagnostic? = nil, to printer: DiagnosticOutput) throws {
    let breaks = report.diagnostics(lockCommand: lockCommand)
    // Services show findings beside lines of files.
    let located = outdated.map { outdated in
      var outdated = outdated
      outdated.location = lockPath.map { SourceLocation(file: $0, line: 1, column: 1) }
      return outdated
    }
    let all = breaks + [located].compactMap(\.self)
    switch format {
    case .text:
      printer.print(breaks)
      if isVerbose { printer.print(others(report)) }
      printer.print(summary: report.summary)
      printer.print([outdated].compactMap(\.self))
    case .json: try StandardOutput.write(JSONReport(report, lockCommand: lockCommand).prettyJSON())
    case .sarif: try StandardOutput.write(SARIFLog(all).text)
    case .github: try StandardOutput.write(GitHubDiagnostics.text(of: all))
    case .junit: try StandardOutput.write(JUnitReport.text(report, breaks, outdated: located))
    }
  }

  /// Prints why nothing was checked, in place of a report: what reads a document finds one.
  static func print(errors: [Diagnostic], _ format: ReportFormat) throws {
    switch format {
    case .text: break
    case .json: try StandardOutput.write(JSONReport(errors: errors).prettyJSON())
    case .sarif: try StandardOutput.write(SARIFLog(errors).text)
    case .github: try StandardOutput.write(GitHubDiagnostics.text(of: errors))
    case .junit: try StandardOutput.write(JUnitReport.text(errors: errors))
    }
  }

  private func others(_ report: Gate.Report) -> [Diagnostic] {
    let breaks = Set(report.breaks + report.warnings)
    return report.changes.filter { !breaks.contains($0) }.map { change in
      .note(
        at: change.location,
        "\(change.subject): \(change.message) [\(change.rule.rawValue)], "
          + (report.accepted.contains(change) ? "accepted" : change.effect.rawValue))
    }
  }
}

/// The format of `check --format json`. Keys may be added, but none changes its meaning while `version` is 1.
private struct JSONReport: Encodable {
  struct Entry: Encodable {
    let rule: String
    let type: String
    let key: String?
    let level: String
    let forward: String
    let old: String
    let new: String
    let file: String?
    let line: Int?
    let column: Int?
    let message: String
    let fixes: [String]
    let releases: [String]
    /// The change of the declaration that causes this one: `money.cents` for `order.lines[].price.cents`.
    let origin: String?
    let isBreak: Bool
    let isAccepted: Bool
  }

  struct Checked: Encodable {
    let types: Int
    let keys: Int
    let releases: [String]
    /// What is archived by its own coding, so that nothing inside it is compared.
    let ownCoding: [String]
  }

  var version = 1
  let changes: [Entry]
  let checked: Checked
  let isOutdated: Bool
  /// Why nothing was checked.
  let errors: [JSONDiagnostics.Entry]

  init(errors: [Diagnostic]) {
    changes = []
    checked = Checked(types: 0, keys: 0, releases: [], ownCoding: [])
    isOutdated = false
    self.errors = errors.map(JSONDiagnostics.Entry.init)
  }

  init(_ report: Gate.Report, lockCommand: String) {
    let (breaks, accepted) = (Set(report.breaks), Set(report.accepted + report.allowed))
    changes = report.changes.map { change in
      Entry(
        rule: change.rule.rawValue, type: change.type, key: change.key, level: change.level.rawValue,
        forward: change.forward.rawValue, old: change.old, new: change.new, file: change.location?.file,
        line: change.location?.line, column: change.location?.column, message: change.message,
        fixes: change.fixes.map { Change.runnable($0, lockCommand) }, releases: change.releases, origin: change.origin,
        isBreak: breaks.contains(change),
        isAccepted: accepted.contains(change))
    }
    checked = Checked(
      types: report.typeCount, keys: report.keyCount, releases: report.releases, ownCoding: report.ownCoding)
    isOutdated = report.isOutdated
    errors = []
  }
}

/// JUnit's XML, which continuous integration shows as tests. Each type is a test, which fails if a change breaks it.
private enum JUnitReport {
  static func text(_ report: Gate.Report, _ diagnostics: [Diagnostic], outdated: Diagnostic?) -> String {
    let types = Set(report.changes.map(\.type))
    let breaks = Dictionary(grouping: report.breaks, by: \.type)
    var lines: [String] = []
    if let outdated { lines += testCase(outdated, named: outdated.location?.file ?? "lock") }
    if types.isEmpty { lines.append("  <testcase classname=\"archivegen\" name=\"no change\"/>") }
    for type in types.sorted() {
      guard let failures = breaks[type] else {
        lines.append("  <testcase classname=\"archivegen\" name=\"\(HTMLText.escaped(type))\"/>")
        continue
      }
      let rules = Set(failures.map(\.rule.rawValue)).sorted().joined(separator: ", ")
      let body = failures.flatMap { change in
        ["\(change.location.map { "\($0): " } ?? "")\(change.subject): \(change.message)"]
          + (diagnostics.first { $0.message.hasPrefix(change.subject + ":") && $0.rule == change.rule.rawValue }?.notes
          ?? [])
          .map { "  " + $0.message }
      }
      lines += [
        "  <testcase classname=\"archivegen\" name=\"\(HTMLText.escaped(type))\">",
        "    <failure message=\"\(HTMLText.escaped(failures[0].message))\" type=\"\(rules)\">\(body.map(HTMLText.escaped).joined(separator: "\n"))</failure>",
        "  </testcase>",
      ]
    }
    let others = outdated == nil ? 0 : 1
    return suite(lines, tests: max(types.count, 1) + others, failures: breaks.count + others)
  }

  static func text(errors: [Diagnostic]) -> String {
    let lines = errors.flatMap { testCase($0, named: $0.location.map { "\($0)" } ?? $0.name ?? "inputs") }
    return suite(lines, tests: errors.count, failures: errors.count)
  }

  private static func testCase(_ failed: Diagnostic, named name: String) -> [String] {
    let body = [failed.message, failed.advice].compactMap(\.self).map(HTMLText.escaped)
    return [
      "  <testcase classname=\"archivegen\" name=\"\(HTMLText.escaped(name))\">",
      "    <failure message=\"\(body[0])\" type=\"\(failed.name ?? "")\">\(body.joined(separator: "\n"))</failure>",
      "  </testcase>",
    ]
  }

  private static func suite(_ cases: [String], tests: Int, failures: Int) -> String {
    let head = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuite name=\"archivegen\" tests=\"\(tests)\" failures=\"\(failures)\">",
    ]
    return (head + cases + ["</testsuite>\n"]).joined(separator: "\n")
  }
}
