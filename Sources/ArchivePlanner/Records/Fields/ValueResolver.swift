import ArchiveModel

/// Resolves members whose value is in the record itself: numbers, bit-fields, text, arrays, and nested records.
struct ValueResolver {
  let records: RecordIndex

  func resolve(_ field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope) -> FieldOutcome {
    let (element, dimensions) = field.type.arrayElement
    let entries = EntryResolver(records: records)
    if case .record(let id) = element {
      return resolve(field, of: id, dimensions, annotations, scope)
    }
    let type = ElementType(element)
    if let width = field.bitWidth, let range = element.integerRange, let type {
      // An unsigned bit-field of one bit is archived as a boolean.
      let isTruth = width == 1 && !range.isSigned
      return entries.resolve(field, as: .bits(width: width, isTruth ? .bool : type), of: element, annotations, scope)
    }
    if let text = annotations.text, let count = dimensions.last {
      return entries.resolve(
        texts: field, of: element, count: count, text.encoding ?? .utf8, dimensions: dimensions.dropLast(), annotations,
        scope)
    }
    guard let type else { return .refused(.unsupported(field, "cannot be archived")) }
    let form: SchemaField.Form =
      dimensions.isEmpty ? .scalar(type) : .array(dimensions: dimensions, type, annotations.arrayStorage)
    return entries.resolve(field, as: form, of: element, annotations, scope)
  }

  /// A record inside the record, or an array of records.
  private func resolve(
    _ field: Field, of id: Record.ID, _ dimensions: [Int], _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> FieldOutcome {
    guard let inner = records[id] else {
      return .refused(.unsupported(field, "has a type that could not be read"))
    }
    guard inner.kind == .structure || records.determinesItsMember(inner) else {
      return .refused(.union(field, suggestedTag: AnnotationAdvice(records: records).tag(field, scope)))
    }
    if records.annotations(of: inner).isSkipped {
      return .refused(.unsupported(field, "has the type '\(inner.displayName)', which is skipped"))
    }
    let form: SchemaField.Form =
      dimensions.isEmpty ? .record(id) : .records(dimensions: dimensions, id, annotations.arrayStorage)
    var outcome = EntryResolver(records: records).resolve(field, as: form, of: .record(id), annotations, scope)
    outcome.warnings += FormerKeyCheck.warnings(about: inner, in: field, key: field.key(annotations), records)
    return outcome.requiring([Requirement(field: field, record: id, place: .inside)])
  }
}

extension FieldAnnotations {
  /// How an array is stored.
  fileprivate var arrayStorage: ArrayStorage {
    switch storage {
    case .elements: .elements
    case .native: .native
    case .packed, nil: .standard
    }
  }
}

extension CType {
  /// The width and signedness of an integer type; nil for any other type.
  var integerRange: (bits: Int, isSigned: Bool)? { ElementType.Number(self)?.integerRange }

  /// Whether the type is a `char`, signed or not, which text consists of.
  var isByte: Bool {
    if case .integer(8, _) = self { true } else { false }
  }
}
