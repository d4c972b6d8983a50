import ArchiveModel
import OrderedCollections

/// Finds fields that would share a key, and types that would share an archived name. Such types get no code.
enum KeyCheck {
  static func run(
    _ planned: [PlannedRecord], _ resolution: ResolvedRecords, _ diagnostics: inout [Diagnostic]
  ) -> [PlannedRecord] {
    var plain = PlainKeys(resolution: resolution)
    defer {
      for record in planned where !plain.has(record) { diagnostics += RootKeyCheck.warnings(about: record, resolution) }
    }
    var result: [PlannedRecord] = []
    var names: OrderedDictionary<String, Record> = [:]
    for record in planned {
      let clashes = plain.has(record) ? [] : clashes(in: record, resolution)
      diagnostics += clashes
      let name = resolution.records.archivedName(of: record.record)
      if let other = names[name] {
        diagnostics.append(sharedName(name, of: record.record, "'\(record.record.displayName)'", other))
        continue
      }
      names[name] = record.record
      if clashes.isEmpty { result.append(record) }
    }
    checkNodes(of: result, resolution, &plain, names, &diagnostics)
    return result
  }

  /// Records without code of their own have tables too, under their names, if pointers lead to them.
  private static func checkNodes(
    of planned: [PlannedRecord], _ resolution: ResolvedRecords, _ plain: inout PlainKeys,
    _ names: OrderedDictionary<String, Record>, _ diagnostics: inout [Diagnostic]
  ) {
    var names = names
    for id in resolution.nodes(from: planned).sorted() {
      guard let node = resolution.planned(id) else { continue }
      let name = resolution.records.archivedName(of: node.record)
      if let other = names[name], other.id != id {
        let phrase = "'\(node.record.displayName)', which pointers lead to,"
        diagnostics.append(sharedName(name, of: node.record, phrase, other))
      }
      if names.updateValue(node.record, forKey: name) == nil, !plain.has(node) {
        diagnostics += clashes(in: node, resolution)
      }
    }
  }

  /// - Parameter phrase: the record in the message.
  private static func sharedName(_ name: String, of record: Record, _ phrase: String, _ other: Record) -> Diagnostic {
    Diagnostic(
      .duplicateArchivedName, at: record.location,
      "\(phrase) would have the archived name '\(name)', which '\(other.displayName)' has",
      advice: "give one of them another: // archive: name(\"…\")",
      notes: [Diagnostic.note(at: other.location, "'\(other.displayName)' is defined here")])
  }

  private static func clashes(in record: PlannedRecord, _ resolution: ResolvedRecords) -> [Diagnostic] {
    var owners: [String: Field] = [:]
    var diagnostics: [Diagnostic] = []
    // Current keys come first, because a former key must not be one of them, whatever the order of the fields.
    for isFormer in [false, true] {
      for field in record.fields {
        for key in keys(of: field, isFormer: isFormer, resolution) {
          guard let owner = owners[key] else {
            owners[key] = field.field
            continue
          }
          if isFormer, owner == field.field { continue }
          if isFormer {
            diagnostics.append(
              Diagnostic(
                .duplicateKey, at: field.field.location,
                "'was' of '\(field.field.name)' names the key '\(key)', which '\(owner.name)' of '\(record.record.displayName)' has",
                advice: "a former key must not be another field's key: remove it, or give '\(owner.name)' another key",
                notes: [Diagnostic.note(at: owner.location, "'\(owner.name)' is declared here")]))
            break
          }
          diagnostics.append(
            Diagnostic(
              .duplicateKey, at: field.field.location,
              "two fields of '\(record.record.displayName)' have the key '\(key)': '\(owner.name)' and '\(field.field.name)'",
              advice: "give one of them another: // archive: key(\"…\")",
              notes: [Diagnostic.note(at: owner.location, "'\(owner.name)' is declared here")]))
          break
        }
      }
    }
    return diagnostics
  }

