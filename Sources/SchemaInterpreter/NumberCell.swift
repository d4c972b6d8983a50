import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime

/// The representation of one of a schema's numbers in memory.
struct NumberCell: Sendable {
  let number: ArchivedNumber
  let element: ArchiveRuntime.ElementType
  let size: Int
  private let laneSize: Int
  private let lanes: Int

  /// - Returns: nil for numbers that `SchemaValue` cannot hold: more than 64 bits.
  init?(_ number: ArchivedNumber) {
    let lane: ArchiveRuntime.ElementType
    switch number.scalar {
    case .bool: (lane, laneSize) = (.bool, 1)
    case .integer(let bits, let isSigned):
      guard bits <= 64 else { return nil }
      switch (bits, isSigned) {
      case (8, false): (lane, laneSize) = (.u8, 1)
      case (8, true): (lane, laneSize) = (.i8, 1)
      case (16, false): (lane, laneSize) = (.u16, 2)
      case (16, true): (lane, laneSize) = (.i16, 2)
      case (32, false): (lane, laneSize) = (.u32, 4)
      case (32, true): (lane, laneSize) = (.i32, 4)
      case (64, false): (lane, laneSize) = (.u64, 8)
      case (64, true): (lane, laneSize) = (.i64, 8)
      default:
        laneSize = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8
        lane = isSigned ? .bitInt(bits, storage: laneSize) : .unsignedBitInt(bits, storage: laneSize)
      }
    case .floating(.f16): (lane, laneSize) = (.f16, 2)
    case .floating(.bf16): (lane, laneSize) = (.bf16, 2)
    case .floating(.f32): (lane, laneSize) = (.f32, 4)
    case .floating(.f64): (lane, laneSize) = (.f64, 8)
    case .floating: return nil
    }
    switch number.shape {
    case .single: (lanes, element) = (1, lane)
    case .complex: (lanes, element) = (2, .complex(lane))
    case .vector(let count):
      guard count <= 1 << 16 else { return nil }
      (lanes, element) = (count, .vector(lane, count, storage: count * laneSize))
    }
    self.number = number
    size = laneSize * lanes
  }

  func load(_ address: UnsafeRawPointer) -> SchemaValue {
    let values = (0..<lanes).map { lane(address + $0 * laneSize) }
    return number.shape == .single ? values[0] : .list(values)
  }

  func store(_ value: SchemaValue, _ address: UnsafeMutableRawPointer) {
    if number.shape != .single, case .list(let values) = value {
      for (index, value) in values.prefix(lanes).enumerated() { storeLane(value, address + index * laneSize) }
    } else {
      storeLane(value, address)
    }
  }

  private func lane(_ address: UnsafeRawPointer) -> SchemaValue {
    switch number.scalar {
    case .bool: return .integer(address.load(as: UInt8.self) == 0 ? 0 : 1)
    case .integer(let bits, let isSigned):
      let raw = bytes(address) << (64 - UInt64(bits))
      return isSigned
        ? .integer(Int64(bitPattern: raw) >> (64 - Int64(bits))) : .number(raw >> (64 - UInt64(bits)))
    case .floating(.f16): return .real(SmallFloat.half.value(UInt16(truncatingIfNeeded: bytes(address))))
    case .floating(.bf16): return .real(SmallFloat.brain.value(UInt16(truncatingIfNeeded: bytes(address))))
    case .floating(.f32): return .real(Double(address.loadUnaligned(as: Float.self)))
    case .floating: return .real(address.loadUnaligned(as: Double.self))
    }
  }

  private func storeLane(_ value: SchemaValue, _ address: UnsafeMutableRawPointer) {
    let bits: UInt64
    switch (number.scalar, value) {
    case (.bool, _): bits = value.isZero ? 0 : 1
    case (.integer, .integer(let integer)): bits = UInt64(bitPattern: integer)
    case (.integer, .unsigned(let integer)): bits = integer
    case (.floating(let format), _):
      let real: Double =
        switch value {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        case .unsigned(let integer): Double(integer)
        default: 0
        }
      bits =
        switch format {
        case .f16: UInt64(SmallFloat.half.bits(real))
        case .bf16: UInt64(SmallFloat.brain.bits(real))
        case .f32: UInt64(Float(real).bitPattern)
        default: real.bitPattern
        }
    default: bits = 0
    }
    for byte in 0..<laneSize {
      (address + byte).storeBytes(of: UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte))), as: UInt8.self)
    }
  }

  private func bytes(_ address: UnsafeRawPointer) -> UInt64 {
    var bits: UInt64 = 0
    for byte in 0..<laneSize {
      bits |= UInt64(address.load(fromByteOffset: byte, as: UInt8.self)) << (8 * UInt64(byte))
    }
    return bits
  }
}

/// The two formats of 16 bits. Not every platform has Swift's `Float16`.
private struct SmallFloat {
  let exponentBits: Int
  var mantissaBits: Int { 15 - exponentBits }
  private var bias: Int { (1 << (exponentBits - 1)) - 1 }

  static let half = SmallFloat(exponentBits: 5)
  static let brain = SmallFloat(exponentBits: 8)

  func value(_ bits: UInt16) -> Double {
    let exponent = Int(bits >> mantissaBits) & ((1 << exponentBits) - 1)
    let mantissa = Double(bits & ((1 << mantissaBits) - 1))
    let unit = Double(sign: .plus, exponent: -mantissaBits, significand: 1)
    let magnitude: Double =
      if exponent == (1 << exponentBits) - 1 {
        mantissa == 0 ? .infinity : .nan
      } else if exponent == 0 {
        mantissa * unit * Double(sign: .plus, exponent: 1 - bias, significand: 1)
      } else {
        (1 + mantissa * unit) * Double(sign: .plus, exponent: exponent - bias, significand: 1)
      }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }

  /// The bits of a value. Values between two values of the format are rounded towards zero.
  func bits(_ value: Double) -> UInt16 {
    let sign: UInt16 = value.sign == .minus ? 1 << 15 : 0
    let infinity = UInt16((1 << exponentBits) - 1) << UInt16(mantissaBits)
    if value.isNaN { return infinity | 1 << UInt16(mantissaBits - 1) }
    let magnitude = value.magnitude
    if magnitude == 0 { return sign }
    if magnitude.isInfinite { return sign | infinity }
    let exponent = Int(magnitude.exponent)
    if exponent > bias { return sign | infinity }
    let lowest = 1 - bias
    let scale = Double(sign: .plus, exponent: max(exponent, lowest) - mantissaBits, significand: 1)
    let mantissa = UInt16(magnitude / scale)
    if exponent < lowest { return sign | mantissa }
    return sign | UInt16(exponent + bias) << UInt16(mantissaBits) | mantissa & UInt16((1 << mantissaBits) - 1)
  }
}
