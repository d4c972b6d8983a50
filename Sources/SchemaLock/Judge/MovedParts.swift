import ArchiveModel

/// Properties that moved into a struct in place, or out of one, under their own names: `stats.count` for `count`.
struct MovedParts {
  /// A property of a type, or of a struct in place there.
  struct Part {
    /// With its key from the root.
    let entry: ArchivedEntry
    /// As its type declares it.
    let declared: ArchivedEntry
    /// The struct that declares it; nil for the type itself.
    let owner: String?

    /// What tells it from others: its own name and its form, and within an enumeration its case.
    fileprivate func name(in type: ArchivedType, _ renamed: [String: String] = [:]) -> String {
      var form = entry.form
      if case .value(let type) = form.base { form.base = .value(type: TypeText.renaming(type, renamed)) }
      let scope = type.kind == .enumeration ? (entry.caseKey ?? "") + "." : ""
      return "\(scope)\(Similarity.lastPart(entry.key)) \(form.text)"
    }
  }

  private let types: TypePair
  private let renamed: [String: String]
  /// The type that has them.
  private let type: ArchivedType
  /// What archives have and nothing reads, by name.
  private var lost: [String: [Part]] = [:]
  /// What archives do not have, by name.
  private var gained: [String: [Part]] = [:]

  /// - Parameter removed: the entries that have gone.
  init(_ judgement: KeyJudgement, _ removed: [ArchivedEntry]) {
    (types, renamed, type) = (judgement.types, judgement.renamed, judgement.new)
    guard [.structure, .class, .enumeration].contains(type.kind) else { return }
    let newParts = Self.parts(of: judgement.newEntries, in: types.new)
    let known = Set(Self.parts(of: judgement.oldEntries, in: types.old).map(\.entry.key))
    let read = Set(newParts.flatMap(\.entry.formerKeys).map(Self.withoutSlash))
    for part in Self.parts(of: removed, in: types.old) where !read.contains(part.entry.key) {
      lost[part.name(in: type, renamed), default: []].append(part)
    }
    for part in newParts where !known.contains(part.entry.key) {
      if part.entry.formerKeys.contains(where: { known.contains(Self.withoutSlash($0)) }) { continue }
      // A value of a case is no property.
      if type.kind == .enumeration, part.owner == nil { continue }
      gained[part.name(in: type), default: []].append(part)
    }
  }

  /// What most likely has the value of an entry that has gone, or those of the struct that it was, with the old keys.
  func successors(of gone: ArchivedEntry) -> [(key: String, part: Part)] {
    var found: [(key: String, part: Part)] = []
    for part in Self.parts(of: [gone], in: types.old) where !found.contains(where: { Self.isInside(part, $0.key) }) {
      let name = part.name(in: type, renamed)
      guard lost[name]?.count == 1, let candidates = gained[name], candidates.count == 1,
        candidates[0].entry.key != part.entry.key, !isAmbiguous(part.entry.key, candidates[0])
      else { continue }
      found.append((part.entry.key, candidates[0]))
    }
    return found
  }

  private static func isInside(_ part: Part, _ key: String) -> Bool { part.entry.key.hasPrefix(key + ".") }

  private static func withoutSlash(_ key: String) -> String { key.hasPrefix("/") ? String(key.dropFirst()) : key }

  /// Whether the struct is in another type that has the key too, where it would read a value that is not its own.
  private func isAmbiguous(_ key: String, _ part: Part) -> Bool {
    guard let owner = part.owner else { return false }
    return types.new.values.contains { other in
      guard other.name != type.name, [.structure, .class].contains(other.kind) else { return false }
      let parts = Self.parts(of: other.hierarchy { types.new[$0] }.flatMap(\.entries), in: types.new)
      return parts.contains { $0.entry.key == key } && parts.contains { $0.owner == owner }
    }
  }

  /// The entries and those of structs in place, outer ones first.
  private static func parts(of entries: [ArchivedEntry], in types: [String: ArchivedType]) -> [Part] {
    var parts: [Part] = []
    var open = entries.map { (part: Part(entry: $0, declared: $0, owner: nil), depth: 0) }[...]
    // The limits are for schemas that nobody has: structs that contain themselves, or double their keys at each level.
    while let (part, depth) = open.popFirst(), parts.count < 10_000 {
      parts.append(part)
      guard case .value(let name) = part.entry.form.base, part.entry.form.dimensions.isEmpty,
        !part.entry.form.isOptional, !part.entry.isOwnCoding,
        let type = types[name], type.kind == .structure, type.rawType == nil, depth < 32
      else { continue }
      open += type.entries.map {
        (Part(entry: $0.part(of: part.entry.key), declared: $0, owner: name), depth + 1)
      }
    }
    return parts
  }
}

extension KeyJudgement {
  /// The line to write on a property that moved into a struct or out of one.
  func moving(_ key: String, to part: MovedParts.Part) -> String? {
    guard let former = part.owner == nil ? Similarity.formerKey(of: part.entry.key, key) : "/" + key else { return nil }
    let own =
      part.owner == nil
      ? part.entry.formerKeys.compactMap { Similarity.formerKey(of: part.entry.key, $0) } : part.declared.formerKeys
    let isThere = own.isEmpty ? "" : " in place of the one that is there"
    let owner = part.owner.flatMap { types.new[$0] }
    let subject = owner.map { "\($0.name).\(part.declared.key)" } ?? part.entry.key
    let isShared = sharesLine(part.declared, owner ?? new, owner?.entries ?? newEntries)
    let place = isShared && isThere.isEmpty ? "', on a line of its own" : "'"
    return "// archive: was(\(FormerNames.list(own, former)))    on '\(subject)\(place)\(isThere), if it moved there"
  }
}
