import ArchiveModel

/// A graph has a table for what pointers of one type lead to, which today's code reads from one table of the archive: where it had two,
/// the archive is refused, and where it reads one as two, pointers lead to copies.
struct MergedTables {
  private let types: TypePair
  /// The archived names of old types with the names of the same types in the new schema.
  private let renamed: [String: String]

  init(_ types: TypePair, renamed: [String: String]) { (self.types, self.renamed) = (types, renamed) }

  /// The changes, those of tables with what they do to graphs.
  func judging(_ changes: [Change]) -> [Change] {
    guard changes.contains(where: mayMergeTables) else { return changes }
    let graphs = types.old.sorted { $0.key < $1.key }.map { Graph($0.value, types.old) }
    return changes.map { judging($0, graphs) }
  }

  /// Whether two tables of a graph may have become one, or one two. Most releases have no such change.
  private func mayMergeTables(_ change: Change) -> Bool {
    switch change.rule {
    case .typeRenamed: renamed.values.count { $0 == change.type } > 1 || types.old[change.type] != nil
    case .typeWidened: types.new[change.type]?.entries.first { $0.key == change.key }?.isLink ?? false
    default: false
    }
  }

  /// - Parameter graphs: those of the old schema.
  private func judging(_ change: Change, _ graphs: [Graph]) -> Change {
    var change = change
    switch change.rule {
    case .typeRenamed:
      let former =
        renamed.filter { $0.value == change.type }.keys + (types.old[change.type] == nil ? [] : [change.type])
      guard former.count > 1,
        let tables = graphs.lazy.map({ $0.targets.intersection(former).sorted() }).first(where: { $0.count > 1 })
      else { return change }
      change.message +=
        "; \(tables.map { "'\($0)'" }.joined(separator: " and ")) are one type, and an archive with pointers to both is refused"
    case .typeWidened:
      guard let entry = types.new[change.type]?.entries.first(where: { $0.key == change.key }), entry.isLink
      else { return change }
      let formerNames = Set([change.type] + renamed.filter { $0.value == change.type }.keys)
      let around = graphs.filter { !$0.types.isDisjoint(with: formerNames) }
      guard around.contains(where: { $0.targets.isSuperset(of: ["#" + change.old, "#" + change.new]) }) else {
        // One without a count may lead to an element of another one's, and still leads to numbers of the former type.
        let isElement = around.contains { graph in
          graph.types.contains { name in
            types.new[renamed[name] ?? name]?.entries.contains {
              $0.form.base == .link(table: "#" + change.old) && $0.count == nil
            } == true
          }
        }
        guard isElement else { return change }
        change.message += "; a pointer that leads to one of its elements leads to a copy of it then"
        change.level = .loss
        return change
      }
      change.message += "; an archive with pointers to both is refused"
    default: return change
    }
    change.level = .refuse
    return change
  }

  /// What the pointers of a root lead to.
  private struct Graph {
    /// The root, and the types that pointers lead to.
    private(set) var types: Set<String>
    /// These and the numbers: `node`, `#i32`.
    private(set) var targets: Set<String> = []

    init(_ root: ArchivedType, _ known: [String: ArchivedType]) {
      types = [root.name]
      var open = [root]
      while let type = open.popLast() {
        for entry in type.entries {
          guard case .link(let table) = entry.form.base else { continue }
          let target = String(table.prefix { $0 != "*" })
          targets.insert(target)
          if let next = known[target], types.insert(target).inserted { open.append(next) }
        }
      }
    }
  }
}
