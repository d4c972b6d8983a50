extension FixedWidthInteger where Self: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    let signed = Int64(truncatingIfNeeded: self)
    if signed == self {
      try encoder.sink.key(key)
      return encoder.sink.integer(signed)
    }
    guard let unsigned = UInt64(exactly: self) else {
      throw ArchiveError.outOfRange(path: key, value: "\(self)", type: "i64 or u64")
    }
    try encoder.sink.key(key)
    encoder.sink.unsigned(unsigned)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    if let signed = Int64(exactly: self) { return encoder.leaf(encoder.sink.writer.integer(signed)) }
    guard let unsigned = UInt64(exactly: self) else {
      throw ArchiveError.outOfRange(path: "", value: "\(self)", type: "i64 or u64")
    }
    return encoder.leaf(encoder.sink.writer.unsigned(unsigned))
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    let node = try decoder.value(forKey: key)
    if case .integer(let integer) = node, let value = Self(exactly: integer) { return value }
    return try exactly(node, decoder) { decoder.path(key) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try exactly(try decoder.node(reference), decoder) { decoder.path(toReference: reference.number) }
  }

  /// The number, if this type can represent it exactly.
  private static func exactly(_ node: PropertyListNode, _ decoder: ObjectDecoder, path: () -> String) throws -> Self {
    let value: Self?
    switch node {
    case .integer(let integer): value = Self(exactly: integer)
    case .wideInteger(let wide): value = wide.uint64.flatMap { Self(exactly: $0) }
    case .bool(let bool): value = bool ? 1 : 0
    case .real32(let bits): value = Self(exactly: Float(bitPattern: bits))
    case .real64(let bits): value = Self(exactly: Double(bitPattern: bits))
    case .null: throw ArchiveError.missingKey(path: path())
    default: throw ArchiveError.wrongType(path: path(), expected: "an integer", found: decoder.kindName(node))
    }
    guard let value else {
      throw ArchiveError.outOfRange(path: path(), value: node.numberText, type: "\(Self.self)")
    }
    return value
  }
}

extension Int: ArchivableValue {}
extension Int8: ArchivableValue {}
extension Int16: ArchivableValue {}
extension Int32: ArchivableValue {}
extension Int64: ArchivableValue {}
extension UInt: ArchivableValue {}
extension UInt8: ArchivableValue {}
extension UInt16: ArchivableValue {}
extension UInt32: ArchivableValue {}
extension UInt64: ArchivableValue {}

