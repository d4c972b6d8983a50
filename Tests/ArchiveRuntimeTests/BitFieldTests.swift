import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
import TestRandom

@Suite("Bit-fields")
struct BitFieldTests {
  /// One bit at a time, from the definition.
  private func reference(_ bytes: [UInt8], _ field: BitField, _ order: ByteOrder) -> Bits128 {
    var value = Bits128()
    for index in 0..<field.width {
      let position = field.offset + index
      let byte = bytes[position / 8]
      let bit = order == .little ? byte >> (position % 8) & 1 : byte >> (7 - position % 8) & 1
      let place = order == .little ? index : field.width - 1 - index
      if bit == 1 { value = value | Bits128(low: 1) << place }
    }
    return value
  }

  @Test(
    "are read and written bit for bit at every offset and width, in both orders", arguments: [ByteOrder.little, .big])
  func exact(order: ByteOrder) {
    var noise = SeededRandom(seed: 3)
    for size in [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 20] {
      for offset in 0..<(size * 8) {
        for width in 1...min(128, size * 8 - offset) where width < 20 || Int.random(in: 0..<4, using: &noise) == 0 {
          let field = BitField(offset: offset, width: width)
          // Exactly the record's size: the address sanitizer sees any byte beyond.
          var bytes = noise.bytes(size)
          let value = reference(bytes, field, order)
          #expect(bytes.withUnsafeBytes { field.read($0.baseAddress!, order) } == value)
          let before = bytes
          let new = Bits128(low: noise.next(), high: noise.next()) & Bits128.ones(width)
          bytes.withUnsafeMutableBytes { field.write(new, $0.baseAddress!, order) }
          #expect(reference(bytes, field, order) == new)
          bytes.withUnsafeMutableBytes { field.write(value, $0.baseAddress!, order) }
          #expect(bytes == before, "the bits around the field stay")
          guard order == .host, let window = BitWindow(field, recordSize: size) else { continue }
          #expect(window.byte >= 0 && window.byte + window.size <= size)
          #expect(bytes.withUnsafeBytes { window.read($0.baseAddress!) } == value.low)
          bytes.withUnsafeMutableBytes { window.write(new.low, $0.baseAddress!) }
          #expect(reference(bytes, field, order) == new)
        }
      }
    }
  }

  @Test("of every width come back, signed and unsigned, alone and in columns", arguments: [false, true])
  func widths(isSigned: Bool) throws {
    var noise = SeededRandom(seed: 5)
    for width in 1...128 {
      let type: ElementType = isSigned ? .i128 : .u128
      let schema = RecordSchema(
        "r", size: 40, alignment: 8, fields: [.bits("x", width, of: type, at: 5), .bits("y", width, of: type, at: 150)])
      var records: [UInt8] = []
      for _ in 0..<30 {
        var record = [UInt8](repeating: 0, count: 40)
        record.withUnsafeMutableBytes { bytes in
          for offset in [5, 150] {
            BitField(offset: offset, width: width).write(
              Bits128(low: noise.next(), high: noise.next()), bytes.baseAddress!)
          }
        }
        #expect(try unarchive(schema, try archive(schema, record)) == record)
        records += record
      }
      #expect(try unarchive(schema, columns: try archive(schema, columns: records)) == records)
    }
  }

  @Test("a value too large for its bits is an error, where C would truncate it")
  func tooLarge() throws {
    let wide = schema(.scalar("x", .u32, at: 16))
    let narrow = schema(.bits("x", 3, of: .u32, at: 130))
    var record = [UInt8](repeating: 0, count: 256)
    record[16] = 7
    #expect(try unarchive(narrow, try archive(wide, record))[16] == 7 << 2)
    record[16] = 8
    #expect(throws: ArchiveError.outOfRange(path: "x", value: "8", type: "u3")) {
      try unarchive(narrow, try archive(wide, record))
    }
    #expect(throws: ArchiveError.self) { try unarchive(narrow, columns: try archive(wide, columns: record)) }
  }

  @Test("a column of a narrower bit-field widens")
  func widening() throws {
    let narrow = schema(.bits("x", 3, of: .i32, at: 0))
    let wide = schema(.bits("x", 11, of: .i32, at: 3), .scalar("new", .u8, at: 9).default(200))
    var record = [UInt8](repeating: 0, count: 256)
    record[0] = 0b100  // -4
    let back = try unarchive(wide, columns: try archive(narrow, columns: record))
    let value = back.withUnsafeBytes { BitField(offset: 3, width: 11).readSigned($0.baseAddress!) }
    #expect(Int64(bitPattern: value.low) == -4)
    #expect(back[9] == 200)
  }
}
