import ArchiveModel

extension ArchivedEntry.Condition {
  /// Whether both conditions can hold at once.
  func overlaps(_ other: Self) -> Bool {
    guard tag == other.tag else { return false }
    return switch (isExclusion, other.isExclusion) {
    case (false, false): !Set(values).isDisjoint(with: other.values)
    case (true, true): true
    case (true, false): !Set(other.values).isSubset(of: values)
    case (false, true): !Set(values).isSubset(of: other.values)
    }
  }

  /// Whether this condition holds wherever the other does.
  func includes(_ other: Self) -> Bool {
    guard tag == other.tag else { return false }
    return switch (isExclusion, other.isExclusion) {
    case (false, false): Set(values).isSuperset(of: other.values)
    case (true, true): Set(other.values).isSuperset(of: values)
    case (true, false): Set(values).isDisjoint(with: other.values)
    case (false, true): false
    }
  }

  var text: String { "\(tag) \(isExclusion ? "!" : "=") \(values.map(String.init).joined(separator: ", "))" }
}

extension [ArchivedEntry.Condition] {
  var text: String { isEmpty ? "every tag" : map(\.text).joined(separator: " and ") }
}
