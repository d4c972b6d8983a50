import ArchiveModel
import Foundation

/// Finds the key of the new type that reads the data of each old key.
struct KeyJudgement {
  let old: ArchivedType
  let new: ArchivedType
  let oldEntries: [ArchivedEntry]
  let newEntries: [ArchivedEntry]
  let renamed: [String: String]
  let enumerations: Enumerations
  let retired: RetiredNames
  let declarations: Declarations
  /// The entries of structs inside the new type that read a key of the type itself, by that key.
  var moved: [String: ArchivedEntry] = [:]

  func run() -> [Change] {
    let oldByKey = ExactKeys(oldEntries)
    let newByKey = ExactKeys(newEntries)
    var readers: [String: [ArchivedEntry]] = [:]
    for entry in newEntries {
      for former in entry.formerKeys { readers[former, default: []].append(entry) }
    }
    let isTable = oldEntries.contains(where: \.isLink)
    var changes: [Change] = []
    var matched: Set<String> = []
    var removed: [ArchivedEntry] = []
    let singles = SingleRecordKeys(newEntries)
    var becameArrays: Set<String> = []
    let oldNames = Self.keys(oldEntries)
    let newNames = Self.keys(newEntries)
    func renaming(_ entry: ArchivedEntry, _ reader: ArchivedEntry) -> [Change] {
      let forward = forwardOfMissing(entry, isArrayMissing: isArrayMissing(entry, newByKey))
      let renamed = change(
        .keyRenamed, reader, forward: forward, old: entry.key, new: reader.key,
        "'\(entry.key)' is called '\(reader.key)' now")
      return [renamed] + judge(entry, reader, isTable: isTable)
    }
    for entry in oldEntries {
      if let same = newByKey[entry.key] {
        matched.insert(same.key)
        // Most keys have not changed.
        if same.formerKeys.isEmpty, renamed.isEmpty, entry.isRead(like: same) { continue }
        // A field's own key is read first: if a former key is now another field's key, it belongs to that field.
        if let other = same.formerKeys.first(where: { newByKey[$0]?.formerKeys.contains(same.key) == true }),
          oldByKey[other] != nil
        {
          changes.append(
            change(
              .keysSwapped, same, old: other, new: same.key,
              "'\(same.key)' and '\(other)' each name the other's key as their former one, and each reads its own key"))
        } else if entry.declaredName != same.declaredName {
          // The key had another field, and one of the two has another key in the other schema.
          let isElsewhere =
            oldNames[same.declaredName].map { $0 != entry.key } ?? false
            || newNames[entry.declaredName].map { $0 != same.key } ?? false
          if isElsewhere {
            changes.append(
              change(
                .keyOfAnotherField, same, old: entry.declaredName, new: same.declaredName,
                "'\(same.key)' was the key of '\(entry.declaredName)' and is that of '\(same.declaredName)'",
                fixes: [Self.formerPlace(entry, old)]))
          }
        }
        changes += EntryJudgement.run(
          new, entry, same, isTable: isTable, readsFormerKey: same.formerKeys.contains { oldByKey[$0] != nil },
          enumerations: enumerations, renamed: renamed)
      } else if let reader = readers[entry.key]?.first(where: { reader in
        // A field reads the first of its keys that an archive has.
        reader.formerKeys.contains(where: entry.key.isExactly) && oldByKey[reader.key] == nil
          && reader.formerKeys.first { oldByKey[$0] != nil } == entry.key
      }) {
        matched.insert(reader.key)
        changes += renaming(entry, reader)
      } else if let reader = moved[entry.key] {
        changes += renaming(entry, reader)
      } else if let reader = singles[entry.key], oldByKey[reader.key] == nil,
        let array = reader.arrayKey, oldByKey[array] == nil
      {
        matched.insert(reader.key)
        becameArrays.insert(array)
        changes += judge(new.isInColumns ? entry : entry.asElement(of: reader), reader, isTable: isTable)
      } else {
        removed.append(entry)
      }
    }
    changes += reusedGroupKeys()
    let added = newEntries.filter { !matched.contains($0.key) }
    changes += removals(removed, added: added)
    changes += additions(added, becameArrays)
    changes += judgeCommon(oldByKey, newByKey, becameArrays)
    return changes
  }

