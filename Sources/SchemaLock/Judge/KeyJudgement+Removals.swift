import ArchiveModel

/// Keys that no field reads any more.
extension KeyJudgement {
  /// - Parameter arrived: gets what most likely has the values of old keys in a struct or outside of one.
  func removals(
    _ removed: [ArchivedEntry], added: [ArchivedEntry], _ arrived: inout [(key: String, part: MovedParts.Part)]
  ) -> [Change] {
    let gone = Set(removed.map(\.key))
    let successors = Similarity.successors(of: removed, in: oldEntries, among: added, newEntries)
    var told: Set<String> = []
    var renamedMembers: [String: String?] = [:]
    let members = GoneMembers(gone, oldEntries, newEntries)
    let moves = removed.isEmpty ? nil : MovedParts(self, removed)
    var newMembers: [(name: String, parts: Set<String>)]?
    func successor(of member: String) -> String? {
      if let known = renamedMembers[member] { return known }
      let candidates = newMembers ?? self.newMembers(added)
      newMembers = candidates
      let found = self.successor(ofMember: member, removed, candidates)
      renamedMembers[member] = .some(found)
      return found
    }
    return removed.compactMap { entry in
      let origin = declarations.owner(ofGone: entry.key, in: new.name)
      // A retired link is refused nevertheless, unless the type has 'removed'.
      if case .link = entry.form.base {
        // What is listed on a struct holds wherever the struct is.
        let isListed = origin.map { $0.type.removedKeys.contains($0.owner.key) } ?? false
        if isListed || new.removedKeys.contains(entry.key) { return droppedLink(entry) }
        let member = members.outermost(around: entry.key).flatMap { member in
          successor(of: member).map { (name: member, successor: $0) }
        }
        return removal(of: entry, .linkRemoved, added, successors[entry.key], origin, within: member)
      }
      if isRetired(entry.key, origin?.owner) { return nil }
      // Fields of an array of records are removed with the array.
      if let parent = entry.arrayKey, gone.contains(parent) { return nil }
      if entry.form.base == .enumerationCase || entry.caseKey.map(gone.contains) == true {
        return entry.form.base == .enumerationCase
          ? removal(of: entry, .caseRemoved, added, successors[entry.key], nil) : nil
      }
      if let member = members.outermost(around: entry.key) {
        guard told.insert(member).inserted else { return nil }
        return removal(ofMember: member, successor(of: member), removed, successors)
      }
      var likely = successors[entry.key]
      // A property of the same name is rather the one than another of the same type.
      let isSameName = likely.map { Similarity.lastPart($0.key) == Similarity.lastPart(entry.key) } ?? false
      let isReader = likely?.formerKeys.contains(entry.key) ?? false
      let moved = isSameName || isReader ? [] : moves?.successors(of: entry) ?? []
      if !moved.isEmpty { likely = nil }
      arrived += moved
      return removal(of: entry, .keyRemoved, added, likely, origin, moved: moved)
    }
  }

  /// The change for a pointer that is listed in 'removed'.
  private func droppedLink(_ entry: ArchivedEntry) -> Change {
    Change(
      .linkRemoved, new.name, key: entry.key, level: .safe,
      forward: entry.isRequired || entry.needsElements ? .refuse : nil, old: entry.form.text,
      "'\(entry.key)' is dropped on purpose", at: new.location, sourceLine: new.sourceLine)
  }

  func isRetired(_ key: String, _ origin: Declarations.Owner?) -> Bool {
    retired.keys[new.name]?.contains(key) == true || retired.keys[old.name]?.contains(key) == true
      || origin.map { retired.keys[$0.type]?.contains($0.key) == true } == true
  }