  private static func keys(of field: PlannedField, isFormer: Bool, _ resolution: ResolvedRecords) -> [String] {
    (isFormer ? field.entry.formerKeys.map(\.text) : [field.entry.key]).flatMap { key -> [String] in
      let parts = RecordKeys.parts(of: field, key)
      let inner = (parts.inside.flatMap { resolution.planned($0.record) }?.fields ?? []).flatMap {
        keys(of: $0, isFormer: false, resolution)
      }
      return parts.own + (parts.inside?.prefixes ?? []).flatMap { prefix in inner.map { prefix + $0 } }
    }
  }
}

/// The keys of C records in the objects that contain them.
struct RecordKeys: Sendable {
  /// The keys that a field has itself, and the record whose keys follow each of some prefixes.
  struct Parts: Sendable {
    var own: [String] = []
    var inside: (record: Record.ID, prefixes: [String])?
  }

  private var records: [Record.ID: [Parts]] = [:]
  private var ids: [String: Record.ID] = [:]

  mutating func add(_ record: PlannedRecord) {
    records[record.record.id] = record.fields.map { Self.parts(of: $0, $0.entry.key) }
  }

  mutating func name(_ name: String, _ record: Record.ID) { ids[name] = record }

  /// The keys of the record's fields, without the key of the record itself.
  func keys(of name: String) -> [String] { ids[name].map(keys) ?? [] }

  private func keys(inside record: Record.ID) -> [String] {
    (records[record] ?? []).flatMap { parts in
      guard let inside = parts.inside else { return parts.own }
      let inner = keys(inside: inside.record)
      return parts.own + inside.prefixes.flatMap { prefix in inner.map { prefix + $0 } }
    }
  }

  static func parts(of field: PlannedField, _ key: String) -> Parts {
    switch field.entry.form {
    case .array(let dimensions, _, .elements): Parts(own: [key, key + "[]"] + elements(of: key, dimensions))
    case .scalar, .bits, .text, .array, .pointer, .trailing: Parts(own: [key, key + "[]"])
    case .union: Parts()
    case .record(let id): Parts(inside: (id, [key + "."]))
    case .records(let dimensions, let id, .elements):
      Parts(own: [key + "[]"], inside: (id, elements(of: key, dimensions).map { $0 + "." }))
    case .records(_, let id, _): Parts(own: [key + "[]"], inside: (id, [key + "[]."]))
    }
  }

  /// The keys of an array's elements, which have a key each: `grid[1][0]`. Of an array of more than that the elements are
  /// not compared.
  private static func elements(of key: String, _ dimensions: [Int]) -> [String] {
    guard dimensions.reduce(1, { $0.multipliedReportingOverflow(by: $1).overflow ? .max : $0 * $1 }) <= 1 << 16 else {
      return []
    }
    return dimensions.reduce([key]) { keys, count in keys.flatMap { key in (0..<count).map { "\(key)[\($0)]" } } }
  }
}

/// A fast check that a record cannot have two equal keys: all keys, and those of the records inside, are distinct names
/// without dots and brackets. Other records are compared key by key.
private struct PlainKeys {
  private let resolution: ResolvedRecords
  private var known: [Record.ID: Bool] = [:]

  init(resolution: ResolvedRecords) { self.resolution = resolution }

  mutating func has(_ record: PlannedRecord) -> Bool {
    var keys = Set<String>(minimumCapacity: record.fields.count)
    // What shares a key with a group in the record itself is reported with the group.
    if record.fields.contains(where: { $0.entry.group.map { !Self.isPlain($0.key) } ?? false }) { return false }
    for field in record.fields where field.entry.isArchived {
      guard Self.isPlain(field.entry.key), keys.insert(field.entry.key).inserted,
        field.entry.formerKeys.allSatisfy({
          !$0.isFromRoot && Self.isPlain($0.text) && keys.insert($0.text).inserted
        })
      else { return false }
      switch field.entry.form {
      case .record(let id), .records(_, let id, _): guard hasInside(id) else { return false }
      default: break
      }
    }
    return true
  }

  private static func isPlain(_ key: String) -> Bool {
    key.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
  }

  private mutating func hasInside(_ id: Record.ID) -> Bool {
    if let known = known[id] { return known }
    let result = resolution.planned(id).map { has($0) } ?? true
    known[id] = result
    return result
  }
}