  /// What gives the field or case its key back.
  private static func formerPlace(_ entry: ArchivedEntry, _ type: ArchivedType) -> String {
    let (keys, names) = (entry.key.split(separator: "."), entry.declaredName.split(separator: "."))
    if let raw = type.rawType {
      return "case \(entry.declaredName) = \(raw == "String" ? "\"\(entry.key)\"" : entry.key)    as it was"
    }
    guard keys.count == names.count, let place = keys.indices.first(where: { keys[$0] != names[$0] }) else {
      return "// archive: key(\"\(entry.key)\")    on '\(entry.declaredName)', as it was"
    }
    return "// archive: key(\"\(keys[place])\")    on '\(names[...place].joined(separator: "."))', as it was"
  }

  /// The keys by declared names.
  private static func keys(_ entries: [ArchivedEntry]) -> [String: String] {
    Dictionary(entries.map { ($0.declaredName, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  /// Fields that have the key of what was a group of bit-fields, and groups that have a field's.
  private func reusedGroupKeys() -> [Change] {
    func reused(_ entries: [ArchivedEntry], _ groups: [ArchivedEntry]) -> [(entry: ArchivedEntry, key: String)] {
      let groups = Set(groups.compactMap(\.group?.key))
      if groups.isEmpty { return [] }
      return entries.compactMap { entry in
        if entry.form.base == .records { return nil }
        return ([entry.key] + entry.formerKeys).first(where: groups.contains).map { (entry, $0) }
      }
    }
    return reused(newEntries, oldEntries).map { entry, key in
      change(
        .bitGroupKeyReused, entry, forward: .safe, old: key, new: entry.form.text,
        "'\(key)' was a group of bit-fields, and '\(entry.key)' is read from that key",
        fixes: ["// archive: key(\"…\")"])
    }
      + reused(oldEntries, newEntries).map { entry, key in
        Change(
          .bitGroupKeyReused, new.name, key: entry.key, level: .safe, old: entry.form.text, new: key,
          "'\(key)' is a group of bit-fields now", at: new.location, sourceLine: new.sourceLine)
      }
  }

  /// A record, or an element of an array of records, must have one of the keys that its reader knows.
  ///
  /// - Parameter becameArrays: arrays that are read from a single record.
  private func judgeCommon(
    _ oldByKey: ExactKeys, _ newByKey: ExactKeys, _ becameArrays: Set<String>
  ) -> [Change] {
    guard old.kind == .record, new.kind == .record else { return [] }
    /// Whether the reader expects keys and the archive has none of them.
    func isMissing(
      _ entries: [ArchivedEntry], _ prefix: String, _ array: ArchivedEntry?, in writers: ExactKeys
    ) -> Bool {
      // Columns include the fields of inner arrays.
      let isColumns = array.map { $0.storage == nil } ?? false
      let own = entries.filter { entry in
        entry.key.hasPrefix(prefix)
          && (isColumns ? entry.form.base != .records : !entry.key.dropFirst(prefix.count).contains("[]."))
      }
      let plain = own.filter { !$0.isLink && $0.conditions.isEmpty }
      if plain.isEmpty || own.contains(where: \.isLink) { return false }
      return !plain.contains { reader in
        ([reader.key] + reader.formerKeys).contains { key in
          writers[key].map { !EntryJudgement.misses($0, reader) } ?? (array == nil && becameArrays.contains(key))
        }
      }
    }
    let context = ColumnContext(new, newEntries)
    let arrays = newEntries.filter {
      $0.form.base == .records && !context.isFlattened($0.key)
        && ([$0.key] + $0.formerKeys).contains { oldByKey[$0] != nil }
    }
    let groups: [(prefix: String, array: ArchivedEntry?)] = [("", nil)] + arrays.map { ($0.key + "[].", $0) }
    return groups.compactMap { prefix, array in
      let backward = isMissing(newEntries, prefix, array, in: oldByKey)
      // Old code does not find an array under another key.
      let forward =
        (array.map { oldByKey[$0.key] != nil } ?? true) && isMissing(oldEntries, prefix, array, in: newByKey)
      guard backward || forward else { return nil }
      return Change(
        .nothingInCommon, new.name, key: array?.key, level: backward ? .refuse : .safe,
        forward: forward ? .refuse : .safe,
        "\(array.map { "'\($0.key)'" } ?? "'\(new.name)'") has no key that it had before",
        at: array?.location ?? new.location, sourceLine: array == nil ? new.sourceLine : array?.sourceLine)
    }
  }

  /// The effect when old code does not find the key: it refuses missing links, live union members and required values.
  private func forwardOfMissing(_ entry: ArchivedEntry, isArrayMissing: Bool) -> Level {
    if entry.isLink || entry.form.base == .enumerationCase || !entry.conditions.isEmpty { return .refuse }
    return entry.isRequired && !isArrayMissing ? .refuse : .loss
  }

  /// Whether a separately stored array that contains the key has another key now, so that nothing in it is expected.
  private func isArrayMissing(_ entry: ArchivedEntry, _ keys: ExactKeys) -> Bool {
    guard let array = entry.arrayKey, keys[array] == nil else { return false }
    return !ColumnContext(old, oldEntries).mayBeFlattened(array)
  }

  private func change(
    _ rule: Rule, _ entry: ArchivedEntry, level: Level? = nil, forward: Level? = nil, old: String = "",
    new text: String = "", _ message: String, fixes: [String] = []
  ) -> Change {
    Change(
      rule, new.name, key: entry.key, level: level, forward: forward, old: old, new: text, message, fixes: fixes,
      at: entry.location, sourceLine: entry.sourceLine)
  }

  // MARK: Removed keys

  private func removals(_ removed: [ArchivedEntry], added: [ArchivedEntry]) -> [Change] {
    let gone = Set(removed.map(\.key))
    let successors = Similarity.successors(of: removed, in: oldEntries, among: added, newEntries)
    var told: Set<String> = []
    return removed.compactMap { entry in
      let origin = declarations.owner(ofGone: entry.key, in: new.name)
      // A retired link is refused nevertheless, unless the type has 'removed'.
      if case .link = entry.form.base {
        return new.removedKeys.contains(entry.key)
          ? droppedLink(entry) : removal(of: entry, .linkRemoved, added, successors[entry.key], origin)
      }
      if isRetired(entry.key, origin?.owner) { return nil }
      // Fields of an array of records are removed with the array.
      if let parent = entry.arrayKey, gone.contains(parent) { return nil }
      if entry.form.base == .enumerationCase || entry.caseKey.map(gone.contains) == true {
        return entry.form.base == .enumerationCase
          ? removal(of: entry, .caseRemoved, added, successors[entry.key], nil) : nil
      }
      if let member = goneMember(around: entry.key, gone) {
        return told.insert(member).inserted ? removal(ofMember: member, removed, added, successors) : nil
      }
      return removal(of: entry, .keyRemoved, added, successors[entry.key], origin)
    }
  }

  /// The change for a pointer that is listed in 'removed'.
  private func droppedLink(_ entry: ArchivedEntry) -> Change {
    Change(
      .linkRemoved, new.name, key: entry.key, level: .safe,
      forward: entry.isRequired || entry.count != nil ? .refuse : nil, old: entry.form.text,
      "'\(entry.key)' is dropped on purpose", at: new.location, sourceLine: new.sourceLine)
  }

  /// The change for a key whose value is read under a new key, where old code does not look.
  private func judge(_ entry: ArchivedEntry, _ reader: ArchivedEntry, isTable: Bool) -> [Change] {
    EntryJudgement.run(
      new, entry, reader, isTable: isTable, readsFormerKey: false, enumerations: enumerations, renamed: renamed
    ).map {
      var change = $0
      change.forward = .safe
      return change
    }
  }

  private func isRetired(_ key: String, _ origin: Declarations.Owner?) -> Bool {
    retired.keys[new.name]?.contains(key) == true || retired.keys[old.name]?.contains(key) == true
      || origin.map { retired.keys[$0.type]?.contains($0.key) == true } == true
  }

  private func removal(
    of entry: ArchivedEntry, _ rule: Rule, _ added: [ArchivedEntry], _ likely: ArchivedEntry?,
    _ origin: (owner: Declarations.Owner, type: ArchivedType)?
  ) -> Change {
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
      fixes.append(Change.retiring("\(new.name).\(entry.key)", "if its values are no longer needed"))
    }
    // If another member is live for the same tag, the decoder detects that this one is missing.
    let isReplaced = added.contains { other in
      zip(entry.conditions, other.conditions).contains { $0.overlaps($1) }
    }
    let forward: Level? =
      entry.isRequired || entry.count != nil || !entry.conditions.isEmpty || requires(entry.key) ? .refuse : nil
    let what = rule == .caseRemoved ? "the case '\(entry.key)'" : "'\(entry.key)'"
    let declaring = origin?.type ?? new
    return Change(
      rule, new.name, key: entry.key, level: rule == .keyRemoved && isReplaced ? .refuse : nil, forward: forward,
      old: entry.form.text, "\(what) is gone, and archives have it", fixes: fixes,
      at: likely?.location ?? declaring.location,
      sourceLine: likely == nil ? declaring.sourceLine : likely?.sourceLine, origin: origin?.owner.subject)
  }

  /// Whether old code requires fields of a removed array.
  private func requires(_ array: String) -> Bool {
    ColumnContext(old, oldEntries).mayBeFlattened(array)
      && oldEntries.contains { $0.isRequired && $0.key.hasPrefix(array + "[].") }
  }

  // MARK: Removed members

  /// The outermost member around a key of which the new type has no keys.
  private func goneMember(around key: String, _ gone: Set<String>) -> String? {
    for dot in key.indices where key[dot] == "." {
      let prefix = String(key[...dot])
      // An array is judged by its own key.
      if prefix.hasSuffix("[].") { continue }
      let isLeft = newEntries.contains { $0.key.hasPrefix(prefix) || $0.formerKeys.contains { $0.hasPrefix(prefix) } }
      if !isLeft, oldEntries.allSatisfy({ !$0.key.hasPrefix(prefix) || gone.contains($0.key) }) {
        return String(prefix.dropLast())
      }
    }
    return nil
  }

  private func removal(
    ofMember member: String, _ removed: [ArchivedEntry], _ added: [ArchivedEntry],
    _ successors: [String: ArchivedEntry]
  ) -> Change {
    func parts(_ entries: [ArchivedEntry], _ member: String) -> [String] {
      entries.filter { $0.key.hasPrefix(member + ".") }.map { "\($0.key.dropFirst(member.count + 1)) \($0.form.text)" }
    }
    let own = parts(removed.filter { !$0.isLink }, member)
    let others = Set(added.compactMap { entry in entry.key.lastIndex(of: ".").map { String(entry.key[..<$0]) } })
    let likely = others.sorted().filter { other in !oldEntries.contains { $0.key.hasPrefix(other + ".") } }
      .map { (name: $0, shared: Set(parts(added, $0)).intersection(own).count) }
      .max { $0.shared < $1.shared }.flatMap { $0.shared * 2 >= own.count ? $0.name : nil }
    var fixes = [Change.retiring("\(new.name).\(member)", "if its values are no longer needed")]
    if let likely, let former = Similarity.formerKey(of: likely, member) {
      fixes.insert("// archive: was(\"\(former)\")    on '\(likely)', if it was renamed", at: 0)
    } else {
      fixes = movedFields(of: member, removed, successors) + fixes
    }
    let names = own.count > 4 ? "\(own.count) keys" : own.map { $0.split(separator: " ")[0] }.joined(separator: ", ")
    let isRequired = removed.contains { entry in
      entry.key.hasPrefix(member + ".") && entry.isRequired && !entry.key.dropFirst(member.count).contains("[].")
    }
    return Change(
      .keyRemoved, new.name, key: member, forward: isRequired ? .refuse : nil, old: own.joined(separator: ", "),
      "the member '\(member)' is gone, and archives have its values (\(names))", fixes: fixes, at: new.location,
      sourceLine: new.sourceLine)
  }

  /// The lines to write where a member's fields moved out of it under their own names.
  private func movedFields(
    of member: String, _ removed: [ArchivedEntry], _ successors: [String: ArchivedEntry]
  ) -> [String] {
    removed.filter { $0.key.hasPrefix(member + ".") }.compactMap { entry in
      guard let field = successors[entry.key], Similarity.lastPart(field.key) == Similarity.lastPart(entry.key),
        let former = Similarity.formerKey(of: field.key, entry.key)
      else { return nil }
      return "// archive: was(\"\(former)\")    on '\(field.key)', if it moved there"
    }
  }

  // MARK: New keys

  /// Whether fields of a new array are required if it is stored in columns.
  private func isRequired(array: String, in added: [ArchivedEntry]) -> Bool {
    added.contains { $0.isRequired && $0.key.hasPrefix(array + "[].") }
      && ColumnContext(new, newEntries).mayBeFlattened(array)
  }

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
        // The count says that the pointer has elements, but an old archive has none.
        let isCounted = entry.count.map { count in
          oldEntries.contains { count.split(separator: "*").contains($0.key[...]) }
        }
        if isCounted == true || entry.isRequired {
          return change(
            .requiredKeyAdded, entry, forward: .refuse, new: entry.form.text,
            "the pointer '\(entry.key)' is new, and \(entry.isRequired ? "required" : "its count is not"): without it an archive is refused"
          )
        }
        return change(.linkAdded, entry, new: entry.form.text, "the pointer '\(entry.key)' is new")
      }
      if entry.isRequired || isRequired(array: entry.key, in: added) {
        return change(
          .requiredKeyAdded, entry, new: entry.form.text,
          "'\(entry.key)' is new, and without it an archive is refused")
      }
      return change(.keyAdded, entry, new: entry.form.text, "'\(entry.key)' is new")
    }
  }
}