  /// - Parameters:
  ///   - member: The member around a pointer that has another name now, which reads the pointer too.
  ///   - moved: What has its value, or the values in it, in a struct or outside of one.
  private func removal(
    of entry: ArchivedEntry, _ rule: Rule, _ added: [ArchivedEntry], _ likely: ArchivedEntry?,
    _ origin: (owner: Declarations.Owner, type: ArchivedType)?, within member: (name: String, successor: String)? = nil,
    moved: [(key: String, part: MovedParts.Part)] = []
  ) -> Change {
    var fixes = moved.compactMap { moving($0.key, to: $0.part) }
    if let member, let former = Similarity.formerKey(of: member.successor, member.name) {
      fixes.append("// archive: was(\"\(former)\")    on '\(member.successor)', if it was renamed")
    } else if let likely, let former = formerKey(of: likely, entry.key) {
      if !likely.formerKeys.contains(entry.key) {
        fixes.append(renaming(former, of: entry, to: likely))
      } else if rule != .linkRemoved, mayMigrate {
        fixes.append(migrating(entry, to: likely))
      }
    }
    if rule == .linkRemoved {
      let isStruct = newEntries.contains { $0.key.hasPrefix(entry.key + ".") }
      let besides =
        isStruct ? " beside '// archive: key(\"…\")' on '\(entry.key)', which is a struct now" : ""
      fixes.append("// archive: removed(\"\(entry.key)\")    on '\(new.name)'\(besides), if it is dropped on purpose")
    } else {
      if new.version ?? 1 > old.version ?? 1 {
        fixes.append("archivegen lock --accept \(rule.rawValue):\(new.name).\(entry.key)    if 'migrate' reads it")
      }
      fixes.append(Change.retiring("\(new.name).\(entry.key)", "if its values are no longer needed"))
    }
    // If another member is live for the same tag, the decoder detects that this one is missing.
    let isReplaced = added.contains { other in
      zip(entry.conditions, other.conditions).contains { $0.overlaps($1, renamed: renamedKeys) }
    }
    let forward: Level? =
      entry.isRequired || entry.needsElements || !entry.conditions.isEmpty || requires(entry.key) ? .refuse : nil
    // Old code refuses a struct where it expects a pointer.
    let isStruct = entry.isLink && newEntries.contains { $0.key.hasPrefix(entry.key + ".") }
    let what = rule == .caseRemoved ? "the case '\(entry.key)'" : "'\(entry.key)'"
    let declaring = origin?.type ?? new
    let target = likely ?? moved.first?.part.entry
    let name = Similarity.lastPart(entry.key)
    let misplaced =
      declaring.formerNames.contains(name)
      ? "; 'was(\"\(name)\")' stands on the type '\(declaring.name)', and is a former name of the type there" : ""
    return Change(
      rule, new.name, key: entry.key, level: rule == .keyRemoved && isReplaced ? .refuse : nil,
      forward: isStruct ? .refuse : forward,
      old: entry.form.text, "\(what) is gone, and archives have it\(misplaced)", fixes: fixes,
      at: target?.location ?? declaring.location,
      sourceLine: target == nil ? declaring.sourceLine : target?.sourceLine, origin: origin?.owner.subject)
  }

  /// The line to write where a field has the former key already, and its value is lost nevertheless: the field's struct is in the
  /// record more than once, and all of them share one list of former keys.
  private func migrating(_ gone: ArchivedEntry, to entry: ArchivedEntry) -> String {
    "// archive: version(\((old.version ?? 1) + 1)), migrate(update)    "
      + "on '\(new.name)' and read '\(gone.key)' there: a list of former keys cannot tell the places of '\(entry.key)' apart"
  }

  /// Whether the type may have a migration, and has none for this change yet.
  private var mayMigrate: Bool {
    if new.version ?? 1 > old.version ?? 1 { return false }
    return new.kind == .record || [.structure, .class].contains(new.kind) && !new.isInColumns
  }

