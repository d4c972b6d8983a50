/// Substitutes the values of objects as well, key by key.
package protocol ObjectSubstitution: FormSubstitution {
  /// The key under which a value is written for a key of the program; nil if the value is left out.
  ///
  /// - Parameter isNil: Whether the value is null.
  func archivedKey(_ key: String, isNil: Bool) -> String?

  /// Writes the value that the program has under `key`.
  func encode<Value: ArchivableValue>(_ value: Value, forKey key: String, in encoder: ObjectEncoder) throws

  /// Writes the array of numbers that the program has under `key`.
  func encodePacked<Element: PackableElement>(_ values: [Element]?, forKey key: String, in encoder: ObjectEncoder)
    throws

  /// Writes the version of a type.
  func encodeVersion(_ version: Int, of name: String, in encoder: ObjectEncoder) throws

  /// Calls `body`, which writes the parts of a value of the type.
  func encodeParts(of type: any ArchivableComposite.Type, _ body: () throws -> Void) throws

  /// The same for an object.
  func encodeParts(of archivedClass: ArchivedClass, _ body: () throws -> Void) throws

  /// The name of an enumeration's case.
  func archivedCase<Value: ArchivableEnumeration>(of value: Value) -> String

  /// Calls `body`, which writes the values of the case that is written as `name`.
  func encodeValues<Value: ArchivableEnumeration>(of value: Value, as name: String, _ body: () throws -> Void) throws

  /// Looks whether an enumeration has the raw value.
  func check<Value: RawRepresentable>(rawValueOf value: Value, typeName: String)
}

extension ObjectEncoder {
  static func substitution(_ settings: ArchiveEncoder.Settings) -> (any ObjectSubstitution)? {
    settings.form?.begin() as? any ObjectSubstitution
  }

  /// The key for a value of which it only matters whether it is null.
  @inline(__always)
  func archivedKey(_ key: String, isNil: Bool) -> String? {
    guard let substitution else { return key }
    return substitution.archivedKey(key, isNil: isNil)
  }

  func archivedCase<Value: ArchivableEnumeration>(of value: Value) -> String {
    substitution?.archivedCase(of: value) ?? value.archivedCase
  }

  /// Writes the values of a case, whose keys follow its name.
  func encodeValues<Value: ArchivableEnumeration>(of value: Value, within name: String) throws {
    try nested(name) {
      guard let substitution else { return try value.encodeValues(to: self) }
      try substitution.encodeValues(of: value, as: name) { try value.encodeValues(to: self) }
    }
  }

  // MARK: Substituted values

  /// Writes a number from its bits.
  package func write(bits: UInt64, of number: ElementType.Number, forKey key: String) throws {
    try sink.key(key)
    sink.plain(bits, number)
  }

  /// The numbers as they are packed.
  package static func packed<Element: PackableElement>(_ values: [Element]) -> [UInt8] {
    let type = Element.packedType
    var packed = [UInt8](repeating: 0, count: type.archivedSize * values.count)
    packed.withUnsafeMutableBytes { packed in
      guard let start = packed.baseAddress else { return }
      values.withUnsafeBytes {
        PackedArray.pack(
          $0, to: start, ArchivedArray(.number(type), [values.count]), stride: MemoryLayout<Element>.stride)
      }
    }
    return packed
  }

  /// Writes packed numbers.
  package func write(packed bytes: [UInt8], _ array: ArchivedArray, forKey key: String) throws {
    try sink.key(key)
    try sink.data(byteCount: bytes.count) { (target) throws(ArchiveError) in
      bytes.withUnsafeBytes { if let start = $0.baseAddress { target.copyMemory(from: start, byteCount: $0.count) } }
    }
    guard array.element != .number(.u8) else { return }
    try array.name.archive(in: self, forKey: key + "[]")
  }
}
