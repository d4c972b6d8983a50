import ArchiveModel

/// Resolves unions: which member is live, by the value of a field (`tag`, `case`) or always (`view`).
///
/// The members go into the table of the record around the union, each with the condition under which it is live. A
/// union whose own annotations determine the live member, with a tag inside or `view`, has a table of its own.
struct UnionResolver {
  let members: MemberResolver

  private var records: RecordIndex { members.records }

  /// The union of a field, unless the field is archived as a nested record.
  func inlinedUnion(_ field: Field, _ annotations: FieldAnnotations) -> Record? {
    guard case .record(let id) = field.type.arrayElement.type, let union = records[id], union.kind == .union else {
      return nil
    }
    if field.isAnonymousMember || annotations.union.determinesLiveMember { return union }
    return records.determinesItsMember(union) ? nil : union
  }

  /// The members of a union whose fields go into the table of the record around it.
  func resolve(
    inlined union: Record, _ field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> [FieldOutcome] {
    if records.annotations(of: union).isSkipped {
      return [.refused(.unsupported(field, "has the type '\(union.displayName)', which is skipped"))]
    }
    guard field.type.arrayElement.dimensions.isEmpty else { return [.refused(.arrayOfUnions(field))] }
    let ofType = records.annotations(of: union).union
    let given = annotations.union.determinesLiveMember ? annotations.union.adding(noneOf: ofType) : ofType
    if union.hasAnnotationError {
      return [.refused(.invalid(field, "has the type \(records.phrase(of: union))", union))]
    }
    guard given.determinesLiveMember else { return [undetermined(union, field, scope)] }
    let live = records.liveMember(of: union, heldBy: field, annotations)
    let inner =
      field.isAnonymousMember
      ? scope.entering(anonymous: union, at: field, isLast: false)
      : scope.entering(
        union: union, at: field, key: field.key(annotations), formerKeys: annotations.formerKeys.formerKeys,
        liveMember: live)
    let key = field.isAnonymousMember ? "(union of \(union.phrase(records)))" : field.key(annotations)
    var outcomes = resolve(
      membersOf: union, given, key: scope.keyPrefix + key, field, around: scope, inner, live)
    outcomes.append(FieldOutcome(inlinedUnions: [union.id]))
    if !field.isAnonymousMember {
      let warnings = FormerKeyCheck.warnings(about: union, in: field, key: field.key(annotations), records)
      outcomes.append(FieldOutcome(warnings: warnings))
    }
    return outcomes
  }

  /// The members of a union that has a table of its own.
  func resolve(selfDescribing union: Record) -> [FieldOutcome] {
    let live = records.liveMember(of: union, heldBy: nil, .none)
    let scope = MemberScope(root: union, liveMember: live)
    let whole = Field(
      name: union.name ?? "", type: .record(union.id), typeSpelling: union.displayName, bitOffset: 0,
      isAnonymousMember: union.name == nil, location: union.location)
    guard records.determinesItsMember(union) else { return [.refused(.union(whole, suggestedTag: nil))] }
    return resolve(
      membersOf: union, records.annotations(of: union).union, key: union.name ?? "union", whole, around: scope, scope,
      live)
  }

  /// - Parameters:
  ///   - given: the annotations that determine the live member.
  ///   - key: the union's name in messages.
  ///   - around: the scope in which the tag is looked up.
  ///   - scope: the scope of the members.
  private func resolve(
    membersOf union: Record, _ given: UnionAnnotations, key: String, _ field: Field, around: MemberScope,
    _ scope: MemberScope, _ live: String?
  ) -> [FieldOutcome] {
    if let view = given.view { return resolve(view: view, of: union, scope) }
    guard let tag = given.tag else {
      return [.refused(.union(field, suggestedTag: AnnotationAdvice(records: records).tag(field, around)))]
    }
    let found: MemberPath
    switch MemberLookup(records: records).integer(tag.text, at: tag.location, role: "a tag", in: around, for: field) {
    case .success(let path): found = path
    case .failure(let outcome): return [outcome] + faults(ofMembersOf: union, scope)
    }
    let cases: UnionCases
    switch UnionCases.read(union, tag: found.field, none: given.none, live: live, records) {
    case .success(let read): cases = read
    case .failure(let outcome): return [outcome] + faults(ofMembersOf: union, scope)
    }
    var all = cases.left.map { FieldOutcome.skipped(union.fields[$0]) }
    // The member with the tag comes first: the others overlap it and are read later.
    for index in cases.order {
      let branch = MemberPath.Branch(offset: scope.base * 8, union: union.id, member: index)
      let isAlways = cases.values[index] == nil
      let member = scope.when(cases.condition(of: index, tag: found.key), branch: isAlways ? nil : branch)
      all += members.resolve(member: index, in: member)
    }
    if let warning = missingCases(cases.missing(of: found.field), of: union, tag: found.field, at: tag.location) {
      all.append(FieldOutcome(warnings: [warning]))
    }
    if !cases.areComplete {
      let entry = SchemaField(
        key: key, form: .union(tag: found.key, cases: cases.all), offset: 0, conditions: around.conditions)
      all.append(.archived(PlannedField(field, entry)))
    }
    return all
  }

  /// The faults of the members, when their values of the tag are not known.
  private func faults(ofMembersOf union: Record, _ scope: MemberScope) -> [FieldOutcome] {
    union.fields.indices.filter { !union.fields[$0].isPadding }.flatMap { index in
      let branch = MemberPath.Branch(offset: scope.base * 8, union: union.id, member: index)
      return members.resolve(member: index, in: scope.when(nil, branch: branch)).map(\.faults)
    }
  }

  /// A warning about enumerators of the tag's type without a live member: encoding fails for them.
  private func missingCases(
    _ missing: [EnumerationCase], of union: Record, tag: Field, at place: SourceLocation
  ) -> Diagnostic? {
    guard !missing.isEmpty else { return nil }
    let names = missing.map(\.name)
    return Diagnostic(
      .uncoveredTagValue, at: place,
      "no member of \(records.phrase(of: union)) has the value \(names.quotedList) of '\(tag.name)', so encoding fails for it",
      advice:
        "write none(\(names.prefix(12).joined(separator: ", "))) beside 'tag' if no member is live, or case(…) on the live member"
    )
  }

  /// The one member that is always live.
  private func resolve(view: Attribute.Argument, of union: Record, _ scope: MemberScope) -> [FieldOutcome] {
    guard let index = union.fields.firstIndex(where: { records.isLive(view.text, $0) }) else {
      let names = union.memberNames { records[$0] }
      return [
        .invalid(
          .unknownField, at: view.location, "\(records.phrase(of: union)) has no member '\(view.text)'",
          advice: didYouMean(view.text, among: names)
            ?? "its members are \(names.quotedList)")
      ]
    }
    return members.resolve(member: index, in: scope.when(nil, branch: nil))
  }

  /// No annotation determines the live member. Attributes on the members alone are an error.
  private func undetermined(_ union: Record, _ field: Field, _ scope: MemberScope) -> FieldOutcome {
    let hasName = union.name != nil
    let given = union.fields.indices.lazy.compactMap { self.records.annotations(of: union, field: $0).cases }.first
    guard !hasName, let given else {
      let inner =
        field.isAnonymousMember
        ? scope.entering(anonymous: union, at: field, isLast: false)
        : scope.entering(union: union, at: field, key: field.name, formerKeys: [], liveMember: nil)
      let members = faults(ofMembersOf: union, inner).flatMap(\.refusals)
      return .refused(
        .union(field, suggestedTag: AnnotationAdvice(records: records).tag(field, scope), members: members))
    }
    return .invalid(
      .missingTag, at: given.location, "'case' lists values of the tag, but no attribute names the tag",
      advice: "write tag(field) on the union")
  }
}

extension Record {
  /// A union without a name is named by its first members.
  fileprivate func phrase(_ records: RecordIndex) -> String {
    let names = memberNames { records[$0] }
    return (names.prefix(3) + (names.count > 3 ? ["…"] : [])).joined(separator: ", ")
  }
}

extension RecordIndex {
  /// Whether a union's own annotations determine its live member.
  func determinesItsMember(_ union: Record) -> Bool {
    guard union.kind == .union, let live = liveMember(of: union, heldBy: nil, .none) else { return false }
    return annotations(of: union).union.view != nil || union.fields.contains { isLive(live, $0) }
  }
}
