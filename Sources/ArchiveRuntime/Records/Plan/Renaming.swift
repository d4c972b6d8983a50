import Foundation

/// A guess which key of an archive was renamed to which key of a type, for errors.
struct Renaming {
  let found: String
  let wanted: String

  /// The pair with the most similar keys; nil if there is none.
  init?(_ found: [String], _ wanted: [String]) {
    var best: (distance: Int, found: String, wanted: String)?
    // The number is limited, so that errors of types with many fields are fast.
    for old in found.prefix(64) {
      for new in wanted.prefix(64) {
        let distance = Self.distance(Array(old.utf8.prefix(64)), Array(new.utf8.prefix(64)))
        if best.map({ distance < $0.distance }) ?? true { best = (distance, old, new) }
      }
    }
    guard let best else { return nil }
    self.found = best.found
    self.wanted = best.wanted
  }

  /// The annotation that maps one key to the other. A field's `was` is relative to the member that contains it, or to
  /// the root of the record.
  var suggestion: String? {
    let (old, new) = (found.split(separator: "."), wanted.split(separator: "."))
    let changed = old.count == new.count ? old.indices.filter { old[$0] != new[$0] } : []
    guard changed.count == 1, let place = changed.first else { return suggestionFromRoot }
    guard old[place].suffix(2) == "[]" || new[place].suffix(2) != "[]" else { return nil }
    func name(_ part: Substring) -> Substring { part.hasSuffix("[]") ? part.dropLast(2) : part }
    let field = (new[..<place] + [name(new[place])]).joined(separator: ".")
    return "'// archive: was(\"\(name(old[place]))\")' on the field '\(field)'"
  }

  /// The annotation for a field that moved within the record, or within an array's element.
  private var suggestionFromRoot: String? {
    let (old, new) = (found.components(separatedBy: "[]."), wanted.components(separatedBy: "[]."))
    guard old.count == new.count, old.dropLast() == new.dropLast(), let root = old.last else { return nil }
    return "'// archive: was(\"/\(root)\")' on the field '\(wanted)'"
  }

  /// The Levenshtein distance.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let next = min(row[j + 1] + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[right.count]
  }
}
