import ArchiveRuntime

/// Numbers in words.
package enum NumberText {
  /// `1 row`, `3 rows`.
  package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  package static func real(_ value: Double) -> String {
    value.isNaN ? nan(value.bitPattern, usual: Double.nan.bitPattern) : "\(value)"
  }
  package static func real(_ value: Float) -> String {
    value.isNaN ? nan(UInt64(value.bitPattern), usual: UInt64(Float.nan.bitPattern)) : "\(value)"
  }

  private static func nan(_ bits: UInt64, usual: UInt64) -> String {
    bits == usual ? "nan" : "nan (0x\(String(bits, radix: 16)))"
  }

  /// An integer of any number of bytes, least significant first, in decimal digits.
  package static func wide(_ bytes: [UInt8], isSigned: Bool) -> String {
    var magnitude = bytes
    let isNegative = isSigned && (bytes.last ?? 0) >= 0x80
    if isNegative {
      var carry = 1
      for index in magnitude.indices {
        let sum = Int(~magnitude[index]) + carry
        magnitude[index] = UInt8(truncatingIfNeeded: sum)
        carry = sum >> 8
      }
    }
    // Nine digits at a time.
    var digits = ""
    while magnitude.contains(where: { $0 != 0 }) {
      var rest = 0
      for index in magnitude.indices.reversed() {
        let value = rest << 8 | Int(magnitude[index])
        magnitude[index] = UInt8(value / 1_000_000_000 & 0xFF)
        rest = value % 1_000_000_000
      }
      let text = String(rest)
      let isLast = !magnitude.contains { $0 != 0 }
      digits = (isLast ? text : String(repeating: "0", count: 9 - text.count) + text) + digits
    }
    return (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits)
  }

  /// "0x" and the digits of a number whose least significant byte is the first.
  package static func hexadecimal(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    "0x" + digits(bytes.reversed())
  }

  /// Two digits for each byte, in their order.
  package static func digits(_ bytes: some Sequence<UInt8>) -> String {
    let table = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(table[Int(byte >> 4)])
      text.append(table[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The nearest double to a number, of which all bytes are there.
  package static func double(_ bytes: [UInt8], _ format: FloatFormat) -> Double {
    bytes.withUnsafeBytes { $0.count < format.archivedSize ? .nan : $0.baseAddress.map(format.nearestDouble) ?? .nan }
  }
}
