import Foundation

extension ArchiveWriter {
  /// Archives a value under `key`: a number, text, data, a date, a collection, a struct or an object, with all objects
  /// that can be reached from it. Objects are shared between all keys.
  ///
  /// - Throws: `ArchiveError.duplicateKey`; `outOfRange` for an integer that fits neither `Int64` nor `UInt64`; the
  ///   errors of the values' own code. The writer is then unchanged.
  public mutating func encode<Value: ArchivableValue>(_ value: Value, forKey key: String) throws {
    try objectEncoder().attempt { encoder in
      try encoder.encode(value, forKey: key)
      try encoder.encodeQueue()
    }
  }

  /// Archives a reference to an object under `key` if something else archives the object, earlier or later; otherwise
  /// null.
  ///
  /// - Throws: `duplicateKey`. The writer is then unchanged.
  public mutating func encodeConditionalObject<Object: ArchivableObject>(
    _ object: Object?, forKey key: String
  ) throws {
    try objectEncoder().attempt { try $0.encodeConditionalObject(object, forKey: key) }
  }

  /// Archives bytes under `key`, in the archive's top dictionary.
  ///
  /// - Throws: `duplicateKey`. The writer is then unchanged.
  public mutating func encodeBytes(_ bytes: Data, forKey key: String) throws {
    try objectEncoder().attempt { try $0.encodeBytes(bytes, forKey: key) }
  }

  /// The encoder for objects, which continues what was written before.
  mutating func objectEncoder() -> ObjectEncoder {
    let top = unshared()
    if let objects = top.encoding as? ObjectEncoder { return objects }
    let objects = ObjectEncoder(settings, continuing: top.encoding.takeSink())
    top.encoding = objects
    return objects
  }
}
