import ArchiveModel

/// The scope in which members are resolved: the record that has the table, and the path to the members' owner in it.
/// Members of anonymous structs and of unions go into the table of the record around them.
struct MemberScope {
  /// The record that has the table.
  let root: Record
  /// The record with the members: the root, or an anonymous struct or a union inside it.
  let owner: Record
  /// The offset of the owner in the root, in bytes.
  let base: Int
  /// The prefix of the members' keys: "value." for the members of a union.
  let keyPrefix: String
  let formerPrefixes: [FormerKey]
  /// The path from the root to the owner in Swift.
  let swiftPath: [MemberStep]
  /// The conditions under which the owner's members are live.
  let conditions: [SchemaTagCondition]
  /// The records and named unions around the members, outermost first, in which names are looked up.
  let levels: [Level]
  /// Whether the owner ends where the root ends.
  let isAtEnd: Bool

  /// A record, or a named union in it, whose members can be named without a path.
  struct Level {
    let record: Record
    let keyPrefix: String
    let base: Int
    /// The union members on the path, outermost first.
    let branches: [MemberPath.Branch]
    /// The member of the union that is always live, if there is one.
    let liveMember: String?
  }

  init(root: Record, liveMember: String? = nil) {
    self.root = root
    owner = root
    base = 0
    keyPrefix = ""
    formerPrefixes = []
    swiftPath = []
    conditions = []
    levels = [Level(record: root, keyPrefix: "", base: 0, branches: [], liveMember: liveMember)]
    isAtEnd = root.kind == .structure
    branches = []
  }

  /// The union members that contain the owner.
  let branches: [MemberPath.Branch]

  private init(
    root: Record, owner: Record, base: Int, keyPrefix: String, formerPrefixes: [FormerKey], swiftPath: [MemberStep],
    conditions: [SchemaTagCondition], levels: [Level], isAtEnd: Bool, branches: [MemberPath.Branch]
  ) {
    self.root = root
    self.owner = owner
    self.base = base
    self.keyPrefix = keyPrefix
    self.formerPrefixes = formerPrefixes
    self.swiftPath = swiftPath
    self.conditions = conditions
    self.levels = levels
    self.isAtEnd = isAtEnd
    self.branches = branches
  }

  /// The scope of the members of an anonymous struct or union.
  func entering(anonymous inner: Record, at field: Field, isLast: Bool) -> MemberScope {
    MemberScope(
      root: root, owner: inner, base: base + field.bitOffset / 8, keyPrefix: keyPrefix,
      formerPrefixes: formerPrefixes, swiftPath: swiftPath, conditions: conditions, levels: levels,
      isAtEnd: isAtEnd && isLast && inner.kind == .structure, branches: branches)
  }

  /// The scope of the members of a named union.
  func entering(union inner: Record, at field: Field, key: String, formerKeys: [FormerKey], liveMember: String?)
    -> MemberScope
  {
    let prefix = keyPrefix + key + "."
    let base = base + field.bitOffset / 8
    return MemberScope(
      root: root, owner: inner, base: base, keyPrefix: prefix,
      formerPrefixes: self.formerKeys(key, formerKeys).map { $0 + "." },
      swiftPath: swiftPath + [.member(field.name)], conditions: conditions,
      levels: levels + [
        Level(record: inner, keyPrefix: prefix, base: base, branches: branches, liveMember: liveMember)
      ], isAtEnd: false, branches: branches)
  }

  /// The same scope under a further condition.
  func when(_ condition: SchemaTagCondition?, branch: MemberPath.Branch?) -> MemberScope {
    MemberScope(
      root: root, owner: owner, base: base, keyPrefix: keyPrefix, formerPrefixes: formerPrefixes,
      swiftPath: swiftPath, conditions: conditions + [condition].compactMap(\.self), levels: levels, isAtEnd: false,
      branches: branches + [branch].compactMap(\.self))
  }

  /// A member's former keys in the table: its former keys with the current prefix, and all its keys with former prefixes.
  /// Keys from the root have no prefix.
  func formerKeys(_ key: String, _ former: [FormerKey]) -> [FormerKey] {
    let relative = [key] + former.filter { !$0.isFromRoot }.map(\.text)
    return former.map { $0.behind(keyPrefix) }
      + formerPrefixes.flatMap { prefix in relative.map { prefix + $0 } }
  }
}
