import ArchiveModel
import Foundation

/// Finds out which key of the new type has the data of each key of the old one.
struct KeyJudgement {
  let old: ArchivedType
  let new: ArchivedType
  let oldEntries: [ArchivedEntry]
  let newEntries: [ArchivedEntry]
  let renamed: [String: String]
  let retired: Set<String>
  /// What of structs inside the new type reads a key of the type itself, by that key.
  var moved: [String: ArchivedEntry] = [:]

  func run() -> [Change] {
    let oldByKey = Dictionary(oldEntries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let newByKey = Dictionary(newEntries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var readers: [String: [ArchivedEntry]] = [:]
    for entry in newEntries {
      for former in entry.formerKeys { readers[former, default: []].append(entry) }
    }
    var changes: [Change] = []
    var matched: Set<String> = []
    var removed: [ArchivedEntry] = []
    let singles = SingleRecordKeys(newEntries)
    var becameArrays: Set<String> = []
    for entry in oldEntries {
      if let same = newByKey[entry.key] {
        matched.insert(same.key)
        // Its own key is looked for first: a former key that another field has now is that field's.
        if let other = same.formerKeys.first(where: { newByKey[$0]?.formerKeys.contains(same.key) == true }),
          oldByKey[other] != nil
        {
          changes.append(
            change(
              .keysSwapped, same, old: other, new: same.key,
              "'\(same.key)' and '\(other)' each name the other's key as their former one, and each reads its own key"))
        }
        changes += EntryJudgement.run(new.name, entry, same, renamed: renamed)
      } else if let reader = readers[entry.key]?.first(where: { oldByKey[$0.key] == nil }) {
        matched.insert(reader.key)
        changes.append(
          change(.keyRenamed, reader, old: entry.key, new: reader.key, "'\(entry.key)' is called '\(reader.key)' now"))
        changes += EntryJudgement.run(new.name, entry, reader, renamed: renamed)
      } else if let reader = moved[entry.key] {
        changes.append(
          change(.keyRenamed, reader, old: entry.key, new: reader.key, "'\(entry.key)' is called '\(reader.key)' now"))
        changes += EntryJudgement.run(new.name, entry, reader, renamed: renamed)
      } else if let reader = singles[entry.key], oldByKey[reader.key] == nil,
        let array = reader.arrayKey, oldByKey[array] == nil
      {
        matched.insert(reader.key)
        becameArrays.insert(array)
        changes += EntryJudgement.run(
          new.name, new.isInColumns ? entry : entry.asElement(of: reader), reader, renamed: renamed)
      } else {
        removed.append(entry)
      }
    }
    let added = newEntries.filter { !matched.contains($0.key) }
    changes += removals(removed, added: added)
    changes += additions(added, becameArrays)
    return changes
  }

  private func change(
    _ rule: Rule, _ entry: ArchivedEntry, level: Level? = nil, forward: Level? = nil, old: String = "",
    new text: String = "", _ message: String, fixes: [String] = []
  ) -> Change {
    Change(
      rule, new.name, key: entry.key, level: level, forward: forward, old: old, new: text, message, fixes: fixes,
      at: entry.location, sourceLine: entry.sourceLine)
  }

  // MARK: Keys that are gone

  private func removals(_ removed: [ArchivedEntry], added: [ArchivedEntry]) -> [Change] {
    let gone = Set(removed.map(\.key))
    var claimed: Set<String> = []
    return removed.compactMap { entry in
      if retired.contains(entry.key) { return nil }
      // Fields of an array of records go with the array.
      if let parent = entry.arrayKey, gone.contains(parent) { return nil }
      if entry.form.base == .enumerationCase || entry.caseKey.map(gone.contains) == true {
        return entry.form.base == .enumerationCase ? removal(of: entry, .caseRemoved, added, &claimed) : nil
      }
      if case .link = entry.form.base {
        return new.removedKeys.contains(entry.key) ? nil : removal(of: entry, .linkRemoved, added, &claimed)
      }
      return removal(of: entry, .keyRemoved, added, &claimed)
    }
  }

  private func removal(
    of entry: ArchivedEntry, _ rule: Rule, _ added: [ArchivedEntry], _ claimed: inout Set<String>
  ) -> Change {
    let likely = Similarity.successor(of: entry, among: added.filter { !claimed.contains($0.key) })
    if let likely { claimed.insert(likely.key) }
    var fixes: [String] = []
    if let likely, let former = Similarity.formerKey(of: likely.key, entry.key) {
      fixes.append("// archive: was(\"\(former)\")    on '\(likely.key)', if it was renamed")
    }
    if rule == .linkRemoved {
      fixes.append("// archive: removed(\"\(entry.key)\")    on '\(new.name)', if it is dropped on purpose")
    }
    if new.version ?? 1 > old.version ?? 1 {
      fixes.append("archivegen lock --accept \(rule.rawValue):\(new.name).\(entry.key)    if 'migrate' reads it")
    }
    fixes.append("archivegen lock --retire \(new.name).\(entry.key)    if its values are to be forgotten")
    let what = rule == .caseRemoved ? "the case '\(entry.key)'" : "'\(entry.key)'"
    return Change(
      rule, new.name, key: entry.key, old: entry.form.text, "\(what) is gone, and archives have it", fixes: fixes,
      at: likely?.location ?? new.location, sourceLine: likely?.sourceLine)
  }

  // MARK: Keys that are new

  private func additions(_ added: [ArchivedEntry], _ becameArrays: Set<String>) -> [Change] {
    let new = Set(added.map(\.key))
    return added.compactMap { entry in
      if retired.contains(entry.key) {
        return change(
          .keyReused, entry, new: entry.form.text,
          "the key '\(entry.key)' was retired, and a field has it again", fixes: ["// archive: key(\"…\")"])
      }
      if becameArrays.contains(entry.key), entry.form.base == .records {
        return change(
          .becameArray, entry, forward: .loss, new: entry.form.text,
          "'\(entry.key)' was one record, which is the first of an array now")
      }
      if let parent = entry.arrayKey, new.contains(parent) { return nil }
      if entry.form.base == .enumerationCase {
        return change(.caseAdded, entry, new: entry.form.text, "the case '\(entry.key)' is new")
      }
      if entry.caseKey.map(new.contains) == true { return nil }
      if case .link = entry.form.base {
        return change(.linkAdded, entry, new: entry.form.text, "the pointer '\(entry.key)' is new")
      }
      if entry.isRequired {
        return change(
          .requiredKeyAdded, entry, new: entry.form.text,
          "'\(entry.key)' is new, and without it an archive is refused")
      }
      return change(.keyAdded, entry, new: entry.form.text, "'\(entry.key)' is new")
    }
  }
}

/// Keys of fields of records that were single ones and are in arrays now: `item.x` of `item[].x`.
private struct SingleRecordKeys {
  private var entries: [String: ArchivedEntry] = [:]

  init(_ new: [ArchivedEntry]) {
    for entry in new where entry.key.contains("[].") {
      for name in [entry.key] + entry.formerKeys {
        for single in Self.singles(of: name) where entries[single] == nil { entries[single] = entry }
      }
    }
  }

  subscript(key: String) -> ArchivedEntry? { entries[key] }

  private static func singles(of name: String) -> [String] {
    let parts = name.components(separatedBy: "[].")
    let levels = parts.count - 1
    // As many as the engine looks for.
    guard 1...6 ~= levels else { return [] }
    return (1..<(1 << levels)).map { mask in
      var single = parts[0]
      for level in 0..<levels { single += (mask >> level & 1 == 1 ? "." : "[].") + parts[level + 1] }
      return single
    }
  }
}

extension ArchivedEntry {
  /// With the tags of an element: each element's union has its own.
  fileprivate func asElement(of reader: ArchivedEntry) -> ArchivedEntry {
    var element = self
    guard conditions.count == reader.conditions.count else { return self }
    element.conditions = zip(conditions, reader.conditions).map { own, other in
      let isSame = other.tag.split(separator: ".").last == own.tag.split(separator: ".").last
      return Condition(tag: isSame ? other.tag : own.tag, values: own.values, isExclusion: own.isExclusion)
    }
    return element
  }
}

extension ArchivedEntry {
  /// The array of records that the field is in: `lines` of `lines[].price`.
  var arrayKey: String? {
    guard let range = key.lastRange(of: "[].") else { return nil }
    return String(key[..<range.lowerBound])
  }

  /// The case of a Swift enumeration that the value belongs to: `circle` of `circle.radius`.
  var caseKey: String? {
    if form.base == .enumerationCase { return nil }
    guard let dot = key.firstIndex(of: ".") else { return nil }
    return String(key[..<dot])
  }
}

extension String {
  fileprivate func lastRange(of text: String) -> Range<String.Index>? {
    var found: Range<String.Index>?
    var start = startIndex
    while let range = self[start...].firstRange(of: text) {
      found = range
      start = range.upperBound
    }
    return found
  }
}
