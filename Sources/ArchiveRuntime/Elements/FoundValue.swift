/// The value under a key of an archive, before it is converted to a field's type.
package enum FoundValue {
  case missing
  case bool(Bool)
  case integer(Int64)
  case wide(WideInteger)
  case real32(bitPattern: UInt32)
  case real64(bitPattern: UInt64)
  case data(UnsafeRawBufferPointer)
  case text(String)
  /// A value that no field of a record can have; the text names its kind.
  case other(String)

  init(_ value: FieldDefault) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .unsigned(let value): self = .wide(WideInteger(high: 0, low: value))
    case .real(let value): self = .real64(bitPattern: value.bitPattern)
    case .bool(let value): self = .bool(value)
    case .text(let value): self = .text(value)
    }
  }

  /// The kind of value, for errors.
  var kindName: String {
    switch self {
    case .missing: "nothing"
    case .bool: "a boolean"
    case .integer, .wide: "an integer"
    case .real32, .real64: "a real number"
    case .data: "data"
    case .text: "a string"
    case .other(let kind): kind
    }
  }

  /// The number as text, for errors.
  package var valueText: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .wide(let value): "\(value)"
    case .real32(let bits): "\(Float(bitPattern: bits))"
    case .real64(let bits): "\(Double(bitPattern: bits))"
    default: kindName
    }
  }

  /// Writes a number in the archived form of `number`. See `ElementType.Number.convert`.
  package func convert(to number: ElementType.Number, at target: UnsafeMutableRawPointer) -> ConversionFailure? {
    switch self {
    case .bool(let value):
      return Self.convert(UInt8(value ? 1 : 0), .bool, to: number, at: target)
    case .integer(let value):
      return Self.convert(value.littleEndian, .integer(bits: 64, isSigned: true), to: number, at: target)
    case .wide(let value):
      return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { scratch in
        guard let bytes = scratch.baseAddress else { return .wrongType }
        Bits128(low: value.low, high: UInt64(bitPattern: value.high)).store(littleEndian: bytes, count: 16)
        return ElementType.Number.integer(bits: 128, isSigned: true)
          .convert(UnsafeRawPointer(bytes), to: number, at: target)
      }
    case .real32(let bits):
      return Self.convert(bits.littleEndian, .floating(.single), to: number, at: target)
    case .real64(let bits):
      return Self.convert(bits.littleEndian, .floating(.double), to: number, at: target)
    case .missing, .data, .text, .other: return .wrongType
    }
  }

  private static func convert<Bits>(
    _ bits: Bits, _ source: ElementType.Number, to number: ElementType.Number, at target: UnsafeMutableRawPointer
  ) -> ConversionFailure? {
    withUnsafeBytes(of: bits) { bytes in
      guard let address = bytes.baseAddress else { return .wrongType }
      return source.convert(address, to: number, at: target)
    }
  }
}
