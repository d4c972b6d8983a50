/// Ranges of memory, with overlapping ones merged, in the order in which the first of each was found.
struct MergedRanges {
  private(set) var ranges: [MemoryRange] = []
  /// For each of the given ranges the index of the merged range that contains it.
  private(set) var owners: [Int]

  /// - Parameter size: the size of an element. Ranges that do not overlap by whole elements are not merged.
  init(_ given: UnsafeBufferPointer<MemoryRange>, size: Int) {
    owners = Array(repeating: 0, count: given.count)
    var order = Array(given.indices)
    if !zip(given, given.dropFirst()).allSatisfy({ $0.address <= $1.address }) {
      order.sort { (given[$0].address, $0) < (given[$1].address, $1) }
    }
    let step = UInt(max(size, 1))
    var merged: [(range: MemoryRange, first: Int)] = []
    merged.reserveCapacity(given.count)
    for index in order {
      let range = given[index]
      if let last = merged.last {
        let distance = range.address - last.range.address
        if range.address == last.range.address || distance < UInt(last.range.count) * step && distance % step == 0 {
          merged[merged.count - 1].range.count = max(last.range.count, Int(distance / step) + range.count)
          merged[merged.count - 1].first = min(last.first, index)
          owners[index] = merged.count - 1
          continue
        }
      }
      owners[index] = merged.count
      merged.append((range, index))
    }
    var places = Array(merged.indices)
    places.sort { merged[$0].first < merged[$1].first }
    ranges.reserveCapacity(places.count)
    var newPlaces = Array(repeating: 0, count: places.count)
    for (new, old) in places.enumerated() {
      newPlaces[old] = new
      ranges.append(merged[old].range)
    }
    for index in owners.indices { owners[index] = newPlaces[owners[index]] }
  }
}
