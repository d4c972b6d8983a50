import ArchiveModel

/// Plans the initialisation of all structs and classes, and finds objects that need each other for it.
struct InstancePlanning {
  let chosen: [String]
  let index: SwiftTypeIndex
  let members: SelectedMembers
  let reachability: ObjectReachability

  func plans(failed: Set<String>) -> (plans: [String: InstancePlan], findings: TypeFindings) {
    let initializers = Initializers(index: index)
    let ways = OwnCodingAdvice(index: index, selection: Set(chosen))
    var plans: [String: InstancePlan] = [:]
    var findings = TypeFindings()
    for name in chosen where !failed.contains(name) {
      guard let declaration = index[name], let properties = members.properties[name] else { continue }
      do {
        switch declaration.kind {
        case .struct: plans[name] = try InstancePlan.structure(declaration, properties, initializers)
        case .class:
          plans[name] = try InstancePlan.object(
            declaration, allProperties(of: name), dependencies: { reachability.reachesObjects($0.form) }, initializers)
        default: break
        }
      } catch {
        let problem = Diagnostic(
          error.id, at: declaration.location, error.message, advice: error.advice, sourceLine: declaration.sourceLine)
        findings.add(ways.adding(to: [problem], of: name), of: name)
      }
    }
    let changing = ChangingInitializers(index: index, plans: plans)
    for name in chosen {
      guard let plan = plans[name], let declaration = index[name] else { continue }
      findings.add(changing.warnings(plan, declaration), of: name)
    }
    return (plans, findings)
  }

  /// The properties of a class and its superclasses. An assignment also runs the observers of an override, so an
  /// overridden property counts as observed.
  private func allProperties(of name: String) -> [PlannedProperty] {
    let lineage = index.lineage(of: name)
    let overrides = Set(
      lineage.flatMap { index[$0]?.properties ?? [] }.filter { $0.isOverride && $0.storage == .observed }.map(\.name))
    return lineage.reversed().flatMap { members.properties[$0] ?? [] }.map { property in
      guard overrides.contains(property.name), property.property.storage == .stored else { return property }
      var observed = property.property
      observed.storage = .observed
      return property.with(property: observed)
    }
  }

  /// Errors for classes whose initializers need objects of each other.
  func cycles(in plans: [String: InstancePlan]) -> TypeFindings {
    var findings = TypeFindings()
    var dependencies: [String: [(property: PlannedProperty, classes: Set<String>)]] = [:]
    let superclasses = Set(chosen.compactMap { index.superclass(of: $0) })
    for (name, plan) in plans where index[name]?.kind == .class {
      dependencies[name] = (plan.arguments + plan.assigned).map { property in
        // An object of a subclass may have fewer dependencies.
        (property, reachability.certainClasses(property.form).subtracting(superclasses))
      }
    }
    for cycle in ObjectReachability.cycles(dependencies) {
      guard let first = cycle.first else { continue }
      let steps = cycle.map { "\($0.owner).\($0.name)" }.joined(separator: " → ")
      findings.add(
        [
          Diagnostic(
            .constructionCycle, at: first.property.location,
            "objects that need each other for their initialization can never be read: \(steps)",
            advice:
              "make one of these properties optional or an array, or a 'var' that is not a parameter of the initializer",
            sourceLine: first.property.sourceLine)
        ], of: first.owner)
    }
    return findings
  }
}
