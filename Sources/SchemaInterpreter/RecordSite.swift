import ArchiveModel

/// A place inside a record that an archive says pointers lead to.
public struct RecordSite: Sendable, Hashable {
  /// The archived names of the record and of the type that pointers lead to.
  let owner: String
  let type: String
  /// `ring`, `lines[].place`.
  let path: String

  public init(owner: String, type: String, path: String) {
    (self.owner, self.type, self.path) = (owner, type, path)
  }
}

/// The records inside one record that have names, because pointers lead to them: a schema has their fields alone.
struct Parts {
  struct Record {
    let key: String
    let type: ArchivedType
    let entries: [ArchivedEntry]
    let conditions: [ArchivedEntry.Condition]
  }

  private let types: [String: ArchivedType]

  init(_ sites: [RecordSite], of owner: ArchivedType?, _ schema: ArchivedSchema) {
    var types: [String: ArchivedType] = [:]
    for site in sites {
      guard let owner, owner.name == site.owner || owner.formerNames.contains(site.owner),
        let type = schema[site.type] ?? schema.types.first(where: { $0.formerNames.contains(site.type) }),
        type.kind == .record
      else { continue }
      types[site.path] = type
    }
    self.types = types
  }

  /// The type of the records of an array whose elements have these entries.
  func type(
    of entry: ArchivedEntry, _ prefix: String, _ inner: [ArchivedEntry]
  ) throws(NotInterpreted) -> ArchivedType? {
    guard let type = ([entry.key] + entry.formerKeys).lazy.compactMap({ types[prefix + $0] }).first else { return nil }
    guard Self.isSame(inner, type) else { throw refused(prefix + entry.key, type) }
    return type
  }

  /// The record that an entry is a field of.
  func record(
    around entry: ArchivedEntry, _ prefix: String, _ entries: [ArchivedEntry]
  ) throws(NotInterpreted) -> Record? {
    if types.isEmpty { return nil }
    // The head of an intrusive list.
    if let type = types[prefix + entry.key], entry.form.base != .records { throw refused(prefix + entry.key, type) }
    let key = entry.key
    for end in key.indices where key[end] == "." {
      let own = String(key[..<end])
      guard let type = types[prefix + own] else { continue }
      let lead = own + "."
      let all = entries.filter { $0.key.hasPrefix(lead) }
      let outer = all.map { $0.conditions.filter { !$0.tag.hasPrefix(lead) } }
      guard let conditions = outer.first, outer.allSatisfy({ $0 == conditions }),
        all.allSatisfy({ $0.formerKeys.allSatisfy { $0.hasPrefix(lead) } })
      else { throw refused(prefix + own, type) }
      var inner = InterpretedTable.inner(
        of: ArchivedEntry(key: own, form: ArchivedForm(.records)), entries, prefix: lead)
      for index in inner.indices { inner[index].conditions.removeFirst(conditions.count) }
      guard Self.isSame(inner, type) else { throw refused(prefix + own, type) }
      return Record(key: own, type: type, entries: inner, conditions: conditions)
    }
    return nil
  }

  private func refused(_ path: String, _ type: ArchivedType) -> NotInterpreted {
    NotInterpreted(subject: path, reason: "pointers to a '\(type.name)' inside another record are not followed here")
  }

  private static func isSame(_ entries: [ArchivedEntry], _ type: ArchivedType) -> Bool {
    entries.count == type.entries.count
      && zip(entries.sorted { $0.key < $1.key }, type.entries.sorted { $0.key < $1.key }).allSatisfy {
        $0.key == $1.key && $0.form == $1.form
      }
  }
}
