import ArchiveModel

/// Unions: which member is live, from the value of a field (`tag`, `case`) or once and for all (`view`).
///
/// The members go into the table of the record around the union, each with the condition that it is live. A union
/// that has its tag inside, or says which member it always is, stands for itself and has a table of its own.
extension FieldResolution {
  /// The union that a field is, unless it is archived as a nested record.
  func flattenedUnion(_ field: Field, _ annotations: FieldAnnotations) -> Record? {
    guard case .record(let id) = field.type.arrayElement.type, let union = records[id], union.kind == .union else {
      return nil
    }
    if field.isAnonymousMember || annotations.union.saysLiveMember { return union }
    return records.isStanding(union) ? nil : union
  }

  mutating func settle(
    union: Record, _ field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> SettledMembers {
    if records.annotations(of: union).isSkipped {
      return .refused(UnresolvedField.unsupported(field, "has the type '\(union.displayName)', which is skipped"))
    }
    guard field.type.arrayElement.dimensions.isEmpty else { return .refused(UnresolvedField.arrayOfUnions(field)) }
    let ofType = records.annotations(of: union).union
    let said = annotations.union.saysLiveMember ? annotations.union.adding(noneOf: ofType) : ofType
    if union.hasAnnotationError {
      return .refused(UnresolvedField.mistaken(field, "has the type \(records.phrase(of: union))", union))
    }
    guard said.saysLiveMember else { return unsaid(union, field, scope) }
    flattened.insert(union.id)
    dependents[union.id, default: []].insert(scope.root.id)
    let live = records.liveMember(of: union, heldBy: field, annotations)
    let inner =
      field.isAnonymousMember
      ? scope.entering(anonymous: union, at: field, isLast: false)
      : scope.entering(
        union: union, at: field, key: field.key(annotations),
        earlierKeys: annotations.formerKeys.formerKeys, liveMember: live)
    let key =
      field.isAnonymousMember
      ? "(union of \(union.phrase(records)))" : field.key(annotations)
    var settled = settle(
      membersOf: union, said, key: scope.keyPrefix + key,
      field, around: scope, inner, live)
    if !field.isAnonymousMember {
      settled.warnings += misplacedKeys(in: union, field, key: field.key(annotations))
    }
    return settled
  }

  /// A union that has a table of its own.
  mutating func settle(standing union: Record) -> SettledMembers {
    let live = records.liveMember(of: union, heldBy: nil, .none)
    let scope = MemberScope(root: union, liveMember: live)
    let whole = Field(
      name: union.name ?? "", type: .record(union.id), typeSpelling: union.displayName, bitOffset: 0,
      isAnonymousMember: union.name == nil, location: union.location)
    guard records.isStanding(union) else { return .refused(UnresolvedField.union(whole, likelyTag: nil)) }
    return settle(
      membersOf: union, records.annotations(of: union).union, key: union.name ?? "union", whole, around: scope, scope,
      live)
  }

  /// - Parameters:
  ///   - said: the annotations that say which member is live.
  ///   - key: what messages call the union.
  ///   - around: where the tag is looked for.
  ///   - scope: the members'.
  private mutating func settle(
    membersOf union: Record, _ said: UnionAnnotations, key: String, _ field: Field, around: MemberScope,
    _ scope: MemberScope, _ live: String?
  ) -> SettledMembers {
    if let view = said.view {
      return settle(view: view, of: union, scope)
    }
    guard let tag = said.tag else {
      return .refused(UnresolvedField.union(field, likelyTag: likelyTag(field, around)))
    }
    let found: MemberPath
    switch integer(tag.text, at: tag.location, role: "a tag", in: around, for: field) {
    case .success(let path): found = path
    case .failure(var settled):
      settled.append(faults(ofMembersOf: union, scope), policy)
      return settled
    }
    let cases: UnionCases
    switch UnionCases.read(union, tag: found.field, none: said.none, live: live, records) {
    case .success(let read): cases = read
    case .failure(var settled):
      settled.append(faults(ofMembersOf: union, scope), policy)
      return settled
    }
    var all = SettledMembers()
    for index in cases.left { all.skipped.append(SkippedField(field: union.fields[index], unresolved: nil)) }
    // The member with the tag first, so that the others, which overlap it, come last when an archive is read.
    for index in cases.order {
      let branch = MemberPath.Branch(offset: scope.base * 8, union: union.id, member: index)
      let isAlways = cases.values[index] == nil
      let member = scope.when(
        cases.condition(of: index, tag: found.key), branch: isAlways ? nil : branch)
      all.append(settle(member: index, in: member), policy)
    }
    if let warning = missingCases(cases.missing(of: found.field), of: union, tag: found.field, at: tag.location) {
      all.warnings.append(warning)
    }
    if !cases.areComplete, all.refusals.isEmpty {
      all.fields.append(
        PlannedField(
          field,
          SchemaField(
            key: key, form: .union(tag: found.key, cases: cases.all), offset: 0, conditions: around.conditions)))
    }
    return all
  }

  /// What else there is to say of members, when it is not known for which values of the tag they are live.
  private mutating func faults(ofMembersOf union: Record, _ scope: MemberScope) -> SettledMembers {
    var all = SettledMembers()
    for index in union.fields.indices where !union.fields[index].isPadding {
      let branch = MemberPath.Branch(offset: scope.base * 8, union: union.id, member: index)
      all.append(settle(member: index, in: scope.when(nil, branch: branch)).faults, policy)
    }
    return all
  }

  /// Enumerators of the tag's type for which nothing says what is live: the runtime refuses them.
  private func missingCases(
    _ missing: [EnumerationCase], of union: Record, tag: Field, at place: SourceLocation
  ) -> Diagnostic? {
    guard !missing.isEmpty else { return nil }
    let names = missing.map(\.name)
    return Diagnostic(
      .uncoveredTagValue, at: place,
      "nothing says which member of \(records.phrase(of: union)) is live when '\(tag.name)' is \(names.quotedList), and encoding fails then",
      advice:
        "write none(\(names.prefix(12).joined(separator: ", "))) beside 'tag' if none is, or case(…) on the member that is"
    )
  }

  /// The one member that is always live.
  private mutating func settle(
    view: Attribute.Argument, of union: Record, _ scope: MemberScope
  ) -> SettledMembers {
    guard let index = union.fields.firstIndex(where: { records.isLive(view.text, $0) }) else {
      let names = MemberPath.memberNames(of: union, records)
      return .mistaken(
        .unknownField, at: view.location, "\(records.phrase(of: union)) has no member '\(view.text)'",
        advice: nearestWord(to: view.text, among: names).map { "did you mean '\($0)'?" }
          ?? "its members are \(names.quotedList)")
    }
    return settle(member: index, in: scope.when(nil, branch: nil))
  }

  /// Nothing says which member is live; words on the members alone are a slip.
  private func unsaid(_ union: Record, _ field: Field, _ scope: MemberScope) -> SettledMembers {
    let hasName = union.name != nil
    let given = union.fields.indices.lazy.compactMap { self.records.annotations(of: union, field: $0).cases }.first
    guard !hasName, let given else {
      return .refused(UnresolvedField.union(field, likelyTag: likelyTag(field, scope)))
    }
    return .mistaken(
      .missingTag, at: given.location, "'case' says when a member is live, and nothing says which field tells",
      advice: "write tag(field) on the union")
  }
}

extension Record {
  /// A union without a name goes by the first of its members.
  fileprivate func phrase(_ records: RecordIndex) -> String {
    let names = MemberPath.memberNames(of: self, records)
    return (names.prefix(3) + (names.count > 3 ? ["…"] : [])).joined(separator: ", ")
  }
}

extension RecordIndex {
  /// Whether a union says by itself which member is live.
  func isStanding(_ union: Record) -> Bool {
    guard union.kind == .union, let live = liveMember(of: union, heldBy: nil, .none) else { return false }
    return annotations(of: union).union.view != nil || union.fields.contains { isLive(live, $0) }
  }
}
