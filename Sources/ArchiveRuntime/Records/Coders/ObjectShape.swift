/// The keys that objects have in common: those of one class mostly have the same, in the same order.
final class ObjectShape: Sendable {
  let keys: [ArchivedKey]
  /// Where the first object with these keys has the references to them.
  let references: PropertyListReferences
  /// The place of "$class".
  let classPosition: Int?
  private let positions: [Int: Int]

  /// - Throws: `corrupt` when a key is not a string or occurs twice.
  init(
    _ dictionary: PropertyListDictionary, _ keyNames: inout KeyNames, _ view: PropertyListView
  ) throws(ArchiveError) {
    var keys: [ArchivedKey] = []
    keys.reserveCapacity(dictionary.count)
    var positions: [Int: Int] = [:]
    positions.reserveCapacity(dictionary.count)
    for position in 0..<dictionary.count {
      let key = try keyNames.key(try view.reference(position, in: dictionary.keys), view)
      guard positions.updateValue(position, forKey: key.id) == nil else {
        throw ArchiveError.corrupt(
          offset: dictionary.keys.offset, reason: "the key '\(key.text)' occurs twice in a dictionary")
      }
      keys.append(key)
    }
    self.keys = keys
    self.positions = positions
    references = dictionary.keys
    classPosition = keyNames.id(of: KeyedArchiveFormat.classKey).flatMap { positions[$0] }
  }

  func position(of key: String, _ keyNames: borrowing KeyNames) -> Int? {
    // A comparison is cheaper than a hash.
    if keys.count <= Self.fewKeys {
      for position in keys.indices where keys[position].isPlainly(key) { return position }
    }
    return keyNames.id(of: key).flatMap { positions[$0] }
  }

  private static let fewKeys = 16
}

/// A key as it stands in the archive.
struct ArchivedKey: Sendable {
  let text: String
  /// Equal keys of one archive have the same.
  let id: Int
  private let isPlain: Bool

  init(_ text: String, id: Int) {
    self.text = text
    self.id = id
    isPlain = text.utf8.allSatisfy { $0 < 0x80 } && text.utf8.first != UInt8(ascii: "$")
  }

  /// Whether it is this key, not one that merely looks like it, and none of the archive's own. May be false for a key
  /// that is not plain ASCII.
  @inline(__always)
  func isPlainly(_ key: String) -> Bool {
    // What equals ASCII text and is as long is ASCII text, too.
    isPlain && text == key && text.utf8.count == key.utf8.count
  }
}

/// The keys of an archive's objects, each looked at once, whatever number of objects has it.
struct KeyNames: Sendable {
  private var byIndex: [Int: ArchivedKey] = [:]
  private var ids: [ExactText: Int] = [:]

  mutating func key(_ index: Int, _ view: PropertyListView) throws(ArchiveError) -> ArchivedKey {
    if let known = byIndex[index] { return known }
    guard case .string(let text) = try view.node(index) else {
      throw ArchiveError.corrupt(offset: try view.offset(of: index), reason: "a dictionary's key that is not a string")
    }
    let string = try view.string(text)
    let id = ids[ExactText(string)] ?? ids.count
    ids[ExactText(string)] = id
    let key = ArchivedKey(string, id: id)
    byIndex[index] = key
    return key
  }

  func id(of key: String) -> Int? { ids[ExactText(key)] }
}

/// The shapes of an archive's objects.
struct ShapeTable: Sendable {
  private(set) var keyNames = KeyNames()
  private var shapes: [UInt64: ObjectShape] = [:]
  private var last: ObjectShape?
  /// Those of a few kinds that take turns: an object, its date, its list.
  private var recent: [ObjectShape?] = Array(repeating: nil, count: 8)
  /// Those of large objects by where their keys are: such an object's keys are not compared with themselves at each
  /// reference to it.
  private var large: [Int: ObjectShape] = [:]
  private static let manyKeys = 32

  @inline(__always)
  mutating func shape(of dictionary: PropertyListDictionary, _ view: PropertyListView) throws(ArchiveError)
    -> ObjectShape
  {
    if dictionary.count > Self.manyKeys {
      if let known = large[dictionary.keys.offset], known.keys.count == dictionary.count { return known }
      let found = try compare(dictionary, view)
      large[dictionary.keys.offset] = found
      return found
    }
    return try compare(dictionary, view)
  }

  @inline(__always)
  private mutating func compare(_ dictionary: PropertyListDictionary, _ view: PropertyListView) throws(ArchiveError)
    -> ObjectShape
  {
    let bytes = try view.referenceBytes(dictionary.keys)
    if let last, try view.referenceBytes(last.references).hasSameBytes(as: bytes) { return last }
    let slot = Self.slot(of: bytes)
    if let known = recent[slot], try view.referenceBytes(known.references).hasSameBytes(as: bytes) {
      last = known
      return known
    }
    let found = try find(dictionary, bytes, view)
    recent[slot] = found
    return found
  }

  private static func slot(of bytes: UnsafeRawBufferPointer) -> Int {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return Int(first &+ last &+ UInt8(truncatingIfNeeded: bytes.count)) & 7
  }

  @inline(never)
  private mutating func find(
    _ dictionary: PropertyListDictionary, _ bytes: UnsafeRawBufferPointer, _ view: PropertyListView
  ) throws(ArchiveError) -> ObjectShape {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if let known = shapes[hash], try view.referenceBytes(known.references).hasSameBytes(as: bytes) {
      last = known
      return known
    }
    // Those that were made to collide displace each other; making one anew costs what its own bytes cost.
    let shape = try ObjectShape(dictionary, &keyNames, view)
    shapes[hash] = shape
    last = shape
    return shape
  }
}
