import Foundation

/// What one call of `encode(codable:)` writes.
///
/// Containers are objects of the archive: a keyed one an `NSDictionary` with texts as keys, an unkeyed one an `NSArray`.
/// Their elements are those of any collection. They are written when the whole value has been encoded, in the order of
/// the keys, so that equal values give equal archives.
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
  @exclusivity(unchecked) private var repeats: CodedRepeats
  @exclusivity(unchecked) private var types = CodedTypes()

  init(_ encoder: ObjectEncoder, _ key: String, _ origin: [any CodingKey]) {
    (self.encoder, self.key, self.origin) = (encoder, key, origin)
    userInfo = encoder.userInfo
    maximumDepth = encoder.settings.readingLimits.maximumCodableNesting
    repeats = CodedRepeats(encoder.settings.readingLimits)
  }

  /// The path of a place, `settings.window.size[1]`.
  func path(_ place: CodedPlace) -> String { key + place.keys.pathText }

  func codingPath(_ place: CodedPlace) -> [any CodingKey] { origin + place.keys }

  // MARK: Values

  /// What a value that is encoded alone becomes.
  ///
  /// - Throws: `notArchivableValue` with the path for what `EncodingError` says; other errors of the value's own code.
  func content<Value: Encodable>(of value: Value) throws -> CodedSlot {
    do {
      let slot = CodedSlot(self, .whole)
      try encode(value, into: slot, depth: 0)
      try check()
      return slot
    } catch EncodingError.invalidValue(let value, let context) {
      throw ArchiveError.notArchivableValue(
        path: key + context.codingPath.dropFirst(origin.count).pathText,
        value: "'\(PathSearch.excerpt("\(value)"))'", reason: context.debugDescription)
    }
  }

  /// A value in a container.
  @inline(__always)
  func element<Value: Encodable>(_ value: Value, _ place: @autoclosure () -> CodedPlace) throws -> CodedElement {
    if let leaf = CodedLeaf(value) {
      try repeats.count { path(place()) }
      return .leaf(leaf)
    }
    return .open(try nested(value, place()))
  }

  @inline(never)
  private func nested<Value: Encodable>(_ value: Value, _ place: CodedPlace) throws -> CodedSlot {
    let slot = CodedSlot(self, place)
    try encodeNested(value, into: slot, depth: place.depth)
    return slot
  }

  /// Encodes a value in place of the one that the slot is for.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, into slot: CodedSlot, depth: Int) throws {
    if let leaf = CodedLeaf(value) { return slot.set(.leaf(leaf)) }
    try encodeNested(value, into: slot, depth: depth)
  }

  /// Encodes a value by its own `encode(to:)`.
  private func encodeNested<Value: Encodable>(_ value: Value, into slot: CodedSlot, depth: Int) throws {
    try checkDepth(depth, slot.place)
    try encoder.countWork()
    encoder.sink.cost.add(max(CodableReading.elementCost, MemoryLayout<Value>.stride))
    try repeats.count { path(slot.place) }
    let isRepeated = repeats.begin(value)
    defer { if isRepeated { repeats.end() } }
    let coder = CodableEncoder(slot, depth: depth)
    if types.isSpecial(Value.self) {
      try encode(special: value, coder)
    } else {
      try value.encode(to: coder)
    }
    try check()
    if case .keyed = slot.content { _ = slot.entries.order() }
  }

  private func encode<Value: Encodable>(special value: Value, _ coder: CodableEncoder) throws {
    if let table = value as? any CodedHashTable { try table.noteHashing(in: encoder) }
    if let locale = value as? Locale { try encoder.noteLocale(locale.identifier) }
    guard let corrected = value as? any CorrectedCoding else { return try value.encode(to: coder) }
    try corrected.encodeCorrected(to: coder)
  }

  // MARK: Objects

  /// The object of what was encoded, after that of all it contains.
  func number(of slot: CodedSlot) throws -> Int {
    encoder.sink.cost.add(CodableReading.elementCost)
    switch slot.content {
    case .null: return encoder.nullElement().number
    case .leaf(let leaf): return try number(of: leaf, slot.place)
    case .none, .keyed: return try dictionary(slot)
    case .list:
      encoder.noteElements(slot.elements.count, Int.self)
      return try encoder.list(.array) { note in
        for (index, element) in slot.elements.enumerated() {
          note(try number(of: element, .index(index), in: slot))
        }
      }.number
    }
  }

  @inline(__always)
  private func number(
    of element: CodedElement, _ key: @autoclosure () -> CodedPlace.Key, in slot: CodedSlot
  ) throws -> Int {
    switch element {
    case .null: return encoder.nullElement().number
    case .leaf(let leaf):
      return try number(of: leaf, CodedPlace(key(), in: slot.container, depth: slot.place.depth))
    case .open(let slot): return try number(of: slot)
    }
  }

  private func number(of leaf: CodedLeaf, _ place: @autoclosure () -> CodedPlace) throws -> Int {
    do {
      return try encoder.archived(leaf: leaf).number
    } catch let error as ArchiveError {
      throw error.within(path(place()))
    }
  }

  private func dictionary(_ slot: CodedSlot) throws -> Int {
    let order = slot.entries.order()
    let values = slot.entries.values
    encoder.noteElements(order.places.count, (Int, Int, Int).self)
    let keys = try order.numbers ?? keyNumbers(order)
    encoder.sink.cost.add(order.hashCost)
    return try encoder.dictionary(keys) { note in
      for index in order.places {
        note(try number(of: values[index], .key(CodedKey(stringValue: order.keys[index])), in: slot))
      }
    }.number
  }

  /// Archives the keys that were encoded in an order for the first time.
  private func keyNumbers(_ order: CodedOrder) throws -> [Int] {
    let numbers = try order.places.map { index in
      let key = order.keys[index]
      encoder.sink.cost.add(CodedShapes.keyCost &+ key.utf8.count)
      try encoder.noteComparison(of: key)
      if let known = encoder.codedOrders.keyNumbers[ExactText(key)] { return known }
      let number = try key.archived(in: encoder).number
      encoder.codedOrders.keyNumbers[ExactText(key)] = number
      return number
    }
    order.numbers = numbers
    return numbers
  }

  // MARK: Failures

  /// - Throws: `notArchivableValue` for a value that is nested more deeply than the decoder accepts.
  private func checkDepth(_ depth: Int, _ place: CodedPlace) throws(ArchiveError) {
    guard depth > maximumDepth else { return }
    throw .notArchivableValue(
      path: path(place), value: "of a Codable type",
      reason: "it nests deeper than the \(maximumDepth) levels of 'maximumCodableNesting'")
  }

  /// Notes a nested container that is too deep, because the call that makes it cannot throw.
  func noteDepth(_ place: CodedPlace) {
    attempt { try checkDepth(place.depth, place) }
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
