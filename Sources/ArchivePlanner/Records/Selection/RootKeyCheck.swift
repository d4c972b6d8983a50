import ArchiveModel

/// Finds former keys from the root, `was("/size")`, that have no effect in one of the records that contain the member,
/// because another field has the key there or names it first.
enum RootKeyCheck {
  static func warnings(about record: PlannedRecord, _ resolution: ResolvedRecords) -> [Diagnostic] {
    var search = Search(resolution: resolution)
    search.note(record, prefixes: [""])
    return search.warnings(record.record)
  }

  private struct Search {
    let resolution: ResolvedRecords
    private var taken: [String: PlannedField] = [:]
    private var claims: [(key: FormerKey, of: PlannedField, path: String, isNested: Bool)] = []

    init(resolution: ResolvedRecords) { self.resolution = resolution }

    /// - Parameter prefixes: the prefixes of the record's keys; the first one is the current prefix.
    mutating func note(_ record: PlannedRecord, prefixes: [String]) {
      for field in record.fields where field.entry.isArchived {
        let relative = field.entry.formerKeys.filter { !$0.isFromRoot }.map(\.text)
        let keys = prefixes.flatMap { prefix in ([field.entry.key] + relative).map { prefix + $0 } }
        let roots = field.entry.formerKeys.filter(\.isFromRoot)
        for root in roots { claims.append((root, field, keys[0], prefixes[0] != "")) }
        if case .record(let id) = field.entry.form {
          // Arrays of records are not followed, because each element is a root of its own.
          if let inner = resolution.planned(id) {
            note(inner, prefixes: (keys + roots.map(\.text)).map { $0 + "." })
          }
        } else {
          for key in keys where taken[key] == nil { taken[key] = field }
        }
      }
    }

    func warnings(_ record: Record) -> [Diagnostic] {
      var taken = taken
      return claims.compactMap { key, field, path, isNested in
        guard let owner = taken[key.text] else {
          taken[key.text] = field
          return nil
        }
        // A field of the record itself is reported as an error.
        guard isNested else { return nil }
        return Diagnostic(
          .ambiguousFormerKey, at: argument(key, field)?.location ?? field.field.location,
          "in '\(record.displayName)' the key '\(key.text)' belongs to '\(owner.field.name)', so 'was(\"\(key.written)\")' on '\(path)' has no effect there",
          advice:
            "give '\(owner.field.name)' another key; no change is needed if the field moved in another record with this member",
          notes: [Diagnostic.note(at: owner.field.location, "'\(owner.field.name)' is declared here")])
      }
    }

    private func argument(_ key: FormerKey, _ field: PlannedField) -> Attribute.Argument? {
      for record in resolution.records.records {
        for index in record.fields.indices where record.fields[index].location == field.field.location {
          let former = resolution.records.annotations(of: record, field: index).formerKeys
          if let found = former.first(where: { $0.text == key.written }) { return found }
        }
      }
      return nil
    }
  }
}
