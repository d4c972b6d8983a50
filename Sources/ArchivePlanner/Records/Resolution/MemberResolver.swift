import ArchiveModel

/// Decides for every member whether and how it is archived, from its declaration and its annotations.
///
/// Every member is archived, skipped by an annotation, refused with a reason, or reported as an error. Each kind of
/// member has its own resolver, which this one selects.
struct MemberResolver {
  let records: RecordIndex
  let names: SwiftNames

  func resolve(_ record: Record) -> [FieldOutcome] {
    record.kind == .union
      ? UnionResolver(members: self).resolve(selfDescribing: record) : resolve(membersIn: MemberScope(root: record))
  }

  /// The members of the scope's owner, one by one. Errors behind a refused member are reported as well.
  func resolve(membersIn scope: MemberScope) -> [FieldOutcome] {
    // Unnamed and zero-width bit-fields are padding (C17 6.7.2.1p12).
    scope.owner.fields.indices.flatMap { scope.owner.fields[$0].isPadding ? [] : resolve(member: $0, in: scope) }
  }

  /// - Returns: several outcomes for an anonymous struct and for a union.
  func resolve(member index: Int, in scope: MemberScope) -> [FieldOutcome] {
    let field = scope.owner.fields[index]
    let annotations = records.annotations(of: scope.owner, field: index)
    if annotations.isSkipped { return [.skipped(field)] }
    if field.hasAnnotationError { return [.unreadable] }
    let errors = AttributeCheck.errors(in: annotations, on: field, of: scope.owner, records)
    guard errors.isEmpty else { return [.invalid(errors)] }
    let unions = UnionResolver(members: self)
    if let union = unions.inlinedUnion(field, annotations) {
      return unions.resolve(inlined: union, field, annotations, scope)
    }
    let isLast = index == scope.owner.fields.count - 1
    if field.isAnonymousMember { return resolve(anonymous: field, scope, isLast: isLast) }
    return [resolve(named: field, annotations, scope, isLast: isLast)]
  }

  /// The members of an anonymous struct belong to the record, under their own names.
  private func resolve(anonymous field: Field, _ scope: MemberScope, isLast: Bool) -> [FieldOutcome] {
    guard case .record(let id) = field.type, let inner = records[id] else {
      return [.refused(.unsupported(field, "has a definition that could not be read"))]
    }
    guard inner.kind == .structure else {
      return [.refused(.union(field, suggestedTag: AnnotationAdvice(records: records).tag(field, scope)))]
    }
    return resolve(membersIn: scope.entering(anonymous: inner, at: field, isLast: isLast))
  }

  private func resolve(
    named field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope, isLast: Bool
  ) -> FieldOutcome {
    let arrays = FlexibleArrayResolver(records: records)
    let advice = AnnotationAdvice(records: records)
    if let element = arrays.element(of: field, annotations, scope, isLast: isLast) {
      return arrays.resolve(field, of: element, annotations, scope)
    }
    let suggestion = { advice.count(field, scope) }
    if let refusal = Refusal.ofType(field, isLast: isLast, suggestedCount: suggestion) { return .refused(refusal) }
    if case .pointer(let pointee) = field.type.arrayElement.type {
      var outcome = PointerResolver(records: records, names: names).resolve(field, to: pointee, annotations, scope)
      if isLast, let doubt = advice.doubt(ofLastArray: field, annotations, scope) { outcome.warnings.append(doubt) }
      if let doubt = advice.doubt(ofBlock: field, annotations, scope) { outcome.warnings.append(doubt) }
      return outcome
    }
    var outcome = ValueResolver(records: records).resolve(field, annotations, scope)
    if isLast, let doubt = advice.doubt(ofLastArray: field, annotations, scope) { outcome.warnings.append(doubt) }
    return outcome
  }
}

extension Field {
  /// The field's own key, without those of unions around it.
  func key(_ annotations: FieldAnnotations) -> String { annotations.key ?? name }

  /// Whether it is an unnamed bit-field.
  var isPadding: Bool { name.isEmpty && !isAnonymousMember }
}
