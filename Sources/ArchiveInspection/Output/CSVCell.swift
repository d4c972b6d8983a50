@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// A column of a table as CSV has its elements.
///
/// Spreadsheets take text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a formula. An apostrophe is
/// put before such a text, and before one that begins with apostrophes and then such a character.
struct CSVCell {
  enum Kind {
    case integer(Bits), bool, single, double, text, uuid, other
  }

  /// An integer of 1, 2, 4 or 8 bytes, or some bits of one.
  struct Bits {
    let size: Int
    let position: UInt64
    /// 64 without the number of bits.
    let above: UInt64
    let isSigned: Bool
  }

  let column: TableColumn
  let index: Int
  let kind: Kind
  /// The size of an element in bytes.
  let size: Int
  /// Elements in a row.
  let count: Int
  /// The offset of the first element.
  let start: Int
  private let bytes: UnsafeRawBufferPointer

  init(_ column: TableColumn, index: Int, in bytes: UnsafeRawBufferPointer) {
    (self.column, self.index, self.bytes) = (column, index, bytes)
    // A UUID is one element.
    size = column.isUUID ? 16 : column.elementSize
    count = column.isUUID ? 1 : column.elementsPerRow
    start = column.bytes.lowerBound
    switch column.stored.element {
    // Names and dates in place of numbers.
    case .number where column.reading != nil: kind = .other
    case .text: kind = .text
    case .number where column.isUUID: kind = .uuid
    case .number(let type) where type.shape == .single && [1, 2, 4, 8].contains(size):
      switch (type.number, column.part) {
      case (_, let part?) where 1...64 ~= part.width && 0..<64 ~= part.position:
        kind = .integer(
          Bits(
            size: size, position: UInt64(part.position), above: UInt64(64 - part.width), isSigned: part.isSigned))
      case (.bool, nil): kind = .bool
      case (.integer(_, let isSigned), nil):
        kind = .integer(Bits(size: size, position: 0, above: UInt64(64 - size * 8), isSigned: isSigned))
      case (.floating(.single), nil): kind = .single
      case (.floating(.double), nil): kind = .double
      default: kind = .other
      }
    case .number: kind = .other
    }
  }

  /// The dimensions of the elements in a row.
  var dimensions: [Int] { column.isUUID ? [] : column.rowDimensions }

  /// The most bytes that a row's elements take, each with a comma.
  var capacity: Int {
    // Wide integers are hexadecimal digits, and at most 64 lanes of a vector are written.
    let own =
      switch kind {
      case .text: min(size, 1 << 32) * 4 + 8
      case .other: min(size, 1 << 32) * 3 + 64 * 64 + 200
      case .uuid: 37
      default: RealDigits.greatestSize + 1
      }
    return min(count, 1 << 20) * own
  }

  /// Writes one element.
  ///
  /// - Returns: false for a text that is not UTF-8, of which hexadecimal digits are written.
  func append(_ address: UnsafeRawPointer, to output: OutputBuffer) -> Bool {
    switch kind {
    case .integer(let bits):
      let value = Self.word(address, bits)
      if bits.isSigned {
        output.append(decimal: Int64(bitPattern: value))
      } else {
        output.append(decimal: value)
      }
    case .bool: output.append(address.load(as: UInt8.self) == 0 ? "false" : "true")
    case .single: output.advance(RealDigits.write(Self.single(address), to: output.room(RealDigits.greatestSize)))
    case .double: output.advance(RealDigits.write(Self.double(address), to: output.room(RealDigits.greatestSize)))
    case .text: return appendText(address, to: output)
    case .uuid: output.append(ValueText.uuid(UnsafeRawBufferPointer(start: address, count: 16)))
    case .other: Self.append(text: other(bytes, address), to: output, isNumber: true)
    }
    return true
  }

  private func appendText(_ address: UnsafeRawPointer, to output: OutputBuffer) -> Bool {
    guard case .text(let encoding) = column.stored.element else { return true }
    let whole = UnsafeRawBufferPointer(start: address, count: size)
    let text = UnsafeRawBufferPointer(rebasing: whole[..<(whole.firstIndex(of: 0) ?? size)])
    if UTF8Text.isASCII(text), !text.contains(where: Self.needsCare) {
      output.append(text)
    } else if encoding == .utf8, UTF8Text.firstInvalidOffset(in: text) != nil {
      output.append("0x" + NumberText.digits(text))
      return false
    } else {
      Self.append(text: ArchivedArray.text(text, encoding), to: output)
    }
    return true
  }

  private func other(_ bytes: UnsafeRawBufferPointer, _ address: UnsafeRawPointer) -> String {
    let offset = bytes.baseAddress.map { address - $0 } ?? 0
    if let reading = column.reading, let number = column.number(bytes, at: offset) {
      if reading == .referenceTime, case .double(let seconds) = number {
        return CalendarDate.exactText(seconds) ?? NumberText.real(seconds)
      }
      if let text = NamedNumber.bare(number, reading) { return text }
    }
    if column.part != nil { return column.number(bytes, at: offset)?.text ?? "" }
    return ValueText.element(column.stored, bytes, at: offset)
  }

  // MARK: Numbers

  /// The integer, extended to 64 bits by its sign.
  @inline(__always)
  static func word(_ address: UnsafeRawPointer, _ bits: Bits) -> UInt64 {
    let word =
      switch bits.size {
      case 1: UInt64(address.load(as: UInt8.self))
      case 2: UInt64(UInt16(littleEndian: address.loadUnaligned(as: UInt16.self)))
      case 4: UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)))
      default: UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
      }
    let upper = (word &>> bits.position) &<< bits.above
    return bits.isSigned
      ? UInt64(bitPattern: Int64(bitPattern: upper) &>> Int64(bitPattern: bits.above)) : upper &>> bits.above
  }

  @inline(__always)
  static func single(_ address: UnsafeRawPointer) -> Float {
    Float(bitPattern: UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)))
  }

  @inline(__always)
  static func double(_ address: UnsafeRawPointer) -> Double {
    Double(bitPattern: UInt64(littleEndian: address.loadUnaligned(as: UInt64.self)))
  }

  // MARK: Texts

  /// Whether a text with this byte may need quotes or an apostrophe.
  @inline(__always)
  static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "@"), UInt8(ascii: "'"), 0x09:
      true
    default: false
    }
  }

  /// Whether the text would be taken for a formula, or for one that was made harmless.
  static func isFormula(_ text: String) -> Bool {
    switch text.utf8.drop(while: { $0 == UInt8(ascii: "'") }).first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }

  static func append(text: String, to output: OutputBuffer, isNumber: Bool = false) {
    let own = !isNumber && isFormula(text) ? "'" + text : text
    guard own.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D })
    else { return output.append(own) }
    output.append(UInt8(ascii: "\""))
    for byte in own.utf8 {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
