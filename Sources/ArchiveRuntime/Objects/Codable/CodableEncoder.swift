import Foundation

/// The encoder of one value.
final class CodableEncoder: Encoder {
  private let writing: CodableWriting
  private let slot: CodedSlot
  private let place: CodedPlace

  init(_ writing: CodableWriting, _ slot: CodedSlot, _ place: CodedPlace) {
    (self.writing, self.slot, self.place) = (writing, slot, place)
  }

  var codingPath: [any CodingKey] { writing.codingPath(place) }
  var userInfo: [CodingUserInfoKey: Any] { writing.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CodableEntriesEncoder<Key>(writing, slot.entries(writing, place), place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    CodableElementsEncoder(writing, slot.elements(writing, place), place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    CodableValueEncoder(writing, slot, place)
  }
}

// In the containers one generic function is the implementation for every type of number, too.

private struct CodableEntriesEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let writing: CodableWriting
  private let entries: CodedEntries
  private let place: CodedPlace

  init(_ writing: CodableWriting, _ entries: CodedEntries, _ place: CodedPlace) {
    (self.writing, self.entries, self.place) = (writing, entries, place)
  }

  var codingPath: [any CodingKey] { writing.codingPath(place) }

  func encodeNil(forKey key: Key) throws {
    entries.set(key.stringValue, .null)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    entries.set(key.stringValue, try writing.element(value, place.element(key)))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try encode(wide: value, forKey: key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try encode(wide: value, forKey: key) }

  private func encode(wide value: some Encodable, forKey key: Key) throws { try encode(value, forKey: key) }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    open(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { open(key).unkeyedContainer() }

  func superEncoder() -> any Encoder { open(CodedKey.super) }

  func superEncoder(forKey key: Key) -> any Encoder { open(key) }

  /// An encoder that may be used until the value has been encoded.
  private func open(_ key: any CodingKey) -> CodableEncoder {
    let (slot, inner) = (CodedSlot(), place.element(key))
    writing.noteDepth(inner)
    entries.set(key.stringValue, .open(slot, inner))
    return CodableEncoder(writing, slot, inner)
  }
}

private struct CodableElementsEncoder: UnkeyedEncodingContainer {
  private let writing: CodableWriting
  private let list: CodedElements
  private let place: CodedPlace

  init(_ writing: CodableWriting, _ list: CodedElements, _ place: CodedPlace) {
    (self.writing, self.list, self.place) = (writing, list, place)
  }

  var codingPath: [any CodingKey] { writing.codingPath(place) }
  var count: Int { list.elements.count }
  private var next: CodedKey { CodedKey(intValue: list.elements.count) }

  func encodeNil() throws { list.elements.append(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try writing.encoder.countWork()
    list.elements.append(try writing.element(value, place.element(next)))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try encode(wide: value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try encode(wide: value) }

  private func encode(wide value: some Encodable) throws { try encode(value) }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
    open().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { open().unkeyedContainer() }

  func superEncoder() -> any Encoder { open() }

  private func open() -> CodableEncoder {
    let (slot, inner) = (CodedSlot(), place.element(next))
    writing.noteDepth(inner)
    list.elements.append(.open(slot, inner))
    return CodableEncoder(writing, slot, inner)
  }
}

private struct CodableValueEncoder: SingleValueEncodingContainer {
  private let writing: CodableWriting
  private let slot: CodedSlot
  private let place: CodedPlace

  init(_ writing: CodableWriting, _ slot: CodedSlot, _ place: CodedPlace) {
    (self.writing, self.slot, self.place) = (writing, slot, place)
  }

  var codingPath: [any CodingKey] { writing.codingPath(place) }

  func encodeNil() throws { slot.set(.null, writing, place) }

  func encode<Value: Encodable>(_ value: Value) throws { try writing.encode(value, into: slot, place.inner) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try encode(wide: value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try encode(wide: value) }

  private func encode(wide value: some Encodable) throws { try encode(value) }
}
