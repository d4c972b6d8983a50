/// The candidate of which `word` is most likely a misspelling: the one with the fewest edits, at most a third of its
/// letters (at least two for short words).
///
/// - Parameter most: the number of edits, if it is less.
public func nearestWord(
  to word: String, among candidates: some Sequence<String>, atMost most: Int = .max
) -> String? {
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(word.lowercased(), candidate.lowercased())
    guard distance <= min(most, max(2, candidate.count / 3)), distance < candidate.count else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  return best?.word
}

/// The question after a misspelled word, which messages put before other advice; nil if no word is near.
public func didYouMean(_ near: String?) -> String? { near.map { "did you mean '\($0)'?" } }

/// The same for the nearest candidate.
public func didYouMean(_ word: String, among candidates: some Sequence<String>) -> String? {
  didYouMean(nearestWord(to: word, among: candidates))
}

/// Damerau–Levenshtein distance with adjacent transpositions: "coutn" is one edit from "count".
private func editDistance(_ left: String, _ right: String) -> Int {
  let a = Array(left)
  let b = Array(right)
  var rows = [Array(0...b.count)]
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      let substitution = rows[i][j] + (a[i] == b[j] ? 0 : 1)
      var least = min(substitution, row[j] + 1, rows[i][j + 1] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
      row.append(least)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
