import ArchiveModel
import Foundation

/// Keys of fields of records that were single and are in arrays now: `item.x` for `item[].x`.
struct SingleRecordKeys {
  private let entries: [ArchivedEntry]
  /// The keys and former keys of fields in arrays, and the fields' places, by the keys without brackets.
  private var names: [String: [(name: String, place: Int)]] = [:]

  init(_ new: [ArchivedEntry]) {
    entries = new
    for (place, entry) in new.enumerated() where entry.isInRecords {
      for name in [entry.key] + entry.formerKeys {
        let plain = name.replacing("[].", with: ".")
        // The engine looks for as many levels.
        if 1...6 ~= (name.utf8.count - plain.utf8.count) / 2 { names[plain, default: []].append((name, place)) }
      }
    }
  }

  /// The first field of which this is the key with a single record in place of at least one array.
  subscript(key: String) -> ArchivedEntry? {
    if names.isEmpty { return nil }
    return names[key.replacing("[].", with: ".")]?.first { Self.isSingle(key, $0.name) }.map { entries[$0.place] }
  }

  /// Whether a key is the other one without some of its brackets.
  static func isSingle(_ key: String, _ name: String) -> Bool {
    let (parts, others) = (key.components(separatedBy: "[]."), name.components(separatedBy: "[]."))
    guard parts.count < others.count else { return false }
    var rest = others[...]
    for part in parts {
      // Each part is one or more parts of the other.
      guard var joined = rest.popFirst() else { return false }
      while joined != part, part.hasPrefix(joined + "."), let next = rest.popFirst() { joined += "." + next }
      if joined != part { return false }
    }
    return rest.isEmpty
  }
}

extension ArchivedEntry {
  /// The entry with the tags and the count of an element, because each element has its own.
  func asElement(of reader: ArchivedEntry) -> ArchivedEntry {
    var element = self
    func own(_ key: String, _ others: [String]) -> String {
      others.first { $0.split(separator: ".").last == key.split(separator: ".").last } ?? key
    }
    if let count = countText, let others = reader.countText?.keys {
      element.count = count.mapKeys { own($0, others) }.text
    }
    guard conditions.count == reader.conditions.count else { return element }
    element.conditions = zip(conditions, reader.conditions).map { condition, other in
      Condition(
        tag: own(condition.tag, [other.tag]), values: condition.values, isExclusion: condition.isExclusion)
    }
    return element
  }
}

/// The fields that say how many elements a pointer has and which union member is live.
struct AskedFields {
  var count: CountText?
  var tags: [String]
}

extension ArchivedEntry {
  /// - Parameter renamed: The new keys of fields that have others now.
  func asked(_ renamed: [String: String]) -> AskedFields {
    AskedFields(
      count: countText?.mapKeys { renamed[$0] ?? $0 },
      tags: conditions.map { renamed[$0.tag] ?? $0.tag })
  }

  /// The count without what means nothing for elements of one byte: `n bytes` of these are `n`.
  var countText: CountText? {
    guard var count = count.map(CountText.init) else { return nil }
    if case .link(let table) = form.base, table.elements?.isByte == true { count.isBytes = false }
    return count
  }

  /// Whether there is a count, and not NULL for whatever it is.
  var needsElements: Bool { countText.map { !$0.mayBeNull } ?? false }
}

extension ArchivedEntry {
  var isLink: Bool { if case .link = form.base { true } else { false } }

  /// The array of records that the field is in: `lines` of `lines[].price`.
  var arrayKey: String? {
    guard let range = key.lastRange(of: "[].") else { return nil }
    return String(key[..<range.lowerBound])
  }

  /// The case of a Swift enumeration that the value belongs to: `circle` of `circle.radius`.
  var caseKey: String? {
    if form.base == .enumerationCase { return nil }
    guard let dot = key.firstIndex(of: ".") else { return nil }
    return String(key[..<dot])
  }
}

extension String {
  func lastRange(of text: String) -> Range<String.Index>? {
    var found: Range<String.Index>?
    var start = startIndex
    while let range = self[start...].firstRange(of: text) {
      found = range
      start = range.upperBound
    }
    return found
  }
}

/// How a type's arrays of records are stored: separately, or flattened into the columns of the array or table around
/// them.
///
/// If an archive lacks a separate array, the array in memory stays unchanged. In columns, each field of the array is
/// missing by itself.
struct ColumnContext {
  private let arrays: [String: ArchivedEntry]
  /// A type with pointers is always a row of a table.
  private let isTable: Bool
  /// Whether the type may be a table: the target of another type's pointer may also be archived by itself.
  private let mayBeTable: Bool

  init(_ type: ArchivedType, _ entries: [ArchivedEntry]) {
    arrays = Dictionary(
      entries.filter { $0.form.base == .records }.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    isTable = entries.contains(where: \.isLink)
    mayBeTable = isTable || type.isInColumns
  }

  /// Whether the array at this key may be stored in the columns of an array or table around it.
  func mayBeFlattened(_ key: String) -> Bool { mayBeTable || isInColumns(key) }

  /// Whether the array is stored so in every archive.
  func isFlattened(_ key: String) -> Bool { isTable || isInColumns(key) }

  private func isInColumns(_ key: String) -> Bool {
    var around = arrays[key]?.arrayKey
    while let array = around {
      if arrays[array]?.storage == nil { return true }
      around = arrays[array]?.arrayKey
    }
    return false
  }
}

/// Entries by keys, which are compared by Unicode scalars as in archives. A type has no two keys that are equal as `String`.
struct ExactKeys {
  private let entries: [String: ArchivedEntry]

  init(_ entries: [ArchivedEntry]) {
    self.entries = entries.keyed(by: \.key)
  }

  subscript(key: String) -> ArchivedEntry? { entries[key].flatMap { $0.key.isExactly(key) ? $0 : nil } }
}
