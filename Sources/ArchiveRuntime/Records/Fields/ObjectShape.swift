/// The common keys of objects: objects of one class usually have the same keys in the same order.
final class ObjectShape: Sendable {
  let keys: [ArchivedKey]
  /// The references to the keys in the first object with them.
  let references: PropertyListReferences
  /// The index of "$class".
  let classPosition: Int?
  /// Where there are many keys, their places by their IDs.
  private let positions: [Int: Int]

  /// - Throws: `corrupt` if a key is not a string or occurs twice.
  init(
    _ dictionary: PropertyListDictionary, _ keyNames: inout KeyNames, _ view: PropertyListView
  ) throws(ArchiveError) {
    var keys: [ArchivedKey] = []
    keys.reserveCapacity(dictionary.count)
    var positions: [Int: Int] = [:]
    let areFew = dictionary.count <= Self.fewKeys
    if !areFew { positions.reserveCapacity(dictionary.count) }
    for position in 0..<dictionary.count {
      let key = try keyNames.key(try view.reference(position, in: dictionary.keys), view)
      let isRepeated =
        areFew ? keys.contains { $0.id == key.id } : positions.updateValue(position, forKey: key.id) != nil
      guard !isRepeated else {
        throw ArchiveError.corrupt(
          offset: dictionary.keys.offset, reason: "the key '\(key.text)' occurs twice in a dictionary")
      }
      keys.append(key)
    }
    self.keys = keys
    self.positions = positions
    references = dictionary.keys
    classPosition = keyNames.id(of: KeyedArchiveFormat.classKey).flatMap { Self.position(of: $0, keys, positions) }
  }

  /// That of no keys.
  static let empty = ObjectShape()

  private init() {
    (keys, positions, classPosition) = ([], [:], nil)
    references = .none
  }

  func position(of key: String, _ keyNames: @autoclosure () -> KeyNames) -> Int? {
    // For few keys, comparing is cheaper than hashing.
    if keys.count <= Self.fewKeys {
      for position in keys.indices where keys[position].isPlainly(key) { return position }
    }
    return keyNames().id(of: key).flatMap { Self.position(of: $0, keys, positions) }
  }

  private static func position(of id: Int, _ keys: [ArchivedKey], _ positions: [Int: Int]) -> Int? {
    keys.count <= fewKeys ? keys.firstIndex { $0.id == id } : positions[id]
  }

  private static let fewKeys = 16
}

/// A key as stored in the archive.
struct ArchivedKey: Sendable {
  let text: String
  /// Equal keys of one archive have the same ID.
  let id: Int
  private let isPlain: Bool

  init(_ text: String, id: Int) {
    self.text = text
    self.id = id
    isPlain = text.utf8.allSatisfy { $0 < 0x80 } && text.utf8.first != UInt8(ascii: "$")
  }

  /// Whether it is exactly this key, and not one of the archive's own. It may be false for a key that is not plain
  /// ASCII.
  @inline(__always)
  func isPlainly(_ key: String) -> Bool {
    isPlain && text.isExactly(key)
  }
}

/// The keys of an archive's objects, each decoded once for all objects.
struct KeyNames: Sendable {
  private var byIndex = SmallTable<Int, ArchivedKey>()
  private var ids = SmallTable<ExactText, Int>()

  mutating func key(_ index: Int, _ view: PropertyListView) throws(ArchiveError) -> ArchivedKey {
    if let known = byIndex[index] { return known }
    guard case .string(let text) = try view.node(index) else {
      throw ArchiveError.corrupt(offset: try view.offset(of: index), reason: "a dictionary's key that is not a string")
    }
    let string = try view.string(text)
    let known = ids[ExactText(string)]
    let key = ArchivedKey(string, id: known ?? ids.count)
    if known == nil { ids.set(ExactText(string), to: key.id) }
    byIndex.set(index, to: key)
    return key
  }

  func id(of key: String) -> Int? { ids[ExactText(key)] }
}

/// The shapes of an archive's objects.
struct ShapeTable: Sendable {
  private(set) var keyNames = KeyNames()
  private var shapes: ContiguousArray<ObjectShape> = []
  /// Their places by the hashes of their keys.
  private var places = SmallTable<UInt64, Int32>()
  /// The places of the most recent shapes, for a few types that take turns: an object, its date, its list. There are four for those with the
  /// same hash. With two, three shapes drove each other out, which took a twentieth of the time. It is empty where there are few shapes.
  private var recent: ContiguousArray<Int32> = []
  private static let recentCount = 32
  private static let fewShapes = 4
  /// The shapes of large objects by the location of their keys, so that these are not compared at each reference to the
  /// object.
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
    guard !recent.isEmpty else { return try compareFew(dictionary, bytes, view) }
    let first = Self.hash(of: bytes) & (Self.recentCount &- 4)
    for slot in first..<first &+ 4 where recent[slot] >= 0 {
      let known = shapes[Int(recent[slot])]
      if try view.referenceBytes(known.references).hasSameBytes(as: bytes) { return known }
    }
    let found = try find(dictionary, bytes, view)
    for slot in (first..<first &+ 3).reversed() { recent[slot &+ 1] = recent[slot] }
    recent[first] = found
    return shapes[Int(found)]
  }

  private mutating func compareFew(
    _ dictionary: PropertyListDictionary, _ bytes: UnsafeRawBufferPointer, _ view: PropertyListView
  ) throws(ArchiveError) -> ObjectShape {
    for known in shapes {
      if try view.referenceBytes(known.references).hasSameBytes(as: bytes) { return known }
    }
    let found = try find(dictionary, bytes, view)
    if shapes.count > Self.fewShapes { recent = ContiguousArray(repeating: -1, count: Self.recentCount) }
    return shapes[Int(found)]
  }

  /// A hash of few bits for references.
  @inline(__always)
  static func hash(of bytes: UnsafeRawBufferPointer) -> Int {
    var state = UInt64(truncatingIfNeeded: bytes.count)
    if bytes.count >= 8 {
      state ^= bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self) &* 0x9E37_79B9_7F4A_7C15
      state ^= bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
    } else {
      for byte in bytes { state = state << 8 ^ UInt64(byte) }
    }
    return Int(truncatingIfNeeded: (state &* 0xD6E8_FEB8_6659_FD93) >> 56)
  }

  /// The place of the shape.
  @inline(never)
  private mutating func find(
    _ dictionary: PropertyListDictionary, _ bytes: UnsafeRawBufferPointer, _ view: PropertyListView
  ) throws(ArchiveError) -> Int32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let known = places[hash]
    if let known, try view.referenceBytes(shapes[Int(known)].references).hasSameBytes(as: bytes) { return known }
    let shape = try ObjectShape(dictionary, &keyNames, view)
    // Shapes with prepared collisions replace each other. Creating one again costs no more than its own bytes.
    if let known {
      shapes[Int(known)] = shape
      return known
    }
    let place = Int32(truncatingIfNeeded: shapes.count)
    shapes.append(shape)
    places.set(hash, to: place)
    return place
  }
}
