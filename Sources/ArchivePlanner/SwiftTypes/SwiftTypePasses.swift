import ArchiveModel

/// Runs the passes over all types, in their order.
struct SwiftTypePasses {
  let index: SwiftTypeIndex
  let selection: Set<String>
  let options: SwiftTypePlanner.Options
  let paths: [String]
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var summary = Plan.Summary()
  private(set) var schema = ArchivedSchema()
  private let isolation: TypeIsolation
  private var resolution: FormResolution
  private var properties: [String: [PlannedProperty]] = [:]
  private var skippedCounts: [String: Int] = [:]
  private var cases: [String: [PlannedCase]] = [:]
  /// Types with an error, and those that need one of them.
  private var failed: Set<String> = []

  init(
    index: SwiftTypeIndex, selection: Set<String>, foreign: ImportedTypes, options: SwiftTypePlanner.Options,
    paths: [String]
  ) {
    self.index = index
    self.selection = selection
    self.options = options
    self.paths = paths
    isolation = TypeIsolation(index)
    resolution = FormResolution(index: index, selection: selection, foreign: foreign)
  }

  /// Selected types in the order of their sources.
  private var chosen: [String] { index.names.filter(selection.contains) }

  mutating func run() -> [GeneratedSwiftFile] {
    for name in chosen { select(name) }
    spreadFailures()
    checkInheritedKeys()
    checkNames()
    checkIsolation()
    let innerKeys = InnerRootKeys(index: index, properties: properties)
    properties = innerKeys.added()
    for name in chosen { report(innerKeys.problems(of: name), of: name) }
    let reachability = ObjectReachability(
      properties.mapValues { $0.map(\.form) }.merging(cases.mapValues { $0.flatMap(\.values).map(\.form) }) { $0 + $1 },
      index)
    let codable = CodableCheck(index: index, properties: properties, cases: cases, reachability: reachability)
    for name in chosen where !failed.contains(name) {
      report(codable.problems(of: name) + codable.secureProblems(of: name), of: name)
    }
    let instances = planInstances(reachability)
    checkCycles(instances, reachability)
    spreadFailures()
    let layout = SwiftTypeOutput(
      index: index, isolation: isolation, properties: properties, cases: cases, instances: instances,
      chosen: chosen.filter { !failed.contains($0) })
    let files = layout.files(
      resolution, paths: paths, names: options.names, besides: options.otherFiles, coverage: options.coverage)
    if options.needsSchema {
      schema = SwiftSchemaExtraction(
        index: index, properties: properties, cases: cases, chosen: chosen.filter { !failed.contains($0) }
      ).schema()
    }
    summarize()
    return files
  }

  private mutating func report(_ found: [Diagnostic], of name: String) {
    diagnostics += found
    if found.hasErrors { failed.insert(name) }
  }

  // MARK: Properties

  private mutating func select(_ name: String) {
    guard let entry = index.entries[name] else { return }
    let declaration = entry.declaration
    if declaration.hasAnnotationError { failed.insert(name) }
    report(TypeCheck(index: index, selection: selection).problems(of: name), of: name)
    guard declaration.kind != .actor, !RawValues.hasRawValue(declaration, index) else { return }
    let generics = Set(index.generics(of: name).map(\.name))
    resolution.file = entry.file
    if declaration.kind == .enum {
      let plan = CaseSelection(declaration, &resolution, generics: generics)
      cases[name] = plan.cases
      report(plan.diagnostics, of: name)
    } else {
      let plan = PropertySelection(
        declaration, &resolution, generics: generics, policy: options.unresolved)
      properties[name] = plan.planned
      skippedCounts[name] = plan.skipped.count
      report(plan.diagnostics, of: name)
      if declaration.properties.contains(where: \.hasAnnotationError) { failed.insert(name) }
    }
  }

  /// A type that needs a type with an error gets no coding either.
  private mutating func spreadFailures() {
    var all = failed
    Fixpoint.grow(&all, among: chosen) { name, failed in
      if let superclass = index.superclass(of: name), failed.contains(superclass), selection.contains(superclass) {
        return true
      }
      let forms =
        (properties[name] ?? []).map { ($0.name, $0.form) }
        + (cases[name] ?? []).flatMap { planned in planned.values.map { (planned.name, $0.form) } }
      guard let (member, form) = forms.first(where: { !failed.isDisjoint(with: $0.1.dependencies.possible) }),
        let broken = form.dependencies.possible.intersection(failed).min(), let declaration = index[name]
      else { return false }
      // A warning, because the error is reported at the other type.
      diagnostics.append(
        Diagnostic(
          .dependentType, at: declaration.location,
          "'\(name)' is left out: '\(member)' needs '\(broken)', which cannot be archived",
          advice: "fix the errors reported for '\(broken)'", sourceLine: declaration.sourceLine))
      return true
    }
    failed = all
  }

