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
  private var byObject: [Int: Int] = [:]
  private var byIndex: [Int: Int] = [:]
  private var keys: [ExactText: Int] = [:]

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
    if let known = byObject[root] { return known }
    var stack = [root]
    var open: Set<Int> = []
    while let next = stack.last {
      if byObject[next] == nil {
        if open.insert(next).inserted {
          var parts: [Int] = []
          for part in try self.parts(of: next) where byObject[part] == nil {
            // What leads back to itself is unlike all others.
            if open.contains(part) { byObject[part] = all.unlike() } else { parts.append(part) }
          }
          if !parts.isEmpty {
            stack += parts
            continue
          }
        }
        byObject[next] = try content(of: next)
      }
      stack.removeLast()
    }
    return byObject[root] ?? all.unlike()
  }

  /// The number of the value under a key.
  func number(_ key: String, of object: MergedObject) throws(ArchiveError) -> Int? {
    guard let index = try object.index(key) else { return nil }
    for part in try references(at: index) { _ = try number(ofObject: part) }
    return try number(at: index)
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
      return byIndex[index] == nil ? try side.numbers(list) : []
    default: return []
    }
  }

  private func content(of number: Int) throws(ArchiveError) -> Int {
    guard number != 0 else { return all.number(.null) }
    if let identity = identity(number) { return all.number(.identity(identity)) }
    guard let object = try side.object(number) else { return try self.number(at: try side.index(of: number)) }
    try all.cost.charge(object.keyBytes)
    let skipped = Set((ignored[number] ?? []).map(ExactText.init))
    var words: [Int] = []
    if let name = try side.className(object) { words.append(try key(name)) }
    for name in object.keys.sorted() where !skipped.contains(ExactText(name)) && !KeyedArchiveFormat.isVersionKey(name)
    {
      guard let index = try object.index(name) else { continue }
      words += [try key(name), try self.number(at: index)]
    }
    return all.number(.object(words))
  }

  private func key(_ name: String) throws(ArchiveError) -> Int {
    if let known = keys[ExactText(name)] { return known }
    let number = try all.number(of: name)
    keys[ExactText(name)] = number
    return number
  }

  /// The number of a value of the property list, all objects of which have theirs.
  private func number(at index: Int) throws(ArchiveError) -> Int {
    if let known = byIndex[index] { return known }
    let view = side.view
    let content: ContentNumbers.Content
    switch try view.node(index) {
    case .uid(let number): return byObject[number] ?? all.unlike()
    case .array(let list): content = .list(try side.numbers(list).map { byObject[$0] ?? all.unlike() })
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

  /// Integers and reals of any width are the same where they are equal.
  private static func content(of value: Double) -> ContentNumbers.Content {
    if let whole = Int64(exactly: value), whole != 0 || value.sign == .plus { return .integer(whole) }
    return .real(value.bitPattern)
  }
}
