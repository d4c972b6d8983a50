/// The order of a number's bytes, and of a bit-field's bits.
package enum ByteOrder: String, Sendable, Hashable {
  case little
  case big

  #if _endian(little)
    static let host = ByteOrder.little
  #else
    static let host = ByteOrder.big
  #endif
}

/// 128 bits as two 64-bit words, because the standard library's `UInt128` needs macOS 15.
struct Bits128: Sendable, Hashable {
  var low: UInt64 = 0
  var high: UInt64 = 0

  var isZero: Bool { low | high == 0 }
  var leadingZeroBitCount: Int { high == 0 ? 64 + low.leadingZeroBitCount : high.leadingZeroBitCount }

  /// The number with the low `count` bits set.
  static func ones(_ count: Int) -> Bits128 {
    count >= 64
      ? Bits128(low: .max, high: count >= 128 ? .max : (1 &<< UInt64(count - 64)) - 1)
      : Bits128(low: (1 &<< UInt64(count)) - 1, high: 0)
  }

  static func << (value: Bits128, count: Int) -> Bits128 {
    switch count {
    case ..<1: value
    case ..<64: Bits128(low: value.low << count, high: value.high << count | value.low >> (64 - count))
    default: Bits128(low: 0, high: value.low << (count - 64))
    }
  }

  static func >> (value: Bits128, count: Int) -> Bits128 {
    switch count {
    case ..<1: value
    case ..<64: Bits128(low: value.low >> count | value.high << (64 - count), high: value.high >> count)
    default: Bits128(low: value.high >> (count - 64), high: 0)
    }
  }

  static func & (left: Bits128, right: Bits128) -> Bits128 {
    Bits128(low: left.low & right.low, high: left.high & right.high)
  }
  static func | (left: Bits128, right: Bits128) -> Bits128 {
    Bits128(low: left.low | right.low, high: left.high | right.high)
  }

  /// Two's complement.
  var negated: Bits128 {
    let low = ~self.low &+ 1
    return Bits128(low: low, high: ~high &+ (low == 0 ? 1 : 0))
  }

  /// The first `count` (up to 16) bytes at `bytes`, least significant first.
  init(littleEndian bytes: UnsafeRawPointer, count: Int) {
    for index in 0..<count {
      let byte = UInt64(bytes.load(fromByteOffset: index, as: UInt8.self))
      if index < 8 { low |= byte << (8 * index) } else { high |= byte << (8 * (index - 8)) }
    }
  }

  init(low: UInt64 = 0, high: UInt64 = 0) {
    self.low = low
    self.high = high
  }

  func store(littleEndian bytes: UnsafeMutableRawPointer, count: Int) {
    for index in 0..<count {
      let word = index < 8 ? low >> (8 * index) : high >> (8 * (index - 8))
      bytes.storeBytes(of: UInt8(truncatingIfNeeded: word), toByteOffset: index, as: UInt8.self)
    }
  }
}

extension ByteOrder {
  /// Reverses the bytes of every lane of a packed array.
  static func reverse(_ bytes: UnsafeMutableRawPointer, _ array: ArchivedArray) {
    guard case .number(let type) = array.element, let byteCount = array.byteCount else { return }
    // A double-double consists of two numbers.
    let size = type.number == .floating(.doubleDouble) ? 8 : type.number.archivedSize
    for start in stride(from: 0, to: byteCount, by: size) {
      var lane = UnsafeMutableRawBufferPointer(start: bytes + start, count: size)
      lane.reverse()
    }
  }
}
