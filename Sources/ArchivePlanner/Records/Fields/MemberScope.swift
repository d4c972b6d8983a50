import ArchiveModel

/// Where members are settled: the record whose table they go into, and how they stand in it. Members of anonymous
/// structs and of unions go into the table of the record around them.
struct MemberScope {
  /// The record that has the table.
  let root: Record
  /// Whose members are settled: the root, or an anonymous struct or a union inside it.
  let owner: Record
  /// Of the owner in the root, in bytes.
  let base: Int
  /// What comes before the members' keys: "value." for those of a union.
  let keyPrefix: String
  let formerPrefixes: [FormerKey]
  /// How Swift reaches the owner from the root.
  let swiftPath: [MemberStep]
  /// What must hold for the owner's members to be live.
  let conditions: [TagCondition]
  /// The named levels around the members, outermost first: where a name is looked for.
  let levels: [Level]
  /// Whether the owner ends where the root ends.
  let isAtEnd: Bool

  /// A record, or a named union in it, whose members can be named without a path.
  struct Level {
    let record: Record
    let keyPrefix: String
    let base: Int
    /// The live unions' members on the way, outermost first.
    let branches: [MemberPath.Branch]
    /// How the union's live member is told: nil for a record.
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

  /// The unions' members that the owner is in.
  let branches: [MemberPath.Branch]

  private init(
    root: Record, owner: Record, base: Int, keyPrefix: String, formerPrefixes: [FormerKey], swiftPath: [MemberStep],
    conditions: [TagCondition], levels: [Level], isAtEnd: Bool, branches: [MemberPath.Branch]
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

  /// The members of an anonymous struct or union.
  func entering(anonymous inner: Record, at field: Field, isLast: Bool) -> MemberScope {
    MemberScope(
      root: root, owner: inner, base: base + field.bitOffset / 8, keyPrefix: keyPrefix,
      formerPrefixes: formerPrefixes, swiftPath: swiftPath, conditions: conditions, levels: levels,
      isAtEnd: isAtEnd && isLast && inner.kind == .structure, branches: branches)
  }

  /// The members of a named union.
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

  /// The same members when one of a union's is live.
  func when(_ condition: TagCondition?, branch: MemberPath.Branch?) -> MemberScope {
    MemberScope(
      root: root, owner: owner, base: base, keyPrefix: keyPrefix, formerPrefixes: formerPrefixes,
      swiftPath: swiftPath, conditions: conditions + [condition].compactMap(\.self), levels: levels, isAtEnd: false,
      branches: branches + [branch].compactMap(\.self))
  }

  /// A member's earlier keys in the table: its own behind today's prefix, and today's and its own behind earlier ones.
  /// Those from the root are what they are.
  func formerKeys(_ key: String, _ former: [FormerKey]) -> [FormerKey] {
    let relative = [key] + former.filter { !$0.isFromRoot }.map(\.text)
    return former.map { $0.behind(keyPrefix) }
      + formerPrefixes.flatMap { prefix in relative.map { prefix + $0 } }
  }
}
