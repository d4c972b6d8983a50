import Foundation

// Values of Codable types under keys of objects.

extension ObjectEncoder {
  /// Archives a value under `key` by its own `encode(to:)`: any `Encodable` value, with the keys that it chooses.
  ///
  /// A keyed container is archived as a dictionary with texts as keys, an unkeyed one as an array, and a single value as that
  /// value. Numbers, texts, `Data`, `Date`, `UUID`, `URL` and `Decimal` are archived as everywhere in archives.
  ///
  /// An object that the value refers to several times is encoded several times, because `Codable` has no references, and one
  /// that refers to itself is an error.
  ///
  /// - Throws: `ArchiveError`: `duplicateKey` for a key that this object already has; `notArchivableValue` with the path for
  ///   a value that nests deeper than ``ArchiveDecoder/Limits/maximumCodableNesting``, and for what the value reports as
  ///   `EncodingError`; other errors of its own code.
  public func encode<Value: Encodable>(codable value: Value, forKey key: String) throws {
    guard let key = archivedKey(key, isNil: false) else { return }
    let writing = CodableWriting(self, key, codingPath + [CodedKey(stringValue: key)])
    let slot = try writing.content(of: value)
    switch slot.content {
    case .null: try put(.null, forKey: key)
    case .leaf(let leaf): try encode(leaf: leaf.value, forKey: key)
    default: try put(ArchivedReference(number: try writing.number(of: slot)), forKey: key)
    }
  }

  /// Archives a value by its own `encode(to:)` as a separate object, for collections.
  func reference<Value: Encodable>(codable value: Value) throws -> ArchivedReference {
    if let leaf = CodedLeaf(value) {
      sink.cost.add(CodableReading.elementCost)
      return try archived(leaf: leaf)
    }
    let writing = CodableWriting(self, "", codingPath)
    return ArchivedReference(number: try writing.number(of: try writing.content(of: value)))
  }

  /// Archives a value of a container, with the charge for reading a text or data, which may be hashed.
  @inline(__always)
  func archived(leaf: CodedLeaf) throws -> ArchivedReference {
    switch leaf {
    case .integer(let value): return self.leaf(sink.writer.integer(value))
    case .unsigned(let value): return self.leaf(sink.writer.unsigned(value))
    case .bool(let value): return self.leaf(sink.writer.bool(value))
    case .real32(let value): return self.leaf(sink.writer.real32(bitPattern: value.bitPattern))
    case .real64(let value): return self.leaf(sink.writer.real64(bitPattern: value.bitPattern))
    case .text(let text):
      try noteHash(of: text)
      return try text.archived(in: self)
    case .other(let value):
      if let data = value as? Data { sink.cost.add(data.count) }
      return try value.archived(in: self)
    }
  }

  private func encode(leaf: any ArchivableValue, forKey key: String) throws {
    do { try leaf.archive(in: self, forKey: key) } catch let error as ArchiveError { throw error.within(key) }
  }

  /// What the encoder's settings have for `encode(to:)`; see ``ArchiveEncoder/userInfo``.
  public var userInfo: [CodingUserInfoKey: any Sendable] { objectSettings.userInfo }

  /// The keys from the current object to the value that is being encoded: those of structs whose keys are among the
  /// object's. An object is archived once, wherever references to it are, so no path leads to it.
  public var codingPath: [any CodingKey] {
    sink.prefix.isEmpty ? [] : [CodedKey(stringValue: String(sink.prefix.dropLast()))]
  }
}

extension ObjectDecoder {
  /// The value under `key` that was archived by `encode(codable:forKey:)`, made by its own `init(from:)`.
  ///
  /// Integers and booleans are read as what they are, and not converted into each other, so that a type that tries one
  /// after the other gets what was encoded. An integer is also read as a floating-point number that has its value.
  ///
  /// - Throws: `ArchiveError` with the path: `missingKey` for a missing key or null, `wrongType`, `outOfRange` for a number
  ///   that the type cannot represent; `limitExceeded` for an archive that nests deeper than
  ///   ``ArchiveDecoder/Limits/maximumCodableNesting``; `codingFailed` for a `DecodingError.dataCorrupted` of the value's own code.
  ///   Errors of that code that are no `DecodingError` are thrown as they are.
  public func decode<Value: Decodable>(codable type: Value.Type, forKey key: String) throws -> Value {
    let node = try directValue(forKey: key)
    guard case .uid(let number) = node, number != 0 else {
      let value = if case .uid = node { PropertyListNode.null } else { node }
      return try CodableReading(self, .key(key)).whole(type, CodedNode(value: value, number: 0))
    }
    guard try !isNull(ArchivedReference(number: number)) else {
      return try CodableReading(self, .key(key)).whole(type, .null)
    }
    return try decode(codable: type, at: ArchivedReference(number: number))
  }

  /// The value of a separate object, made by its own `init(from:)`.
  ///
  /// - Throws: the same errors as `decode(codable:forKey:)`.
  func decode<Value: Decodable>(codable type: Value.Type, at reference: ArchivedReference) throws -> Value {
    let number = reference.number
    guard try !isNull(reference) else { return try CodableReading(self, .object(number)).whole(type, .null) }
    // A key of its own, because the type may have another form in archives as well.
    return try value(number, as: CodedValue<Value>.self) {
      let reading = CodableReading(self, .object(number))
      let node = CodedNode(value: try self.archive.object(number), number: number)
      return CodedValue(value: try reading.whole(type, node))
    }.value
  }

  /// The same; nil if there is no such key, or if its value is null.
  ///
  /// - Throws: the same errors as `decode(codable:forKey:)`, except for `missingKey` of the key itself.
  public func decodeIfPresent<Value: Decodable>(codable type: Value.Type, forKey key: String) throws -> Value? {
    guard try hasKey(key), try !isNull(try value(forKey: key)) else { return nil }
    return try decode(codable: type, forKey: key)
  }

  /// What the decoder's settings have for `init(from:)` and `connect(from:)`; see ``ArchiveDecoder/userInfo``.
  public var userInfo: [CodingUserInfoKey: any Sendable] { objectSettings.userInfo }

  /// The keys from the archive's root object, or from the archive's top where it has several values, to the current object, by
  /// the first reference to it; and those of structs whose keys are among the object's. Computing them takes time.
  public var codingPath: [any CodingKey] {
    let own = current.prefix.isEmpty ? [] : [CodedKey(stringValue: String(current.prefix.dropLast()))]
    return archive.codingPath(to: current.number) + own
  }

  /// The objects of a dictionary's keys and values.
  func entryNumbers(in fields: ObjectFields) throws -> (keys: [Int], values: [Int]) {
    let entries = try entries(in: fields, key: { CodedLater($0) }, value: { CodedLater($0) })
    return (entries.keyNumbers, entries.numbers)
  }

  /// The objects of a list's elements.
  func elementNumbers(in fields: ObjectFields) throws -> [Int] {
    try elements(in: fields) { CodedLater($0) }.numbers
  }
}

private struct CodedValue<Value> {
  let value: Value
}

/// An element that is read later. It is a type of its own, because lists in the making are kept by their types.
private struct CodedLater {
  init(_ number: Int) {}
}
