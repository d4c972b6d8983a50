import Foundation
import Testing

@testable import ArchiveRuntime

@Suite struct PropertyListRoundTripTests {
  private func node(_ sample: Sample) throws -> PropertyListNode {
    let list = try PropertyList(file(sample))
    return try list.node(list.top)
  }

  @Test(
    "An integer is read back, and has as many bytes as the format has for it",
    arguments: [
      (0, 1), (1, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (4_294_967_295, 4), (4_294_967_296, 8),
      (Int64.max, 8), (-1, 8), (Int64.min, 8),
    ] as [(Int64, Int)])
  func integer(value: Int64, size: Int) throws {
    #expect(try node(.integer(value)) == .integer(value))
    #expect(try file(.integer(value)).count == 8 + 1 + size + 1 + 32)
  }

  @Test("Integers beyond Int64 take 16 bytes and keep every bit")
  func wideIntegers() throws {
    #expect(try node(.unsigned(.max)) == .wideInteger(WideInteger(high: 0, low: .max)))
    #expect(try node(.unsigned(1 << 63)) == .wideInteger(WideInteger(high: 0, low: 1 << 63)))
    #expect(try node(.unsigned(7)) == .integer(7))
    for wide in [WideInteger(high: .min, low: 0), WideInteger(high: .max, low: .max), WideInteger(high: -1, low: 0)] {
      #expect(try node(.wide(wide)) == .wideInteger(wide))
    }
    #expect(try node(.wide(WideInteger(high: -1, low: 1 << 63))) == .integer(.min))
  }

  @Test("A wide integer prints its decimal digits")
  func wideDescription() {
    #expect(WideInteger(high: 0, low: .max).description == "18446744073709551615")
    #expect(WideInteger(high: .max, low: .max).description == "170141183460469231731687303715884105727")
    #expect(WideInteger(high: .min, low: 0).description == "-170141183460469231731687303715884105728")
    #expect(WideInteger(high: -1, low: .max).description == "-1")
    #expect(
      WideInteger(high: 54_210_108_624_275, low: 4_089_650_035_136_921_600).description
        == "1" + String(repeating: "0", count: 33))
    #expect(WideInteger(high: 1, low: 0).description == "18446744073709551616")
  }

  @Test("Reals keep their bits: negative zero, signalling and payload NaNs, both widths")
  func reals() throws {
    for bits in [0, 0x8000_0000, 0x7FC0_1234, 0x7F80_0001, 0xFF80_0000, 1] as [UInt32] {
      #expect(try node(.real32(bits)) == .real32(bitPattern: bits))
    }
    for bits in [0, 1 << 63, 0x7FF8_0000_DEAD_BEEF, 0x7FF0_0000_0000_0001, 0xFFF0_0000_0000_0000] as [UInt64] {
      #expect(try node(.real64(bits)) == .real64(bitPattern: bits))
      #expect(try node(.date(Double(bitPattern: bits))) == .date(bitPattern: Double(bitPattern: bits).bitPattern))
    }
  }

  @Test("Null, booleans and references come back")
  func constants() throws {
    #expect(try node(.null) == .null)
    #expect(try node(.bool(true)) == .bool(true))
    #expect(try node(.bool(false)) == .bool(false))
    for number in [0, 1, 255, 256, 65_535, 65_536, 1 << 32 - 1, 1 << 32, Int.max] {
      #expect(try node(.uid(number)) == .uid(number))
    }
  }

