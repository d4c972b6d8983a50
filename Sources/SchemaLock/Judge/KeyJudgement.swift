import ArchiveModel
import Foundation

/// Finds out which key of the new type has the data of each key of the old one.
struct KeyJudgement {
  let old: ArchivedType
  let new: ArchivedType
  let oldEntries: [ArchivedEntry]
  let newEntries: [ArchivedEntry]
  let renamed: [String: String]
  let retired: RetiredNames
  let declarations: Declarations
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
        changes += EntryJudgement.run(new, entry, same, renamed: renamed)
      } else if let reader = readers[entry.key]?.first(where: { oldByKey[$0.key] == nil }) {
        matched.insert(reader.key)
        changes.append(
          change(.keyRenamed, reader, old: entry.key, new: reader.key, "'\(entry.key)' is called '\(reader.key)' now"))
        changes += EntryJudgement.run(new, entry, reader, renamed: renamed)
      } else if let reader = moved[entry.key] {
        changes.append(
          change(.keyRenamed, reader, old: entry.key, new: reader.key, "'\(entry.key)' is called '\(reader.key)' now"))
        changes += EntryJudgement.run(new, entry, reader, renamed: renamed)
      } else if let reader = singles[entry.key], oldByKey[reader.key] == nil,
        let array = reader.arrayKey, oldByKey[array] == nil
      {
        matched.insert(reader.key)
        becameArrays.insert(array)
        changes += EntryJudgement.run(
          new, new.isInColumns ? entry : entry.asElement(of: reader), reader, renamed: renamed)
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
    var told: Set<String> = []
    return removed.compactMap { entry in
      let origin = declarations.owner(ofGone: entry.key, in: new.name)
      // A link that is retired is refused all the same, unless the type says 'removed'.
      if case .link = entry.form.base {
        return new.removedKeys.contains(entry.key) ? nil : removal(of: entry, .linkRemoved, added, &claimed, origin)
      }
      if isRetired(entry.key, origin?.owner) { return nil }
      // Fields of an array of records go with the array.
      if let parent = entry.arrayKey, gone.contains(parent) { return nil }
      if entry.form.base == .enumerationCase || entry.caseKey.map(gone.contains) == true {
        return entry.form.base == .enumerationCase ? removal(of: entry, .caseRemoved, added, &claimed, nil) : nil
      }
      if let member = goneMember(around: entry.key, gone) {
        return told.insert(member).inserted ? removal(ofMember: member, removed, added) : nil
      }
      return removal(of: entry, .keyRemoved, added, &claimed, origin)
    }
  }

  private func isRetired(_ key: String, _ origin: Declarations.Owner?) -> Bool {
    retired.keys[new.name]?.contains(key) == true || retired.keys[old.name]?.contains(key) == true
      || origin.map { retired.keys[$0.type]?.contains($0.key) == true } == true
  }

  private func removal(
    of entry: ArchivedEntry, _ rule: Rule, _ added: [ArchivedEntry], _ claimed: inout Set<String>,
    _ origin: (owner: Declarations.Owner, type: ArchivedType)?
  ) -> Change {
    let likely = Similarity.successor(
      of: entry, in: oldEntries, among: added.filter { !claimed.contains($0.key) }, newEntries)
    if let likely { claimed.insert(likely.key) }
    var fixes: [String] = []
    if let likely, let former = Similarity.formerKey(of: likely.key, entry.key) {
      fixes.append("// archive: was(\"\(former)\")    on '\(likely.key)', if it was renamed")
    }
    if rule == .linkRemoved {
      fixes.append("// archive: removed(\"\(entry.key)\")    on '\(new.name)', if it is dropped on purpose")
    } else {
      if new.version ?? 1 > old.version ?? 1 {
        fixes.append("archivegen lock --accept \(rule.rawValue):\(new.name).\(entry.key)    if 'migrate' reads it")
      }
      fixes.append(Change.retiring("\(new.name).\(entry.key)", "if its values are to be forgotten"))
    }
    let what = rule == .caseRemoved ? "the case '\(entry.key)'" : "'\(entry.key)'"
    let declaring = origin?.type ?? new
    return Change(
      rule, new.name, key: entry.key, old: entry.form.text, "\(what) is gone, and archives have it", fixes: fixes,
      at: likely?.location ?? declaring.location,
      sourceLine: likely == nil ? declaring.sourceLine : likely?.sourceLine, origin: origin?.owner.subject)
  }

  // MARK: Members that are gone

  /// The outermost member around a key of which the new type has nothing.
  private func goneMember(around key: String, _ gone: Set<String>) -> String? {
    for dot in key.indices where key[dot] == "." {
      let prefix = String(key[...dot])
      let isLeft = newEntries.contains { $0.key.hasPrefix(prefix) || $0.formerKeys.contains { $0.hasPrefix(prefix) } }
      if !isLeft, oldEntries.allSatisfy({ !$0.key.hasPrefix(prefix) || gone.contains($0.key) }) {
        return String(prefix.dropLast())
      }
    }
    return nil
  }

  private func removal(ofMember member: String, _ removed: [ArchivedEntry], _ added: [ArchivedEntry]) -> Change {
    func parts(_ entries: [ArchivedEntry], _ member: String) -> [String] {
      entries.filter { $0.key.hasPrefix(member + ".") }.map { "\($0.key.dropFirst(member.count + 1)) \($0.form.text)" }
    }
    let own = parts(removed.filter { !$0.isLink }, member)
    let others = Set(added.compactMap { entry in entry.key.lastIndex(of: ".").map { String(entry.key[..<$0]) } })
    let likely = others.sorted().filter { other in !oldEntries.contains { $0.key.hasPrefix(other + ".") } }
      .map { (name: $0, shared: Set(parts(added, $0)).intersection(own).count) }
      .max { $0.shared < $1.shared }.flatMap { $0.shared * 2 >= own.count ? $0.name : nil }
    var fixes = [Change.retiring("\(new.name).\(member)", "if its values are to be forgotten")]
    if let likely, let former = Similarity.formerKey(of: likely, member) {
      fixes.insert("// archive: was(\"\(former)\")    on '\(likely)', if it was renamed", at: 0)
    }
    let names = own.count > 4 ? "\(own.count) keys" : own.map { $0.split(separator: " ")[0] }.joined(separator: ", ")
    return Change(
      .keyRemoved, new.name, key: member, old: own.joined(separator: ", "),
      "the member '\(member)' is gone, and archives have its values (\(names))", fixes: fixes, at: new.location,
      sourceLine: new.sourceLine)
  }

  // MARK: Keys that are new

  private func additions(_ added: [ArchivedEntry], _ becameArrays: Set<String>) -> [Change] {
    let new = Set(added.map(\.key))
    return added.compactMap { entry in
      if isRetired(entry.key, nil) {
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
  fileprivate var isLink: Bool { if case .link = form.base { true } else { false } }

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
