import ArchiveModel

/// Flexible array members (C17 6.7.2.1p18): elements behind the record's end.
extension FieldResolution {
  /// What the elements are of a field that is a flexible array, in the standard's form or, if something says how many
  /// there are, in GNU C's older `T tail[0]`; nil for any other.
  func tailElement(_ field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope, isLast: Bool) -> CType? {
    switch field.type {
    case .flexibleArray(let element): return element
    case .array(let element, count: 0):
      let isCounted = annotations.count != nil
      return isLast && scope.isAtEnd && isCounted ? element : nil
    default: return nil
    }
  }

  mutating func resolve(
    tail element: CType, _ field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> FieldOutcome {
    guard scope.isAtEnd else {
      return .refused(Refusal.unsupported(field, "is a flexible array that is not at the end of a struct"))
    }
    let use: PointeeAnnotations
    switch PointeeAnnotations.make(field, to: element, annotations, records) {
    case .success(let made): use = made
    case .failure(let outcome): return outcome
    }
    let (type, inner) = use.pointee.countedElement
    let count: ElementCount?
    switch self.count(field, annotations, scope, times: inner) {
    case .success(let found): count = found
    case .failure(let outcome): return outcome
    }
    guard let count, use.isAnnotated else {
      return .refused(Refusal.tail(field, suggestedCount: suggestedCount(field, scope)))
    }
    switch target(type, field, use, cellsAreWeak: annotations.isWeak, isCounted: true, scope) {
    case .success(let target): return planned(field, annotations, scope, .trailing(target, count), type)
    case .failure(let outcome): return outcome
    }
  }
}
