import ArchiveModel
import Foundation

/// Recognises a renamed key: a peer's gate would call it one key removed and one added.
enum Similarity {
  static let likely = 0.5

  /// The new key that most likely has the old one's data.
  static func successor(
    of old: ArchivedEntry, in oldEntries: [ArchivedEntry], among added: [ArchivedEntry], _ newEntries: [ArchivedEntry]
  ) -> ArchivedEntry? {
    let candidates = added.filter {
      $0.form.base == old.form.base && $0.form.dimensions.count == old.form.dimensions.count
    }
    // A case is known by its values.
    func payload(_ entry: ArchivedEntry, _ entries: [ArchivedEntry]) -> Set<String> {
      guard entry.form.base == .enumerationCase else { return [] }
      return Set(entries.filter { $0.caseKey == entry.key }.map { $0.key.dropFirst(entry.key.count) + $0.form.text })
    }
    let own = payload(old, oldEntries)
    let exact = candidates.filter { $0.form == old.form && payload($0, newEntries) == own }
    let scored = candidates.map { entry in
      let isExact = exact.contains { $0.key == entry.key }
      let isOnly = exact.isEmpty ? candidates.count == 1 : isExact && exact.count == 1
      let isOther = entry.form.base == .enumerationCase && !isExact
      return (entry: entry, score: score(old, entry, isOnly: isOnly && !isOther) - (isOther ? 0.3 : 0))
    }
    guard let best = scored.max(by: { $0.score < $1.score }), best.score >= likely else { return nil }
    return best.entry
  }

  private static func score(_ old: ArchivedEntry, _ new: ArchivedEntry, isOnly: Bool) -> Double {
    var score = ofWords(lastPart(old.key), lastPart(new.key))
    // It moved, and kept its name.
    if lastPart(old.key) == lastPart(new.key) { score = 1 }
    if old.form.dimensions == new.form.dimensions { score += 0.1 }
    if old.form.isOptional != new.form.isOptional { score -= 0.2 }
    if isOnly { score += 0.5 }
    return score
  }

  static func ofTypes(_ old: ArchivedType, _ new: ArchivedType) -> Double {
    let (first, second) = (Set(old.entries.map(\.key)), Set(new.entries.map(\.key)))
    let shared = Double(first.intersection(second).count) / Double(max(first.union(second).count, 1))
    return shared * 0.8 + ofWords(old.name, new.name) * 0.4
  }

  /// From 0 to 1: how many letters the two have in common, in order.
  private static func ofWords(_ left: String, _ right: String) -> Double {
    let (left, right) = (Array(left.lowercased()), Array(right.lowercased()))
    guard !left.isEmpty, !right.isEmpty else { return 0 }
    var row = [Int](repeating: 0, count: right.count + 1)
    for a in left {
      var diagonal = 0
      for (index, b) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = a == b ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return 2 * Double(row[right.count]) / Double(left.count + right.count)
  }

  private static func lastPart(_ key: String) -> String {
    key.lastIndex(of: ".").map { String(key[key.index(after: $0)...]) } ?? key
  }

  /// What 'was' says on a field with this key, for it to read another: the last part of the key where only that differs,
  /// else the key from the root of the record. nil for a key that no field of the record reaches.
  static func formerKey(of new: String, _ old: String) -> String? {
    let (first, second) = (new.components(separatedBy: "[]."), old.components(separatedBy: "[]."))
    guard first.count == second.count, first.dropLast() == second.dropLast(), let key = first.last,
      let former = second.last
    else { return nil }
    let (parts, formerParts) = (key.split(separator: "."), former.split(separator: "."))
    if parts.dropLast() == formerParts.dropLast() { return formerParts.last.map(String.init) ?? former }
    return (parts.count > 1 ? "/" : "") + former
  }
}
