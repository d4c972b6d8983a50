import ArchiveEvolution
@_spi(GeneratedCode) import ArchiveRuntime

/// An older program saves what a newer one wrote, after random edits: either the newer program reads what it had, with the edits, or the
/// save has thrown.
public struct PreservingProof: Sendable {
  public private(set) var counts: [String: Int] = [:]
  public private(set) var problems: [String] = []
  public private(set) var wrongCount = 0

  public static func rows(_ count: Int, from first: UInt64) -> PreservingProof {
    var proof = PreservingProof()
    for number in 0..<count {
      let seed = first &+ UInt64(number)
      var dice = Dice(seed)
      let place = dice.pick(Place.allCases)
      let rows = PreservedRows(
        &dice, isFixed: place.isFixed, isByKey: place == .single,
        canHaveIdentity: place != .single && place != .objects)
      if rows.originals.isEmpty { continue }
      proof.note(place, rows, seed)
    }
    return proof
  }

  /// Where the rows are.
  enum Place: String, CaseIterable {
    case columns, fixedColumns, fixedElements, single, list, dictionary, objects

    var isFixed: Bool { self == .fixedColumns || self == .fixedElements || self == .single }
  }

  private mutating func note(_ place: Place, _ rows: PreservedRows, _ seed: UInt64) {
    var problem: String?
    do {
      let read = try place.saved(rows)
      counts["\(place.rawValue) kept", default: 0] += 1
      problem = rows.problem(read)
    } catch let error as ArchiveError where error.code == .unknownDataLost {
      counts["\(place.rawValue) refused", default: 0] += 1
      if rows.isUnchanged { problem = "nothing was changed, and: \(error)" }
    } catch {
      problem = "\(error)"
    }
    guard let problem else { return }
    wrongCount += 1
    if problems.count < 20 { problems.append("seed \(seed), \(place.rawValue): \(problem)\n  \(rows.text)") }
  }

  /// "400 columns kept, 40 columns refused".
  public var summary: String { counts.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: ", ") }
}

extension PreservingProof.Place {
  /// What the newer program reads after the older one has saved the rows.
  func saved(_ rows: PreservedRows) throws -> [PreservedRows.Original] {
    switch self {
    case .list, .dictionary, .objects: try PreservedModels.saved(rows, self)
    default: try PreservedRecords.saved(rows, self)
    }
  }
}

/// The newer release's records, and the older one's.
private struct NewerRow: RawRecord, ArchivableRecord {
  nonisolated(unsafe) static var schema = RecordSchema("row", size: 4, alignment: 4, fields: [])
  static var archiveSchema: RecordSchema { schema }
  var storage: RecordStorage
}

private struct OlderRow: RawRecord, ArchivableRecord {
  nonisolated(unsafe) static var schema = RecordSchema("row", size: 4, alignment: 4, fields: [])
  static var archiveSchema: RecordSchema { schema }
  var storage: RecordStorage
}

private struct NewerBox: RawRecord, ArchivableRecord {
  nonisolated(unsafe) static var schema = RecordSchema("box", size: 4, alignment: 4, fields: [])
  static var archiveSchema: RecordSchema { schema }
  var storage: RecordStorage
}

private struct OlderBox: RawRecord, ArchivableRecord {
  nonisolated(unsafe) static var schema = RecordSchema("box", size: 4, alignment: 4, fields: [])
  static var archiveSchema: RecordSchema { schema }
  var storage: RecordStorage
}

/// Rows as C records, each field of which is a `u32`.
private enum PreservedRecords {
  static func saved(_ rows: PreservedRows, _ place: PreservingProof.Place) throws -> [PreservedRows.Original] {
    let known = rows.originals[0].known.count
    let unknown = rows.originals[0].unknown.count
    NewerRow.schema = newer(rows, known, unknown)
    OlderRow.schema = older(rows, known)
    let width = known + unknown + 1
    func bytes(_ original: PreservedRows.Original) -> [UInt32] {
      (original.known + original.unknown + [original.renamed]).map(UInt32.init)
    }
    func bytes(_ row: PreservedRows.Row) -> [UInt32] { (row.known + [row.renamed]).map(UInt32.init) }
    func original(_ words: ArraySlice<UInt32>) -> PreservedRows.Original {
      let all = words.map(Int.init)
      return .init(known: Array(all[..<known]), unknown: Array(all[known..<(known + unknown)]), renamed: all[width - 1])
    }
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let count = rows.originals.count
    var read: [UInt32]
    switch place {
    case .columns:
      let data = try ArchiveEncoder().encode(rows.originals.map { record(bytes($0), NewerRow.self) })
      let loaded = try decoder.decode([OlderRow].self, from: data)
      try check(loaded.flatMap { words($0) }, rows)
      let saved = try ArchiveEncoder(preserving: decoder).encode(rows.rows.map { record(bytes($0), OlderRow.self) })
      read = try ArchiveDecoder().decode([NewerRow].self, from: saved).flatMap { words($0) }
    case .single:
      let names = (0..<count).map { "row\($0)" }
      NewerBox.schema = box(NewerRow.schema, names.map { .init($0, nil) })
      OlderBox.schema = box(OlderRow.schema, names.map { .init($0, nil) })
      return try boxed(rows, decoder, bytes, bytes).map(original)
    default:
      let form: RecordArrayForm = place == .fixedElements ? .elements : .columns
      NewerBox.schema = box(NewerRow.schema, [.init("rows", (count, form))])
      OlderBox.schema = box(OlderRow.schema, [.init("rows", (count, form))])
      return try boxed(rows, decoder, bytes, bytes).map(original)
    }
    return stride(from: 0, to: read.count, by: width).map { original(read[$0..<($0 + width)]) }
  }

