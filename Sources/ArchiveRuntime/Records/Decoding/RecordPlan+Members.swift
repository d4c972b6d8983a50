/// Members of unions in a record with keys of its own: that none of them is lost.
extension RecordPlan {
  /// Looks at members so many unions deep, when all that they depend on is read.
  ///
  /// An archive that is older than a member has no key for it. That is told from a renamed one by the keys that it has
  /// besides; of a coder that does not list its keys, no live member may be missing.
  func checkMembers<Source: FieldSource & ~Copyable>(
    _ isLive: [Bool], _ isPresent: [Bool], depth: Int, from source: inout Source
  ) throws(ArchiveError) {
    // Tags are less deep than what they decide.
    let mayLackTag = fields.leaves.indices.contains {
      !isPresent[$0] && isLive[$0] && fields.leaves[$0].tests.count < depth
    }
    for index in fields.leaves.indices where !isPresent[index] && (isLive[index] || mayLackTag) {
      let leaf = fields.leaves[index]
      guard leaf.tests.count == depth else { continue }
      guard let test = leaf.tests.last else { continue }
      let tag = fields.leaves.firstIndex { $0.key == test.column }
      let hasTag = tag.map { isPresent[$0] } ?? true
      guard isLive[index] else {
        // By its default the tag says that another member is live.
        guard !hasTag, tag.map({ fields.leaves[$0].defaultBytes.isEmpty }) ?? false else { continue }
        var found = try presentKey(of: leaf, from: &source).map { [$0] } ?? []
        if found.isEmpty { found = try unreadKeys(isLive, depth: depth, of: leaf, test, from: &source) ?? [] }
        if found.isEmpty { continue }
        throw .unreadStructure(
          path: source.path(test.column), loss: .tag, found: found, wanted: [test.column], suggestion: nil)
      }
      let group = fields.leaves.indices.filter { fields.leaves[$0].tests == leaf.tests }
      if group.contains(where: { isPresent[$0] || !fields.leaves[$0].defaultBytes.isEmpty }) { continue }
      // Without its tag the whole union is newer than the archive, unless there are keys within it.
      let found =
        hasTag
        ? try unreadKeys(isLive, depth: depth, from: &source)
        : try unreadKeys(isLive, depth: depth, of: leaf, test, from: &source)
      guard found.map({ !$0.isEmpty }) ?? hasTag else { continue }
      let wanted = group.map { fields.leaves[$0].key } + (hasTag ? [] : [test.column])
      throw .unreadStructure(
        path: source.path(hasTag ? leaf.key : test.column), loss: hasTag ? .member : .tag, found: found ?? [],
        wanted: wanted, suggestion: Renaming(found ?? [], wanted)?.suggestion)
    }
  }

  private func presentKey<Source: FieldSource & ~Copyable>(
    of leaf: Leaf, from source: inout Source
  ) throws(ArchiveError) -> String? {
    for key in [leaf.key] + leaf.formerKeys {
      for form in [key, key + "[]"] {
        if case .missing = try source.find(form, index: nil, as: .data) { continue }
        return form
      }
    }
    var groups = FoundGroups()
    for key in [leaf.key] + leaf.formerKeys {
      if case .missing = try groups.value(key, from: &source) { continue }
      return key
    }
    return nil
  }

  /// Those within the union that the field is a member of; none of an anonymous one.
  private func unreadKeys<Source: FieldSource & ~Copyable>(
    _ isLive: [Bool], depth: Int, of leaf: Leaf, _ test: TagCondition, from source: inout Source
  ) throws(ArchiveError) -> [String]? {
    guard let union = leaf.unionPrefix(test) else { return [] }
    return try unreadKeys(isLive, depth: depth, from: &source)?.filter { $0.hasExactPrefix(union) }
  }

  /// The record's keys in the archive that no field reads, of those fields that are there for certain; nil if that is unknown.
  private func unreadKeys<Source: FieldSource & ~Copyable>(
    _ isLive: [Bool], depth: Int, from source: inout Source
  ) throws(ArchiveError) -> [String]? {
    guard let all = try source.keys() else { return nil }
    var groups = FoundGroups()
    let keys = try groups.ungrouped(all, from: &source)
    var read: Set<ExactText> = []
    for (index, leaf) in fields.leaves.enumerated() where isLive[index] || leaf.tests.count > depth {
      read.formUnion(([leaf.key] + leaf.formerKeys).map(ExactText.init))
    }
    // Each key without the subscripts behind it: `items[].x`, `items[3].x`.
    func isRead(_ key: String) -> Bool {
      if read.contains(ExactText(key)) { return true }
      var rest = key.utf8[...]
      while let bracket = rest.lastIndex(of: UInt8(ascii: "[")) {
        rest = rest[..<bracket]
        if read.contains(ExactText(String(Substring(rest)))) { return true }
      }
      return false
    }
    return keys.filter { !isRead($0) && !removedKeys.contains($0) && !KeyedArchiveFormat.isVersionKey($0) }
  }
}

extension Leaf {
  /// What the keys of all members of the union begin with; nil for an anonymous union.
  fileprivate func unionPrefix(_ test: TagCondition) -> String? {
    let scope = test.column.lastIndex(of: ".").map { test.column[...$0] } ?? ""
    guard key.hasPrefix(scope), let end = key.dropFirst(scope.count).firstIndex(of: ".") else { return nil }
    return String(key[...end])
  }
}
