import ArchiveModel
import ArchiveRuntime
import UntypedArchive

/// An integer of any width, from the bytes of memory.
struct RawInteger: Sendable {
  /// Least significant first, with as many bits as the value has; the rest of the last byte is zero.
  private let bytes: [UInt8]
  private let bits: Int
  private let isSigned: Bool

  /// - Parameters:
  ///   - bytes: of a record.
  ///   - offset: in bits, as the ABI counts: from the low end on a little-endian target, from the high end on a
  ///     big-endian one.
  init(_ bytes: ArraySlice<UInt8>, bitOffset: Int, bits: Int, isSigned: Bool, isBigEndian: Bool) {
    var result = [UInt8](repeating: 0, count: (bits + 7) / 8)
    for bit in 0..<bits {
      let place = isBigEndian ? bitOffset + bits - 1 - bit : bitOffset + bit
      let index = bytes.startIndex + place / 8
      guard bytes.indices.contains(index) else { continue }
      let shift = isBigEndian ? 7 - place % 8 : place % 8
      if bytes[index] >> shift & 1 == 1 { result[bit / 8] |= 1 << (bit % 8) }
    }
    self.bytes = result
    self.bits = bits
    self.isSigned = isSigned
  }

  /// - Parameter bits: fewer than the bytes have for `_BitInt`, whose other bits are padding.
  init(_ bytes: ArraySlice<UInt8>, bits: Int, isSigned: Bool, isBigEndian: Bool) {
    var result = isBigEndian ? Array(bytes.reversed()) : Array(bytes)
    result = Array(result.prefix((bits + 7) / 8))
    if bits % 8 != 0, let last = result.indices.last { result[last] &= (1 << (bits % 8)) - 1 }
    self.bytes = result
    self.bits = bits
    self.isSigned = isSigned
  }

  /// The low 64 bits, extended by the sign.
  var low: UInt64 {
    var value: UInt64 = 0
    for index in bytes.indices.prefix(8) { value |= UInt64(bytes[index]) << (8 * index) }
    if isNegative, bits < 64 { value |= ~0 << bits }
    return value
  }

  private var isNegative: Bool {
    isSigned && bits > 0 && bytes[(bits - 1) / 8] >> ((bits - 1) % 8) & 1 == 1
  }

  var decimal: String {
    if bits <= 64 { return isSigned ? String(Int64(bitPattern: low)) : String(low) }
    // A `_BitInt` of millions of bits is shown in base 16.
    guard bits <= 4096 else { return hexadecimal }
    var extended = bytes
    if isNegative, bits % 8 != 0 { extended[extended.count - 1] |= ~0 << (bits % 8) }
    return NumberText.wide(extended, isSigned: isSigned)
  }

  /// The bits, without a sign.
  var hexadecimal: String {
    var text = bytes.reversed().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()[...]
    while text.count > 1, text.first == "0" { text.removeFirst() }
    return "0x\(text.isEmpty ? "0" : text)"
  }
}

/// Floating-point numbers of every format of C, as the nearest `Double`.
enum RawFloat {
  static func text(_ bytes: ArraySlice<UInt8>, _ format: FloatingFormat, isBigEndian: Bool) -> String {
    guard let row = ElementTable.row(of: .floating(format)), let format = FloatFormat(rawValue: row.name) else {
      return ""
    }
    // Of a double-double the greater number is the first on any target, and the sum is the same.
    var little = isBigEndian ? bytes.reversed() : Array(bytes)
    // A record that ends within the number.
    little += repeatElement(0, count: max(0, format.archivedSize - little.count))
    let value = NumberText.double(little, format)
    if value.isNaN { return "nan" }
    return format == .single || format == .bfloat16 ? Float(value).description : value.description
  }
}
