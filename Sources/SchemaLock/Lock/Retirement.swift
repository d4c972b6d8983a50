import ArchiveModel

extension LockFile {
  public struct RetirementProblem: Error {
    public let message: String
    public let advice: String
  }

  /// Marks a key, an enumerator or a type as retired: its archived values are no longer needed, and its name is not
  /// used again. What no release has is removed, and its name is free.
  ///
  /// - Parameters:
  ///   - name: `Item.price`, or a type's archived name.
  ///   - schema: the current schema, which must not contain it.
  ///   - baseline: another lock, which may have it where this one does not. Then it is kept until the next release.
  ///   - keepsUnreleased: whether what no release has stays until the next release in any case, so that it can be retired again.
  public mutating func retire(
    _ name: String, reason: String, schema: ArchivedSchema, besides baseline: LockFile? = nil,
    keepsUnreleased: Bool = false
  ) throws(RetirementProblem) {
    let keepsUnreleased = keepsUnreleased || baseline != nil
    if let index = typeIndex(name) ?? adopt(name, key: nil, from: baseline) {
      if schema[name] != nil {
        throw RetirementProblem(message: "'\(name)' is still archived", advice: "remove the type, or skip it, first")
      }
      if !keepsUnreleased {
        types[index].headers.removeAll { $0.span.since == nil }
        types[index].entries.removeAll { $0.span.since == nil }
      }
      guard let line = types[index].headers.indices.last else {
        if types[index].entries.isEmpty { types.remove(at: index) }
        return
      }
      types[index].headers[line].span.retired = reason
      close(&types[index].headers[line].span)
      return
    }
    // A type's name may contain dots; the longest match is used.
    let dots = name.indices.filter { name[$0] == "." }
    for dot in dots.reversed() {
      let type = String(name[..<dot])
      let key = String(name[name.index(after: dot)...])
      guard let index = typeIndex(type) ?? adopt(type, key: key, from: baseline) else { continue }
      if !has(key, at: index) { _ = adopt(type, key: key, from: baseline) }
      if !has(key, at: index) { continue }
      let archived = Set(schema[types[index].name]?.entries.map(\.key) ?? [])
      // A key that became a member has archived keys within it.
      let isGone = types[index].entries.contains { $0.entry.key == key } && !archived.contains(key)
      if !isGone,
        types[index].entries.contains(where: { Self.isMeant($0.entry.key, by: key) && archived.contains($0.entry.key) })
      {
        throw RetirementProblem(message: "'\(name)' is still archived", advice: "remove the field, or skip it, first")
      }
      retire(key, at: index, reason, besides: archived, keepsUnreleased: keepsUnreleased)
      return
    }
    // A type that was renamed has its former name here until the lock is written.
    for dot in dots.reversed() {
      let key = String(name[name.index(after: dot)...])
      for former in schema[String(name[..<dot])]?.formerNames ?? []
      where typeIndex(former).map({ has(key, at: $0) }) == true {
        return try retire(
          "\(former).\(key)", reason: reason, schema: schema, besides: baseline, keepsUnreleased: keepsUnreleased)
      }
    }
    let all = types.flatMap { type in [type.name] + type.entries.map { "\(type.name).\($0.entry.key)" } }
    throw RetirementProblem(
      message: "the lock has no '\(name)'",
      advice: didYouMean(name, among: all)
        ?? "write Type.key, as the lock has them")
  }

  /// The keys of a member, the fields of an array and the values of a case are retired with it.
  private static func isMeant(_ other: String, by key: String) -> Bool {
    other == key || other.hasPrefix(key + ".") || other.hasPrefix(key + "[].")
  }

  private func has(_ key: String, at index: Int) -> Bool {
    types[index].entries.contains { Self.isMeant($0.entry.key, by: key) }
  }

  private mutating func retire(
    _ key: String, at index: Int, _ reason: String, besides archived: Set<String>, keepsUnreleased: Bool
  ) {
    func isMeant(_ line: Entry) -> Bool { Self.isMeant(line.entry.key, by: key) && !archived.contains(line.entry.key) }
    if !keepsUnreleased { types[index].entries.removeAll { isMeant($0) && $0.span.since == nil } }
    // If a key had several forms, the last one is kept.
    for line in types[index].entries.indices
    where isMeant(types[index].entries[line])
      && !types[index].entries[(line + 1)...].contains(where: {
        $0.entry.key == types[index].entries[line].entry.key
      })
    {
      // The reason for which a key within it was retired before stays.
      if types[index].entries[line].span.retired == nil || types[index].entries[line].entry.key == key {
        types[index].entries[line].span.retired = reason
      }
      close(&types[index].entries[line].span)
    }
  }

  /// Takes lines of another lock, as lines that no release has.
  ///
  /// - Returns: the type's index; nil if that lock does not have them either.
  private mutating func adopt(_ name: String, key: String?, from baseline: LockFile?) -> Int? {
    guard let history = baseline?.types.first(where: { $0.name == name }) else { return nil }
    let entries = history.entries.filter { line in
      key.map { Self.isMeant(line.entry.key, by: $0) && line.span.isCurrent } ?? false
    }
    if key != nil, entries.isEmpty { return nil }
    let index: Int
    if let known = typeIndex(name) {
      index = known
    } else {
      types.append(TypeHistory(name: name))
      types.sort { $0.name < $1.name }
      index = typeIndex(name) ?? 0
      types[index].headers = history.headers.suffix(1).map { Header(type: $0.type) }
    }
    types[index].entries += entries.map { Entry(entry: $0.entry) }
    types[index].entries.sort { $0.entry.key < $1.entry.key }
    return index
  }

  private func close(_ span: inout Span) {
    if span.since != nil, span.until == nil { span.until = releases.last }
  }
}
