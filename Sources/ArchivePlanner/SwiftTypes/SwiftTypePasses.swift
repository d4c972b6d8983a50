import ArchiveModel

/// Calls the passes over the selected types, in their order. Each pass takes and returns values; the diagnostics of all
/// passes are in one `TypeFindings`, whose types with errors later passes leave out.
enum SwiftTypePasses {
  /// - Parameter paths: the paths of the sources, in the order of their indices.
  static func run(
    _ index: SwiftTypeIndex, selection: Set<String>, foreign: ImportedTypes, options: SwiftTypePlanner.Options,
    paths: [String]
  ) -> SwiftTypePlan {
    let chosen = index.names.filter(selection.contains)
    let isolation = TypeIsolation(index)
    let selected = MemberSelection.run(chosen, index, foreign: foreign, policy: options.unresolved)
    var (members, findings) = (selected.members, selected.findings)
    for name in ["ArchiveRuntime", "RuntimeInterface", "Swift"] where !chosen.isEmpty {
      guard let declaration = index[name] else { continue }
      let problem = Diagnostic(
        .unsupportedType, at: declaration.location,
        "'\(name)' has another meaning in generated code, which cannot name both",
        advice: "rename the type", sourceLine: declaration.sourceLine)
      findings.add([problem], of: name)
    }
    findings.add(DependentTypes.run(chosen, index, members, failed: findings.failed))
    let keys = SwiftKeyCheck(chosen: chosen, index: index, members: members)
    findings.add(keys.inheritedKeys(failed: findings.failed))
    findings.add(keys.sharedNames())
    let nestedKeys = NestedKeyCheck(
      index: index, members: members, foreign: foreign, boxes: selected.resolution.boxes)
    findings.add(nestedKeys.findings(chosen.filter { !findings.failed.contains($0) }))
    findings.add(IsolationCheck.run(chosen, index, members, isolation, failed: findings.failed))
    let innerKeys = InnerRootKeys(index: index, properties: members.properties)
    for name in chosen { findings.add(innerKeys.problems(of: name), of: name) }
    let statics = StaticMembers(index: index)
    members.properties = statics.qualified(innerKeys.added())
    members.cases = statics.qualified(innerKeys.added(to: members.cases))
    let columns = ColumnsCheck(index: index, properties: members.properties)
    for name in chosen { findings.add(columns.problems(of: name), of: name) }

    let forms = Dictionary(uniqueKeysWithValues: chosen.map { ($0, members.forms(of: $0).map(\.form)) })
    let reachability = ObjectReachability(forms, index)
    let codable = CodableCheck(
      index: index, properties: members.properties, cases: members.cases, reachability: reachability)
    for name in chosen where !findings.failed.contains(name) {
      findings.add(codable.problems(of: name) + codable.secureProblems(of: name), of: name)
    }
    let planning = InstancePlanning(chosen: chosen, index: index, members: members, reachability: reachability)
    let instances = planning.plans(failed: findings.failed)
    findings.add(instances.findings)
    findings.add(planning.cycles(in: instances.plans))
    findings.add(DependentTypes.run(chosen, index, members, failed: findings.failed))

    let written = chosen.filter { !findings.failed.contains($0) }
    let output = SwiftTypeOutput(
      index: index, isolation: isolation, properties: members.properties, cases: members.cases,
      instances: instances.plans, chosen: written)
    var plan = SwiftTypePlan()
    plan.cModules = selected.resolution.cModules
    let needs = forms.mapValues { $0.reduce(into: Set<String>()) { $0.formUnion($1.dependencies.possible) } }
    plan.diagnostics = SharedCauses(needs: needs, findings: findings).diagnostics()
    plan.failed = findings.failed
    let ways = OwnCodingAdvice(index: index, selection: selection)
    plan.ownCodingOffers = findings.firstErrors { ways.isWayOut(of: $0, for: $1) }
    if options.needsFiles {
      var resolution = selected.resolution
      resolution.boxes = resolution.boxes.without(findings.failed)
      plan.files = output.files(
        resolution, paths: paths, names: options.names, besides: options.otherFiles,
        coverage: options.coverage)
    }
    if options.needsSchema {
      plan.schema = SwiftSchemaExtraction(
        index: index, properties: members.properties, cases: members.cases, chosen: written,
        assumed: Set(selected.resolution.assumedOwnCoding.keys), importedNames: foreign.archivedNames
      ).schema()
    }
    plan.summary = summary(of: written, among: chosen, index, members)
    return plan
  }

  private static func summary(
    of written: [String], among chosen: [String], _ index: SwiftTypeIndex, _ members: SelectedMembers
  ) -> Plan.Summary {
    var summary = Plan.Summary()
    summary.written = written.count
    summary.refused = chosen.count - written.count
    summary.fields = written.reduce(0) { $0 + members.count(of: $1) }
    summary.skippedFields = written.reduce(0) { $0 + (members.skippedCounts[$1] ?? 0) }
    summary.skipped = index.names.filter { index[$0]?.annotations.isSkipped == true }.count
    return summary
  }
}