  /// The line to write on what has a new name, and where.
  private func renaming(_ former: String, of gone: ArchivedEntry, to entry: ArchivedEntry) -> String {
    // Two of the attribute on one field are an error, and one of two names would lose the releases with the other.
    let own = entry.formerKeys.filter { !isOfMemberAround(entry, $0) }.compactMap { formerKey(of: entry, $0) }
    // The texts of an array have keys of their own, and one declaration.
    let (key, former) = Self.withoutSubscripts(entry.key, former)
    let names = FormerNames.list(own + gone.formerKeys.compactMap { formerKey(of: entry, $0) }, former)
    let isThere = own.isEmpty ? "" : " in place of the one that is there"
    // Archives have the raw value, for which no key stands.
    if new.rawType != nil {
      return "case \(entry.declaredName) = \"\(former)\"    as it was, if it is the same case"
    }
    // A comment at the end of a line belongs to the case, so a value has one of its own before it.
    if new.kind == .enumeration, entry.caseKey != nil {
      return "/* archive: was(\(names)) */    before '\(key)'\(isThere), if it was renamed"
    }
    let place = sharesLine(entry, new, newEntries) && isThere.isEmpty ? "', on a line of its own" : "'"
    return
      "// archive: was(\(names))    on '\(key)\(place)\(isThere)\(renamingValues(of: gone, in: entry)), if it was renamed"
  }

  /// Both keys without the subscripts at their ends, if these are the same.
  private static func withoutSubscripts(_ key: String, _ former: String) -> (String, String) {
    guard key.hasSuffix("]"), let start = key.firstIndex(of: "["), case let subscripts = key[start...],
      former.hasSuffix(subscripts), subscripts.allSatisfy({ $0.isNumber || "[]".contains($0) })
    else { return (key, former) }
    return (String(key[..<start]), String(former.dropLast(subscripts.count)))
  }

  /// Whether a field has a former key because a member around it has a former name: `part.w` of `item.w`.
  private func isOfMemberAround(_ entry: ArchivedEntry, _ former: String) -> Bool {
    guard let owner = declarations.owner(of: entry, in: new.name), let own = types.new[owner.type]?[owner.key],
      !own.formerKeys.contains(former)
    else { return false }
    let around = entry.key.dropLast(owner.key.count)
    return ([own.key] + own.formerKeys).contains { former.hasSuffix("." + $0) && former != around + $0 }
  }

  /// The argument of 'was' as `Similarity.formerKey`. The values of a case are read under its former names without one.
  private func formerKey(of entry: ArchivedEntry, _ old: String) -> String? {
    guard new.kind == .enumeration, let name = entry.caseKey, let dot = old.firstIndex(of: ".") else {
      return Similarity.formerKey(of: entry.key, old)
    }
    let here = name + old[dot...]
    return here == entry.key ? nil : Similarity.formerKey(of: entry.key, here)
  }

  /// What to write before the values of a renamed case that have other labels too, where their types tell which these are.
  private func renamingValues(of gone: ArchivedEntry, in entry: ArchivedEntry) -> String {
    guard entry.form.base == .enumerationCase else { return "" }
    func values(_ name: String, _ entries: [ArchivedEntry]) -> [(label: String, form: String)] {
      entries.filter { $0.caseKey == name }.map { (String($0.key.dropFirst(name.count + 1)), $0.form.text) }
    }
    let (old, new) = (values(gone.key, oldEntries), values(entry.key, newEntries))
    let lost = old.filter { former in !new.contains { $0.label == former.label } }
    let added = new.filter { value in !old.contains { $0.label == value.label } }
    return lost.compactMap { former in
      let likely = added.filter { $0.form == former.form }
      guard likely.count == 1, lost.count(where: { $0.form == former.form }) == 1 else { return nil }
      return ", and '/* archive: was(\"\(former.label)\") */' before its value '\(likely[0].label)'"
    }.joined()
  }

  /// Whether a comment at the end of the declaration's line would belong to other declarations, or to the type.
  ///
  /// - Parameter type: The type that declares it, with its entries.
  func sharesLine(_ entry: ArchivedEntry, _ type: ArchivedType, _ entries: [ArchivedEntry]) -> Bool {
    guard let place = entry.location else { return false }
    let others = entries.filter { $0.form.base == .enumerationCase || $0.caseKey == nil || type.kind != .enumeration }
    // What a macro declares has one location.
    let isShared = ([type.location] + others.map(\.location)).contains { other in
      other.map { $0.file == place.file && $0.line == place.line && $0.column != place.column } ?? false
    }
    let braces = (entry.sourceLine ?? "").prefix { $0 != "/" }.filter { "{}".contains($0) }
    return isShared || braces.count(where: { $0 == "}" }) > braces.count(where: { $0 == "{" })
  }

