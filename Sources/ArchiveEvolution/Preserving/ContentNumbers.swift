@_spi(GeneratedCode) import ArchiveRuntime

/// Numbers what the archives contain: equal contents have equal numbers. A content is kept as a piece of the archives' own bytes, or
/// as the numbers of its parts, so that each costs once, and nothing is compared twice.
final class ContentNumbers {
  enum Content: Hashable {
    case null
    case integer(Int64)
    case real(UInt64)
    case bytes(Bytes)
    case list([Int])
    /// The class's name, if there is one, and the keys with their values, one after another.
    case object([Int])
    /// An object with an identity, by its number in the earlier archive.
    case identity(Int)
    /// What is unlike all others.
    case unlike(Int)
  }

  /// Bytes that outlive the merge, compared by their values.
  struct Bytes: Hashable {
    let buffer: UnsafeRawBufferPointer

    static func == (left: Bytes, right: Bytes) -> Bool { left.buffer.hasSameBytes(as: right.buffer) }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes: buffer) }
  }

  let cost: MergeCost
  private var numbers: [Content: Int] = [:]
  private var unlikeCount = 0
  private var memory: [UnsafeMutableRawBufferPointer] = []

  init(_ cost: MergeCost) { self.cost = cost }

  deinit { for buffer in memory { buffer.deallocate() } }

  func number(_ content: Content) -> Int {
    if let known = numbers[content] { return known }
    numbers[content] = numbers.count
    return numbers.count - 1
  }

  func unlike() -> Int {
    unlikeCount += 1
    return number(.unlike(unlikeCount))
  }

  /// The number of a text that no archive has to have.
  func number(of text: String) throws(ArchiveError) -> Int {
    let bytes = try allocate(text.utf8.count)
    bytes.copyBytes(from: text.utf8)
    return number(.bytes(Bytes(buffer: UnsafeRawBufferPointer(bytes))))
  }

  /// The number of this many zero bytes.
  func zero(_ byteCount: Int) throws(ArchiveError) -> Int {
    let bytes = try allocate(byteCount)
    for index in bytes.indices { bytes[index] = 0 }
    return number(.bytes(Bytes(buffer: UnsafeRawBufferPointer(bytes))))
  }

  /// Memory that lives as long as the merge.
  func allocate(_ byteCount: Int) throws(ArchiveError) -> UnsafeMutableRawBufferPointer {
    try cost.charge(byteCount)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 1)
    memory.append(buffer)
    return buffer
  }
}

/// The numbers of one archive's contents.
final class SideContents {
  let side: MergeSide
  let all: ContentNumbers
  /// The keys that do not count, by object.
  private let ignored: [Int: [String]]
  /// The number in the earlier archive of an object with an identity.
  private let identity: (Int) -> Int?
  /// The numbers that are known, by object and by value of the property list; `unknown`, or `open` while one is looked for.
  /// Empty until the first is asked for.
  private var byObject: [Int] = []
  private var byIndex: [Int] = []
  private var keys: [ExactText: Int] = [:]
  /// For objects with the same keys the numbers of these, in the order of their names, without versions.
  private var shapes: [ObjectIdentifier: (keys: ObjectKeys, places: [KeyPlace])] = [:]

  private struct KeyPlace {
    let name: String
    let number: Int
    let position: Int
  }

  private static let unknown = -1
  private static let open = -2

  init(
    _ side: MergeSide, _ all: ContentNumbers, ignoring ignored: [Int: [String]] = [:],
    identity: @escaping (Int) -> Int?
  ) {
    self.side = side
    self.all = all
    self.ignored = ignored
    self.identity = identity
  }

  /// The number of an object's contents, 0 being null. Nothing recurses: the archive decides the depth.
  func number(ofObject root: Int) throws(ArchiveError) -> Int {
    prepare()
    guard byObject.indices.contains(root) else { return all.unlike() }
    if byObject[root] >= 0 { return byObject[root] }
    var stack = [root]
    while let next = stack.last {
      if byObject[next] < 0 {
        if byObject[next] == Self.unknown {
          byObject[next] = Self.open
          var parts: [Int] = []
          for part in try self.parts(of: next) where byObject.indices.contains(part) && byObject[part] < 0 {
            // What leads back to itself is unlike all others.
            if byObject[part] == Self.open { byObject[part] = all.unlike() } else { parts.append(part) }
          }
          if !parts.isEmpty {
            stack += parts
            continue
          }
        }
        if byObject[next] < 0 { byObject[next] = try content(of: next) }
      }
      stack.removeLast()
    }
    return byObject[root] >= 0 ? byObject[root] : all.unlike()
  }

