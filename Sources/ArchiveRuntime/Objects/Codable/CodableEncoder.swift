import Foundation

/// The encoder of one value.
struct CodableEncoder: Encoder {
  let slot: CodedSlot
  /// The number of containers and values that are nested here: of a value that is encoded in place of another one more than of that.
  let depth: Int

  init(_ slot: CodedSlot, depth: Int) { (self.slot, self.depth) = (slot, depth) }

  var codingPath: [any CodingKey] { slot.writing.codingPath(slot.place) }
  var userInfo: [CodingUserInfoKey: Any] { slot.writing.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.beginEntries(type)
    return KeyedEncodingContainer(CodableEntriesEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.beginElements()
    return CodableElementsEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { CodableValueEncoder(encoder: self) }

  /// The place of a value in the container.
  fileprivate func place(_ key: CodedPlace.Key) -> CodedPlace {
    CodedPlace(key, in: slot.container, depth: depth)
  }

  /// What is encoded for a value in the container.
  @inline(__always)
  fileprivate func element<Value: Encodable>(
    _ value: Value, _ key: @autoclosure () -> CodedPlace.Key
  ) throws -> CodedElement {
    try slot.writing.element(value, place(key()))
  }

  /// The place of a value in the container that may be encoded until the whole value has been.
  fileprivate func open(_ key: CodedPlace.Key, isContainer: Bool = false) -> CodedSlot {
    let slot = CodedSlot(slot.writing, place(key), isContainer: isContainer)
    slot.writing.noteDepth(slot.place)
    return slot
  }
}

extension CodedSlot {
  /// The encoder of what is put here.
  var encoder: CodableEncoder { CodableEncoder(self, depth: place.depth) }
}

// In the containers one generic function is the implementation for every type of number, too. It is inlined, so that the type is known.

private struct CodableEntriesEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: CodableEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws {
    encoder.slot.entries.set(key.stringValue, .null)
  }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let element = try encoder.element(value, .key(key))
    encoder.slot.entries.set(key.stringValue, element)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try encode(wide: value, forKey: key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try encode(wide: value, forKey: key) }

  private func encode(wide value: some Encodable, forKey key: Key) throws { try encode(value, forKey: key) }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    open(key, isContainer: true).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    open(key, isContainer: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { open(CodedKey.super, isContainer: false) }

  func superEncoder(forKey key: Key) -> any Encoder { open(key, isContainer: false) }

  private func open(_ key: any CodingKey, isContainer: Bool) -> CodableEncoder {
    let slot = encoder.open(.key(key), isContainer: isContainer)
    encoder.slot.entries.set(key.stringValue, .open(slot))
    return slot.encoder
  }
}

private struct CodableElementsEncoder: UnkeyedEncodingContainer {
  let encoder: CodableEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.slot.elements.count }

  func encodeNil() throws { encoder.slot.elements.append(.null) }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.slot.writing.encoder.countWork()
    let element = try encoder.element(value, .index(count))
    encoder.slot.elements.append(element)
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
    let slot = encoder.open(.index(count))
    encoder.slot.elements.append(.open(slot))
    return slot.encoder
  }
}

private struct CodableValueEncoder: SingleValueEncodingContainer {
  let encoder: CodableEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { encoder.slot.set(.null) }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.slot.writing.encode(value, into: encoder.slot, depth: encoder.depth + 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try encode(wide: value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try encode(wide: value) }

  private func encode(wide value: some Encodable) throws { try encode(value) }
}
