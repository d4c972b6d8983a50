import ArchiveModel
import Foundation

/// The arguments of one 'was'.
enum FormerNames {
  static func list(_ known: [String], _ name: String) -> String {
    var names: [String] = []
    for name in known + [name] where !names.contains(name) { names.append(name) }
    // A record may have a field of its own with the name of one that was in a struct in it.
    let deepest = names.filter { $0.hasPrefix("/") }.enumerated().sorted {
      let depths = [$0, $1].map { $0.element.utf8.count { $0 == UInt8(ascii: ".") } }
      return depths[0] == depths[1] ? $0.offset < $1.offset : depths[0] > depths[1]
    }
    names = names.filter { !$0.hasPrefix("/") } + deepest.map(\.element)
    return names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

/// Recognises renamed keys, which otherwise look like one removed and one added key.
enum Similarity {
  static let likely = 0.5

  /// For each removed key the new key that most likely has its data. Each new key is used once at most; the most
  /// similar pairs are matched first.
  static func successors(
    of gone: [ArchivedEntry], in oldEntries: [ArchivedEntry], among added: [ArchivedEntry],
    _ newEntries: [ArchivedEntry]
  ) -> [String: ArchivedEntry] {
    // A case is recognised by its values.
    let values = (
      Dictionary(grouping: oldEntries) { $0.caseKey ?? "" }, Dictionary(grouping: newEntries) { $0.caseKey ?? "" }
    )
    func payload(_ entry: ArchivedEntry, _ values: [String: [ArchivedEntry]]) -> (keys: Set<String>, forms: [String]) {
      guard entry.form.base == .enumerationCase, let own = values[entry.key] else { return ([], []) }
      return (
        Set(own.map { $0.key.dropFirst(entry.key.count) + $0.form.text }), own.map(\.form.text).sorted()
      )
    }
    let newPayloads = added.map { payload($0, values.1) }
    // The values of a case are renamed within it, also where it has another name.
    let isEnumeration = newEntries.contains { $0.form.base == .enumerationCase }
    let cases = isEnumeration ? newEntries.filter { $0.form.base == .enumerationCase }.keyed(by: \.key) : [:]
    func isSameCase(_ old: ArchivedEntry, _ new: ArchivedEntry) -> Bool {
      if !isEnumeration || old.caseKey == new.caseKey { return true }
      guard let former = old.caseKey, let owner = new.caseKey.flatMap({ cases[$0] }) else { return false }
      return owner.formerKeys.contains(former)
    }
    typealias Pair = (old: Int, new: Int, isExact: Bool, isAlike: Bool)
    var pairs: [Pair] = []
    for (old, goneEntry) in gone.enumerated() {
      let own = payload(goneEntry, values.0)
      for (new, entry) in added.enumerated()
      where entry.form.base == goneEntry.form.base && entry.form.dimensions.count == goneEntry.form.dimensions.count
        && isSameCase(goneEntry, entry)
      {
        let payload = newPayloads[new]
        let isExact = entry.form == goneEntry.form && payload.keys == own.keys
        pairs.append((old, new, isExact, isExact || !own.forms.isEmpty && payload.forms == own.forms))
      }
    }
    var (ofOld, ofNew) = (
      [Rivals](repeating: Rivals(), count: gone.count), [Rivals](repeating: Rivals(), count: added.count)
    )
    for pair in pairs {
      ofOld[pair.old].add(isExact: pair.isExact, isAlike: pair.isAlike)
      ofNew[pair.new].add(isExact: pair.isExact, isAlike: pair.isAlike)
    }
    /// Whether the two match only each other, among pairs of exactly the same type if there are any.
    func isOnly(_ pair: Pair) -> Bool {
      [ofOld[pair.old], ofNew[pair.new]].allSatisfy { $0.exact == 0 ? $0.all == 1 : pair.isExact && $0.exact == 1 }
    }
    /// Whether the cases have values of the same types under other labels, and no other case has.
    func isOnlyAlike(_ pair: Pair) -> Bool {
      pair.isAlike && ofOld[pair.old].alike == 1 && ofNew[pair.new].alike == 1
    }
    let (oldNames, newNames) = (gone.map { Name($0.key) }, added.map { Name($0.key) })
    let scored = pairs.compactMap { pair -> (old: Int, new: Int, score: Double)? in
      let isOther = added[pair.new].form.base == .enumerationCase && !pair.isExact && !isOnlyAlike(pair)
      let isOnly = isOnly(pair) && !isOther || !pair.isExact && isOnlyAlike(pair)
      let likeness = oldNames[pair.old].likeness(to: newNames[pair.new])
      let score =
        score(likeness, gone[pair.old].form, added[pair.new].form, isOnly: isOnly) - (isOther ? 0.3 : 0)
      return score >= likely ? (pair.old, pair.new, score) : nil
    }
    var result: [String: ArchivedEntry] = [:]
    var claimed: Set<Int> = []
    for pair in scored.sorted(by: { ($1.score, $0.old, $0.new) < ($0.score, $1.old, $1.new) })
    where result[gone[pair.old].key] == nil && claimed.insert(pair.new).inserted {
      result[gone[pair.old].key] = added[pair.new]
    }
    return result
  }

  /// How many pairs one key is in.
  private struct Rivals {
    var all = 0
    var exact = 0
    var alike = 0

    mutating func add(isExact: Bool, isAlike: Bool) {
      all += 1
      if isExact { exact += 1 }
      if isAlike { alike += 1 }
    }
  }

  /// - Parameter likeness: that of the names.
  private static func score(
    _ likeness: Double, _ old: ArchivedForm, _ new: ArchivedForm, isOnly: Bool
  ) -> Double {
    var score = likeness
    if old.dimensions == new.dimensions { score += 0.1 }
    if old.isOptional != new.isOptional { score -= 0.2 }
    if isOnly { score += 0.5 }
    return score
  }

  /// A key, taken apart once for many comparisons.
  private struct Name {
    let key: String
    let last: String
    let letters: [Unicode.Scalar]

    init(_ key: String) {
      self.key = key
      last = Similarity.lastPart(key)
      letters = Similarity.letters(last)
    }

    var isInside: Bool { last.utf8.count < key.utf8.count }

    func likeness(to new: Name) -> Double {
      // The field moved and kept its name.
      var score = last == new.last ? 1 : Similarity.ofLetters(letters, new.letters)
      // And so did the member around it: 'shader.id' is rather 'material.shader.id' than 'material.texture.id'.
      if isInside, new.isInside, last == new.last, new.key.hasSuffix("." + key) || key.hasSuffix("." + new.key) {
        score += 0.2
      }
      return score
    }
  }

  /// The similarity from 0 to 1: the share of letters that the names have in common, in order.
  static func ofWords(_ left: String, _ right: String) -> Double { ofLetters(letters(left), letters(right)) }

  private static func letters(_ word: String) -> [Unicode.Scalar] { Array(word.lowercased().unicodeScalars) }

  private static func ofLetters(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Double {
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

  static func lastPart(_ key: String) -> String {
    key.lastIndex(of: ".").map { String(key[key.index(after: $0)...]) } ?? key
  }

  /// The argument of 'was' with which a field with this key reads another key: the last part if only that differs,
  /// otherwise the key from the root of the record. nil for a key that no field of the record can reach.
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