  /// Whether old code requires fields of a removed array.
  private func requires(_ array: String) -> Bool {
    ColumnContext(old, oldEntries).mayBeFlattened(array)
      && oldEntries.contains { $0.isRequired && $0.key.hasPrefix(array + "[].") }
  }

  // MARK: Removed members

  /// The parts of a member with their forms: `x f64`.
  private func parts(of member: String, _ entries: [ArchivedEntry]) -> [String] {
    let prefix = member + "."
    return entries.filter { $0.key.hasPrefix(prefix) }.map { "\($0.key.dropFirst(prefix.count)) \($0.form.text)" }
  }

  /// The members that the old type does not have, each with its parts and their forms.
  private func newMembers(_ added: [ArchivedEntry]) -> [(name: String, parts: Set<String>)] {
    let names = Set(added.compactMap { entry in entry.key.lastIndex(of: ".").map { String(entry.key[..<$0]) } })
    let known = Set(oldEntries.flatMap { GoneMembers.prefixes(of: $0.key) })
    var parts: [Substring: Set<String>] = [:]
    for entry in added {
      for prefix in GoneMembers.prefixes(of: entry.key) {
        parts[prefix, default: []].insert("\(entry.key.dropFirst(prefix.count)) \(entry.form.text)")
      }
    }
    return names.sorted().filter { !known.contains("\($0).") }.map { ($0, parts["\($0)."] ?? []) }
  }

  /// The new member that most likely has the data of one that is gone.
  private func successor(
    ofMember member: String, _ removed: [ArchivedEntry], _ newMembers: [(name: String, parts: Set<String>)]
  ) -> String? {
    let own = parts(of: member, removed)
    func likeness(_ other: (name: String, parts: Set<String>)) -> (shared: Int, words: Double) {
      let words = Similarity.ofWords(Similarity.lastPart(other.name), Similarity.lastPart(member))
      return (other.parts.intersection(own).count, words)
    }
    let best = newMembers.map { (name: $0.name, likeness: likeness($0)) }.max { $0.likeness < $1.likeness }
    return best.flatMap { $0.likeness.shared * 2 >= own.count ? $0.name : nil }
  }

  private func removal(
    ofMember member: String, _ likely: String?, _ removed: [ArchivedEntry], _ successors: [String: ArchivedEntry]
  ) -> Change {
    // Links are changes of their own.
    let own = parts(of: member, removed.filter { !$0.isLink })
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
}

/// The members of which the new type has no keys.
private struct GoneMembers {
  /// What the keys begin with, up to a dot, that are read or are not gone.
  private var kept: Set<Substring> = []

  init(_ gone: Set<String>, _ old: [ArchivedEntry], _ new: [ArchivedEntry]) {
    guard gone.contains(where: { $0.utf8.contains(UInt8(ascii: ".")) }) else { return }
    for entry in old where !gone.contains(entry.key) { kept.formUnion(Self.prefixes(of: entry.key)) }
    for entry in new {
      kept.formUnion(Self.prefixes(of: entry.key))
      for former in entry.formerKeys { kept.formUnion(Self.prefixes(of: former)) }
    }
  }

  /// The outermost member around a key that is gone.
  func outermost(around key: String) -> String? {
    // An array is judged by its own key.
    Self.prefixes(of: key).first { !$0.hasSuffix("[].") && !kept.contains($0) }.map { String($0.dropLast()) }
  }

  static func prefixes(of key: String) -> [Substring] {
    key.utf8.indices.filter { key.utf8[$0] == UInt8(ascii: ".") }.map { key[...$0] }
  }
}
