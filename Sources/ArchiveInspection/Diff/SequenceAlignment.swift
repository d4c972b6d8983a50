/// Aligns two sequences by the hashes of their elements.
enum SequenceAlignment {
  /// One step through both sequences.
  enum Step: Equatable {
    /// Elements that are compared with each other, equal or not.
    case pair(Int, Int)
    case removed(Int)
    case added(Int)

    /// The same step in sequences that begin this much earlier.
    fileprivate func moved(_ first: Int, _ second: Int) -> Step {
      switch self {
      case .pair(let own, let other): .pair(own + first, other + second)
      case .removed(let own): .removed(own + first)
      case .added(let other): .added(other + second)
      }
    }
  }

  /// What Myers' algorithm may cost: the number of elements that are added or removed.
  private static let greatestDistance = 1_000

  /// - Parameters:
  ///   - coarser: hashes of less for elements without an equal one: what refers to its own list differs with every change of it.
  ///   - isSimilar: whether two elements with different hashes are rather changed than replaced.
  static func steps(
    _ first: [UInt64], _ second: [UInt64], coarser: (first: [UInt64], second: [UInt64])? = nil,
    isSimilar: (Int, Int) -> Bool = { _, _ in true }
  ) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(max(first.count, second.count))
    var next = (0, 0)
    func gap(_ end: (Int, Int)) {
      let (own, other) = (next.0..<end.0, next.1..<end.1)
      next = end
      guard let coarser, own.count != other.count, !own.isEmpty, !other.isEmpty else {
        return steps += replaced(own, other, isSimilar)
      }
      steps += Self.steps(Array(coarser.first[own]), Array(coarser.second[other])) {
        isSimilar(own.lowerBound + $0, other.lowerBound + $1)
      }.map { $0.moved(own.lowerBound, other.lowerBound) }
    }
    for (left, right) in matches(first, second) {
      if next != (left, right) { gap((left, right)) }
      steps.append(.pair(left, right))
      next = (left + 1, right + 1)
    }
    gap((first.count, second.count))
    return steps
  }

  /// What stands between equal elements: as many of both are pairs, and of different numbers those that are similar.
  private static func replaced(_ first: Range<Int>, _ second: Range<Int>, _ isSimilar: (Int, Int) -> Bool) -> [Step] {
    if first.count == second.count { return zip(first, second).map(Step.pair) }
    var steps: [Step] = []
    var (left, right) = (first.lowerBound, second.lowerBound)
    while left < first.upperBound || right < second.upperBound {
      let rest = (first.upperBound - left, second.upperBound - right)
      if rest.0 > 0, rest.1 > 0, rest.0 == rest.1 || isSimilar(left, right) {
        steps.append(.pair(left, right))
        left += 1
        right += 1
      } else if rest.0 > rest.1 {
        steps.append(.removed(left))
        left += 1
      } else {
        steps.append(.added(right))
        right += 1
      }
    }
    return steps
  }

  /// Pairs of equal elements, in the order of both.
  private static func matches(_ first: [UInt64], _ second: [UInt64]) -> [(Int, Int)] {
    var begin = 0
    while begin < first.count, begin < second.count, first[begin] == second[begin] { begin += 1 }
    var end = 0
    while end < first.count - begin, end < second.count - begin,
      first[first.count - 1 - end] == second[second.count - 1 - end]
    { end += 1 }
    let left = Array(first[begin..<(first.count - end)])
    let right = Array(second[begin..<(second.count - end)])
    let middle = left.isEmpty || right.isEmpty ? [] : best(left, right)
    return (0..<begin).map { ($0, $0) } + middle.map { ($0.0 + begin, $0.1 + begin) }
      + (0..<end).map { (first.count - end + $0, second.count - end + $0) }
  }

  private static func best(_ first: [UInt64], _ second: [UInt64]) -> [(Int, Int)] {
    guard first.count == second.count else {
      return myers(first, second, limit: greatestDistance) ?? unique(first, second)
    }
    // Values that change in their places are no insertions, unless insertions explain more with less. Myers counts a
    // changed element twice.
    let same = first.indices.filter { first[$0] == second[$0] }
    let changed = first.count - same.count
    if let other = myers(first, second, limit: min(greatestDistance, changed * 2 - 1)) { return other }
    return changed * 2 <= first.count ? same.map { ($0, $0) } : unique(first, second)
  }

  /// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations"; nil if the distance is too great.
  private static func myers(_ first: [UInt64], _ second: [UInt64], limit: Int) -> [(Int, Int)]? {
    let (n, m) = (first.count, second.count)
    let limit = min(n + m, limit)
    guard limit >= 0, abs(n - m) <= limit else { return nil }
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    let origin = limit + 1
    var trace: [[Int32]] = []
    for distance in 0...limit {
      trace.append(furthest[(origin - distance)...(origin + distance)].map { Int32(truncatingIfNeeded: $0) })
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let isDown =
          diagonal == -distance
          || diagonal != distance && furthest[origin + diagonal - 1] < furthest[origin + diagonal + 1]
        var x = isDown ? furthest[origin + diagonal + 1] : furthest[origin + diagonal - 1] + 1
        while x < n, x - diagonal < m, x - diagonal >= 0, first[x] == second[x - diagonal] { x += 1 }
        furthest[origin + diagonal] = x
        if x >= n, x - diagonal >= m { return path(back: trace, n, m) }
      }
    }
    return nil
  }

  private static func path(back trace: [[Int32]], _ n: Int, _ m: Int) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (x, y) = (n, m)
    for distance in trace.indices.reversed() {
      let known = trace[distance]
      func furthest(_ diagonal: Int) -> Int {
        let place = diagonal + distance
        return known.indices.contains(place) ? Int(known[place]) : 0
      }
      let diagonal = x - y
      let isDown = diagonal == -distance || diagonal != distance && furthest(diagonal - 1) < furthest(diagonal + 1)
      let before = isDown ? diagonal + 1 : diagonal - 1
      let start = distance == 0 ? (0, 0) : (furthest(before), furthest(before) - before)
      while x > start.0, y > start.1, x > 0, y > 0 {
        // The step itself is no match.
        if distance > 0, (x, y) == (isDown ? start.0 : start.0 + 1, isDown ? start.1 + 1 : start.1) { break }
        pairs.append((x - 1, y - 1))
        x -= 1
        y -= 1
      }
      (x, y) = start
    }
    return pairs.reversed()
  }

  /// Elements that occur once in both, as many as are in the same order ("patience").
  private static func unique(_ first: [UInt64], _ second: [UInt64]) -> [(Int, Int)] {
    func once(_ hashes: [UInt64]) -> [UInt64: Int] {
      var places: [UInt64: Int] = [:]
      for (place, hash) in hashes.enumerated() { places[hash] = places[hash] == nil ? place : -1 }
      return places.filter { $0.value >= 0 }
    }
    let others = once(second)
    let own = once(first)
    let candidates = first.indices.compactMap { place -> (Int, Int)? in
      own[first[place]] == place ? others[first[place]].map { (place, $0) } : nil
    }
    // The longest increasing subsequence of the second places.
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: candidates.count)
    for (index, candidate) in candidates.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[tails[middle]].1 < candidate.1 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var pairs: [(Int, Int)] = []
    var next = tails.last ?? -1
    while next >= 0 {
      pairs.append(candidates[next])
      next = before[next]
    }
    return pairs.reversed()
  }
}
