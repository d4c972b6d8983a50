import Foundation

/// The decoder of one value.
final class CodableDecoder: Decoder {
  private let reading: CodableReading
  private let node: CodedNode
  let place: CodedPlace
  /// The place for those of the values in it.
  private lazy var container = CodedPlace.Container(place)

  init(_ reading: CodableReading, _ node: CodedNode, _ place: CodedPlace) {
    (self.reading, self.node, self.place) = (reading, node, place)
  }

  var codingPath: [any CodingKey] { reading.codingPath(place) }
  var userInfo: [CodingUserInfoKey: Any] { reading.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(CodableEntriesDecoder<Key>(self, reading, try reading.entries(node, place)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    CodableElementsDecoder(self, reading, try reading.elements(node, place))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { CodableValueDecoder(reading, node, place) }

  /// The place of a value in the container.
  fileprivate func place(_ key: CodedPlace.Key) -> CodedPlace { CodedPlace(key, in: container, depth: place.depth) }
}

// In the containers one generic function is the implementation for every type of number, too.

private struct CodableEntriesDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let reading: CodableReading
  private let decoder: CodableDecoder
  private let fields: CodedFields

  init(_ decoder: CodableDecoder, _ reading: CodableReading, _ fields: CodedFields) {
    (self.decoder, self.reading, self.fields) = (decoder, reading, fields)
  }

  private var place: CodedPlace { decoder.place }
  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    // They may become keys of a dictionary.
    fields.names.compactMap { name in
      (try? reading.reading(place) { try reading.decoder.chargeHash(of: name) }).flatMap { Key(stringValue: name) }
    }
  }

  func contains(_ key: Key) -> Bool { fields.number(forKey: key.stringValue) != nil }

  private func node(_ key: String) throws -> CodedNode? { try fields.number(forKey: key).map(reading.node) }

  @inline(__always)
  private func present(_ key: Key) throws -> CodedNode {
    guard let node = try node(key.stringValue) else { throw reading.noKey(key, place) }
    return node
  }

  func decodeNil(forKey key: Key) throws -> Bool { try present(key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reading.value(type, try present(key), decoder.place(.key(key)))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decode(wide: type, forKey: key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decode(wide: type, forKey: key) }

  private func decode<Value: Decodable>(wide type: Value.Type, forKey key: Key) throws -> Value {
    try decode(type, forKey: key)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try open(key, present(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try open(key, present(key)).unkeyedContainer()
  }

  /// The decoder of null if there is no such key, as other decoders have it.
  func superDecoder() throws -> any Decoder { try open(CodedKey.super, node(CodedKey.super.stringValue) ?? .null) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try open(key, node(key.stringValue) ?? .null) }

  private func open(_ key: any CodingKey, _ node: CodedNode) throws -> CodableDecoder {
    CodableDecoder(reading, node, try reading.checked(decoder.place(.key(key))))
  }
}

private struct CodableElementsDecoder: UnkeyedDecodingContainer {
  private let reading: CodableReading
  private let decoder: CodableDecoder
  private let numbers: [Int]
  private(set) var currentIndex = 0

  init(_ decoder: CodableDecoder, _ reading: CodableReading, _ numbers: [Int]) {
    (self.decoder, self.reading, self.numbers) = (decoder, reading, numbers)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { numbers.count }
  /// When the reading has ended, a loop over the elements ends, too.
  var isAtEnd: Bool { currentIndex >= numbers.count || reading.failure != nil }
  private var current: CodedPlace { decoder.place(.index(currentIndex)) }

  @inline(__always)
  private func node(_ type: Any.Type) throws -> CodedNode {
    guard currentIndex < numbers.count else { throw reading.noElement(type, current) }
    return try reading.node(numbers[currentIndex])
  }

  mutating func decodeNil() throws -> Bool {
    guard try node(Never?.self).isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try reading.value(type, try node(type), current)
    currentIndex += 1
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(wide: type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(wide: type) }

  private mutating func decode<Value: Decodable>(wide type: Value.Type) throws -> Value { try decode(type) }

  mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
    let container = try open([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try open([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try open((any Decoder).self)
    currentIndex += 1
    return decoder
  }

  private func open(_ type: Any.Type) throws -> CodableDecoder {
    CodableDecoder(reading, try node(type), try reading.checked(current))
  }
}

private struct CodableValueDecoder: SingleValueDecodingContainer {
  private let reading: CodableReading
  private let node: CodedNode
  private let place: CodedPlace

  init(_ reading: CodableReading, _ node: CodedNode, _ place: CodedPlace) {
    (self.reading, self.node, self.place) = (reading, node, place)
  }

  var codingPath: [any CodingKey] { reading.codingPath(place) }

  func decodeNil() -> Bool { node.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reading.value(type, node, place.inner) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try decode(wide: type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(wide: type) }

  private func decode<Value: Decodable>(wide type: Value.Type) throws -> Value { try decode(type) }
}
