/// The fields of a record that are archived one by one, nested records flattened.
struct FieldPlan: Sendable {
  private(set) var leaves: [Leaf]
  /// For each leaf, what the quick way through usual fields needs.
  private(set) var directScalars: [DirectScalar?]
  /// Nested records that must not be missing altogether.
  let requiredGroups: [RequiredGroup]
  let unions: [UnionCheck]
  /// Bit-fields that are archived together.
  let groups: [FieldGroup]
  let groupScopes: [GroupScope]
  /// The prefixes of the keys of the record, of the records in it, and of former keys.
  let prefixes: [String]
  /// Whether some fields are there only for some values of a tag.
  let hasTests: Bool
  /// Whether some fields have a default, also in elements of arrays.
  let hasDefaults: Bool

  struct RequiredGroup: Sendable {
    let key: String
    let leaves: Range<Int>
  }

  /// The plan without the keys that are taken; nil if none is.
  func without(_ isTaken: (String) -> Bool) -> FieldPlan? {
    let others = leaves.map { $0.without(isTaken) }
    guard others.contains(where: { $0 != nil }) else { return nil }
    var plan = self
    plan.leaves = zip(leaves, others).map { $1 ?? $0 }
    plan.directScalars = plan.leaves.map(DirectScalar.init)
    return plan
  }

  /// - Parameter compiler: With all former keys.
  init(_ compiler: PlanCompiler) {
    leaves = compiler.leaves
    directScalars = leaves.map(DirectScalar.init)
    requiredGroups = compiler.requiredGroups
    unions = compiler.unions
    groups = compiler.groups
    groupScopes = compiler.groupScopes
    prefixes = leaves.flatMap { leaf in ([leaf.key] + leaf.formerKeys).map { GroupPart.key("", in: $0) } }.unique
    hasTests = leaves.contains { !$0.tests.isEmpty } || !unions.isEmpty
    hasDefaults = leaves.contains { leaf in
      if case .records(let array) = leaf.value { return array.plan.fields.hasDefaults }
      return !leaf.defaultBytes.isEmpty
    }
  }
}