  @Test("A string of any length and script is read back", arguments: [0, 1, 14, 15, 16, 254, 255, 256, 65_536])
  func strings(length: Int) throws {
    for unit in ["a", "é", "日", "😀", "\u{0}"] {
      let text = String(repeating: unit, count: length)
      let list = try PropertyList(file(.string(text)))
      guard case .string(let found) = try list.node(list.top) else {
        Issue.record("not a string")
        return
      }
      #expect(try list.string(found) == text)
      #expect(found.isASCII == text.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test("Data of any length is read back", arguments: [0, 1, 14, 15, 16, 255, 256, 65_536, 1 << 20])
  func data(length: Int) throws {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let list = try PropertyList(file(.data(bytes)))
    guard case .data(let range) = try list.node(list.top) else {
      Issue.record("not data")
      return
    }
    #expect(list.data[range].elementsEqual(bytes))
  }

  @Test("An array of any length is read back", arguments: [0, 1, 14, 15, 16, 255, 256, 257, 70_000])
  func arrays(length: Int) throws {
    let list = try PropertyList(file(.array((0..<length).map { .integer(Int64($0)) })))
    guard case .array(let elements) = try list.node(list.top) else {
      Issue.record("not an array")
      return
    }
    #expect(elements.count == length)
    for position in 0..<length {
      #expect(try list.node(list.reference(position, in: elements)) == .integer(Int64(position)))
    }
  }

  @Test("Repeated small leaves are stored once, and only the same kind and bits count as the same")
  func merging() throws {
    let samples: [Sample] = [
      .bool(true), .integer(1), .real64((1.0).bitPattern), .real32((1.0 as Float).bitPattern), .date(1), .uid(1),
      .real64((0.0).bitPattern), .real64((-0.0).bitPattern), .real64(0x7FF8_0000_0000_0001),
      .real64(0x7FF8_0000_0000_0002), .string("1"), .string(""), .null, .bool(false), .integer(0), .integer(-1),
    ]
    let list = try PropertyList(file(.array(samples + samples + samples)))
    #expect(list.objectCount == samples.count + 1)
    #expect(try canonical(list) == canonical(PropertyList(file(.array(samples + samples + samples)))))
  }

  @Test("Equal data stays apart")
  func dataIsNotMerged() throws {
    #expect(try PropertyList(file(.array([.data([1]), .data([1])]))).objectCount == 3)
  }

  @Test("A key block's keys serve many dictionaries")
  func keyBlocks() throws {
    let block = EncodedKeys(["flags", "größe", "", String(repeating: "k", count: 40)])
    var writer = PropertyListWriter()
    let before = writer.integer(5)
    let keys = writer.keys(block)
    let rows = (0..<3).map { row in
      writer.dictionary(keys, values: (0..<4).map { writer.integer(Int64(row * 10 + $0)) })
    }
    let top = writer.array([before] + rows + [keys[1]])
    let list = try PropertyList(writer.finish(top: top))
    let expected = Sample.array(
      [.integer(5)]
        + (0..<3).map { row in
          .dictionary(
            zip(["flags", "größe", "", String(repeating: "k", count: 40)], 0...).map {
              ($0, .integer(Int64(row * 10 + $1)))
            })
        } + [.string("größe")])
    #expect(try canonical(list) == canonical(PropertyList(file(expected))))
  }

  @Test("Invalid UTF-8 is not written as text")
  func invalidUTF8() {
    var writer = PropertyListWriter()
    for bytes in [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x61, 0xFF]]
      as [[UInt8]]
    {
      #expect(bytes.withUnsafeBytes { writer.string(utf8: $0) } == nil)
    }
    #expect(Array("añ€😀".utf8).withUnsafeBytes { writer.string(utf8: $0) } == writer.string("añ€😀"))
    #expect(([0x61, 0xF1] as [UInt8]).withUnsafeBytes { writer.string(latin1: $0) } == writer.string("añ"))
  }

  @Test("Data whose closure throws leaves the list unchanged")
  func failedFill() throws {
    var writer = PropertyListWriter()
    let failure = ArchiveError.missingKey(path: "x")
    #expect(throws: failure) {
      try writer.data(byteCount: 100) { (_) throws(ArchiveError) in throw failure }
    }
    let top = writer.bool(true)
    #expect(try writer.finish(top: top).count == 8 + 1 + 1 + 32)
  }

  @Test("Data larger than memory is an error")
  func hugeData() {
    var writer = PropertyListWriter()
    #expect(throws: ArchiveError.self) { try writer.data(byteCount: .max) { _ in } }
    #expect(throws: ArchiveError.self) { try writer.data(byteCount: -1) { _ in } }
  }

  @Test("A hundred thousand distinct numbers come back in order")
  func manyLeaves() throws {
    let list = try PropertyList(file(.array((0..<100_000).map { .real64(UInt64($0) << 20) })))
    guard case .array(let elements) = try list.node(list.top) else {
      Issue.record("not an array")
      return
    }
    for position in 0..<100_000 {
      #expect(try list.node(list.reference(position, in: elements)) == .real64(bitPattern: UInt64(position) << 20))
    }
  }
}
