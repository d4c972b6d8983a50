/// Finds the values of one type's keys in one list's dictionaries.
///
/// Dictionaries of the same type mostly have the same keys in the same order, by the very same references: then one
/// comparison of bytes settles all. Else keys in the expected order are compared one by one, and only what is left is
/// hashed (Swift seeds hashes per process, so keys chosen to collide do not help).
struct KeyMatcher: Sendable {
  /// The keys wanted, in the order in which they are expected. All different.
  let keys: [String]
  private let keyBytes: [[UInt8]]
  /// For each wanted key the position of its value, or −1.
  private var positions: [Int]
  private var matched: PropertyListReferences?

  init(_ keys: [String]) {
    self.keys = keys
    keyBytes = keys.map { Array($0.utf8) }
    positions = Array(repeating: -1, count: keys.count)
  }

  /// The position in the dictionary last matched of the wanted key with this index; nil when it has none.
  @inline(__always)
  func position(of key: Int) -> Int? {
    let position = positions[key]
    return position < 0 ? nil : position
  }

  /// Matches a dictionary of the list that this matcher was used with before, if any.
  ///
  /// - Throws: `corrupt` when a key is not a string or occurs twice.
  mutating func match(_ dictionary: PropertyListDictionary, in view: PropertyListView) throws(ArchiveError) {
    if try isSame(dictionary.keys, in: view) { return }
    matched = nil
    if try !matchInOrder(dictionary, in: view) {
      let table = try KeyTable(dictionary, in: view)
      for (index, key) in keys.enumerated() { positions[index] = table.position(of: key) ?? -1 }
    }
    matched = dictionary.keys
  }

  /// Whether the references are, byte for byte, those matched last.
  @inline(__always)
  private func isSame(_ keys: PropertyListReferences, in view: PropertyListView) throws(ArchiveError) -> Bool {
    guard let matched, matched.count == keys.count else { return false }
    return try view.referenceBytes(matched).elementsEqual(try view.referenceBytes(keys))
  }

  /// - Returns: false when there is a key that is not wanted, or one out of order.
  private mutating func matchInOrder(
    _ dictionary: PropertyListDictionary, in view: PropertyListView
  ) throws(ArchiveError) -> Bool {
    for index in positions.indices { positions[index] = -1 }
    guard dictionary.count <= keyBytes.count else { return false }
    var wanted = 0
    for position in 0..<dictionary.count {
      let text = try view.key(position, of: dictionary)
      // Keys that are absent are stepped over, once: every comparison moves on, so the whole is linear.
      while wanted < keyBytes.count, !keyBytes[wanted].withUnsafeBytes({ view.text(text, equals: $0) }) { wanted &+= 1 }
      guard wanted < keyBytes.count else { return false }
      positions[wanted] = position
      wanted &+= 1
    }
    return true
  }
}
