import Foundation

// Values of Codable types as roots and under keys.

extension ArchiveEncoder {
  /// Anything that `encode(to:)` and the hooks of the values need: `encoder.userInfo` has it, of an ``ObjectEncoder`` and of an
  /// `Encoder` alike.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { settings.objects.userInfo }
    set {
      settings.objects.userInfo = newValue
      settingsChanged()
    }
  }

  /// An archive whose root is a value that is encoded by its own `encode(to:)`: any `Encodable` value.
  ///
  /// ```swift
  /// let data = try ArchiveEncoder().encode(codable: settings)
  /// let copy = try ArchiveDecoder().decode(codable: Settings.self, from: data)
  /// ```
  /// - Throws: the same errors as ``ObjectEncoder/encode(codable:forKey:)``.
  public func encode<Value: Encodable>(codable value: Value) throws -> Data { try encode(codable: value, to: nil) }

  /// The same archive without what `output` has taken.
  func encode<Value: Encodable>(codable value: Value, to output: PropertyListOutput?) throws -> Data {
    let encoder = ObjectEncoder(settings, output)
    let writing = CodableWriting(encoder, KeyedArchiveFormat.rootKey, [])
    let slot = try writing.content(of: value)
    let root =
      if case .null = slot.content { ArchivedReference.null } else {
        ArchivedReference(number: try writing.number(of: slot))
      }
    try encoder.put(root, forKey: KeyedArchiveFormat.rootKey)
    try encoder.substitution?.finish()
    let (archive, cost) = try encoder.finish()
    return try settings.checked(archive, cost, output)
  }
}

extension ArchiveDecoder {
  /// Anything that `init(from:)`, `connect(from:)` and hooks of the values need: `decoder.userInfo` has it, of an
  /// ``ObjectDecoder`` and of a `Decoder` alike.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { settings.objects.userInfo }
    set { settings.objects.userInfo = newValue }
  }

  /// The root of an archive that `encode(codable:)` has written, made by its own `init(from:)`.
  ///
  /// - Throws: the same errors as ``ObjectDecoder/decode(codable:forKey:)``.
  public func decode<Value: Decodable>(codable type: Value.Type, from data: Data) throws -> Value {
    try root(from: data) { try $0.decode(codable: type, forKey: KeyedArchiveFormat.rootKey) }
  }
}

extension ArchiveWriter {
  /// Archives a value under `key` by its own `encode(to:)`: any `Encodable` value.
  ///
  /// - Throws: the same errors as ``ObjectEncoder/encode(codable:forKey:)``. The writer is then unchanged.
  public mutating func encode<Value: Encodable>(codable value: Value, forKey key: String) throws {
    try objectEncoder().attempt { try $0.encode(codable: value, forKey: key) }
  }
}

extension ArchiveReader {
  /// The value that `encode(codable:forKey:)` has archived under `key`, made by its own `init(from:)`.
  ///
  /// - Throws: the same errors as ``ObjectDecoder/decode(codable:forKey:)``.
  public func decode<Value: Decodable>(codable type: Value.Type, forKey key: String) throws -> Value {
    try readValues(within: key) { try $0.decode(codable: type, forKey: key) }
  }

  /// The same; nil if there is no such key, or if its value is null.
  ///
  /// - Throws: the same errors as `decode(codable:forKey:)`, except for `missingKey` of the key itself.
  public func decodeIfPresent<Value: Decodable>(codable type: Value.Type, forKey key: String) throws -> Value? {
    try readValues(within: key) { try $0.decodeIfPresent(codable: type, forKey: key) }
  }
}
