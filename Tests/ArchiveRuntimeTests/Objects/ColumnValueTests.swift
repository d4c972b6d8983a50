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
    check(Double.self, "'f64'")
    check(String.self, "'utf8")
    check(Date?.self, "dates")
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
