/// The columns of one member of a union: those that are there for the same values of its tag.
struct MemberGroup: Sendable {
  /// The outermost union's first; never empty.
  let tests: [TagCondition]
  let selection: UnionMember
  /// Each column's names, the present one first.
  private(set) var names: [[String]]
  /// Whether somebody said what stands for the member where an archive has none.
  private(set) var hasDefault: Bool

  static func groups(_ memberColumns: [UnionMemberColumn], _ links: [LinkPlan]) -> [MemberGroup] {
    var groups: [MemberGroup] = []
    func add(_ selection: UnionMember?, _ names: [String], hasDefault: Bool) {
      guard let selection, case let tests = selection.tests, !tests.isEmpty else { return }
      guard let known = groups.firstIndex(where: { $0.tests == tests }) else {
        return groups.append(
          MemberGroup(tests: tests, selection: selection, names: [names], hasDefault: hasDefault))
      }
      groups[known].names.append(names)
      groups[known].hasDefault = groups[known].hasDefault || hasDefault
    }
    for member in memberColumns {
      for column in member.column.fields {
        add(member.selection, [column.name] + column.formerNames, hasDefault: !column.defaultBytes.isEmpty)
      }
    }
    for link in links { add(link.selection, [link.name] + link.formerNames, hasDefault: false) }
    return groups
  }
}

extension RecordPlan {
  /// The names of all columns, present and earlier.
  var knownColumns: Set<ExactText> {
    var known: Set<ExactText> = []
    for column in columns.allFields {
      known.formUnion(([column.name] + column.formerNames).map(ExactText.init))
    }
    for link in links { known.formUnion(([link.name] + link.formerNames).map(ExactText.init)) }
    return known
  }
}

extension Sequence<String> {
  /// Each once, in order.
  package var unique: [String] {
    var seen: Set<ExactText> = []
    return filter { seen.insert(ExactText($0)).inserted }
  }
}
