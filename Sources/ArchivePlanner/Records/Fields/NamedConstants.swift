import ArchiveModel

extension FieldResolution {
  /// The enumerators that a record's annotations name, those of the unions in it too: they are in its table as numbers.
  func constants(of record: Record) -> [(name: String, value: Int64)] {
    var names: Set<String> = []
    var waiting = [record]
    var seen: Set<Record.ID> = []
    while let next = waiting.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      var own = Set(records.annotations(of: next).namedConstants)
      for (index, field) in next.fields.enumerated() {
        own.formUnion(records.annotations(of: next, field: index).namedConstants)
        guard case .record(let id) = field.type.arrayElement.type, let inner = self[id],
          inner.kind == .union || field.isAnonymousMember
        else { continue }
        waiting.append(inner)
      }
      // A count names a field first.
      names.formUnion(own.subtracting(next.fields.map(\.name)))
    }
    return names.sorted().compactMap { name in records.constants[name].map { (name, $0) } }
  }
}
