import Foundation

/// What one call of `encode(codable:)` writes.
///
/// Containers are objects of the archive: a keyed one an `NSDictionary` with texts as keys, an unkeyed one an `NSArray`.
/// Their elements are those of any collection. An inner container is written when the value that asked for it has been
/// encoded, and before what contains it.
final class CodableWriting {
  let encoder: ObjectEncoder
  /// The key of the whole value.
  private let key: String
  /// The keys to the whole value.
  private let origin: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  private let maximumDepth: Int
  /// What is wrong with calls that cannot throw.
  private var failure: (any Error)?

  init(_ encoder: ObjectEncoder, _ key: String, _ origin: [any CodingKey]) {
    (self.encoder, self.key, self.origin) = (encoder, key, origin)
    userInfo = encoder.userInfo
    maximumDepth = encoder.settings.readingLimits.maximumCodableNesting
  }

  /// The path of a place, `settings.window.size[1]`.
  func path(_ place: CodedPlace) -> String { key + place.keys.pathText }

  func codingPath(_ place: CodedPlace) -> [any CodingKey] { origin + place.keys }

  // MARK: Values

  /// What a value that is encoded alone becomes.
  ///
  /// - Throws: `notArchivableValue` with the path for what `EncodingError` says; other errors of the value's own code.
  func content<Value: Encodable>(of value: Value) throws -> CodedContent {
    do {
      let slot = CodedSlot()
      try encode(value, into: slot, .whole)
      try check()
      return slot.content
    } catch EncodingError.invalidValue(let value, let context) {
      throw ArchiveError.notArchivableValue(
        path: key + context.codingPath.dropFirst(origin.count).pathText,
        value: "'\(PathSearch.excerpt("\(value)"))'", reason: context.debugDescription)
    }
  }

  /// The object of a value in a container.
  func number<Value: Encodable>(of value: Value, _ place: @autoclosure () -> CodedPlace) throws -> Int {
    if let leaf = CodedLeaf.leaf(value) { return try number(of: leaf, place()) }
    let slot = CodedSlot()
    let place = place()
    try encode(value, into: slot, place)
    return try number(of: slot.content, place)
  }

  private func number(of leaf: any ArchivableValue, _ place: @autoclosure () -> CodedPlace) throws -> Int {
    do {
      try charge(leaf)
      return try leaf.archived(in: encoder).number
    } catch let error as ArchiveError {
      throw error.within(path(place()))
    }
  }

  /// Encodes a value in place of the one that the slot is for.
  func encode<Value: Encodable>(_ value: Value, into slot: CodedSlot, _ place: CodedPlace) throws {
    if let leaf = CodedLeaf.leaf(value) { return slot.set(.leaf(leaf), self, place) }
    try checkDepth(place)
    try encoder.countWork()
    encoder.sink.cost.add(max(CodableReading.elementCost, MemoryLayout<Value>.stride))
    try value.encode(to: CodableEncoder(self, slot, place))
    try check()
  }

  /// Charges what reading a text or data takes, which may be hashed.
  private func charge(_ leaf: any ArchivableValue) throws {
    switch leaf {
    case let text as String: try encoder.noteHash(of: text)
    case let data as Data: encoder.sink.cost.add(data.count)
    default: break
    }
  }

  // MARK: Objects

  /// The object of what was encoded, after that of all it contains.
  func number(of content: CodedContent, _ place: @autoclosure () -> CodedPlace) throws -> Int {
    encoder.sink.cost.add(CodableReading.elementCost)
    switch content {
    case .none: return try dictionary([])
    case .null: return encoder.nullElement().number
    case .leaf(let leaf): return try number(of: leaf, place())
    case .keyed(let entries): return try dictionary(entries.entries)
    case .list(let list):
      encoder.noteElements(list.elements.count, Int.self)
      return try encoder.list(.array) { note in
        for element in list.elements { note(try number(of: element)) }
      }.number
    }
  }

