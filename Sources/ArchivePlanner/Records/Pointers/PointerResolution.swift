import ArchiveModel

/// What is behind a pointer, as its type and its annotations say.
///
/// Words that are about the elements, `cstring` and `to`, are about the innermost ones of a pointer to pointers;
/// `count` and `bytes` are about the outermost.
extension FieldResolution {
  mutating func resolve(
    pointer field: Field, to pointee: CType, _ dimensions: [Int], _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> FieldOutcome {
    let use: PointeeAnnotations
    switch PointeeAnnotations.make(field, to: pointee, annotations, records) {
    case .success(let made): use = made
    case .failure(let outcome): return outcome
    }
    if let functions = annotations.functions {
      let pointer = SchemaPointer(.via(functions))
      return planned(field, annotations, scope, .pointer(dimensions: dimensions, pointer), pointee)
    }
    if case .function = pointee { return resolve(function: field, dimensions, annotations, scope) }
    if case .unsupported(let reason) = pointee {
      return .refused(Refusal.unsupported(field, "is a pointer to something that \(reason)"))
    }
    guard use.isAnnotated || isSelf(pointee, scope) else {
      return .refused(Refusal.pointer(field, to: pointee, suggestion: suggestedAttributes(field, to: pointee, scope)))
    }
    if let encoding = use.encoding, use.pointee.isTextUnit {
      let pointer = SchemaPointer(.string(encoding))
      return planned(field, annotations, scope, .pointer(dimensions: dimensions, pointer), pointee)
    }
    let (element, inner) = use.pointee.countedElement
    let count: ElementCount?
    switch self.count(field, annotations, scope, times: inner) {
    case .success(let found): count = found
    case .failure(let outcome): return outcome
    }
    // Of several pointers behind this one `weak` is about each: the run of them belongs to the record.
    let isDefault = !use.isAnnotated
    let isWeak = annotations.isWeak
    let cellsAreWeak = isWeak && count != nil && element.isPointer
    switch target(element, field, use, cellsAreWeak: cellsAreWeak, isCounted: count != nil, scope) {
    case .success(let target):
      let pointer = SchemaPointer(.target(target, count), isWeak: isWeak && !cellsAreWeak)
      var outcome = planned(field, annotations, scope, .pointer(dimensions: dimensions, pointer), element)
      if isDefault, let doubt = doubt(ofLink: field, scope) { outcome.warnings.append(doubt) }
      return outcome
    case .failure(let outcome): return outcome
    }
  }

  /// What one element is.
  mutating func target(
    _ type: CType, _ field: Field, _ use: PointeeAnnotations, cellsAreWeak: Bool, isCounted: Bool, _ scope: MemberScope
  ) -> Result<PointerTarget, FieldOutcome> {
    switch type {
    case .pointer(.function):
      return .failure(
        .refused(
          Refusal.unsupported(field, "is a pointer to function pointers, for which there is no annotation")))
    case .pointer(let pointee):
      if let encoding = use.encoding, pointee.isTextUnit {
        return .success(.cell(cell(SchemaPointer(.string(encoding)))))
      }
      let (element, inner) = pointee.countedElement
      let count = inner == 1 ? nil : ElementCount(keys: [], factor: inner, isBytes: false)
      return target(element, field, use, cellsAreWeak: cellsAreWeak, isCounted: inner != 1, scope).map { target in
        .cell(cell(SchemaPointer(.target(target, count), isWeak: cellsAreWeak && !element.isPointer)))
      }
    case .record(let id):
      if let refusal = pointee(id, of: field, isCounted: isCounted, scope) { return .failure(.refused(refusal)) }
      return .success(.record(id))
    case .void, .incomplete, .function:
      if use.isBytes { return .success(.element(.byte)) }
      return .failure(.refused(Refusal.opaque(field, type)))
    case .unsupported(let reason):
      return .failure(.refused(Refusal.unsupported(field, "is a pointer to something that \(reason)")))
    default:
      guard let element = ElementType(type) else {
        return .failure(.refused(Refusal.unsupported(field, "is a pointer to something that has no value")))
      }
      return .success(.element(element))
    }
  }

  /// A pointer that pointers lead to, under its archived name.
  private func cell(_ pointer: SchemaPointer) -> PointerCell {
    let lead = pointer.isWeak ? "weak " : ""
    let name: String
    switch pointer.kind {
    case .target(let target, let count):
      let several = count.map { "[\($0.factor)]" } ?? ""
      switch target {
      case .record(let id): name = lead + (records[id].map(archivedName) ?? "") + several
      case .element(let element): name = lead + element.pointeeName + several
      case .cell(let inner): name = lead + inner.archivedName + several
      }
    case .string(let encoding): name = encoding.rawValue
    case .symbols, .via: name = ""
    }
    return PointerCell(archivedName: name + "*", pointer: pointer)
  }

  /// Why a record cannot be behind this pointer, as far as is known by now.
  mutating func pointee(_ id: Record.ID, of field: Field, isCounted: Bool, _ scope: MemberScope) -> Refusal? {
    guard let target = records[id] else {
      return Refusal.unsupported(field, "is a pointer to something that could not be read")
    }
    if target.kind == .union, !records.determinesItsMember(target) { return Refusal.unionPointee(field, target) }
    if records.annotations(of: target).isSkipped {
      return Refusal.unsupported(field, "is a pointer to '\(target.displayName)', which is skipped")
    }
    if isCounted, records.hasFlexibleArray(target) {
      return Refusal.unsupported(
        field, "is a pointer to several '\(target.displayName)', and each has a flexible array at its end")
    }
    dependents[id, default: []].insert(scope.root.id)
    switch outcomes[id] {
    // Settled later, or just now further out: nothing is known against it.
    case nil:
      pending.append(id)
      return nil
    case .planned: return nil
    case .refused(let outcome): return Refusal.pointee(field, target, outcome.refusals)
    case .invalid:
      return Refusal.invalid(field, "is a pointer to '\(target.displayName)'", target)
    }
  }

  /// A pointer to the record that it is in needs no annotation: it is a link of a list or tree.
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

extension CType {
  var isPointer: Bool {
    if case .pointer = self { true } else { false }
  }

  /// An array's elements and how many there are, in all dimensions; another type and 1.
  var countedElement: (type: CType, count: Int) {
    if case .flexibleArray(let element) = self { return element.countedElement }
    let (element, dimensions) = arrayElement
    return (element, dimensions.reduce(1, *))
  }
}

extension RecordIndex {
  /// Whether a flexible array ends the record, so that several cannot stand side by side.
  func hasFlexibleArray(_ record: Record) -> Bool {
    guard let last = record.fields.last else { return false }
    if case .flexibleArray = last.type { return !annotations(of: record, field: record.fields.count - 1).isSkipped }
    if last.isAnonymousMember, case .record(let id) = last.type, let inner = self[id] { return hasFlexibleArray(inner) }
    return false
  }
}