  private static func boxed(
    _ rows: PreservedRows, _ decoder: ArchiveDecoder, _ newer: (PreservedRows.Original) -> [UInt32],
    _ older: (PreservedRows.Row) -> [UInt32]
  ) throws -> [ArraySlice<UInt32>] {
    let data = try ArchiveEncoder().encode(record(rows.originals.flatMap(newer), NewerBox.self))
    try check(words(try decoder.decode(OlderBox.self, from: data)), rows)
    let saved = try ArchiveEncoder(preserving: decoder).encode(record(rows.rows.flatMap(older), OlderBox.self))
    let all = words(try ArchiveDecoder().decode(NewerBox.self, from: saved))
    let width = all.count / rows.originals.count
    return stride(from: 0, to: all.count, by: width).map { all[$0..<($0 + width)] }
  }

  /// Checks that the older program has read what it knows.
  private static func check(_ words: [UInt32], _ rows: PreservedRows) throws {
    let expected = rows.originals.flatMap { original in
      original.known + [rows.isRenamed ? rows.defaultValue : original.renamed]
    }
    guard words == expected.map(UInt32.init) else {
      throw ArchiveError.wrongType(path: "rows", expected: "\(expected)", found: "\(words)")
    }
  }

  private static func fields(_ name: String, _ count: Int, from first: Int) -> [FieldSchema] {
    (0..<count).map { .scalar("\(name)\($0)", .u32, at: (first + $0) * 4) }
  }

  private static func older(_ rows: PreservedRows, _ known: Int) -> RecordSchema {
    RecordSchema(
      "row", size: (known + 1) * 4, alignment: 4, identity: rows.hasIdentity ? ["k0"] : [],
      fields: fields("k", known, from: 0)
        + [.scalar("f", .u32, at: known * 4).default(UInt64(rows.defaultValue))])
  }

  private static func newer(_ rows: PreservedRows, _ known: Int, _ unknown: Int) -> RecordSchema {
    let offset = (known + unknown) * 4
    var migration: RecordMigration?
    let field: FieldSchema
    switch rows.isRenamed ? rows.form : nil {
    case nil: field = .scalar("f", .u32, at: offset)
    case .renamed: field = .scalar("g", .u32, at: offset).was("f")
    case .moved:
      let inner = RecordSchema(size: 4, alignment: 4, fields: [.scalar("g", .u32, at: 0).was(fromRoot: "f")])
      field = .record("inner", inner, at: offset)
    case .migrated:
      field = .scalar("g", .u32, at: offset)
      migration = RecordMigration("row", to: 2, NewerRow.self) { row, _, decoder in
        let former = UInt32(try decoder.decode(Int.self, forKey: "f"))
        row.withUnsafeMutableBytes { $0.storeBytes(of: former, toByteOffset: offset, as: UInt32.self) }
      }
    }
    return RecordSchema(
      "row", size: offset + 4, alignment: 4, migration: migration,
      fields: fields("k", known, from: 0) + fields("u", unknown, from: known) + [field])
  }

  private struct Part {
    let key: String
    let array: (count: Int, form: RecordArrayForm)?

    init(_ key: String, _ array: (Int, RecordArrayForm)?) { (self.key, self.array) = (key, array) }
  }

  private static func box(_ row: RecordSchema, _ parts: [Part]) -> RecordSchema {
    var offset = 0
    var fields: [FieldSchema] = []
    for part in parts {
      if let array = part.array {
        fields.append(.records(part.key, [array.count], of: row, at: offset, as: array.form))
      } else {
        fields.append(.record(part.key, row, at: offset))
      }
      offset += row.size * (part.array?.count ?? 1)
    }
    return RecordSchema("box", size: offset, alignment: 4, fields: fields)
  }

  private static func record<Record: RawRecord>(_ words: [UInt32], _ type: Record.Type) -> Record {
    var record = Record()
    record.withUnsafeMutableBytes { bytes in words.withUnsafeBytes { bytes.copyBytes(from: $0) } }
    return record
  }

  private static func words(_ record: some RawRecord) -> [UInt32] {
    record.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
    }
  }
}
