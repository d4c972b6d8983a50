/// Base64 of RFC 4648, section 4, with white space anywhere, as in the data of XML property lists.
enum Base64 {
  private static let invalid: UInt8 = 0xFF
  private static let padding: UInt8 = 0xFE
  private static let space: UInt8 = 0xFD

  /// The value of each byte.
  private static let table: [UInt8] = {
    var table = [UInt8](repeating: invalid, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, byte) in alphabet.utf8.enumerated() { table[Int(byte)] = UInt8(value) }
    for byte in " \t\r\n".utf8 { table[Int(byte)] = space }
    table[Int(UInt8(ascii: "="))] = padding
    return table
  }()

  /// The number of bytes that the text encodes.
  ///
  /// - Returns: nil for a character outside the alphabet, or for padding that does not match the length.
  static func decodedCount(_ text: UnsafeRawBufferPointer) -> Int? {
    var digits = 0
    var paddings = 0
    for byte in text {
      switch table[Int(byte)] {
      case space: break
      case invalid: return nil
      case padding: paddings += 1
      default:
        guard paddings == 0 else { return nil }
        digits += 1
      }
    }
    guard (digits + paddings) % 4 == 0, paddings <= 2 else { return nil }
    return digits / 4 * 3 + (digits % 4 == 0 ? 0 : digits % 4 - 1)
  }

  /// Decodes text that `decodedCount` has checked. `target` has exactly that length.
  static func decode(_ text: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    var bits: UInt32 = 0
    var bitCount = 0
    var count = 0
    table.withUnsafeBufferPointer { table in
      for byte in text {
        let value = table[Int(byte)]
        guard value < 64 else { continue }
        bits = bits << 6 | UInt32(value)
        bitCount += 6
        if bitCount >= 8, count < target.count {
          bitCount -= 8
          target[count] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
          count += 1
        }
      }
    }
  }
}