  /// Two types with the same archived name would be confused.
  private mutating func checkNames() {
    var taken: [String: String] = [:]
    for name in chosen {
      guard let declaration = index[name], !RawValues.hasRawValue(declaration, index) else { continue }
      let own = declaration.annotations.name ?? name
      for archived in [own] + declaration.annotations.formerNames {
        guard let first = taken[archived], first != name else {
          taken[archived] = name
          continue
        }
        var problem = Diagnostic(
          .duplicateArchivedName, at: declaration.location,
          "the archived name \"\(archived)\" of '\(name)' is already that of '\(first)'",
          advice: "give one of them another: '// archive: name(\"\(archived)2\")'", sourceLine: declaration.sourceLine)
        if let other = index[first] {
          problem.notes = [
            Diagnostic.note(at: other.location, "'\(first)' has it", sourceLine: other.sourceLine)
          ]
        }
        report([problem], of: name)
      }
    }
  }

  private mutating func checkInheritedKeys() {
    for name in chosen where index[name]?.kind == .class && !failed.contains(name) {
      var seen: [String: PlannedProperty] = [:]
      for property in index.lineage(of: name).reversed().flatMap({ properties[$0] ?? [] }) {
        for key in [property.key] + property.formerKeys.map(\.written) {
          if let first = seen[key], first.owner != property.owner, property.owner == name {
            report(
              [
                Diagnostic(
                  .duplicateKey, at: property.property.location,
                  "the key \"\(key)\" is already used by '\(first.owner).\(first.name)'",
                  advice: "give one of them another: '// archive: key(\"\(property.name)2\")'",
                  sourceLine: property.property.sourceLine,
                  notes: [
                    Diagnostic.note(
                      at: first.property.location, "'\(first.name)' has it",
                      sourceLine: first.property.sourceLine)
                  ])
              ], of: name)
          }
          seen[key] = property
        }
      }
    }
  }

  /// Values of two actors cannot be archived in one call.
  private mutating func checkIsolation() {
    for name in chosen where !failed.contains(name) {
      let parts =
        (properties[name] ?? []).map { ($0.name, $0.form, Optional($0.property.location), $0.property.sourceLine) }
        + (cases[name] ?? []).flatMap { planned in
          planned.values.map { (planned.name, $0.form, index[name]?.location, index[name]?.sourceLine) }
        }
      for (member, form, location, line) in parts {
        for part in form.dependencies.possible.sorted() {
          guard let error = isolation.error(member, part, within: name) else { continue }
          report(
            [Diagnostic(.isolationMismatch, at: location, error.message, advice: error.advice, sourceLine: line)],
            of: name)
        }
      }
    }
  }

  // MARK: Instances

  private mutating func planInstances(_ reachability: ObjectReachability) -> [String: InstancePlan] {
    let initializers = Initializers(index: index)
    var plans: [String: InstancePlan] = [:]
    for name in chosen where !failed.contains(name) {
      guard let declaration = index[name], properties[name] != nil else { continue }
      do {
        switch declaration.kind {
        case .struct: plans[name] = try InstancePlan.structure(declaration, properties[name] ?? [], initializers)
        case .class:
          let lineage = index.lineage(of: name)
          // An assignment also runs the observers of an override.
          let overrides = Set(
            lineage.flatMap { index[$0]?.properties ?? [] }.filter { $0.isOverride && $0.storage == .observed }.map(
              \.name))
          let all = lineage.reversed().flatMap { properties[$0] ?? [] }.map { property in
            var property = property
            if overrides.contains(property.name), property.property.storage == .stored {
              property.property.storage = .observed
            }
            return property
          }
          plans[name] = try InstancePlan.object(
            declaration, all, dependencies: { reachability.reachesObjects($0.form) }, initializers)
        default: break
        }
      } catch {
        report(
          [
            Diagnostic(
              error.id, at: declaration.location, error.message, advice: error.advice,
              sourceLine: declaration.sourceLine)
          ], of: name)
      }
    }
    return plans
  }

  private mutating func checkCycles(_ instances: [String: InstancePlan], _ reachability: ObjectReachability) {
    var dependencies: [String: [(property: PlannedProperty, classes: Set<String>)]] = [:]
    let superclasses = Set(chosen.compactMap { index.superclass(of: $0) })
    for (name, plan) in instances where index[name]?.kind == .class {
      dependencies[name] = (plan.arguments + plan.assigned).map { property in
        // An object of a subclass may have fewer dependencies.
        (property, reachability.certainClasses(property.form).subtracting(superclasses))
      }
    }
    for circle in ObjectReachability.cycles(dependencies) {
      guard let first = circle.first else { continue }
      let steps = circle.map { "\($0.owner).\($0.name)" }.joined(separator: " → ")
      report(
        [
          Diagnostic(
            .constructionCycle, at: first.property.location,
            "objects that need each other for their initialization can never be read: \(steps)",
            advice:
              "make one of these properties optional or an array, or a 'var' that is not a parameter of the initializer",
            sourceLine: first.property.sourceLine)
        ], of: first.owner)
    }
  }

  // MARK: Result

  private mutating func summarize() {
    let written = chosen.filter { !failed.contains($0) }
    summary.written = written.count
    summary.refused = chosen.count - written.count
    summary.fields = written.reduce(0) { $0 + (properties[$1]?.count ?? 0) + (cases[$1]?.flatMap(\.values).count ?? 0) }
    summary.skippedFields = written.reduce(0) { $0 + (skippedCounts[$1] ?? 0) }
    summary.skipped = index.names.filter { index[$0]?.annotations.isSkipped == true }.count
  }
}
