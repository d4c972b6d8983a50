/// The CRC-32 of ISO/IEC 3309, as in zlib, gzip and PNG (polynomial 0x04C11DB7, bits reflected). It detects every error in up
/// to 32 consecutive bits, and so each flipped bit.
struct CRC32 {
  private var state = ~UInt32(0)

  var value: UInt32 { ~state }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    Self.tables.withUnsafeBufferPointer { tables in
      var index = 0
      // Eight bytes a step, each with a table of its own ("slicing by 8").
      while index &+ 8 <= bytes.count {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          ^ UInt64(state)
        state =
          tables[1792 + Int(word & 0xFF)] ^ tables[1536 + Int(word >> 8 & 0xFF)]
          ^ tables[1280 + Int(word >> 16 & 0xFF)] ^ tables[1024 + Int(word >> 24 & 0xFF)]
          ^ tables[768 + Int(word >> 32 & 0xFF)] ^ tables[512 + Int(word >> 40 & 0xFF)]
          ^ tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
        index &+= 8
      }
      while index < bytes.count {
        state = tables[Int((state ^ UInt32(bytes[index])) & 0xFF)] ^ state >> 8
        index &+= 1
      }
    }
    self.state = state
  }

  /// Continues with bytes of which only the checksum and the number are known: they multiply the checksum before them by x to the
  /// power of their bits, as a polynomial.
  mutating func append(_ other: CRC32, byteCount: Int) {
    var product = value
    // x^8: the most significant bit is the coefficient of 1.
    var power: UInt32 = 1 << 23
    var rest = max(byteCount, 0)
    while rest > 0 {
      if rest & 1 == 1 { product = Self.product(product, power) }
      power = Self.product(power, power)
      rest >>= 1
    }
    state = ~(product ^ other.value)
  }

  /// The product of two polynomials, modulo that of the checksum.
  private static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
    var (sum, power) = (UInt32(0), right)
    for bit in (0..<32).reversed() {
      if left >> UInt32(bit) & 1 == 1 { sum ^= power }
      power = power & 1 == 0 ? power >> 1 : power >> 1 ^ 0xEDB8_8320
    }
    return sum
  }

  /// The table for a byte, and those for a byte with 1 to 7 others behind it.
  private static let tables: ContiguousArray<UInt32> = {
    var tables = ContiguousArray<UInt32>(repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let value = tables[index - 256]
      tables[index] = tables[Int(value & 0xFF)] ^ value >> 8
    }
    return tables
  }()
}
