@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// Makes a record of a release from what the lock has of it: the keys are the release's, and each field has room of its own,
/// because offsets do not reach an archive.
struct ReleaseLayout {
  private let type: ReleasedType
  private let release: ArchiveRelease
  private var fields: [FieldSchema] = []
  private var size = 0

  static func schema(of type: ReleasedType, in release: ArchiveRelease) -> RecordSchema {
    let layout = ReleaseLayout(type, release, type.entries, prefix: "")
    return unsafe RecordSchema(type.name, size: layout.size, alignment: 16, fields: layout.fields)
  }

  private init(_ type: ReleasedType, _ release: ArchiveRelease, _ entries: [ReleaseEntry], prefix: String) {
    self.type = type
    self.release = release
    for entry in entries {
      let key = String(entry.key.unicodeScalars.dropFirst(prefix.unicodeScalars.count))
      // The fields of an array of records are the array's.
      if key.contains("[].") { continue }
      let (form, size) = form(of: entry, entries)
      // Offsets of bit-fields are in bits.
      let offset = if case .bits = form { self.size * 8 } else { self.size }
      let group = entry.group.map { group in
        FieldSchema.GroupPlace(
          key: group.key.hasExactPrefix(prefix) ? String(group.key.dropFirst(prefix.count)) : group.key,
          position: group.position)
      }
      fields.append(
        FieldSchema(
          key, form, offset, defaultValue: isPointer(form) ? nil : entry.defaultValue,
          closedValues: entry.allowedValues.isEmpty ? nil : entry.allowedValues, conditions: conditions(entry, prefix),
          group: group))
      self.size += (max(size, 1) + 15) / 16 * 16
    }
    // Unions whose tag may not have every value.
    for entry in entries where !entry.tagValues.isEmpty && !entry.key.dropFirst(prefix.count).contains("[].") {
      let tag = String(entry.key.dropFirst(prefix.count))
      fields.append(
        FieldSchema(
          "(union of \(tag))", .union(tag: tag, values: entry.tagValues), 0, conditions: conditions(entry, prefix)))
    }
    size = max(size, 16)
  }

  private func isPointer(_ form: FieldSchema.Form) -> Bool { if case .pointer = form { true } else { false } }

  private func conditions(_ entry: ReleaseEntry, _ prefix: String) -> [ConditionSchema] {
    entry.conditions.map { condition in
      ConditionSchema(
        tag: condition.tag.hasExactPrefix(prefix) ? String(condition.tag.dropFirst(prefix.count)) : condition.tag,
        values: condition.values, isExclusion: condition.isExclusion)
    }
  }

  private func form(of entry: ReleaseEntry, _ entries: [ReleaseEntry]) -> (FieldSchema.Form, size: Int) {
    let dimensions = entry.dimensions
    let count = Description.product(dimensions.map { max($0, 0) }) ?? 0
    switch entry.base {
    case .number(let type):
      if entry.group != nil, dimensions.isEmpty, type.shape == .single {
        switch type.number {
        case .integer(let bits, let isSigned) where bits <= 64: return (.bits(width: bits, isSigned ? .i64 : .u64), 8)
        case .bool: return (.bits(width: 1, .u64), 8)
        default: break
        }
      }
      let bytes = Description.product([count, type.storage]) ?? 0
      guard !dimensions.isEmpty else { return (.scalar(type), type.storage) }
      let form: ArrayForm = entry.storage == "elements" ? .elements : entry.storage == "native" ? .native : .packed
      return (.array(dimensions, type, form), bytes)
    case .text(let encoding): return (.text(count: count, encoding), count)
    case .records:
      let prefix = entry.key + "[]."
      let inner = ReleaseLayout(type, release, entries.filter { $0.key.hasExactPrefix(prefix) }, prefix: prefix)
      let schema = unsafe RecordSchema(size: inner.size, alignment: 16, fields: inner.fields)
      return (
        .records(dimensions, schema, entry.storage == "elements" ? .elements : .columns),
        Description.product([count, inner.size]) ?? 0
      )
    case .link(let table):
      return (.pointer(dimensions, pointer(entry, table)), Description.product([count, MemoryLayout<UInt>.size]) ?? 0)
    // The record's plan then says that the table is wrong.
    case .other: return (.text(count: -1, .utf8), 0)
    }
  }

