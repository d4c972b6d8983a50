@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Packed numbers and texts as a JSON list, `{"$values": "u16[3]", "list": […]}`, and back to the same bytes.
package enum TypedList {
  /// Whether the list gives exactly these bytes back: unused bits and the space behind texts may hold anything.
  package static func isExact(_ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer) -> Bool {
    switch array.element {
    case .text(let encoding):
      guard let length = array.dimensions.last, length > 0, bytes.count % length == 0 else { return false }
      for start in stride(from: 0, to: bytes.count, by: length) {
        let whole = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)])
        let end = whole.firstIndex(of: 0) ?? length
        let text = UnsafeRawBufferPointer(rebasing: whole[..<end])
        guard whole[end...].allSatisfy({ $0 == 0 }),
          encoding == .latin1 || UTF8Text.firstInvalidOffset(in: text) == nil
        else { return false }
      }
      return true
    case .number(let type):
      let size = type.number.archivedSize
      guard size > 0, bytes.count % type.archivedSize == 0 else { return false }
      switch type.number {
      case .bool: return bytes.allSatisfy { $0 <= 1 }
      case .integer(let bits, let isSigned) where bits % 8 != 0:
        let unused = UInt8(bits % 8)
        for last in stride(from: size - 1, to: bytes.count, by: size) {
          let byte = bytes[last]
          let above = byte >> unused
          let sign = isSigned && byte >> (unused - 1) & 1 == 1
          guard above == (sign ? 0xFF >> unused : 0) else { return false }
        }
        return true
      default: return true
      }
    }
  }

  /// Appends the elements with commas between them. The bytes are little-endian.
  package static func append(_ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer, to output: OutputBuffer) {
    switch array.element {
    case .text(let encoding):
      guard let length = array.dimensions.last, length > 0 else { return }
      for start in stride(from: 0, to: bytes.count, by: length) where output.isOpen {
        if start > 0 { output.append(UInt8(ascii: ",")) }
        output.append(json: ArchivedArray.text(bytes[start..<(start + length)], encoding))
      }
    case .number(let type):
      let size = type.number.archivedSize
      for start in stride(from: 0, to: bytes.count, by: size) where output.isOpen {
        if start > 0 { output.append(UInt8(ascii: ",")) }
        append(ElementNumber(type.number, bytes, at: start, order: .little), type.number, bytes, start, output)
      }
    }
  }

  private static func append(
    _ number: ElementNumber, _ type: ElementType.Number, _ bytes: UnsafeRawBufferPointer, _ start: Int,
    _ output: OutputBuffer
  ) {
    switch number {
    case .bool(let value): output.append(value == 0 ? "false" : "true")
    case .signed(let value):
      if value.magnitude <= UInt64(JSONText.greatestInteger) {
        output.append(decimal: value)
      } else {
        output.append("\"\(value)\"")
      }
    case .unsigned(let value):
      if value <= UInt64(JSONText.greatestInteger) {
        output.append(decimal: value)
      } else {
        output.append("\"\(value)\"")
      }
    case .single(let value):
      if value.isFinite {
        output.append("\(value)")
      } else if value.isInfinite {
        output.append(value < 0 ? "\"-inf\"" : "\"inf\"")
      } else {
        let size = type.archivedSize
        output.append("\"\(NumberText.hexadecimal(bytes[start..<(start + size)]))\"")
      }
    case .double(let value):
      if value.isFinite {
        output.append("\(value)")
      } else if value.isInfinite {
        output.append(value < 0 ? "\"-inf\"" : "\"inf\"")
      } else {
        output.append("\"\(NumberText.hexadecimal(bytes[start..<(start + 8)]))\"")
      }
    case .wide(let own, .integer(let bits, let isSigned)) where bits <= 128:
      output.append("\"\(NumberText.wide(own, isSigned: isSigned))\"")
    case .wide(let own, _): output.append("\"\(NumberText.hexadecimal(own))\"")
    }
  }

  // MARK: Back

  /// Appends the bytes of one element of a list.
  ///
  /// - Parameter token: a number, a boolean or a string.
  /// - Returns: nil, or what is wrong with it.
  package static func append(_ token: JSONToken, as array: ArchivedArray, to bytes: inout [UInt8]) -> String? {
    switch array.element {
    case .text(let encoding):
      guard case .string(let text) = token else { return "a text is expected here" }
      let length = array.dimensions.last ?? 0
      var own: [UInt8] = []
      if encoding == .utf8 {
        own = Array(text.utf8)
      } else {
        for scalar in text.unicodeScalars {
          guard let byte = UInt8(exactly: scalar.value) else { return "'\(scalar)' is not in Latin-1" }
          own.append(byte)
        }
      }
      guard own.count <= length, !own.contains(0) else {
        return
          "a text of more than \(length) bytes, or with a NUL; for a longer one write its length in place of \(length) in '$values' and in the description of the array"
      }
      bytes += own
      bytes += repeatElement(0, count: length - own.count)
      return nil
    case .number(let type):
      guard let own = self.bytes(of: token, type.number) else {
        return "this is no value of the type \(type.number.name)"
      }
      bytes += own
      return nil
    }
  }

  /// The archived bytes of a number; nil if it has none.
  package static func bytes(of token: JSONToken, _ type: ElementType.Number) -> [UInt8]? {
    let size = type.archivedSize
    let text: String
    switch token {
    case .bool(let value): return type == .bool ? [value ? 1 : 0] : nil
    case .number(let digits): text = digits
    case .string(let words): text = words
    default: return nil
    }
    if text.utf8.starts(with: "0x".utf8) {
      guard let own = hexadecimal(text.dropFirst(2)), own.count == size else { return nil }
      return own.reversed()
    }
    func little(_ bits: UInt64) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: bits >> UInt64($0 * 8)) } }
    switch type {
    case .bool: return nil
    case .integer(let bits, let isSigned):
      guard let wide = integer(text) else { return nil }
      let isNegative = wide.isNegative
      if isNegative && !isSigned { return nil }
      var own = (0..<size).map { $0 < wide.bytes.count ? wide.bytes[$0] : isNegative ? 0xFF : 0 }
      // Everything above the type's bits is the sign.
      let sign: UInt8 = isNegative ? 0xFF : 0
      guard wide.bytes.dropFirst(size).allSatisfy({ $0 == sign }) else { return nil }
      if bits % 8 != 0 {
        let unused = UInt8(bits % 8)
        guard own[size - 1] >> unused == sign >> unused else { return nil }
      }
      if isSigned, bits >= 1 {
        let top = own[(bits - 1) / 8] >> UInt8((bits - 1) % 8) & 1
        guard (top == 1) == isNegative else { return nil }
      }
      own = Array(own.prefix(size))
      return own
    // A narrower number is the nearest of 32 bits, if that is exact.
    case .floating(let format):
      let value = format == .double ? real(text) : single(text).map(Double.init)
      return value.flatMap { format.bits(exactly: $0) }.map(little)
    }
  }

  package static func real(_ text: String) -> Double? {
    switch text {
    case "inf": .infinity
    case "-inf": -.infinity
    case "nan": .nan
    default: isDecimal(text) ? Double(text).flatMap { $0.isFinite && !isLost($0 == 0, text) ? $0 : nil } : nil
    }
  }

  /// Swift reads hexadecimal digits and an exponent of two, too.
  private static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { digit in
      0x30...0x39 ~= digit || "+-.eE".utf8.contains(digit)
    }
  }

  /// Whether zero was written with other digits: the number is too small.
  private static func isLost(_ isZero: Bool, _ text: String) -> Bool {
    isZero && text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { 0x31...0x39 ~= $0 }
  }

  package static func single(_ text: String) -> Float? {
    switch text {
    case "inf": .infinity
    case "-inf": -.infinity
    case "nan": .nan
    default: isDecimal(text) ? Float(text).flatMap { $0.isFinite && !isLost($0 == 0, text) ? $0 : nil } : nil
    }
  }

  /// A decimal integer of up to 128 bits, and one above for the sign.
  private static func integer(_ text: String) -> (bytes: [UInt8], isNegative: Bool)? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.count <= 39 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      let product = low.multipliedFullWidth(by: 10)
      let (sum, carry) = product.low.addingReportingOverflow(UInt64(digit - 0x30))
      let (scaled, overflow) = high.multipliedReportingOverflow(by: 10)
      let (total, overflowing) = scaled.addingReportingOverflow(product.high + (carry ? 1 : 0))
      if overflow || overflowing { return nil }
      (high, low) = (total, sum)
    }
    let isZero = high == 0 && low == 0
    if isNegative, !isZero {
      guard high < 1 << 63 || (high == 1 << 63 && low == 0) else { return nil }
      let (negated, carry) = (~low).addingReportingOverflow(1)
      (high, low) = (~high &+ (carry ? 1 : 0), negated)
    }
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? low : high) >> UInt64($0 % 8 * 8)) }
    return (bytes, isNegative && !isZero)
  }

  /// The bytes of an even number of hexadecimal digits.
  package static func hexadecimal(_ digits: some StringProtocol) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count % 2 == 0 else { return nil }
    func value(_ digit: UInt8) -> UInt8? {
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x61...0x66: digit - 0x61 + 10
      case 0x41...0x46: digit - 0x41 + 10
      default: nil
      }
    }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[start]), let low = value(digits[start + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
