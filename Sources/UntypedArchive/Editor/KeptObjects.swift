/// The places of an archive's objects in an edited one, in which some stand for others.
struct KeptObjects {
  /// The new numbers, by the old ones; -1 for what is left out.
  private var places: ContiguousArray<Int>
  private let leftOut: Int

  /// - Parameters:
  ///   - count: The number of objects.
  ///   - same: Objects in place of which others stand.
  ///   - unused: Objects that are left out besides.
  init(_ count: Int, same: [Int: Int], unused: Set<Int>) {
    places = []
    places.reserveCapacity(count)
    var next = 0
    for number in 0..<count {
      let isLeftOut = same[number] != nil || unused.contains(number)
      places.append(isLeftOut ? -1 : next)
      if !isLeftOut { next += 1 }
    }
    leftOut = count - next
    self.same = same
  }

  private let same: [Int: Int]

  func leavesOut(_ number: Int) -> Bool { number < places.count && places[number] < 0 }

  /// The number of an object in the edited archive; of new ones, too.
  func place(of number: Int) -> Int {
    let own = same[number] ?? number
    return own < places.count ? max(places[own], 0) : own - leftOut
  }
}
