import ArchiveModel

/// Keys that archives do not have, and elements of arrays.
extension KeyJudgement {
  /// Whether fields of a new array are required: in an array of records it is stored in columns.
  private func isRequired(array: String, in added: [ArchivedEntry]) -> Bool {
    added.contains { $0.isRequired && $0.key.hasPrefix(array + "[].") }
  }

  /// Whether the count of a new pointer may be another number than zero in old archives, or is one without its keys.
  private func isCounted(_ pointer: ArchivedEntry) -> Bool {
    guard let count = pointer.countText else { return false }
    if count.keys.isEmpty { return count.factor != 0 }
    if count.more != 0 { return true }
    // A product is zero if one factor is.
    return count.keys.allSatisfy { key in
      let field = newEntries.first { $0.key == key }
      let keys = [key] + (field?.formerKeys ?? []).map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
      return keys.contains { key in oldEntries.contains { $0.key == key } }
        || field.map { $0.numberWithoutKey != 0 } ?? false
    }
  }

  /// Whether a pointer's count is another number than zero where an archive has none of its fields.
  private func isCountedWithoutKeys(_ pointer: ArchivedEntry) -> Bool {
    guard pointer.needsElements, let count = pointer.countText, count.terminator == nil else { return false }
    // A default whose number is not known may be any.
    let factors = count.keys.map { key in newEntries.first { $0.key == key }.map { $0.numberWithoutKey ?? 1 } ?? 0 }
    return factors.reduce(Int64(count.factor), &*) &+ Int64(count.more) != 0
  }

  /// The fields that a new field is for archives without it: an array's elements have theirs.
  private func fields(of entry: ArchivedEntry, in added: [ArchivedEntry]) -> [ArchivedEntry] {
    entry.form.base == .records ? added.filter { $0.key.hasPrefix(entry.key + "[].") } : [entry]
  }

  func additions(
    _ added: [ArchivedEntry], _ becameArrays: Set<String>, _ arrived: [(key: String, part: MovedParts.Part)]
  ) -> [Change] {
    let new = Set(added.map(\.key))
    return added.compactMap { entry in
      if isRetired(entry.key, nil) {
        return change(
          .keyReused, entry, new: entry.form.text,
          "the key '\(entry.key)' was retired, and a field has it again", fixes: ["// archive: key(\"…\")"])
      }
      if let other = oldEntries.first(where: {
        $0.formerKeys.contains(entry.key) && !entry.formerKeys.contains($0.key)
      }) {
        return change(
          .keyReused, entry, new: entry.form.text,
          "archives of an earlier release have the value of '\(other.key)' under the key '\(entry.key)'",
          fixes: ["// archive: key(\"…\")"])
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
        let isCounted = entry.needsElements && isCounted(entry)
        if isCounted || entry.isRequired {
          return change(
            .requiredKeyAdded, entry, forward: .refuse, new: entry.form.text,
            "the pointer '\(entry.key)' is new, and \(entry.isRequired ? "required" : "its count is not"): without it an archive is refused",
            fixes: entry.isRequired
              ? [] : ["// archive: nullable    on '\(entry.declaredName)', if it may be NULL beside its count"])
        }
        return change(.linkAdded, entry, new: entry.form.text, "the pointer '\(entry.key)' is new")
      }
      if entry.isRequired && !readsAllParts(entry) || isRequired(array: entry.key, in: added) {
        // A default would take the place of values that archives have.
        let moves = arrived.filter { $0.part.entry.key.hasPrefix(entry.key + ".") }
        let isOfCase = self.new.kind == .enumeration && entry.caseKey != nil
        return change(
          .requiredKeyAdded, entry, new: entry.form.text,
          "'\(entry.key)' is new, and without it an archive is refused",
          fixes: moves.isEmpty && isOfCase
            ? ["/* archive: default(…) */    before '\(entry.key)', a value for the archives that lack it"]
            : moves.compactMap { moving($0.key, to: $0.part) })
      }
      return addition(entry, fields(of: entry, in: added))
    }
  }

  /// A new field that no archive has to have.
  private func addition(_ entry: ArchivedEntry, _ fields: [ArchivedEntry]) -> Change {
    guard let (field, reason) = fields.lazy.compactMap(\.reasonAgainstNoKey).first
    else { return change(.keyAdded, entry, new: entry.form.text, "'\(entry.key)' is new") }
    let isTag = !field.tagValues.isEmpty
    return change(
      isTag ? .requiredKeyAdded : .keyAdded, entry, level: isTag ? .refuse : .misread, new: entry.form.text,
      "'\(entry.key)' is new, and for archives without it \(reason)",
      fixes: ["// archive: default(…)    on '\(field.declaredName)', a value for the archives that lack it"]
        + (isTag ? ["// archive: none(0)    on the union, if 0 says that it has no member"] : []))
  }

  /// New elements of an array of records may have a value that is refused.
  func refusingNewElements(_ change: Change) -> Change {
    guard [.arrayGrown, .becameArray].contains(change.rule), change.level == .safe,
      let array = newEntries.first(where: { $0.key == change.key }), array.form.base == .records,
      array.form.dimensions.contains(where: { $0 != 1 }),
      let reason = fields(of: array, in: newEntries).lazy.compactMap({
        $0.reasonAgainstNoKey?.reason ?? reasonAgainstNoTarget($0, isNewArray: change.rule == .becameArray)
      }).first
    else { return change }
    var change = change
    change.level = .refuse
    change.message += "; in new elements \(reason), which is refused"
    return change
  }

  /// Why a pointer in a new element is refused.
  private func reasonAgainstNoTarget(_ pointer: ArchivedEntry, isNewArray: Bool) -> String? {
    // A pointer that is new is in no archive.
    let isOld = oldEntries.contains { old in
      old.key == pointer.key || pointer.formerKeys.contains(old.key)
        || SingleRecordKeys.isSingle(old.key, pointer.key)
    }
    guard pointer.isLink, isOld else { return nil }
    if pointer.conditions.isEmpty {
      return isCountedWithoutKeys(pointer) ? "'\(pointer.key)' is NULL beside a count that is not 0" : nil
    }
    // The tables of a graph have links for the elements that have the member.
    guard isNewArray || pointer.conditions.allSatisfy({ $0.values.contains(0) != $0.isExclusion }) else { return nil }
    return "the member '\(pointer.key)' of a union is missing"
  }
}

extension ArchivedEntry {
  /// The integer that a field of a record is where an archive does not have its key; nil for what is no integer, or unknown.
  fileprivate var numberWithoutKey: Int64? { (constant ?? defaultValue).map { Int64($0) } ?? 0 }

  /// Why the field of a record cannot be without its key in an archive: its default, or zero, is a value that it may not have.
  fileprivate var reasonAgainstNoKey: (field: ArchivedEntry, reason: String)? {
    // A member of a union that is live is an error without its keys.
    guard conditions.isEmpty, let value = numberWithoutKey else { return nil }
    if !tagValues.isEmpty, !tagValues.contains(value) {
      return (self, "the tag '\(key)' is \(value), for which its union has no member")
    }
    if !allowedValues.isEmpty, !allowedValues.contains(value) {
      return (self, "'\(key)' is \(value), which its enumeration does not have")
    }
    return nil
  }
}
