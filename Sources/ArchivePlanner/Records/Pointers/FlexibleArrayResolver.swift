import ArchiveModel

/// Resolves flexible array members (C17 6.7.2.1p18): elements behind the record's end.
struct FlexibleArrayResolver {
  let records: RecordIndex

  /// The type of the elements if the field is a flexible array, in the standard's form or, if an annotation has the
  /// number of elements, in GNU C's older form `T tail[0]`; nil for any other field.
  func element(of field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope, isLast: Bool) -> CType? {
    switch field.type {
    case .flexibleArray(let element): return element
    case .array(let element, count: 0):
      let isCounted = annotations.count != nil || annotations.terminator != nil
      return isLast && scope.isAtEnd && isCounted ? element : nil
    default: return nil
    }
  }

  func resolve(
    _ field: Field, of element: CType, _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> FieldOutcome {
    guard scope.isAtEnd else {
      return .refused(.unsupported(field, "is a flexible array that is not at the end of a struct"))
    }
    let given: PointeeAnnotations
    switch PointeeAnnotations.make(field, to: element, annotations, records) {
    case .success(let made): given = made
    case .failure(let outcome): return outcome
    }
    let (type, inner) = given.pointee.countedElement
    let count: ElementCount?
    switch CountResolver(records: records).count(field, of: type, annotations, scope, times: inner) {
    case .success(let found): count = found
    case .failure(let outcome): return outcome
    }
    guard let count, given.isAnnotated else {
      return .refused(.flexibleArray(field, suggestedCount: AnnotationAdvice(records: records).count(field, scope)))
    }
    let targets = TargetResolver(
      records: records, field: field, annotations: given, cellsAreWeak: annotations.isWeak)
    switch targets.target(type, isCounted: true) {
    case .success(let found):
      return EntryResolver(records: records).resolve(
        field, as: .trailing(found.target, count), of: type, annotations, scope
      ).requiring(found.requirements)
    case .failure(let outcome): return outcome
    }
  }
}
