import ArchiveModel

/// Compares the enumerators of a C enumeration, whose numbers are in archives.
enum EnumeratorJudgement {
  static func run(_ old: ArchivedType, _ new: ArchivedType, _ retired: RetiredNames) -> [Change] {
    var changes: [Change] = []
    let oldNumbers = Dictionary(grouping: old.entries, by: \.number)
    func add(
      _ rule: Rule, _ entry: ArchivedEntry, level: Level? = nil, forward: Level? = nil, _ from: String, _ to: String,
      _ message: String, _ fixes: [String] = []
    ) {
      changes.append(
        Change(
          rule, new.name, key: entry.key, level: level, forward: forward, old: from, new: to, message, fixes: fixes,
          at: entry.location ?? new.location,
          sourceLine: entry.location == nil ? new.sourceLine : entry.sourceLine))
    }
    if let former = old.integerType, let now = new.integerType, former != now,
      let from = ArchivedNumber(swiftInteger: former), let to = ArchivedNumber(swiftInteger: now), from != to
    {
      // Of an enumeration archives have the numbers of its cases alone.
      func level(_ type: ArchivedType, _ from: ArchivedNumber, _ to: ArchivedNumber) -> Level {
        from.conversion(to: to) == .exact || type.isClosed && type.level(readAs: to) == .safe ? .safe : .refuse
      }
      changes.append(
        Change(
          from.conversion(to: to) == .exact ? .typeWidened : .typeNarrowed, new.name, level: level(old, from, to),
          forward: level(new, to, from), old: former, new: now,
          "the raw values of '\(new.name)' were of type '\(former)' and are of type '\(now)'",
          at: new.location, sourceLine: new.sourceLine))
    }
    let newcomers = new.entries.filter { old[$0.key] == nil }
    let free = FreeNumbers(old, newcomers, retired: retired.numbers[new.name] ?? [:])
    for entry in old.entries {
      guard let number = entry.number else { continue }
      if let same = new[entry.key] {
        if let now = same.number, now != number {
          // An enumerator that was inserted before it has its number, and would keep it.
          let inserted = newcomers.filter { $0.number == number }.map { free.proposal(for: $0) }
          add(
            .enumeratorRenumbered, same, "\(number)", "\(now)", "'\(entry.key)' was \(number) and is \(now)",
            inserted + ["\(entry.key) = \(number)    as it was"])
        }
        continue
      }
      if retired.keys[new.name]?.contains(entry.key) == true { continue }
      // Only the author knows whether another name for the same number has the same meaning.
      let heirs = new.entries.filter { $0.number == number }
      if heirs.contains(where: { old[$0.key]?.number == number }) { continue }
      if let heir = heirs.first(where: { old[$0.key] == nil }) {
        add(
          .enumeratorReused, heir, entry.key, heir.key,
          "\(number) was '\(entry.key)' and is '\(heir.key)'",
          [
            "\(heir.key) = …    another number, if it means something else",
            "archivegen lock --accept \(ShellWord.quoted("enumerator-reused:\(new.name).\(heir.key)")) --reason \"renamed\"    if it is the same under a new name",
          ])
      } else {
        add(
          .enumeratorRemoved, entry, level: new.isClosed ? .refuse : nil, "\(number)", "",
          "'\(entry.key)' is gone, and archives may have its number \(number)",
          [Change.retiring("\(new.name).\(entry.key)", "so that the number is not used again")])
      }
    }
    for entry in newcomers {
      guard let number = entry.number else { continue }
      if let former = retired.numbers[new.name]?[number] {
        add(
          .enumeratorReused, entry, former, entry.key,
          "\(number) was the number of '\(former)', which was retired, and is '\(entry.key)'",
          [free.proposal(for: entry)])
      } else if let same = oldNumbers[number]?.first(where: { new[$0.key]?.number == number }) {
        // Old archives are read as before. What new ones have under one of the names is read under both.
        add(
          .enumeratorReused, entry, level: .safe, forward: .safe, same.key, entry.key,
          "'\(entry.key)' is new and has the number \(number), as '\(same.key)' has: archives do not tell them apart",
          [free.proposal(for: entry)])
      } else if let moved = oldNumbers[number]?.first(where: { new[$0.key] != nil }) {
        add(
          .enumeratorReused, entry, moved.key, entry.key,
          "\(number) was '\(moved.key)' and is '\(entry.key)', which is new", [free.proposal(for: entry)])
      } else if oldNumbers[number] == nil {
        // A Swift enumeration has no value for an unknown number.
        add(
          .enumeratorAdded, entry, forward: old.isClosed ? .refuse : nil, "", "\(number)", "'\(entry.key)' is new")
      }
    }
    return changes
  }
}

/// Numbers for new enumerators, which no archive has: the next after all that were ever used, or the next bit of flags.
private struct FreeNumbers {
  private var numbers: [String: Int64] = [:]

  init(_ old: ArchivedType, _ newcomers: [ArchivedEntry], retired: [Int64: String]) {
    let former = Set(old.entries.compactMap(\.number)).union(retired.keys)
    var taken = former.union(newcomers.compactMap(\.number).filter { !former.contains($0) })
    // {1, 2, 4} are flags; {0, 1, 2} are not.
    let isOfFlags = former.contains(4) && former.allSatisfy { $0 >= 0 && $0.nonzeroBitCount <= 1 }
    for entry in newcomers where entry.number.map(former.contains) == true {
      let last = taken.max() ?? -1
      let (next, overflows) =
        isOfFlags ? last.multipliedReportingOverflow(by: 2) : last.addingReportingOverflow(1)
      if overflows { break }
      numbers[entry.key] = next
      taken.insert(next)
    }
  }

  /// What to write for an enumerator whose number is taken.
  func proposal(for entry: ArchivedEntry) -> String {
    "\(entry.key) = \(numbers[entry.key].map { "\($0)" } ?? "…")    a number that was never used"
  }
}

extension ArchivedEntry {
  // Inlined into a loop, it makes the optimizer of Swift 6.3.1 end with "Found ownership error".
  @inline(never)
  var number: Int64? {
    if case .enumerator(let value) = form.base { value } else { nil }
  }
}
