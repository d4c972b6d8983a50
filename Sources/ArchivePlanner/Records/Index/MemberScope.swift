import ArchiveModel

/// The scope in which members are resolved: the record that has the table, and the path to the members' owner in it.
/// Members of anonymous structs and of unions go into the table of the record around them.
struct MemberScope {
  /// The record that has the table.
  let root: Record
  /// The record with the members: the root, or an anonymous struct or a union inside it.
  private(set) var owner: Record
  /// The offset of the owner in the root, in bytes.
  private(set) var base = 0
  /// The prefix of the members' keys: "value." for the members of a union.
  private(set) var keyPrefix = ""
  private(set) var formerPrefixes: [FormerKey] = []
  /// The path from the root to the owner in Swift.
  private(set) var swiftPath: [MemberStep] = []
  /// The conditions under which the owner's members are live.
  private(set) var conditions: [SchemaTagCondition] = []
  /// The records and named unions around the members, outermost first, in which names are looked up.
  private(set) var levels: [Level]
  /// The union members that contain the owner.
  private(set) var branches: [MemberPath.Branch] = []
  /// Whether the owner ends where the root ends.
  private(set) var isAtEnd: Bool

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
    levels = [Level(record: root, keyPrefix: "", base: 0, branches: [], liveMember: liveMember)]
    isAtEnd = root.kind == .structure
  }

  /// The scope of the members of an anonymous struct or union.
  func entering(anonymous inner: Record, at field: Field, isLast: Bool) -> MemberScope {
    var scope = self
    scope.owner = inner
    scope.base += field.bitOffset / 8
    scope.isAtEnd = isAtEnd && isLast && inner.kind == .structure
    return scope
  }

  /// The scope of the members of a named union.
  func entering(union inner: Record, at field: Field, key: String, formerKeys: [FormerKey], liveMember: String?)
    -> MemberScope
  {
    var scope = entering(anonymous: inner, at: field, isLast: false)
    scope.keyPrefix += key + "."
    scope.formerPrefixes = self.formerKeys(key, formerKeys).map { $0 + "." }
    scope.swiftPath.append(.member(field.swiftName ?? field.name))
    scope.levels.append(
      Level(record: inner, keyPrefix: scope.keyPrefix, base: scope.base, branches: branches, liveMember: liveMember))
    return scope
  }

  /// The same scope under a further condition.
  func when(_ condition: SchemaTagCondition?, branch: MemberPath.Branch?) -> MemberScope {
    var scope = self
    if let condition { scope.conditions.append(condition) }
    if let branch { scope.branches.append(branch) }
    scope.isAtEnd = false
    return scope
  }

  /// A member's former keys in the table: its former keys with the current prefix, and all its keys with former prefixes.
  /// Keys from the root have no prefix.
  func formerKeys(_ key: String, _ former: [FormerKey]) -> [FormerKey] {
    let relative = [key] + former.filter { !$0.isFromRoot }.map(\.text)
    return former.map { $0.behind(keyPrefix) }
      + formerPrefixes.flatMap { prefix in relative.map { prefix + $0 } }
  }
}
