import Foundation
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// A struct with one property, as generated code declares it.
private struct One<Value: ArchivableValue & Equatable & ColumnSample>: ArchivableColumns, Equatable {
  var value: Value
  static var archivedClassName: String { "One" }
  init(_ value: Value) { self.value = value }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(value, forKey: "value") }
  init(from decoder: ObjectDecoder) throws { value = try decoder.decode(Value.self, forKey: "value") }

  static var archivedColumns: [ColumnProperty] { [Value.column] }
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws { try Value.encode(to: encoder) { $0.value } }
  init(fromColumns row: ColumnsRow) throws { value = try Value.decode(row) }
}

private protocol ColumnSample {
  static var column: ColumnProperty { get }
  static func encode<Row>(to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws
  static func decode(_ row: ColumnsRow) throws -> Self
}

extension ColumnSample where Self: ColumnValue {
  static var column: ColumnProperty { ColumnProperty(Self.self, "value") }
  static func encode<Row>(to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Self) throws {
    try encoder.encode(forKey: "value", value)
  }
  static func decode(_ row: ColumnsRow) throws -> Self { try row.decode(Self.self, 0) }
}

extension Date: ColumnSample {}
extension UUID: ColumnSample {}
extension URL: ColumnSample {}
extension Decimal: ColumnSample {}
extension Data: ColumnSample {}

extension Double: ColumnSample {
  static var column: ColumnProperty { ColumnProperty(Double.self, "value", isRequired: false) }
  static func encode<Row>(to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Double) throws {
    try encoder.encode(forKey: "value", value)
  }
  static func decode(_ row: ColumnsRow) throws -> Double { row.has(0) ? try row.decode(Double.self, 0) : -1 }
}

extension String: ColumnSample {
  static var column: ColumnProperty { ColumnProperty(String.self, "value") }
  static func encode<Row>(to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> String) throws {
    try encoder.encode(forKey: "value", value)
  }
  static func decode(_ row: ColumnsRow) throws -> String { try row.decode(String.self, 0) }
}

extension Optional: ColumnSample where Wrapped: ColumnValue {
  static var column: ColumnProperty { ColumnProperty(Wrapped?.self, "value") }
  static func encode<Row>(to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Wrapped?) throws {
    try encoder.encode(forKey: "value", value)
  }
  static func decode(_ row: ColumnsRow) throws -> Wrapped? { try row.decode(Wrapped?.self, 0) }
}

@Suite("Columns of Foundation's values")
struct ColumnValueTests {
  @Test("Columns that are written in pieces while they are encoded have the same bytes", arguments: [1, 100, 1 << 20])
  func pieces(block: Int) throws {
    let dates = (0..<700).map { One($0 % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double($0))) }
    try compareInPieces(dates, block)
    try compareInPieces((0..<700).map { One("row \($0 % 97)") }, block)
    try compareInPieces((0..<700).map { One(Double($0)) }, block)
  }

  private func compareInPieces<Row: ArchivableColumns>(_ rows: [Row], _ block: Int) throws {
    let file = PiecedFile()
    let output = PropertyListOutput(keptByteCount: 0, blockByteCount: block) { file.write($0, at: $1) }
    let rest = try ArchiveEncoder().encode(rows, to: output)
    #expect(file.pieceCount > 0)
    let whole = file.whole(rest, gaps: output.gaps.map { ($0.position, $0.byteCount) })
    #expect(try whole == ArchiveEncoder().encode(rows))
  }

