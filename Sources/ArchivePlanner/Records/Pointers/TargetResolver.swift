import ArchiveModel

/// Resolves what one element behind a pointer, or of a flexible array, is.
struct TargetResolver {
  let records: RecordIndex
  let field: Field
  let annotations: PointeeAnnotations
  /// Whether `weak` applies to the pointers behind this one.
  let cellsAreWeak: Bool

  /// A target, and the records that it leads to.
  struct Found {
    let target: PointerTarget
    var requirements: [Requirement] = []
  }

  func target(_ type: CType, isCounted: Bool) -> Result<Found, FieldOutcome> {
    switch type {
    case .pointer(.function):
      return refused("is a pointer to function pointers, for which there is no annotation")
    case .pointer(let pointee):
      if let encoding = annotations.encoding, pointee.isTextUnit {
        return .success(Found(target: .cell(cell(SchemaPointer(.string(encoding))))))
      }
      let (element, inner) = pointee.countedElement
      let count = inner == 1 ? nil : ElementCount.ofType(inner)
      return target(element, isCounted: inner != 1).map { found in
        let pointer = SchemaPointer(.target(found.target, count), isWeak: cellsAreWeak && !element.isPointer)
        return Found(target: .cell(cell(pointer)), requirements: found.requirements)
      }
    case .record(let id): return record(id, isCounted: isCounted)
    case .void, .incomplete, .function:
      if annotations.isBytes { return .success(Found(target: .element(.byte))) }
      return .failure(.refused(.opaque(field, type)))
    case .unsupported(let reason): return refused("is a pointer to something that \(reason)")
    default:
      guard let element = ElementType(type) else { return refused("is a pointer to something that has no value") }
      return .success(Found(target: .element(element)))
    }
  }

  private func record(_ id: Record.ID, isCounted: Bool) -> Result<Found, FieldOutcome> {
    guard let target = records[id] else { return refused("is a pointer to something that could not be read") }
    if target.kind == .union, !records.determinesItsMember(target) {
      return .failure(.refused(.unionPointee(field, target)))
    }
    if records.annotations(of: target).isSkipped {
      return refused("is a pointer to '\(target.displayName)', which is skipped")
    }
    if isCounted, records.hasFlexibleArray(target) {
      return refused("is a pointer to an array of '\(target.displayName)', which ends in a flexible array")
    }
    let requirement = Requirement(field: field, record: id, place: .behindPointer)
    return .success(Found(target: .record(id), requirements: [requirement]))
  }

  private func refused(_ reason: String) -> Result<Found, FieldOutcome> {
    .failure(.refused(.unsupported(field, reason)))
  }

  /// A pointer behind a pointer, under its archived name.
  private func cell(_ pointer: SchemaPointer) -> PointerCell {
    let lead = pointer.isWeak ? "weak " : ""
    let name: String
    switch pointer.kind {
    case .target(let target, let count):
      let several = count.map { "[\($0.factor)]" } ?? ""
      switch target {
      case .record(let id): name = lead + (records[id].map(records.archivedName) ?? "") + several
      case .element(let element): name = lead + element.pointeeName + several
      case .cell(let inner): name = lead + inner.archivedName + several
      }
    case .string(let encoding): name = encoding.rawValue
    case .symbols, .via: name = ""
    }
    return PointerCell(archivedName: name + "*", pointer: pointer)
  }
}

extension CType {
  var isPointer: Bool {
    if case .pointer = self { true } else { false }
  }

  /// The elements of an array and how many there are, in all dimensions; for another type, the type itself and 1.
  var countedElement: (type: CType, count: Int) {
    if case .flexibleArray(let element) = self { return element.countedElement }
    let (element, dimensions) = arrayElement
    return (element, dimensions.reduce(1, *))
  }
}

extension RecordIndex {
  /// Whether the record ends in a flexible array, so that several such records cannot follow each other.
  func hasFlexibleArray(_ record: Record) -> Bool {
    guard let last = record.fields.last else { return false }
    if case .flexibleArray = last.type { return !annotations(of: record, field: record.fields.count - 1).isSkipped }
    if last.isAnonymousMember, case .record(let id) = last.type, let inner = self[id] { return hasFlexibleArray(inner) }
    return false
  }
}
