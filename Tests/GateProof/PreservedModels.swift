import ArchiveEvolution
@_spi(GeneratedCode) import ArchiveRuntime

/// The older release's struct, whose keys are those of one proof at a time.
private struct OlderItem: ArchivableComposite {
  nonisolated(unsafe) static var identity: [String] = []
  nonisolated(unsafe) static var knownCount = 0
  nonisolated(unsafe) static var defaultValue = 0
  static var archivedClassName: String { "Item" }
  static var archivedIdentity: [String] { identity }
  var row: PreservedRows.Row

  init(_ row: PreservedRows.Row) { self.row = row }

  init(from decoder: ObjectDecoder) throws {
    row = .init(known: [], renamed: 0, origin: nil)
    for index in 0..<Self.knownCount { row.known.append(try decoder.decode(Int.self, forKey: "k\(index)")) }
    row.renamed = try decoder.decodeIfPresent(Int.self, forKey: "f") ?? Self.defaultValue
  }

  func encode(to encoder: ObjectEncoder) throws {
    for (index, value) in row.known.enumerated() { try encoder.encode(value, forKey: "k\(index)") }
    try encoder.encode(row.renamed, forKey: "f")
  }
}

private struct NewerItem: ArchivableComposite {
  nonisolated(unsafe) static var unknownCount = 0
  nonisolated(unsafe) static var form: PreservedRows.Form?
  static var archivedClassName: String { "Item" }
  var original: PreservedRows.Original

  init(_ original: PreservedRows.Original) { self.original = original }

  private static var key: String {
    switch form {
    case nil: "f"
    case .renamed, .migrated: "g"
    case .moved: "inner.g"
    }
  }

  init(from decoder: ObjectDecoder) throws {
    original = .init(known: [], unknown: [], renamed: 0)
    for index in 0..<OlderItem.knownCount { original.known.append(try decoder.decode(Int.self, forKey: "k\(index)")) }
    for index in 0..<Self.unknownCount {
      original.unknown.append(try decoder.decodeIfPresent(Int.self, forKey: "u\(index)") ?? 0)
    }
    let isMigrated = Self.form == .migrated
    if isMigrated, try decoder.decodeVersion(of: "Item", upTo: 2) < 2 {
      original.renamed = try decoder.decode(Int.self, forKey: "f")
    } else {
      original.renamed =
        try decoder.decodeIfPresent(Int.self, forKey: Self.key) ?? decoder.decode(Int.self, forKey: "f")
    }
  }

  func encode(to encoder: ObjectEncoder) throws {
    if Self.form == .migrated { try encoder.encodeVersion(2, of: "Item") }
    for (index, value) in original.known.enumerated() { try encoder.encode(value, forKey: "k\(index)") }
    for (index, value) in original.unknown.enumerated() { try encoder.encode(value, forKey: "u\(index)") }
    try encoder.encode(original.renamed, forKey: Self.key)
  }
}

/// Objects, which have an identity of their own.
private final class OlderObject: ArchivableClass {
  var item: OlderItem
  static var archivedClassName: String { "Object" }
  init(_ row: PreservedRows.Row) { item = OlderItem(row) }
  init(from decoder: ObjectDecoder) throws { item = try OlderItem(from: decoder) }
  func encode(to encoder: ObjectEncoder) throws { try item.encode(to: encoder) }
}

private final class NewerObject: ArchivableClass {
  let item: NewerItem
  static var archivedClassName: String { "Object" }
  init(_ original: PreservedRows.Original) { item = NewerItem(original) }
  init(from decoder: ObjectDecoder) throws { item = try NewerItem(from: decoder) }
  func encode(to encoder: ObjectEncoder) throws { try item.encode(to: encoder) }
}

/// Rows as Swift structs in collections, and as objects.
enum PreservedModels {
  static func saved(_ rows: PreservedRows, _ place: PreservingProof.Place) throws -> [PreservedRows.Original] {
    OlderItem.identity = rows.hasIdentity ? ["k0"] : []
    OlderItem.knownCount = rows.originals[0].known.count
    OlderItem.defaultValue = rows.defaultValue
    NewerItem.unknownCount = rows.originals[0].unknown.count
    NewerItem.form = rows.isRenamed ? rows.form : nil
    let decoder = ArchiveDecoder(preservingUnknown: true)
    switch place {
    case .dictionary:
      // The place of a row is its key; edits have put rows under other ones.
      func keyed<Value>(_ values: [Value]) -> [String: Value] {
        Dictionary(uniqueKeysWithValues: values.enumerated().map { ("key\($0.offset)", $0.element) })
      }
      let data = try ArchiveEncoder().encode(keyed(rows.originals.map(NewerItem.init)))
      _ = try decoder.decode([String: OlderItem].self, from: data)
      let saved = try ArchiveEncoder(preserving: decoder).encode(keyed(rows.rows.map(OlderItem.init)))
      let read = try ArchiveDecoder().decode([String: NewerItem].self, from: saved)
      return rows.rows.indices.compactMap { read["key\($0)"]?.original }
    case .objects:
      let data = try ArchiveEncoder().encode(rows.originals.map(NewerObject.init))
      let loaded = try decoder.decode([OlderObject].self, from: data)
      var used: Set<Int> = []
      let objects = rows.rows.map { row in
        guard let origin = row.origin, used.insert(origin).inserted else { return OlderObject(row) }
        loaded[origin].item.row = row
        return loaded[origin]
      }
      let saved = try ArchiveEncoder(preserving: decoder).encode(objects)
      return try ArchiveDecoder().decode([NewerObject].self, from: saved).map(\.item.original)
    default:
      let data = try ArchiveEncoder().encode(rows.originals.map(NewerItem.init))
      _ = try decoder.decode([OlderItem].self, from: data)
      let saved = try ArchiveEncoder(preserving: decoder).encode(rows.rows.map(OlderItem.init))
      return try ArchiveDecoder().decode([NewerItem].self, from: saved).map(\.original)
    }
  }
}
