/// Tells the last element of an array: the first one whose integer or pointer has a value.
struct Terminator: Sendable {
  private enum Place {
    case integer(IntegerCell)
    case pointer(offset: Int)
  }

  private let place: Place
  let value: Int64
  /// What ends the array, as errors call it: `name = 0`.
  let words: String

  /// - Parameter record: The schema of the elements, if these are records.
  init?(_ schema: TerminatorSchema, in kind: GraphPlan.Table.Kind, _ record: RecordSchema?) {
    let found: Place?
    switch (kind, record) {
    case (.numbers(let type), _): found = IntegerCell(ElementAccess(type, offset: 0)).map { .integer($0) }
    // A pointer behind a pointer is a record of one field.
    case (.records, let record?): found = Self.find(schema.key ?? record.fields.first?.key ?? "", in: record, 0)
    default: found = nil
    }
    guard let found else { return nil }
    (place, value, words) = (found, schema.value, schema.words)
  }

  private static func find(_ path: String, in record: RecordSchema, _ base: Int) -> Place? {
    for field in record.fields {
      switch field.form {
      case .scalar(let type) where field.key == path:
        return IntegerCell(ElementAccess(type, offset: base + field.offset)).map { .integer($0) }
      case .pointer([], _) where field.key == path: return .pointer(offset: base + field.offset)
      case .record(let inner) where path.hasPrefix(field.key + "."):
        let rest = String(path.dropFirst(field.key.count + 1))
        if let found = find(rest, in: inner, base + field.offset) { return found }
      default: continue
      }
    }
    return nil
  }

  func isLast(_ element: UnsafeRawPointer) -> Bool {
    switch place {
    case .integer(let cell): cell.value(element) == value
    case .pointer(let offset):
      Int64(truncatingIfNeeded: element.loadUnaligned(fromByteOffset: offset, as: UInt.self)) == value
    }
  }
}
