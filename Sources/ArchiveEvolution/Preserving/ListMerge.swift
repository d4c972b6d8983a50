@_spi(GeneratedCode) import ArchiveRuntime

/// The elements of two lists, an array, a set or a dictionary's values, of which some have something unknown.
struct ListMerge {
  private let side: MergeSide
  private let newSide: MergeSide
  let numbers: [Int]
  private let newNumbers: [Int]
  /// A dictionary's keys.
  private let keys: [Int]?
  private let newKeys: [Int]?
  private let isSet: Bool

  init(
    _ list: PropertyListReferences, _ object: MergedObject, _ newList: PropertyListReferences, _ newObject: MergedObject
  ) throws(ArchiveError) {
    side = object.side
    newSide = newObject.side
    numbers = try side.numbers(list)
    newNumbers = try newSide.numbers(newList)
    keys = try Self.keys(object)
    newKeys = try Self.keys(newObject)
    let name = try side.className(object) ?? ""
    isSet = name.hasSuffix("Set") && !name.hasSuffix("OrderedSet")
  }

  private static func keys(_ object: MergedObject) throws(ArchiveError) -> [Int]? {
    guard case .array(let list)? = try object.node(mangled: "NS.keys") else { return nil }
    return try object.side.numbers(list)
  }

  /// Which of the elements are the same; nil if that cannot be said.
  ///
  /// Those of an array are if there are as many as before, and none is what another one was; those of a set if they are equal;
  /// a dictionary's have the same key.
  ///
  /// - Parameters:
  ///   - unread: The keys that were not read.
  ///   - identity: The number by which an object with an identity is known in both archives, by its number in the earlier one.
  ///   - newIdentity: The same by its number in the new one.
  func pairs(
    _ unread: [Int: [String]], _ identity: (Int) throws(ArchiveError) -> Int?,
    _ newIdentity: (Int) throws(ArchiveError) -> Int?
  ) throws(ArchiveError) -> [(Int, Int)]? {
    if let keys, let newKeys {
      var places: [[UInt8]: Int] = [:]
      for (place, key) in newKeys.enumerated() { places[try newSide.digest(key, [:], newIdentity)] = place }
      var pairs: [(Int, Int)] = []
      guard keys.count == numbers.count, newKeys.count == newNumbers.count else { return nil }
      for (place, key) in keys.enumerated() {
        // What has no counterpart was removed.
        if let own = places[try side.digest(key, unread, identity)] { pairs.append((numbers[place], newNumbers[own])) }
      }
      return pairs
    }
    guard numbers.count == newNumbers.count else { return nil }
    var digests: [[UInt8]] = []
    var newDigests: [[UInt8]] = []
    for number in numbers { digests.append(try side.digest(number, unread, identity)) }
    for number in newNumbers { newDigests.append(try newSide.digest(number, [:], newIdentity)) }
    if isSet {
      let places = Dictionary(zip(newDigests, newNumbers), uniquingKeysWith: { first, _ in first })
      guard places.count == newNumbers.count else { return nil }
      var pairs: [(Int, Int)] = []
      for (number, digest) in zip(numbers, digests) {
        guard let own = places[digest] else { return nil }
        pairs.append((number, own))
      }
      return pairs
    }
    let changed = numbers.indices.filter { digests[$0] != newDigests[$0] }
    let earlier = Set(changed.map { digests[$0] })
    guard !changed.contains(where: { earlier.contains(newDigests[$0]) }) else { return nil }
    return Array(zip(numbers, newNumbers))
  }
}

extension MergeSide {
  /// The numbers of the objects in a list; what is no reference is null.
  func numbers(_ list: PropertyListReferences) throws(ArchiveError) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(list.count)
    for place in 0..<list.count {
      guard case .uid(let number) = try view.node(try view.reference(place, in: list)) else {
        numbers.append(0)
        continue
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The numbers in a value that is a reference, or a list of them.
  func numbers(in index: Int) throws(ArchiveError) -> [Int] {
    switch try view.node(index) {
    case .uid(let number): [number]
    case .array(let list): try numbers(list)
    default: []
    }
  }

  /// What tells a value from others: its bytes, or those of its keys' values and of what these refer to.
  ///
  /// - Parameters:
  ///   - unread: The keys that were not read.
  ///   - identity: The number by which an object with an identity is known in both archives; nil for any other.
  func digest(
    _ number: Int, _ unread: [Int: [String]], _ identity: (Int) throws(ArchiveError) -> Int?
  ) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    try digest(number, unread, identity, depth: 0, into: &bytes)
    return bytes
  }

  /// Neither the depth nor the length follows the archive's.
  private static var greatestDepth: Int { 12 }
  private static var greatestLength: Int { 1 << 16 }

  private func digest(
    _ number: Int, _ unread: [Int: [String]], _ identity: (Int) throws(ArchiveError) -> Int?, depth: Int,
    into digest: inout [UInt8]
  ) throws(ArchiveError) {
    guard number != 0 else {
      digest.append(0)
      return
    }
    if let identity = try identity(number) {
      digest += [0x80] + Array("\(identity)".utf8) + [0]
      return
    }
    let index = try index(of: number)
    guard depth < Self.greatestDepth, digest.count < Self.greatestLength else {
      digest.append(0xFF)
      return
    }
    guard case .dictionary(let dictionary) = try view.node(index) else {
      digest += try leaf(index)
      return
    }
    let unknown = Set((unread[number] ?? []).map(ExactText.init))
    let object = try MergedObject(self, dictionary)
    for key in object.keys.sorted() where !unknown.contains(ExactText(key)) && !KeyedArchiveFormat.isVersionKey(key) {
      digest += Array(key.utf8) + [0]
      guard let value = try object.index(key) else { continue }
      switch try view.node(value) {
      case .uid(let number): try self.digest(number, unread, identity, depth: depth + 1, into: &digest)
      case .array(let list):
        digest += [0xA0] + Array("\(list.count)".utf8) + [0]
        for number in try numbers(list) {
          guard digest.count < Self.greatestLength else { break }
          try self.digest(number, unread, identity, depth: depth + 1, into: &digest)
        }
      default: digest += try leaf(value)
      }
    }
  }

  private func leaf(_ index: Int) throws(ArchiveError) -> [UInt8] {
    switch try view.node(index) {
    case .dictionary, .array, .set, .uid: return [0xD0]
    default:
      let start = try view.offset(of: index)
      return Array(try view.contents(start..<(try view.parse(at: start).end)))
    }
  }
}
