import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing

func someOrder() -> order {
  var value = order()
  value.order = 4_000_000_000
  value.status = 5
  value.flag = 1
  value.kind = 17
  value.delta = -64
  value.numbers = ((1, 2, 3), (4, 5, 65_535))
  withUnsafeMutableBytes(of: &value.name) { $0.copyBytes(from: Array("Käse".utf8)) }
  value.price = 12.5
  return value
}

func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

func plist(_ data: Data) throws -> [String: Any] {
  try #require(try PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? [String: Any])
}

@Suite("Records come back as they were")
struct RecordRoundTripTests {
  @Test("one record as the root")
  func root() throws {
    let value = someOrder()
    let data = try ArchiveEncoder().encode(value)
    let back = try ArchiveDecoder().decode(order.self, from: data)
    #expect(bytes(back) == bytes(value))
  }

  @Test("an array as the root", arguments: [0, 1, 2, 1000])
  func array(count: Int) throws {
    let values = (0..<count).map { index in
      var value = someOrder()
      value.order = UInt32(index)
      value.delta = Int32(index % 128 - 64)
      return value
    }
    let data = try ArchiveEncoder().encode(values)
    let back = try ArchiveDecoder().decode([order].self, from: data)
    #expect(back.map(bytes) == values.map(bytes))
  }

  @Test("several values under keys of the caller's")
  func several() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(someOrder(), forKey: "theStruct")
    try encoder.encode([point(x: 1, y: 2), point(x: 3, y: 4)], forKey: "points")
    let data = try encoder.finish()
    let decoder = try ArchiveReader(data)
    #expect(decoder.keys.contains("theStruct.status"))
    #expect(bytes(try decoder.decode(order.self, forKey: "theStruct")) == bytes(someOrder()))
    #expect(try decoder.decode([point].self, forKey: "points").map(\.y) == [2, 4])
    let top = try #require(try plist(data)["$top"] as? [String: Any])
    #expect(top["theStruct.status"] as? Int == 5)
  }

  @Test("nested records, arrays of records as columns and as elements")
  func nested() throws {
    var value = drawing()
    value.id = 7
    value.lines.1.from = point(x: 10, y: -20)
    value.lines.2.to = point(x: .max, y: .min)
    withUnsafeMutableBytes(of: &value.lines.2.label) { $0.copyBytes(from: Array("12345678".utf8)) }
    value.grid.1.0 = point(x: 5, y: 6)
    let data = try ArchiveEncoder().encode(value)
    #expect(bytes(try ArchiveDecoder().decode(drawing.self, from: data)) == bytes(value))
    let many = [value, drawing(), value]
    let columns = try ArchiveEncoder().encode(many)
    #expect(try ArchiveDecoder().decode([drawing].self, from: columns).map(bytes) == many.map(bytes))
  }

  @Test("a record without fields")
  func none() throws {
    _ = try ArchiveDecoder().decode(empty.self, from: try ArchiveEncoder().encode(empty()))
    let data = try ArchiveEncoder().encode([empty(), empty(), empty()])
    #expect(try ArchiveDecoder().decode([empty].self, from: data).count == 3)
  }
}