  private let url = URL(string: "https://example.com/%20?a=b#c") ?? URL(fileURLWithPath: "/")
  private let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))

  @Test("have the key of the values' own objects in their names")
  func names() throws {
    let dates = [One(Date(timeIntervalSinceReferenceDate: 1)), One(Date.distantPast)]
    let texts = try [
      ArchiveEncoder().encode(dates), ArchiveEncoder().encode([One(uuid)]), ArchiveEncoder().encode([One(url)]),
      ArchiveEncoder().encode([One(Date?.none), One(Date?.some(dates[0].value))]),
    ].map { String(decoding: $0, as: UTF8.self) }
    #expect(texts[0].contains("count 2\nf64 value.NS.time"))
    #expect(texts[1].contains("count 1\nu8[16] value.NS.uuidbytes"))
    #expect(texts[2].contains("count 1\nutf8[29] value.NS.relative"))
    #expect(texts[3].contains("count 2\nbool value?\n@1=1 f64 value.NS.time"))
  }

  @Test("come back with their bits", arguments: [false, true])
  func roundTrips(isXML: Bool) throws {
    let format = isXML ? ArchiveEncoder.OutputFormat.xml : .binary
    for bits in [0, 0x8000_0000_0000_0000, 0x7FF8_0000_0000_0001, 0x3FD3_3333_3333_3334] as [UInt64] {
      let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
      let copies = try ArchiveDecoder().decode(
        [One<Date>].self, from: try ArchiveEncoder().encode([One(date), One(date)]))
      #expect(copies.map(\.value.timeIntervalSinceReferenceDate.bitPattern) == [bits, bits])
    }
    #expect(try roundTrip([One(uuid)], as: format) == [One(uuid)])
    #expect(try roundTrip([One(url), One(URL(fileURLWithPath: "/a"))], as: format).count == 2)
    let some: [One<UUID?>] = [One(nil), One(uuid), One(nil)]
    #expect(try roundTrip(some, as: format) == some)
  }

  @Test("are refused by properties of another type, also those with a default, as lists of objects are")
  func otherTypes() throws {
    let archives: [(String, Data)] = try [
      ("dates", ArchiveEncoder().encode([One(Date.distantPast)])), ("UUIDs", ArchiveEncoder().encode([One(uuid)])),
      ("URLs", ArchiveEncoder().encode([One(url)])), ("'f64'", ArchiveEncoder().encode([One(0.5)])),
      ("'utf8", ArchiveEncoder().encode([One("https://example.com")])),
      ("decimals", ArchiveEncoder().encode([One(Decimal(1))])), ("data", ArchiveEncoder().encode([One(Data([1]))])),
    ]
    func check<Value>(_ type: Value.Type, _ own: String) where Value: ArchivableValue & Equatable & ColumnSample {
      for (found, data) in archives where found != own {
        let error = #expect(throws: ArchiveError.self, "\(found) as \(type)") {
          try ArchiveDecoder().decode([One<Value>].self, from: data)
        }
        #expect("\(error as Any)".contains(found) && "\(error as Any)".contains("[].value"), "\(error as Any)")
      }
    }
    check(Date.self, "dates")
    check(UUID.self, "UUIDs")
    check(URL.self, "URLs")
    check(Decimal.self, "decimals")
    check(Data.self, "data")
    check(Double.self, "'f64'")
    check(String.self, "'utf8")
    check(Date?.self, "dates")
  }

  @Test("have decimals with all their digits, exponents and signs, and what is no number")
  func decimals() throws {
    let texts = [
      "0", "1", "-1", "2.50", "1e127", "-1e-128", "0.1", "340282366920938463463374607431768211455", "NaN",
      "-99999999999999999999999999999999999999", "18446744073709551616", "65536",
    ]
    let values = texts.map { $0 == "NaN" ? Decimal.nan : Decimal(string: $0) ?? 0 }
    let data = try ArchiveEncoder().encode(values.map { One($0) })
    #expect(
      String(decoding: data, as: UTF8.self).contains(
        "count 12\nu128 value.NS.mantissa\ni8 value.NS.exponent\nbool value.NS.negative"))
    let copies = try ArchiveDecoder().decode([One<Decimal>].self, from: data).map(\.value)
    for (value, copy) in zip(values, copies) {
      #expect("\(value)" == "\(copy)" && value.exponent == copy.exponent && value.isNaN == copy.isNaN)
    }
    let some: [One<Decimal?>] = [One(nil), One(Decimal(string: "-0.25")), One(nil)]
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] { #expect(try roundTrip(some, as: format) == some) }
    // The list of objects has the same values.
    let list = try ArchiveEncoder().encode(values)
    #expect(try ArchiveDecoder().decode([Decimal].self, from: list).map(\.description) == copies.map(\.description))
  }

  @Test("have data of any length and bytes, as far as the lengths are alike")
  func data() throws {
    let values = [Data(), Data([0]), Data([0, 0, 0]), Data([1, 2, 0]), Data(repeating: 255, count: 40)]
    let archive = try ArchiveEncoder().encode(values.map { One($0) })
    #expect(
      String(decoding: archive, as: UTF8.self).contains("count 5\nu8[40] value.NS.data\nu64 value.NS.length"))
    #expect(try ArchiveDecoder().decode([One<Data>].self, from: archive).map(\.value) == values)
    let some: [One<Data?>] = [One(Data([9])), One(nil), One(Data())]
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] { #expect(try roundTrip(some, as: format) == some) }
    let slice = Data([1, 2, 3, 4]).dropFirst(2)
    #expect(try roundTrip([One(slice)]) == [One(slice)])
    let unequal = [One(Data(repeating: 1, count: 10_000))] + (0..<100).map { _ in One(Data()) }
    #expect(try ArchiveEncoder().encode(unequal).range(of: Data("NSArray".utf8)) != nil)
    #expect(try roundTrip(unequal) == unequal)
  }

  @Test("of data and decimals that are damaged are errors with the row")
  func damagedParts() throws {
    func archive(_ description: String, _ columns: [(String, [UInt8])]) throws -> Data {
      try keyedArchive([
        .object(2, [("[]", .uid(3))] + columns.map { ("[].value." + $0.0, .data($0.1)) }), .class("One[]", "NSObject"),
        .string(description),
      ])
    }
    func expectError<Value>(_ text: String, _ type: Value.Type, _ data: Data)
    where Value: ArchivableValue & Equatable & ColumnSample {
      let error = #expect(throws: ArchiveError.self, "\(text)") {
        try ArchiveDecoder().decode([One<Value>].self, from: data)
      }
      #expect("\(error as Any)".contains(text), "\(text): \(error as Any)")
    }
    func bytes(_ lengths: [UInt8], _ type: String = "u8[2]") throws -> Data {
      try archive(
        "count 2\n\(type) value.NS.data\nu8 value.NS.length", [("NS.data", [1, 2, 3, 0]), ("NS.length", lengths)])
    }
    #expect(
      try ArchiveDecoder().decode([One<Data>].self, from: bytes([2, 1])).map(\.value) == [Data([1, 2]), Data([3])])
    expectError("[1].value", Data.self, try bytes([2, 3]))
    expectError("[0].value", Data.self, try bytes([1, 1]))
    expectError("'u16'", Data.self, try bytes([2, 1], "u16"))
    expectError("'u8[1][2]'", Data.self, try bytes([2, 1], "u8[1][2]"))
    expectError("4 bytes", Data.self, try bytes([2, 1], "u8[3]"))
    expectError("NS.length", Data.self, try archive("count 1\nu8[1] value.NS.data", [("NS.data", [1])]))
    let digits = [UInt8](repeating: 255, count: 16)
    func decimal(_ exponent: String, _ value: UInt8, _ sign: UInt8) throws -> Data {
      try archive(
        "count 1\nu128 value.NS.mantissa\n\(exponent) value.NS.exponent\nbool value.NS.negative",
        [("NS.mantissa", digits), ("NS.exponent", [value]), ("NS.negative", [sign])])
    }
    #expect(try ArchiveDecoder().decode([One<Decimal>].self, from: decimal("i8", 0, 1)).first?.value.sign == .minus)
    expectError("[0].value.NS.exponent", Decimal.self, try decimal("u8", 200, 0))
    expectError("[0].value.NS.negative", Decimal.self, try decimal("i8", 0, 2))
    expectError(
      "NS.exponent", Decimal.self, try archive("count 1\nu128 value.NS.mantissa", [("NS.mantissa", digits)]))
  }

  @Test("are nil whatever the type was")
  func nils() throws {
    let nils: [One<Date?>] = [One(nil), One(nil)]
    let read = try ArchiveDecoder().decode([One<UUID?>].self, from: try ArchiveEncoder().encode(nils))
    #expect(read.map(\.value) == [nil, nil])
  }

  @Test("have no more URLs than the size of the archive allows")
  func hostile() throws {
    let count = 100_000
    let data = try keyedArchive([
      .object(2, [("[]", .uid(3)), ("[].value.NS.relative", .data(Array(repeating: 0x61, count: count)))]),
      .class("One[]", "NSObject"), .string("count \(count)\nutf8[1] value.NS.relative"),
    ])
    #expect(try ArchiveDecoder().decode([One<URL>].self, from: data).count == count)
    var limits = ArchiveDecoder.Limits()
    (limits.memoryPerByte, limits.memoryAllowance) = (100, 0)
    let decoder = ArchiveDecoder(limits: limits)
    let error = #expect(throws: ArchiveError.self) { try decoder.decode([One<URL>].self, from: data).count }
    #expect(error?.code == .limitExceeded)
  }

  @Test("that are no URLs are errors with the row")
  func invalid() throws {
    let data = try keyedArchive([
      .object(2, [("[]", .uid(3)), ("[].value.NS.relative", .data([0x61, 0, 0, 0]))]),
      .class("One[]", "NSObject"), .string("count 2\nutf8[2] value.NS.relative"),
    ])
    let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode([One<URL>].self, from: data) }
    #expect("\(error as Any)".contains("[1].value"), "\(error as Any)")
  }
}
