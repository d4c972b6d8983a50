import ArchiveModel

/// Resolves pointers, and arrays of pointers: what a pointer leads to, as its type and its annotations say.
///
/// `cstring` and `to` apply to the innermost elements of a pointer to pointers; `count` and `bytes` apply to the outermost.
struct PointerResolver {
  let records: RecordIndex
  let names: SwiftNames

  func resolve(
    _ field: Field, to pointee: CType, _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> FieldOutcome {
    let dimensions = field.type.arrayElement.dimensions
    func entry(_ pointer: SchemaPointer, of element: CType) -> FieldOutcome {
      EntryResolver(records: records).resolve(
        field, as: .pointer(dimensions: dimensions, pointer), of: element, annotations, scope)
    }
    let given: PointeeAnnotations
    switch PointeeAnnotations.make(field, to: pointee, annotations, records) {
    case .success(let made): given = made
    case .failure(let outcome): return outcome
    }
    if let functions = annotations.functions { return entry(SchemaPointer(.via(functions)), of: pointee) }
    if case .function = pointee {
      switch FunctionPointerResolver(records: records, names: names).symbols(for: field, annotations, scope) {
      case .success(let symbols): return entry(SchemaPointer(.symbols(symbols)), of: .pointer(to: .function))
      case .failure(let outcome): return outcome
      }
    }
    if case .unsupported(let reason) = pointee {
      return .refused(.unsupported(field, "is a pointer to something that \(reason)"))
    }
    guard given.isAnnotated || isSelf(pointee, scope) else {
      let suggestion = AnnotationAdvice(records: records).pointee(field, to: pointee, scope)
      return .refused(.pointer(field, to: pointee, suggestion: suggestion))
    }
    if let encoding = given.encoding, given.pointee.isTextUnit {
      return entry(SchemaPointer(.string(encoding)), of: pointee)
    }
    let (element, inner) = given.pointee.countedElement
    let count: ElementCount?
    switch CountResolver(records: records).count(field, of: element, annotations, scope, times: inner) {
    case .success(let found): count = found
    case .failure(let outcome): return outcome
    }
    // If the target is several pointers, `weak` applies to each of them: the array of pointers belongs to the record.
    let isWeak = annotations.isWeak
    let cellsAreWeak = isWeak && count != nil && element.isPointer
    let targets = TargetResolver(records: records, field: field, annotations: given, cellsAreWeak: cellsAreWeak)
    switch targets.target(element, isCounted: count != nil) {
    case .success(let found):
      let pointer = SchemaPointer(.target(found.target, count), isWeak: isWeak && !cellsAreWeak)
      var outcome = entry(pointer, of: element)
      if !given.isAnnotated, let doubt = AnnotationAdvice(records: records).doubt(ofLink: field, scope) {
        outcome.warnings.append(doubt)
      }
      return outcome.requiring(found.requirements)
    case .failure(let outcome): return outcome
    }
  }

  /// Whether a pointer leads to a record that contains it. Such a link of a list or tree needs no annotation.
  private func isSelf(_ pointee: CType, _ scope: MemberScope) -> Bool {
    guard case .record(let id) = pointee else { return false }
    var around: Record? = scope.root
    while let record = around {
      if record.id == id { return true }
      around = record.parent.flatMap { records[$0] }
    }
    return false
  }
}
