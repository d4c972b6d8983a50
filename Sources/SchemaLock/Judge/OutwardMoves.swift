import ArchiveModel

/// Properties that are gone from a struct because the type around it has them now: `Out.v` for `Out.s.v`.
struct OutwardMoves {
  private let types: TypePair
  private let declarations: Declarations
  /// The names of types in the old schema, by those of today.
  private let names: [String: String]
  /// The types that have properties which archives do not have, by name.
  private let gaining: [(type: ArchivedType, before: ArchivedType, entries: [ArchivedEntry])]

  init(_ types: TypePair, renamed: [String: String], _ declarations: Declarations) {
    (self.types, self.declarations) = (types, declarations)
    let names = Dictionary(renamed.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.names = names
    gaining = types.new.values.compactMap { type in
      guard let before = types.old[names[type.name] ?? type.name] else { return nil }
      let known = Set(before.entries.map(\.key))
      let entries = type.entries.filter { !known.contains($0.key) }
      return entries.isEmpty ? nil : (type, before, entries)
    }.sorted { $0.type.name < $1.type.name }
  }

  /// A property of a type around the struct.
  private struct Reader {
    let type: ArchivedType
    let entry: ArchivedEntry
    /// The key that it read before.
    let former: String

    var subject: String { "\(type.name).\(entry.key)" }
    var isReading: Bool { entry.formerKeys.contains { $0 == former || $0 == "/" + former } }
  }

  /// - Returns: the changes, with what to write on properties that moved, and what reads them already.
  func completing(_ changes: [Change]) -> [Change] {
    if gaining.isEmpty { return changes }
    return changes.map { change in
      guard change.rule == .keyRemoved, let key = change.key,
        let gone = types.old[names[change.type] ?? change.type], [.structure, .record].contains(gone.kind),
        let entry = gone[key]
      else { return change }
      let readers: [Reader] = gaining.filter { $0.type.name != change.type }.flatMap { holder in
        self.readers(in: holder, of: entry, gone, change.type)
      }
      if readers.isEmpty { return change }
      let known = readers.filter(\.isReading).map(\.subject)
      var change = change
      if !known.isEmpty {
        let retiring = Change.retiring(change.subject, "")
        change.fixes = change.fixes.map { fix in
          fix.hasPrefix(retiring)
            ? Change.retiring(
              change.subject,
              "if no archive has the struct but where \(known.quotedList(atMost: 3)) \(known.count == 1 ? "reads" : "read") it"
            )
            : fix
        }
      }
      change.fixes.insert(contentsOf: readers.compactMap(writing), at: 0)
      return change
    }
  }

  private func readers(
    in holder: (type: ArchivedType, before: ArchivedType, entries: [ArchivedEntry]), of gone: ArchivedEntry,
    _ owner: ArchivedType, _ name: String
  ) -> [Reader] {
    let (type, before) = (holder.type, holder.before)
    return holder.entries.filter { $0.form == gone.form }.flatMap { entry -> [Reader] in
      if type.kind == .record {
        // The keys of a C struct are those of the structs in it. What moves is told with them.
        return entry.formerKeys.map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }.filter { former in
          let origin = before[former] == nil ? nil : declarations.owner(ofGone: former, in: type.name)?.owner
          return origin?.type == name && origin?.key == gone.key
        }.map { Reader(type: type, entry: entry, former: $0) }
      }
      let places = before.entries.filter { place in
        guard case .value(owner.name) = place.form.base else { return false }
        return place.form.dimensions.isEmpty && !place.form.isOptional && !place.isOwnCoding
      }
      let all = places.map { Reader(type: type, entry: entry, former: "\($0.key).\(gone.key)") }
      return all.filter { $0.isReading || Similarity.lastPart(entry.key) == Similarity.lastPart(gone.key) }
    }
  }

  private func writing(_ reader: Reader) -> String? {
    guard !reader.isReading, let former = Similarity.formerKey(of: reader.entry.key, reader.former) else { return nil }
    let own = reader.entry.formerKeys.compactMap { Similarity.formerKey(of: reader.entry.key, $0) }
    return "// archive: was(\(FormerNames.list(own, former)))    on '\(reader.subject)'"
      + (own.isEmpty ? "" : " in place of the one that is there") + ", if it moved there"
  }
}
