import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Foundation on Linux crashes when it archives an NSDecimalNumber, so these archives are spelled by hand as Cocoa's.
@Suite("Decimals, as Cocoa spells them") struct DecimalTests {
  private func archive(
    digits: [UInt16], length: Int? = nil, exponent: Int = 0, isNegative: Bool = false, byteOrder: Int? = 1,
    byteCount: Int = 16, className: String = "NSDecimalNumber"
  ) throws -> Data {
    let all = digits + [UInt16](repeating: 0, count: 8 - digits.count)
    let bytes = all.flatMap { digit -> [UInt8] in
      let (low, high) = (UInt8(truncatingIfNeeded: digit), UInt8(truncatingIfNeeded: digit >> 8))
      return byteOrder == 2 ? [high, low] : [low, high]
    }
    var fields: [(String, Sample)] = [
      ("NS.exponent", .integer(Int64(exponent))), ("NS.length", .integer(Int64(length ?? digits.count))),
      ("NS.negative", .bool(isNegative)), ("NS.compact", .bool(true)),
      ("NS.mantissa", .data(Array(bytes.prefix(byteCount)))),
    ]
    if let byteOrder { fields.append(("NS.mantissa.bo", .integer(Int64(byteOrder)))) }
    return try keyedArchive([.object(2, fields), .class(className, "NSNumber", "NSValue", "NSObject")])
  }

  private func decimal(_ data: Data) throws -> Decimal { try ArchiveDecoder().decode(Decimal.self, from: data) }

  @Test("Digits of both byte orders are read; the default is little-endian") func byteOrders() throws {
    for order in [1, 2] {
      #expect(try decimal(try archive(digits: [0x3039], byteOrder: order)) == 12_345)
      #expect(
        try decimal(try archive(digits: [1, 2], exponent: -3, isNegative: true, byteOrder: order))
          == Decimal(string: "-131.073"))
    }
    #expect(try decimal(try archive(digits: [0x3039], byteOrder: nil)) == 12_345)
  }

  @Test("Zero, NaN and the largest number") func extremes() throws {
    #expect(try decimal(try archive(digits: [])) == 0)
    #expect(try decimal(try archive(digits: [], isNegative: true)).isNaN)
    let largest = try decimal(try archive(digits: [UInt16](repeating: .max, count: 8)))
    #expect("\(largest)" == "340282366920938463463374607431768211455")
    #expect(try decimal(try archive(digits: [1], exponent: 127)).exponent == 127)
    #expect(try decimal(try archive(digits: [1], exponent: -128)).exponent == -128)
  }

  @Test("Too few bytes, too many digits or an exponent beyond its byte are errors") func wrongFields() throws {
    #expect(throws: ArchiveError.self) { try decimal(try archive(digits: [1], byteCount: 15)) }
    #expect(throws: ArchiveError.self) { try decimal(try archive(digits: [1], length: 9)) }
    #expect(throws: ArchiveError.self) { try decimal(try archive(digits: [1], length: -1)) }
    #expect(throws: ArchiveError.outOfRange(path: "root.NS.exponent", value: "128", type: "Int8")) {
      try decimal(try archive(digits: [1], exponent: 128))
    }
  }

  @Test(
    "Decimals come back, those of 38 digits too",
    arguments: [
      "0", "1", "-1", "0.1", "-12.5", "1e100", "-1e-100", "12345678901234567890123456789012345678",
      "-9.9999999999999999999999999999999999999", "65536", "4294967296",
    ])
  func roundTrips(text: String) throws {
    let value = try #require(Decimal(string: text))
    #expect(try roundTrip(value) == value)
    #expect(try roundTrip([value, value], as: .xml) == [value, value])
    #expect(try roundTrip(["x": value]) == ["x": value])
  }

  @Test("Decimals that are no number come back as such") func notANumber() throws {
    #expect(try roundTrip(Decimal.nan).isNaN)
  }

  @Test(
    "Foundation's name of a decimal on Apple's platforms is one of its names, and any value may be a decimal",
    arguments: ["NSDecimalNumber", "NSDecimalNumberPlaceholder"])
  func names(className: String) throws {
    let data = try archive(digits: [1234], exponent: -2, className: className)
    let value = try #require(Decimal(string: "12.34"))
    #expect(try decimal(data) == value)
    #expect(try ArchiveDecoder().decode(ArchivedNSNumber.self, from: data).value == NSDecimalNumber(decimal: value))
    #expect(try ArchiveDecoder().decode(ArchiveValue.self, from: data) == .decimal(value))
    #expect(
      try ArchiveDecoder().decode(ArchivedAny.self, from: data).value as? NSDecimalNumber == .init(decimal: value))
    #expect(try ArchiveDecoder().decode(codable: Decimal.self, from: data) == value)
  }

  @Test("Decimals among values of any type are archived as numbers are, and come back") func anyValues() throws {
    let price = try #require(Decimal(string: "12345678901234567890.5"))
    let entries: [String: Any] = ["price": NSDecimalNumber(decimal: price), "list": [price, 1, 0.5] as [Any]]
    let data = try ArchiveEncoder().encode(ArchivedAny(entries))
    let read = try #require(try ArchiveDecoder().decode(ArchivedAny.self, from: data).value as? [String: Any])
    #expect((read["price"] as? NSDecimalNumber)?.decimalValue == price)
    let list = try #require(read["list"] as? [NSNumber])
    #expect((list[0] as? NSDecimalNumber)?.decimalValue == price && list[1] == 1 && list[2] == 0.5)
    // Foundation on Linux never ends when it hashes an NSDecimalNumber.
    let set = try ArchiveEncoder().encode(ArchiveValue.set([.decimal(price), .decimal(price)]))
    #expect((try ArchiveDecoder().decode(ArchivedAny.self, from: set).value as? [NSNumber])?.count == 2)
  }
}
