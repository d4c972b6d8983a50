import ArchiveModel
import Foundation

/// Finds the key of the new type that reads the data of each old key.
struct KeyJudgement {
  let old: ArchivedType
  let new: ArchivedType
  let oldEntries: [ArchivedEntry]
  let newEntries: [ArchivedEntry]
  let renamed: [String: String]
  let types: TypePair
  let retired: RetiredNames
  let declarations: Declarations
  /// The old keys that fields with other keys read, with these.
  let renamedKeys: [String: String]
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
      return [renamed] + judge(entry, reader, isTable: isTable, asked: entry.asked(renamedKeys))
    }
    let pointers = becamePointers(oldByKey)
    for (pointer, _) in pointers { matched.insert(pointer.key) }
    changes += pointers.map(\.change)
    for entry in oldEntries {
      // Fields may read the values of a struct that became a pointer.
      let isRead = readers[entry.key] != nil || moved[entry.key] != nil
      if !isRead, pointers.contains(where: { entry.key.hasPrefix($0.pointer.key + ".") }) { continue }
      if let same = newByKey[entry.key] {
        matched.insert(same.key)
        // Most keys have not changed.
        if same.formerKeys.isEmpty, renamed.isEmpty, entry.isRead(like: same),
          !DefaultComparison(types: types).isOther(entry, same)
        {
          continue
        }
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
        var asked = entry.asked(renamedKeys)
        // A pointer without a count leads to one element.
        if entry.isLink, let count = same.countText,
          isDefault(entry.countText ?? CountText(keys: []), of: count, oldByKey, newByKey)
        {
          asked.count = count
        }
        changes += EntryJudgement.run(
          new, entry, same, asked: asked, isTable: isTable,
          readsFormerKey: same.formerKeys.contains { oldByKey[$0] != nil },
          types: types, renamed: renamed)
      } else if let reader = readers[entry.key]?.first(where: { reader in
        // A field reads the first of its keys that an archive has, and that is no other field's.
        reader.formerKeys.contains(where: entry.key.isExactly) && oldByKey[reader.key] == nil
          && reader.formerKeys.first { oldByKey[$0] != nil && newByKey[$0] == nil } == entry.key
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
        changes += judge(entry.asElement(of: reader), reader, isTable: isTable)
      } else {
        let moved = movedOut(of: entry, oldByKey)
        for (part, reader) in moved.found {
          matched.insert(reader.key)
          changes += renaming(part, reader)
        }
        if moved.found.isEmpty || !moved.isWhole { removed.append(entry) }
      }
    }
    changes += reusedGroupKeys()
    let added = newEntries.filter { !matched.contains($0.key) }
    var arrived: [(key: String, part: MovedParts.Part)] = []
    changes += removals(removed, added: added, &arrived)
    changes += additions(added, becameArrays, arrived)
    changes += judgeCommon(oldByKey, newByKey, becameArrays)
    return changes.map(refusingNewElements)
  }

  /// Pointers that were structs in place, whose values no pointer reads.
  private func becamePointers(_ oldByKey: ExactKeys) -> [(pointer: ArchivedEntry, change: Change)] {
    newEntries.filter { $0.isLink && oldByKey[$0.key] == nil }.compactMap { pointer in
      guard oldEntries.contains(where: { $0.key.hasPrefix(pointer.key + ".") }) else { return nil }
      let change = change(
        .typeChanged, pointer, old: "struct", new: pointer.form.text,
        "'\(pointer.key)' was a struct and is a pointer, which is not read from the struct's values",
        fixes: ["// archive: key(\"…\")    on '\(pointer.key)', a new key"])
      return (pointer, change)
    }
  }

  /// Whether a count that was this constant is the default of a key that no archive of the old type has.
  private func isDefault(_ former: CountText, of count: CountText, _ old: ExactKeys, _ new: ExactKeys) -> Bool {
    guard former == CountText(keys: [], factor: former.factor, mayBeNull: former.mayBeNull),
      let name = count.keys.first, count == CountText(keys: [name], mayBeNull: count.mayBeNull),
      let entry = new[name], entry.defaultValue == "\(former.factor)"
    else { return false }
    return ([name] + entry.formerKeys).allSatisfy { old[$0] == nil }
  }

  /// The old keys that fields with other keys read, with these.
  static func renamedKeys(_ old: [ArchivedEntry], _ new: [ArchivedEntry]) -> [String: String] {
    if new.allSatisfy(\.formerKeys.isEmpty) { return [:] }
    let (old, newByKey) = (ExactKeys(old), ExactKeys(new))
    var renamed: [String: String] = [:]
    for entry in new where old[entry.key] == nil {
      if let former = entry.formerKeys.first(where: { old[$0] != nil && newByKey[$0] == nil }) {
        renamed[former] = entry.key
      }
    }
    return renamed
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
          && (isColumns
            ? entry.form.base != .records
            : !entry.isInRecords || !entry.key.dropFirst(prefix.count).contains("[]."))
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
      // A migration reads the keys of earlier versions.
      let isMigrated = array == nil && new.version ?? 1 > old.version ?? 1
      let backward = !isMigrated && isMissing(newEntries, prefix, array, in: oldByKey)
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

  func change(
    _ rule: Rule, _ entry: ArchivedEntry, level: Level? = nil, forward: Level? = nil, old: String = "",
    new text: String = "", _ message: String, fixes: [String] = []
  ) -> Change {
    Change(
      rule, new.name, key: entry.key, level: level, forward: forward, old: old, new: text, message, fixes: fixes,
      at: entry.location, sourceLine: entry.sourceLine)
  }

  /// The change for a key whose value is read under a new key, where old code does not look.
  private func judge(
    _ entry: ArchivedEntry, _ reader: ArchivedEntry, isTable: Bool, asked: AskedFields? = nil
  ) -> [Change] {
    EntryJudgement.run(
      new, entry, reader, asked: asked ?? entry.asked([:]), isTable: isTable, readsFormerKey: false, types: types,
      renamed: renamed
    ).map {
      var change = $0
      change.forward = .safe
      return change
    }
  }
}
