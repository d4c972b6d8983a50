import ArchiveModel

/// Properties that moved out of a struct in place, or to another: `was("box.size")` reads what was the struct's `size`.
extension KeyJudgement {
  /// The values of the struct under a key that has gone, each with the entry that reads it now, and whether these are
  /// all.
  func movedOut(
    of gone: ArchivedEntry, _ old: ExactKeys
  ) -> (found: [(entry: ArchivedEntry, reader: ArchivedEntry)], isWhole: Bool) {
    let parts = parts(of: gone, in: types.old)
    let keys = Set(parts.map(\.key))
    let found = parts.compactMap { part in
      let reader = newEntries.first { reader in
        let former = reader.formerKeys.map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
        // A field reads the first of its keys that an archive has.
        return old[reader.key] == nil && former.first { keys.contains($0) || old[$0] != nil } == part.key
      }
      return (reader ?? moved[part.key]).map { (part, $0) }
    }
    return (found, found.count == parts.count)
  }

  /// Whether a new struct in place reads all that it needs from keys of the type itself, by `was("/size")`.
  func readsAllParts(_ entry: ArchivedEntry) -> Bool {
    let read = Set(moved.filter { key, _ in oldEntries.contains { $0.key == key } }.map(\.value.key))
    func isRead(_ part: ArchivedEntry) -> Bool { !part.isRequired || read.contains(part.key) }
    // A struct inside that is read as a whole, or need not be there, needs no part of its own.
    let parts = parts(of: entry, in: types.new, outside: isRead)
    return !parts.isEmpty && parts.allSatisfy(isRead)
  }

  /// The values of a struct in place, and of structs inside it, with their keys in the type.
  ///
  /// - Parameter isWhole: The structs inside it that are not taken apart.
  private func parts(
    of entry: ArchivedEntry, in types: [String: ArchivedType],
    outside isWhole: (ArchivedEntry) -> Bool = { _ in false }
  ) -> [ArchivedEntry] {
    var parts: [ArchivedEntry] = []
    var open = [(entry, depth: 0)]
    // The limits are for schemas that nobody has: structs that contain themselves, or double their keys at each level.
    while let (next, depth) = open.popLast(), parts.count + open.count < 10_000 {
      guard case .value(let name) = next.form.base, next.form.dimensions.isEmpty, !next.form.isOptional,
        let type = types[name], type.kind == .structure, type.rawType == nil, depth < 32, depth == 0 || !isWhole(next)
      else {
        if depth > 0 { parts.append(next) }
        continue
      }
      open += type.entries.map { ($0.part(of: next.key), depth + 1) }
    }
    return parts.sorted { $0.key < $1.key }
  }
}

extension ArchivedEntry {
  /// The entry of a struct that is in place under a key, with its key in the type around it.
  func part(of key: String) -> ArchivedEntry {
    var part = ArchivedEntry(key: "\(key).\(self.key)", form: form)
    (part.defaultValue, part.constant, part.isRequired) = (defaultValue, constant, isRequired)
    (part.isWeak, part.isOwnCoding, part.storage, part.types) = (isWeak, isOwnCoding, storage, types)
    (part.location, part.sourceLine) = (location, sourceLine)
    part.formerKeys = formerKeys.map { $0.hasPrefix("/") ? $0 : "\(key).\($0)" }
    return part
  }
}
