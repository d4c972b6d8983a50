/// Something in an archive that is not as it should be.
package struct LintFinding: Equatable, Sendable {
  package enum Severity: String, Sendable {
    /// Readers refuse it, or read something else than was written.
    case error
    /// It can be read, but no careful writer writes it.
    case warning
    /// A fact that is no fault: it is not counted.
    case note
  }

  /// What a finding is about; the names are stable.
  package enum Rule: String, CaseIterable, Sendable {
    case header, trailer, offset, object, overlap, gap, reference, text, duplicateKey, unreachable, cycle
    case archive, uid, `class`, foundation
    case description, column, values, group, graph, link, version
    case schema, checksum
  }

  package let severity: Severity
  package let rule: Rule
  /// In bytes from the begin of the file; nil for an XML list, and for what has no place.
  package let offset: Int?
  /// nil for what belongs to the file as a whole.
  package let path: String?
  package let message: String

  package init(_ severity: Severity, _ rule: Rule, at offset: Int?, _ path: String?, _ message: String) {
    (self.severity, self.rule, self.offset, self.path, self.message) = (severity, rule, offset, path, message)
  }
}

/// The findings in one file, in the order of their offsets.
package struct LintReport {
  package private(set) var findings: [LintFinding] = []
  package private(set) var errors = 0
  package private(set) var warnings = 0
  /// For each rule how many are counted and not listed.
  package private(set) var omitted: [LintFinding.Rule: Int] = [:]
  private var listed: [LintFinding.Rule: Int] = [:]
  private let limit: Int?

  /// - Parameter limit: how many findings of each rule are listed; nil for all.
  package init(limit: Int? = 100) { self.limit = limit }

  package var isSound: Bool { errors == 0 && warnings == 0 }

  package mutating func add(
    _ severity: LintFinding.Severity, _ rule: LintFinding.Rule, at offset: Int?, _ path: String?, _ message: String
  ) {
    switch severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: break
    }
    let count = listed[rule, default: 0]
    if let limit, count >= limit {
      omitted[rule, default: 0] += 1
      return
    }
    listed[rule] = count + 1
    findings.append(LintFinding(severity, rule, at: offset, path, message))
  }

  package mutating func add(
    _ severity: LintFinding.Severity, _ rule: LintFinding.Rule, at offset: Int?, _ message: String
  ) { add(severity, rule, at: offset, nil, message) }

  /// An error of the engine.
  package mutating func add(_ error: ArchiveErrorText, _ rule: LintFinding.Rule, path: String? = nil) {
    add(.error, rule, at: error.offset, path, error.reason)
  }

  mutating func sort() {
    findings = findings.enumerated().sorted {
      ($0.element.offset ?? -1, $0.offset) < ($1.element.offset ?? -1, $1.offset)
    }.map(\.element)
  }

  /// Offsets of a list that was converted say nothing.
  mutating func removeOffsets() {
    findings = findings.map { LintFinding($0.severity, $0.rule, at: nil, $0.path, $0.message) }
  }
}
