@_spi(GeneratedCode) import ArchiveRuntime

/// Values without an identity that an archive had once, and that the program has written for each of their places. What they get
/// of the earlier archive would be written for each, too: of an object with a thousand keys in a list of a thousand
/// references, a million. Where they are still equal, they are one again.
struct RepeatedValues {
  private struct Value: Hashable {
    let earlier: Int
    /// The contents of what the program has written first, and what it writes now.
    let base: [Int]
    let new: Int
  }

  private struct Use {
    let base: BaseObject?
    let number: Int
  }

  /// The first use of each value, whose contents are asked for at the second.
  private var uses: [Int: Use] = [:]
  private var counted: Set<Int> = []
  private var first: [Value: Int] = [:]
  /// The objects of the new archive in place of which others stand.
  private(set) var same: [Int: Int] = [:]

  /// - Parameter contents: The numbers of the contents of what the program has written first, and of what it writes now.
  fileprivate mutating func note(
    _ number: Int, _ base: BaseObject?, earlier: Int,
    _ contents: (BaseObject?, Int) throws(ArchiveError) -> (base: [Int], new: Int)
  ) throws(ArchiveError) -> Bool {
    guard let known = uses[earlier] else {
      uses[earlier] = Use(base: base, number: number)
      return false
    }
    if counted.insert(earlier).inserted {
      let found = try contents(known.base, known.number)
      first[Value(earlier: earlier, base: found.base, new: found.new)] = known.number
    }
    let found = try contents(base, number)
    let value = Value(earlier: earlier, base: found.base, new: found.new)
    guard let same = first[value], same != number else {
      first[value] = number
      return false
    }
    self.same[number] = same
    return true
  }
}

extension ArchiveMerge {
  /// Whether an equal value of the new archive stands for the same value of the earlier one.
  func isRepeated(_ number: Int, _ base: BaseObject?, _ newNumber: Int) throws(ArchiveError) -> Bool {
    try repeats.note(newNumber, base, earlier: number) { (base, newNumber) throws(ArchiveError) in
      var contents: [Int] = []
      for part in base?.parts ?? [] { contents.append(try part.base.contents.number(ofObject: part.number)) }
      return (contents, try newContents.number(ofObject: newNumber))
    }
  }

  /// The objects of the new archive to which nothing leads when equal values are one.
  func unused() throws(ArchiveError) -> Set<Int> {
    if repeats.same.isEmpty { return [] }
    var reached = Set([0] + counterparts.values)
    var open = Array(reached)
    while let next = open.popLast() {
      guard let dictionary = try new.dictionary(next) else { continue }
      for position in 0..<dictionary.count {
        for part in try new.numbers(in: try new.view.reference(position, in: dictionary.values)) {
          let part = repeats.same[part] ?? part
          if reached.insert(part).inserted { open.append(part) }
        }
      }
    }
    return Set(1..<max(new.objects.count, 1)).subtracting(reached)
  }
}
