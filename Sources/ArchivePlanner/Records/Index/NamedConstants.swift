import ArchiveModel

extension RecordIndex {
  /// The enumerators and macros that a record's annotations name, with those of the unions in it: they are numbers in its
  /// table.
  func namedConstants(of record: Record) -> [(name: String, value: Int64)] {
    var names: Set<String> = []
    Fixpoint.closure(of: [record.id], .depthFirst) { id in
      guard let record = self[id] else { return [] }
      var own = Set(annotations(of: record).namedConstants)
      var inner: [Record.ID] = []
      for (index, field) in record.fields.enumerated() {
        own.formUnion(annotations(of: record, field: index).namedConstants)
        guard case .record(let id) = field.type.arrayElement.type, let found = self[id],
          found.kind == .union || field.isAnonymousMember
        else { continue }
        inner.append(id)
      }
      // In a count, a field's name hides a constant's.
      names.formUnion(own.subtracting(record.fields.map(\.name)))
      return inner
    }
    return names.sorted().compactMap { name in constants[name].map { (name, $0) } }
  }
}