extension Bool: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try encoder.sink.key(key)
    encoder.sink.bool(self)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    encoder.leaf(encoder.sink.writer.bool(self))
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Bool {
    let node = try decoder.value(forKey: key)
    if case .bool(let value) = node { return value }
    return try exactly(node, decoder) { decoder.path(key) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Bool {
    try exactly(try decoder.node(reference), decoder) { decoder.path(toReference: reference.number) }
  }

  /// Some coders write booleans as 0 and 1, and Foundation on Linux merges equal numbers and booleans.
  private static func exactly(_ node: PropertyListNode, _ decoder: ObjectDecoder, path: () -> String) throws -> Bool {
    switch node {
    case .bool(let value): return value
    case .integer(0): return false
    case .integer(1): return true
    case .real32, .real64:
      guard let real = node.real, real == 0 || real == 1 else {
        throw ArchiveError.outOfRange(path: path(), value: node.numberText, type: "Bool")
      }
      return real == 1
    case .integer, .wideInteger: throw ArchiveError.outOfRange(path: path(), value: node.numberText, type: "Bool")
    case .null: throw ArchiveError.missingKey(path: path())
    default: throw ArchiveError.wrongType(path: path(), expected: "a boolean", found: decoder.kindName(node))
    }
  }
}

extension Double: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try encoder.sink.key(key)
    encoder.sink.real64(bitPattern: bitPattern)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    encoder.leaf(encoder.sink.writer.real64(bitPattern: bitPattern))
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Double {
    let node = try decoder.value(forKey: key)
    if case .real64(let value) = node { return Double(bitPattern: value) }
    return try exactly(node, decoder) { decoder.path(key) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Double {
    try exactly(try decoder.node(reference), decoder) { decoder.path(toReference: reference.number) }
  }

  static func exactly(_ node: PropertyListNode, _ decoder: ObjectDecoder, path: () -> String) throws -> Double {
    if let value = node.exactReal { return value }
    switch node {
    case .integer, .wideInteger:
      throw ArchiveError.outOfRange(path: path(), value: node.numberText, type: "Double")
    case .null: throw ArchiveError.missingKey(path: path())
    default: throw ArchiveError.wrongType(path: path(), expected: "a real", found: decoder.kindName(node))
    }
  }
}

extension Float: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try encoder.sink.key(key)
    encoder.sink.real32(bitPattern: bitPattern)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    encoder.leaf(encoder.sink.writer.real32(bitPattern: bitPattern))
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Float {
    let node = try decoder.value(forKey: key)
    if case .real32(let value) = node { return Float(bitPattern: value) }
    return try exactly(node, decoder) { decoder.path(key) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Float {
    try exactly(try decoder.node(reference), decoder) { decoder.path(toReference: reference.number) }
  }

  static func exactly(_ node: PropertyListNode, _ decoder: ObjectDecoder, path: () -> String) throws -> Float {
    switch node {
    case .real32(let bits): return Float(bitPattern: bits)
    case .real64(let bits):
      let wide = Double(bitPattern: bits)
      if wide.isNaN {
        guard let narrowed = NaNPayload.narrowed(bits) else { break }
        return Float(bitPattern: narrowed)
      }
      let value = Float(wide)
      guard Double(value) == wide else { break }
      return value
    case .integer(let integer):
      guard let value = Float(exactly: integer) else { break }
      return value
    case .bool(let bool): return bool ? 1 : 0
    case .null: throw ArchiveError.missingKey(path: path())
    default: throw ArchiveError.wrongType(path: path(), expected: "a real", found: decoder.kindName(node))
    }
    throw ArchiveError.outOfRange(path: path(), value: node.numberText, type: "Float")
  }
}

/// The payload of a NaN, which a conversion keeps or refuses (IEEE 754-2019, 6.2.3).
private enum NaNPayload {
  /// The payload of a binary32 in a binary64: the highest bit stays the highest.
  static func widened(_ bits: UInt32) -> UInt64 {
    UInt64(bits & 0x8000_0000) << 32 | 0x7FF0_0000_0000_0000 | UInt64(bits & 0x7F_FFFF) << 29
  }

  /// The payload of a binary64 in a binary32; nil if bits would be lost.
  static func narrowed(_ bits: UInt64) -> UInt32? {
    guard bits & 0x1FFF_FFFF == 0 else { return nil }
    return UInt32(bits >> 32 & 0x8000_0000) | 0x7F80_0000 | UInt32(bits >> 29 & 0x7F_FFFF)
  }
}

extension PropertyListNode {
  /// A real's value.
  fileprivate var real: Double? {
    switch self {
    case .real32(let bits): Double(Float(bitPattern: bits))
    case .real64(let bits): Double(bitPattern: bits)
    default: nil
    }
  }

  /// The number as a real of 64 bits; nil for one that this does not represent exactly, and for what is no number.
  package var exactReal: Double? {
    switch self {
    case .real64(let bits): return Double(bitPattern: bits)
    case .real32(let bits):
      // The processor's conversion would turn a signalling NaN into a quiet one.
      let narrow = Float(bitPattern: bits)
      return narrow.isNaN ? Double(bitPattern: NaNPayload.widened(bits)) : Double(narrow)
    case .integer(let integer): return Double(exactly: integer)
    case .wideInteger(let wide): return wide.uint64.flatMap { Double(exactly: $0) }
    case .bool(let bool): return bool ? 1 : 0
    default: return nil
    }
  }

  /// The number as text, for errors.
  package var numberText: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .wideInteger(let value): "\(value)"
    case .real32(let bits): "\(Float(bitPattern: bits))"
    case .real64(let bits): "\(Double(bitPattern: bits))"
    default: kindName
    }
  }
}
