/// Finds the values of one type's keys in the dictionaries of one list.
///
/// Dictionaries of the same type usually have the same keys in the same order, with identical references. Then one
/// comparison of bytes is enough. Otherwise the keys are compared one by one in the expected order, and only the
/// remaining ones are hashed (Swift seeds hashes per process, so collisions cannot be prepared).
///
/// After a match, the references are valid for one list only, so each list needs a fresh copy.
struct KeyLookup: Sendable {
  /// The wanted keys in the expected order, without duplicates.
  var keys: [String] { block.keys }
  private let block: EncodedKeys
  /// For each wanted key the position of its value, or −1.
  private var positions: [Int]
  private var matched: PropertyListReferences?
  /// Whether the dictionary last matched has a key that describes groups of bit-fields, and is not wanted.
  private(set) var hasGroups = false

  /// Up to this number, keys are searched for in any order without hashing.
  private static let fewKeys = 16

  init(_ keys: [String]) {
    block = EncodedKeys(keys)
    positions = Array(repeating: -1, count: keys.count)
  }

  /// The position of a wanted key, by its index, in the dictionary that was matched last; nil if it is missing.
  @inline(__always)
  func position(of key: Int) -> Int? {
    let position = positions[key]
    return position < 0 ? nil : position
  }

  /// Matches a dictionary.
  ///
  /// - Throws: `corrupt` if a key is not a string or occurs twice.
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

  /// Whether the references have the same bytes as those that were matched last.
  @inline(__always)
  private func isSame(_ keys: PropertyListReferences, in view: PropertyListView) throws(ArchiveError) -> Bool {
    guard let matched, matched.count == keys.count else { return false }
    return try view.referenceBytes(matched).hasSameBytes(as: try view.referenceBytes(keys))
  }

  /// Compares encoded key objects, which is enough for the form in which writers encode a string.
  ///
  /// - Returns: false, without a decision, if a key is not wanted, occurs twice, is out of order among many, or is
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
      // Absent keys are skipped once, so that the comparisons at all positions together pass over the keys once.
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
