import ArchiveModel

/// What the compiler can be asked to confirm of each record when it next reads the headers: that size and offsets are
/// still those of the generated tables. Without it, fields that change places within one size would be mistaken for
/// each other.
enum LayoutChecks {
  /// - Parameter nodes: records that pointers lead to; those of other headers are in no other record's size.
  static func run(_ planned: [PlannedRecord], nodes: [Record]) -> [GeneratedModule.LayoutCheck] {
    let own = Set(planned.map(\.record.id))
    let all = planned.map(\.record) + nodes.filter { !own.contains($0.id) }
    return all.sorted { $0.location < $1.location }.compactMap { record in
      guard record.unnameable == nil, let name = record.name else { return nil }
      let type = record.tag == nil ? name : "\(record.kind.rawValue) \(name)"
      // A bit-field has no offset that C can ask for (C17 7.19p3); its neighbours and the size have.
      let fields = record.fields.filter { !$0.name.isEmpty && $0.bitWidth == nil }
      let conditions =
        ["sizeof(\(type)) == \(record.size)"]
        + fields.map { "__builtin_offsetof(\(type), \($0.name)) == \($0.bitOffset / 8)" }
      return GeneratedModule.LayoutCheck(
        type: type,
        // A macro of a field's name would stand for something else here.
        names: ([name] + fields.map(\.name)).map { "defined(\($0))" }.joined(separator: " || "),
        condition: conditions.joined(separator: " && "))
    }
  }
}
