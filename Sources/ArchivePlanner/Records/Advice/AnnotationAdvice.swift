import ArchiveModel

/// Proposes annotations for fields that need one, from names, types and comments.
struct AnnotationAdvice {
  let records: RecordIndex

  /// The attributes of a pointer.
  func pointee(_ field: Field, to pointee: CType, _ scope: MemberScope) -> AnnotationSuggestion? {
    let group = AdviceGroup(field, in: scope, records)
    switch pointee {
    case .void: return group.count
    case .incomplete, .unsupported, .function: return nil
    case .record(let id):
      guard let target = records[id], target.kind == .structure || records.determinesItsMember(target) else {
        return nil
      }
      return group.suggestion(forRecord: target)
    case .pointer(let inner): return group.suggestion(forPointersTo: inner)
    default: return field.mayBeText(pointee) ? group.textSuggestion : group.count
    }
  }

  /// `count(line_count)` for a flexible array `lines`.
  func count(_ field: Field, _ scope: MemberScope) -> AnnotationSuggestion? {
    AdviceGroup(field, in: scope, records).count
  }
}
