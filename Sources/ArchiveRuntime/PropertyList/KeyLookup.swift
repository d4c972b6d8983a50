/// Finds the values of one type's keys in one list's dictionaries.
///
/// Dictionaries of the same type mostly have the same keys in the same order, by the very same references: then one
/// comparison of bytes settles all. Else the keys are compared one by one in the order expected, and only what that
/// leaves open is hashed (Swift seeds hashes per process, so keys chosen to collide do not help).
///
/// A matcher that has matched remembers the list it matched in: copy a fresh one for every list.
struct KeyLookup: Sendable {
  /// The keys wanted, in the order in which they are expected. All different.
  let keys: [String]
  private let block: EncodedKeys
  /// For each wanted key the position of its value, or −1.
  private var positions: [Int]
  private var matched: PropertyListReferences?
  /// Whether the dictionary last matched has a key that describes groups of bit-fields, and is not wanted.
  private(set) var hasGroups = false

  /// Up to so many keys are looked for in any order without hashing.
  private static let fewKeys = 16

  init(_ keys: [String]) {
    self.keys = keys
    block = EncodedKeys(keys)
    positions = Array(repeating: -1, count: keys.count)
  }

  /// The position in the dictionary last matched of the wanted key with this index; nil when it has none.
  @inline(__always)
  func position(of key: Int) -> Int? {
    let position = positions[key]
    return position < 0 ? nil : position
  }

  /// Matches a dictionary.
  ///
  /// - Throws: `corrupt` when a key is not a string or occurs twice.
  mutating func match(_ dictionary: PropertyListDictionary, in view: PropertyListView) throws(ArchiveError) {
    if try isSame(dictionary.keys, in: view) { return }
    matched = nil
    hasGroups = false
    if try !matchEncoded(dictionary, in: view) {
      let table = try KeyTable(dictionary, in: view)
      hasGroups = table.hasGroups
      for (index, key) in keys.enumerated() { positions[index] = table.position(of: key) ?? -1 }
    }
    matched = dictionary.keys
  }

  /// Whether the references are, byte for byte, those matched last.
  @inline(__always)
  private func isSame(_ keys: PropertyListReferences, in view: PropertyListView) throws(ArchiveError) -> Bool {
    guard let matched, matched.count == keys.count else { return false }
    return try view.referenceBytes(matched).hasSameBytes(as: try view.referenceBytes(keys))
  }

  /// Compares key objects as they are encoded, which is enough for the one form that writers give a string.
  ///
  /// - Returns: false, with nothing decided, when a key is not wanted, stands twice, is out of order among many, or is
  ///   encoded in another form.
  private mutating func matchEncoded(
    _ dictionary: PropertyListDictionary, in view: PropertyListView
  ) throws(ArchiveError) -> Bool {
    for index in positions.indices { positions[index] = -1 }
    guard dictionary.count <= block.count else { return false }
    var wanted = 0
    for position in 0..<dictionary.count {
      let index = try view.reference(position, in: dictionary.keys)
      let object = UnsafeRawBufferPointer(rebasing: view.bytes[try view.offset(of: index)..<view.layout.offsetTable])
      // Absent keys are stepped over once: the comparisons of all positions together are one pass over the keys.
      while wanted < block.count, !block.object(wanted, begins: object) { wanted &+= 1 }
      if wanted == block.count, block.count <= Self.fewKeys {
        wanted = (0..<block.count).first { block.object($0, begins: object) } ?? block.count
      }
      guard wanted < block.count, positions[wanted] < 0 else { return false }
      positions[wanted] = position
      wanted &+= 1
    }
    return true
  }
}
