@_spi(GeneratedCode) import ArchiveRuntime

/// The values of the earlier archive that are archived as objects and have something unknown, and what they are in.
struct UnknownValues {
  /// Those with something unknown of their own: a key that was not read, or the version of a later release.
  private(set) var own: [Int] = []
  /// These, and all values that they are in.
  private(set) var all: Set<Int> = []
  /// What refers to each value: other values and objects with an identity, 0 being the archive's top.
  private(set) var users: [Int: [Int]] = [:]

  /// - Parameter isOwn: Whether a value has something unknown of its own.
  init(
    _ earlier: MergeSide, identities: Set<Int>, _ cost: MergeCost,
    isOwn: (Int) throws(ArchiveError) -> Bool
  ) throws(ArchiveError) {
    for user in 0..<max(earlier.objects.count, 1) {
      guard let dictionary = user == 0 ? earlier.top : try earlier.dictionary(user) else { continue }
      if user != 0, !identities.contains(user), try isOwn(user) { own.append(user) }
      for position in 0..<dictionary.count {
        let parts = try earlier.numbers(in: try earlier.view.reference(position, in: dictionary.values))
        try cost.charge(parts.count, times: 8)
        for part in parts where part != 0 && !identities.contains(part) { users[part, default: []].append(user) }
      }
    }
    all = Set(own)
    var open = own
    while let next = open.popLast() {
      for user in users[next] ?? [] where user != 0 && !identities.contains(user) && all.insert(user).inserted {
        open.append(user)
      }
    }
  }

  /// The objects with an identity that a value is in, itself or in other values.
  func owners(
    of value: Int, _ identities: Set<Int>, _ cost: MergeCost
  ) throws(ArchiveError) -> Set<Int> {
    var owners: Set<Int> = []
    var seen: Set<Int> = [value]
    var open = [value]
    while let next = open.popLast() {
      try cost.charge(users[next]?.count ?? 0, times: 8)
      for user in users[next] ?? [] {
        if user == 0 || identities.contains(user) {
          owners.insert(user)
        } else if seen.insert(user).inserted {
          open.append(user)
        }
      }
    }
    return owners
  }
}
