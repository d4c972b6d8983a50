extension RandomAccessCollection {
  /// The index of the first element for which the predicate holds, by binary search; `endIndex` if it holds for none.
  ///
  /// This is swift-algorithms' function of the same name. Ten lines are not worth a dependency.
  ///
  /// - Parameter belongsInSecondPartition: false for the elements up to some index, and true from there on.
  /// - Complexity: O(log *n*).
  @inlinable
  public func partitioningIndex(where belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Index {
    var length = count
    var low = startIndex
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if try belongsInSecondPartition(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}

extension Sequence {
  /// The elements by a property; of several with an equal one, the first.
  public func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    Dictionary(map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
