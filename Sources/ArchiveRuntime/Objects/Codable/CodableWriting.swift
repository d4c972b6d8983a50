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
  private var repeats: CodedRepeats

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

  /// A value in a container.
  func element<Value: Encodable>(_ value: Value, _ place: @autoclosure () -> CodedPlace) throws -> CodedElement {
    if let leaf = CodedLeaf.leaf(value) {
      try repeats.count { path(place()) }
      return .leaf(leaf)
    }
    let (slot, place) = (CodedSlot(), place())
    try encode(value, into: slot, place)
    return .open(slot, place)
  }

  /// Encodes a value in place of the one that the slot is for.
  func encode<Value: Encodable>(_ value: Value, into slot: CodedSlot, _ place: CodedPlace) throws {
    if let leaf = CodedLeaf.leaf(value) { return slot.set(.leaf(leaf), self, place) }
    try checkDepth(place)
    try encoder.countWork()
    encoder.sink.cost.add(max(CodableReading.elementCost, MemoryLayout<Value>.stride))
    var corrected: (any CorrectedCoding)?
    if Value.self is any SpecialCoding.Type {
      if let table = value as? any CodedHashTable { try table.noteHashing(in: encoder) }
      corrected = value as? any CorrectedCoding
    }
    if Value.self == Locale.self, let locale = value as? Locale { try encoder.noteLocale(locale.identifier) }
    try repeats.count { path(place) }
    let isRepeated = repeats.begin(value)
    defer { if isRepeated { repeats.end() } }
    let coder = CodableEncoder(self, slot, place)
    if let corrected { try corrected.encodeCorrected(to: coder) } else { try value.encode(to: coder) }
    try check()
  }

  // MARK: Objects

  /// The object of what was encoded, after that of all it contains.
  func number(of content: CodedContent, _ place: @autoclosure () -> CodedPlace) throws -> Int {
    encoder.sink.cost.add(CodableReading.elementCost)
    switch content {
    case .none: return try dictionary([], place())
    case .null: return encoder.nullElement().number
    case .leaf(let leaf): return try number(of: leaf, place())
    case .keyed(let entries): return try dictionary(entries.entries, place())
    case .list(let list):
      encoder.noteElements(list.elements.count, Int.self)
      let place = place()
      return try encoder.list(.array) { note in
        for (index, element) in list.elements.enumerated() {
          note(try number(of: element, place.element(CodedKey(intValue: index))))
        }
      }.number
    }
  }

  private func number(of element: CodedElement, _ place: @autoclosure () -> CodedPlace) throws -> Int {
    switch element {
    case .null: return encoder.nullElement().number
    case .leaf(let leaf): return try number(of: leaf, place())
    case .open(let slot, let place): return try number(of: slot.content, place)
    }
  }

  private func number(of leaf: any ArchivableValue, _ place: @autoclosure () -> CodedPlace) throws -> Int {
    do {
      return try encoder.archived(leaf: leaf).number
    } catch let error as ArchiveError {
      throw error.within(path(place()))
    }
  }

  private func dictionary(_ entries: [CodedEntry], _ place: CodedPlace) throws -> Int {
    encoder.noteElements(entries.count, (Int, Int, Int).self)
    let order = try encoder.codedOrders.order(entries.lazy.map(\.key)) { places in
      try places.map { index in
        let key = entries[index].key
        encoder.sink.cost.add(CodedShapes.keyCost &+ key.utf8.count)
        try encoder.noteComparison(of: key)
        return try key.archived(in: encoder).number
      }
    }
    encoder.sink.cost.add(order.hashCost)
    let values = try order.places.map { index in
      let entry = entries[index]
      return try number(of: entry.value, place.element(CodedKey(stringValue: entry.key)))
    }
    return try encoder.collection(
      .dictionary, [(CollectionKey.keys, order.numbers), (CollectionKey.objects, values)])
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