  private func number(of element: CodedElement) throws -> Int {
    switch element {
    case .object(let number): return number
    case .open(let slot, let place): return try number(of: slot.content, place)
    }
  }

  /// Entries are in the order of their keys, whatever that of the type is.
  private func dictionary(_ entries: [CodedEntry]) throws -> Int {
    encoder.noteElements(entries.count, (Int, Int, Int).self)
    let numbers = entries.map(\.key.number)
    let known = try encoder.codedOrders.order(numbers) {
      for entry in entries {
        encoder.sink.cost.add(CodableReading.keyCost &+ entry.key.text.utf8.count)
        try encoder.noteComparison(of: entry.key.text)
      }
      return CodedOrders.Order(entries.map(\.key.text))
    }
    encoder.sink.cost.add(known.hashCost)
    let order = known.places
    return try encoder.collection(
      .dictionary,
      [
        (CollectionKey.keys, order.map { numbers[$0] }),
        (CollectionKey.objects, try order.map { try number(of: entries[$0].value) }),
      ])
  }

  /// A container's key as an object.
  func key(_ text: String) throws -> CodedEntry.Key {
    let number = try encoder.codedOrders.number(of: text) { try text.archived(in: encoder).number }
    return CodedEntry.Key(text: text, number: number)
  }

  // MARK: Failures

  /// - Throws: `notArchivableValue` for a value that is nested more deeply than the decoder accepts.
  private func checkDepth(_ place: CodedPlace) throws(ArchiveError) {
    guard place.depth > maximumDepth else { return }
    throw .notArchivableValue(
      path: path(place), value: "of a Codable type",
      reason: "it nests deeper than the \(maximumDepth) levels of 'maximumCodableNesting'")
  }

  /// Notes a nested container that is too deep, because the call that makes it cannot throw.
  func noteDepth(_ place: CodedPlace) {
    attempt { try checkDepth(place) }
  }

  /// Makes a call that cannot throw for one that can.
  func attempt(_ body: () throws -> Void) {
    do { try body() } catch { failure = failure ?? error }
  }

  /// Notes a value that asks for containers of two kinds, or encodes two values as one.
  func noteMisuse(_ place: CodedPlace) {
    attempt {
      throw ArchiveError.notArchivableValue(
        path: path(place), value: "of a Codable type",
        reason: "its encode(to:) asks for containers of different kinds, or encodes several single values")
    }
  }

  private func check() throws {
    if let failure { throw failure }
  }
}

/// The keys of dictionaries and their orders. Most dictionaries have the same keys as others.
struct CodedOrders {
  struct Order {
    /// The indices of the keys in their order.
    let places: [Int]
    /// What it costs to hash the keys, as the keys of a dictionary are.
    let hashCost: Int

    init(_ keys: [String]) {
      places = keys.indices.sorted { keys[$0].utf8.lexicographicallyPrecedes(keys[$1].utf8) }
      hashCost = keys.reduce(0) { cost, key in
        cost &+ (key.utf8.count > 15 ? key.utf8.count : 0) &+ (key.utf8.count > 60 ? MarkRuns.cost(of: key) : 0)
      }
    }
  }

  private var known: [[Int]: Order] = [:]
  /// The objects of keys. Equal texts may have several objects in an archive, but a key has one, by which it is known.
  private var numbers: [ExactText: Int] = [:]
  /// Larger dictionaries are those of a kind that has different keys each.
  private static let maximumCount = 64

  /// - Parameter sort: makes the order of keys that are not known.
  mutating func order(_ keys: [Int], _ sort: () throws -> Order) rethrows -> Order {
    if let order = known[keys] { return order }
    let order = try sort()
    if keys.count <= Self.maximumCount { known[keys] = order }
    return order
  }

  mutating func number(of key: String, _ make: () throws -> Int) rethrows -> Int {
    let text = ExactText(key)
    if let known = numbers[text] { return known }
    let number = try make()
    numbers[text] = number
    return number
  }
}
