/// The fields of a record that are archived one by one, nested records flattened.
struct FieldPlan: Sendable {
  let leaves: [Leaf]
  /// For each leaf, what the quick way through usual fields needs.
  let directScalars: [DirectScalar?]
  /// Nested records that must not be missing altogether.
  let requiredGroups: [RequiredGroup]
  let unions: [UnionCheck]
  /// Whether some fields are there only for some values of a tag.
  let hasTests: Bool

  struct RequiredGroup: Sendable {
    let key: String
    let leaves: Range<Int>
  }

  /// - Parameter compiler: With all former keys.
  init(_ compiler: PlanCompiler) {
    leaves = compiler.leaves
    directScalars = leaves.map(DirectScalar.init)
    requiredGroups = compiler.requiredGroups
    unions = compiler.unions
    hasTests = leaves.contains { !$0.tests.isEmpty } || !unions.isEmpty
  }
}