  // MARK: Pointers

  private func pointer(_ entry: ReleaseEntry, _ table: String) -> PointerSchema {
    let kind: PointerSchema.Kind
    let count = entry.count.map { CountSchema(releaseText: $0, prefix: prefix(of: entry)) }
    switch table {
    case "#handles": kind = .via(.bytes)
    case "#text" where !entry.symbols.isEmpty:
      // Nothing calls them: an address only has to be another one for every name.
      kind = .symbol(entry.symbols.enumerated().map { SymbolSchema(name: $1, address: UInt($0 + 1)) })
    case "#text": kind = .string(entry.encoding)
    case _ where table.hasExactPrefix("#"):
      kind = .target(.numbers(ElementType(name: table.dropFirst()) ?? .u8), count)
    default:
      let release = release
      kind = .target(.records { release.recordSchema(named: table) }, count)
    }
    return PointerSchema(kind: kind, isWeak: entry.isWeak)
  }

  /// The prefix of the keys of the array's element that the entry is in.
  private func prefix(of entry: ReleaseEntry) -> String {
    let parts = entry.key.components(separatedBy: "[].")
    return parts.count < 2 ? "" : parts.dropLast().map { $0 + "[]." }.joined()
  }
}

extension ArchiveRelease {
  /// What a pointer leads to; a table without a type, whose plan is an error, if the release's table has none.
  fileprivate func recordSchema(named name: String) -> RecordSchema {
    if let known = history.schema(named: name, in: self) { return known }
    return unsafe RecordSchema(name, size: -1, alignment: 1, fields: [])
  }
}

extension CountSchema {
  /// A count as the lock has it: `rows*cols*2 + 1 bytes or null`.
  fileprivate init(releaseText text: String, prefix: String) {
    if let terminator = TerminatorSchema(releaseText: text) {
      self.init(terminator)
      return
    }
    var text = Substring(text)
    func removed(_ suffix: String) -> Bool {
      guard text.hasSuffix(suffix) else { return false }
      text = text.dropLast(suffix.count)
      return true
    }
    let mayBeNull = removed(" or null")
    let isBytes = removed(" bytes")
    var more = 0
    if let plus = text.ranges(of: " + ").last, let number = Int(text[plus.upperBound...]) {
      more = number
      text = text[..<plus.lowerBound]
    }
    var keys: [String] = []
    var factor = 1
    for part in text.split(separator: "*") {
      if let number = Int(part) {
        factor = factor &* number
      } else {
        keys.append(String(part).hasExactPrefix(prefix) ? String(part.dropFirst(prefix.count)) : String(part))
      }
    }
    self.init(keys: keys, factor: factor, more: more, mayBeNull: mayBeNull, isBytes: isBytes)
  }
}

extension TerminatorSchema {
  /// What ends an array, as the lock has it: `*terminated`, `*terminated(-1)`, `*terminated(name, 0)`.
  fileprivate init?(releaseText text: String) {
    let word = "*terminated"
    guard text.hasPrefix(word) else { return nil }
    let parts = text.dropFirst(word.count)
    guard parts.hasPrefix("("), parts.hasSuffix(")") else {
      guard parts.isEmpty else { return nil }
      self.init(key: nil, value: 0)
      return
    }
    let inner = parts.dropFirst().dropLast()
    let comma = inner.ranges(of: ", ").last
    guard let value = Int64(comma.map { inner[$0.upperBound...] } ?? inner) else { return nil }
    self.init(key: comma.map { String(inner[..<$0.lowerBound]) }, value: value)
  }
}

extension HandleSchema {
  /// The bytes that the caller's functions gave, as they are.
  fileprivate static let bytes = HandleSchema(
    pack: { handle in Unmanaged<HandleBytes>.fromOpaque(handle).takeUnretainedValue().bytes },
    unpack: { bytes in Unmanaged.passRetained(HandleBytes(bytes)).toOpaque() },
    release: { handle in Unmanaged<HandleBytes>.fromOpaque(handle).release() })
}

private final class HandleBytes {
  let bytes: Data

  init(_ bytes: Data) { self.bytes = bytes }
}
