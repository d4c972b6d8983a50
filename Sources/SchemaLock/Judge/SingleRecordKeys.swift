import ArchiveModel
import Foundation

/// Keys of fields of records that were single and are in arrays now: `item.x` for `item[].x`.
struct SingleRecordKeys {
  private var entries: [String: ArchivedEntry] = [:]

  init(_ new: [ArchivedEntry]) {
    for entry in new where entry.key.contains("[].") {
      for name in [entry.key] + entry.formerKeys {
        for single in Self.singles(of: name) where entries[single] == nil { entries[single] = entry }
      }
    }
  }

  subscript(key: String) -> ArchivedEntry? { entries[key] }

  private static func singles(of name: String) -> [String] {
    let parts = name.components(separatedBy: "[].")
    let levels = parts.count - 1
    // The engine looks for as many.
    guard 1...6 ~= levels else { return [] }
    return (1..<(1 << levels)).map { mask in
      var single = parts[0]
      for level in 0..<levels { single += (mask >> level & 1 == 1 ? "." : "[].") + parts[level + 1] }
      return single
    }
  }
}

extension ArchivedEntry {
  /// The entry with the tags of an element, because each element has a tag of its own.
  func asElement(of reader: ArchivedEntry) -> ArchivedEntry {
    var element = self
    guard conditions.count == reader.conditions.count else { return self }
    element.conditions = zip(conditions, reader.conditions).map { own, other in
      let isSame = other.tag.split(separator: ".").last == own.tag.split(separator: ".").last
      return Condition(tag: isSame ? other.tag : own.tag, values: own.values, isExclusion: own.isExclusion)
    }
    return element
  }
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