  /// The number of the value under a key.
  func number(_ key: String, of object: MergedObject) throws(ArchiveError) -> Int? {
    guard let index = try object.index(key) else { return nil }
    prepare()
    for part in try references(at: index) { _ = try number(ofObject: part) }
    return try number(at: index)
  }

  private func prepare() {
    guard byIndex.isEmpty else { return }
    byObject = Array(repeating: Self.unknown, count: side.objects.count)
    byIndex = Array(repeating: Self.unknown, count: side.view.objectCount)
  }

  /// The objects to which an object's values refer.
  private func parts(of number: Int) throws(ArchiveError) -> [Int] {
    guard number != 0, identity(number) == nil, let dictionary = try side.dictionary(number) else { return [] }
    try all.cost.charge(dictionary.count, times: 8)
    var parts: [Int] = []
    for position in 0..<dictionary.count {
      parts += try references(at: try side.view.reference(position, in: dictionary.values))
    }
    return parts
  }

  private func references(at index: Int) throws(ArchiveError) -> [Int] {
    switch try side.view.node(index) {
    case .uid(let number): return [number]
    case .array(let list):
      try all.cost.charge(list.count, times: 8)
      return byIndex[index] < 0 ? try side.numbers(list) : []
    default: return []
    }
  }

  private func content(of number: Int) throws(ArchiveError) -> Int {
    guard number != 0 else { return all.number(.null) }
    if let identity = identity(number) { return all.number(.identity(identity)) }
    guard let object = try side.object(number) else { return try self.number(at: try side.index(of: number)) }
    try all.cost.charge(object.keyBytes)
    let skipped = ignored[number] ?? []
    let skippedNames = skipped.count > 8 ? Set(skipped.map(ExactText.init)) : nil
    let places = try places(of: object.shape)
    var words: [Int] = []
    words.reserveCapacity(2 * places.count + 1)
    if let name = try side.className(object) { words.append(try key(name)) }
    for place in places {
      if let skippedNames {
        if skippedNames.contains(ExactText(place.name)) { continue }
      } else if skipped.contains(where: place.name.isExactly) {
        continue
      }
      words.append(place.number)
      words.append(try self.number(at: try side.view.reference(place.position, in: object.dictionary.values)))
    }
    return all.number(.object(words))
  }

  private func places(of shape: ObjectKeys) throws(ArchiveError) -> [KeyPlace] {
    if let known = shapes[ObjectIdentifier(shape)] { return known.places }
    var places: [KeyPlace] = []
    for name in shape.own.sorted() where !KeyedArchiveFormat.isVersionKey(name) {
      guard let position = shape.table.position(of: KeyedArchiveFormat.mangled(name)) else { continue }
      places.append(KeyPlace(name: name, number: try key(name), position: position))
    }
    shapes[ObjectIdentifier(shape)] = (shape, places)
    return places
  }

  private func key(_ name: String) throws(ArchiveError) -> Int {
    if let known = keys[ExactText(name)] { return known }
    let number = try all.number(of: name)
    keys[ExactText(name)] = number
    return number
  }

  /// The number of a value of the property list, all objects of which have theirs.
  private func number(at index: Int) throws(ArchiveError) -> Int {
    guard byIndex.indices.contains(index) else { return all.unlike() }
    if byIndex[index] >= 0 { return byIndex[index] }
    let view = side.view
    let content: ContentNumbers.Content
    switch try view.node(index) {
    case .uid(let number): return known(number)
    case .array(let list): content = .list(try side.numbers(list).map(known))
    case .dictionary, .set: return all.unlike()
    case .integer(let value): content = .integer(value)
    case .bool(let value): content = .integer(value ? 1 : 0)
    case .real32(let bits): content = Self.content(of: Double(Float(bitPattern: bits)))
    case .real64(let bits): content = Self.content(of: Double(bitPattern: bits))
    default:
      let start = try view.offset(of: index)
      content = .bytes(.init(buffer: try view.contents(start..<(try view.parse(at: start).end))))
    }
    let number = all.number(content)
    byIndex[index] = number
    return number
  }

  private func known(_ number: Int) -> Int {
    byObject.indices.contains(number) && byObject[number] >= 0 ? byObject[number] : all.unlike()
  }

  /// Integers and reals of any width are the same where they are equal.
  private static func content(of value: Double) -> ContentNumbers.Content {
    if let whole = Int64(exactly: value), whole != 0 || value.sign == .plus { return .integer(whole) }
    return .real(value.bitPattern)
  }
}
