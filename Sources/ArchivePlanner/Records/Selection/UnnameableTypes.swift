import ArchiveModel

/// Warnings about types of the given headers that Swift cannot name, so that there is no code for them.
enum UnnameableTypes {
  /// - Returns: warnings about unavailable types, and about others that no field holds or leads to, because otherwise
  ///   the field is reported; and the number of types that annotations skip.
  static func warnings(_ records: RecordIndex) -> (warnings: [Diagnostic], skipped: Int) {
    let all = records.records.filter { $0.unnameable != nil && $0.isFromInput }
    if all.isEmpty { return ([], 0) }
    var used: Set<Record.ID> = []
    for field in records.records.lazy.flatMap(\.fields) {
      if case .record(let id) = field.type.innermost { used.insert(id) }
    }
    var skipped = 0
    let warnings = all.compactMap { record -> Diagnostic? in
      if record.unnameable != .unavailable, used.contains(record.id) { return nil }
      if records.annotations(of: record).isSkipped {
        skipped += 1
        return nil
      }
      return warning(about: record)
    }
    return (warnings, skipped)
  }

  private static func warning(about record: Record) -> Diagnostic? {
    let kind = record.kind.rawValue
    let tag = "write a tag after '\(kind)'"
    let skip = ", or '// archive: skip' on its line"
    let (subject, reason, advice): (String, String, String)
    switch record.unnameable {
    case .inParameterList:
      subject = record.tag.map { "'\(kind) \($0)'" } ?? "this \(kind)"
      reason = "it is defined inside a parameter list, and no code elsewhere can name it"
      advice = "define it before the declaration, and write only '\(kind) \(record.tag ?? "name")' in the list\(skip)"
    case .behindTypedef(let name):
      subject = "the \(kind) behind '\(name)'"
      reason = "it has no name of its own, and Swift cannot name it"
      advice = "\(tag), like '\(kind) \(name)_\(kind)'\(skip)"
    case .ofVariable(let name):
      subject = "the \(kind) of '\(name)'"
      reason = "it has no name, and Swift cannot name it"
      advice = "\(tag), like '\(kind) \(name)_\(kind)'\(skip)"
    case .ofNothing:
      subject = "this \(kind)"
      reason = "it has no name, and nothing has its type"
      advice = "\(tag)\(skip)"
    case .unavailable:
      subject = "'\(record.displayName)'"
      reason = "an attribute makes it unavailable, and Swift code cannot name it"
      advice = "remove the attribute\(skip)"
    case nil: return nil
    }
    return Diagnostic(
      .unnameableType, at: record.location, "\(subject) is left out: \(reason)", advice: advice)
  }
}
