import SchemaLock

/// Whether what was seen is what the gate says.
enum Verdict {
  /// - Parameters:
  ///   - isForward: Old code reads new archives.
  ///   - isExact: Whether the one thing that a change does has to be among the outcomes.
  ///   - mayDrop: Whether a type says that keys were removed.
  static func problem(
    _ outcomes: [Outcome], _ changes: [(rule: Rule, level: Level)], isForward: Bool, isExact: Bool,
    mayDrop: Bool = false
  ) -> String? {
    let levels = Set(changes.map(\.level))
    let rules = Set(changes.map(\.rule))
    let worst = levels.max() ?? .safe
    // Old code has never known what is new.
    let mayLose =
      levels.contains(.loss) || worst == .misread || mayDrop
      || !rules.isDisjoint(with: [.keyAdded, .requiredKeyAdded, .typeAdded, .encodingChanged, .enumeratorAdded])
    var seen: Set<Level> = []
    for outcome in outcomes {
      switch outcome {
      case .equal: continue
      case .refused(let reason):
        if worst < .refuse { return "refused: \(reason)" }
        seen.insert(.refuse)
      case .lost(let what):
        if !mayLose { return "lost: \(what)" }
        seen.insert(.loss)
      case .different(let what):
        if worst != .misread { return "different: \(what)" }
        seen.insert(.misread)
      }
    }
    // What one change does is seen; two may hide each other. Every archive here has the key that a default is for, whether
    // a weak pointer is the only one is chance, and a boolean in a group is read as a number.
    guard isExact, !mayDrop, changes.count(where: { $0.level > .safe }) == 1,
      rules.isDisjoint(with: [.defaultChanged, .requiredAdded, .weakAdded, .columnArrayChanged, .bitGroupChanged]),
      // Old code may have a library that does not find elements under keys of their own.
      !isForward || rules.isDisjoint(with: [.keyRemoved, .linkRemoved, .becameArray])
    else { return nil }
    switch worst {
    case .safe: return nil
    case .loss: return isForward || !seen.isEmpty ? nil : "no sample loses anything"
    case .refuse: return seen.contains(.refuse) ? nil : "no sample is refused"
    case .misread: return seen.isEmpty ? "no sample is misread" : nil
    }
  }
}
