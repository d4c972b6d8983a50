import Foundation
import RuntimeTestC
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Some rows, and one member, of an archived array")
struct RowTests {
  private let lines = (0..<1_000).map { index -> line in
    var value = line()
    value.from = point(x: Int32(index), y: -Int32(index))
    value.to = point(x: Int32(index) * 1_000, y: 7)
    value.label.0 = CChar(65 + index % 26)
    return value
  }

  private let orders = (0..<100).map { index -> order in
    var value = order()
    value.order = UInt32(index)
    value.status = UInt32(index % 8)
    value.price = Double(index) / 4
    value.numbers.1.2 = UInt16(index)
    return value
  }

  private func bytes<Value>(_ values: [Value]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

  @Test(
    "rows are those that decoding everything gives",
    arguments: [0..<0, 0..<1, 17..<42, 999..<1_000, 0..<1_000, 1_000..<1_000])
  func rows(range: Range<Int>) throws {
    let data = try ArchiveEncoder().encode(lines)
    let all = try ArchiveDecoder().decode([line].self, from: data)
    #expect(try bytes(ArchiveDecoder().rows(range, of: line.self, from: data)) == bytes(Array(all[range])))
    #expect(try ArchiveDecoder().column(\line.to.x, rows: range, from: data) == all[range].map(\.to.x))
    #expect(try ArchiveDecoder().rowCount(of: line.self, from: data) == 1_000)
  }

  @Test("a column is a number, a struct, an array, or a bit-field")
  func columns() throws {
    let decoder = ArchiveDecoder()
    let data = try ArchiveEncoder().encode(lines)
    #expect(try decoder.column(\line.from.y, from: data) == lines.map(\.from.y))
    #expect(try bytes(decoder.column(\line.to, rows: 5..<90, from: data)) == bytes(lines[5..<90].map(\.to)))
    #expect(try bytes(decoder.column(\line.label, from: data)) == bytes(lines.map(\.label)))
    #expect(try bytes(decoder.column(\line.self, rows: 3..<9, from: data)) == bytes(Array(lines[3..<9])))
    #expect(try decoder.column(\line.label.0, rows: 0..<30, from: data) == lines[0..<30].map(\.label.0))
    let other = try ArchiveEncoder().encode(orders)
    #expect(try decoder.column(\order.price, rows: 50..<100, from: other) == orders[50...].map(\.price))
    #expect(try decoder.column(\order.order, from: other) == orders.map(\.order))
    #expect(try bytes(decoder.column(\order.numbers, from: other)) == bytes(orders.map(\.numbers)))
    #expect(try decoder.column(\order.numbers.1.2, from: other) == orders.map(\.numbers.1.2))
  }

  @Test("a reader gives those of an array under a key")
  func reader() throws {
    var writer = ArchiveWriter()
    try writer.encode(lines, forKey: "lines")
    try writer.encode(orders, forKey: "orders")
    let reader = try ArchiveReader(writer.finish())
    #expect(try bytes(reader.rows(10..<20, of: line.self, forKey: "lines")) == bytes(Array(lines[10..<20])))
    #expect(try reader.column(\order.price, rows: 3..<5, forKey: "orders") == orders[3..<5].map(\.price))
    #expect(try reader.rowCount(of: order.self, forKey: "orders") == 100)
    #expect(throws: ArchiveError.missingKey(path: "others")) { try reader.rowCount(of: order.self, forKey: "others") }
  }

  @Test("rows beyond the array are an error", arguments: [999..<1_001, 1_001..<1_001, -1..<1, 5_000..<Int.max])
  func beyond(range: Range<Int>) throws {
    let data = try ArchiveEncoder().encode(lines)
    let error = ArchiveError.wrongType(
      path: "[]", expected: "an array with the records \(range.lowerBound)..<\(range.upperBound)",
      found: "one of 1000 records")
    #expect(throws: error) { try ArchiveDecoder().rows(range, of: line.self, from: data) }
    #expect(throws: error) { try ArchiveDecoder().column(\line.to.x, rows: range, from: data) }
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().rows(0..<1, of: order.self, from: data) }
  }

  @Test("pages of other rows and columns are not touched")
  func touchedPages() throws {
    let points = (0..<400_000).map { point(x: Int32($0), y: ~Int32($0)) }
    let data = try ArchiveEncoder().encode(points)
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(mmap(nil, data.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, data.count) }
    data.copyBytes(to: UnsafeMutableRawBufferPointer(start: memory, count: data.count))
    // A page that is touched would end the process.
    for column in [points.map(\.x), points.map(\.y)] {
      let start = try #require(data.range(of: column.withUnsafeBytes { Data($0) })).lowerBound
      for range in [start..<start + 200_000 * 4, (start + 200_100 * 4)..<(start + column.count * 4)] {
        let first = (range.lowerBound + page - 1) / page * page
        let end = range.upperBound / page * page
        if first < end { #expect(mprotect(memory + first, end - first, PROT_NONE) == 0) }
      }
    }
    let mapped = Data(bytesNoCopy: memory, count: data.count, deallocator: .none)
    let rows = try ArchiveDecoder().rows(200_000..<200_100, of: point.self, from: mapped)
    #expect(bytes(rows) == bytes(Array(points[200_000..<200_100])))
    #expect(
      try ArchiveDecoder().column(\point.y, rows: 200_010..<200_020, from: mapped) == points[200_010..<200_020].map(\.y)
    )
    #expect(try ArchiveDecoder().rowCount(of: point.self, from: mapped) == points.count)
  }

  @Test("pages of other columns are not touched where the record has bit-fields")
  func touchedPagesBesideBitFields() throws {
    let orders = (0..<100_000).map { index -> order in
      var value = order()
      value.order = UInt32(index)
      value.delta = -3
      value.price = Double(index) / 4
      value.numbers.1.2 = UInt16(index & 0xFFFF)
      return value
    }
    let data = try ArchiveEncoder().encode(orders)
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(mmap(nil, data.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, data.count) }
    data.copyBytes(to: UnsafeMutableRawBufferPointer(start: memory, count: data.count))
    // A page that is touched would end the process.
    let numbers = orders.map(\.order).withUnsafeBytes { Data($0) }
    let start = try #require(data.range(of: numbers)).lowerBound
    let first = (start + page - 1) / page * page
    #expect(mprotect(memory + first, (start + numbers.count) / page * page - first, PROT_NONE) == 0)
    let mapped = Data(bytesNoCopy: memory, count: data.count, deallocator: .none)
    #expect(try ArchiveDecoder().column(\order.price, from: mapped) == orders.map(\.price))
  }

  @Test("a damaged archive throws, or gives what decoding all of it gives")
  func damage() throws {
    let sound = try ArchiveEncoder().encode(Array(orders[..<5]))
    var random = SeededRandom(seed: 32)
    for position in sound.indices {
      for value in [sound[position] ^ 1, sound[position] ^ 0x80, UInt8.random(in: 0...255, using: &random)] {
        var data = sound
        data[position] = value
        let all = try? ArchiveDecoder().decode([order].self, from: data)
        let rows = try? ArchiveDecoder().rows(1..<4, of: order.self, from: data)
        let prices = try? ArchiveDecoder().column(\order.price, rows: 1..<4, from: data)
        guard let all, all.count >= 4 else { continue }
        #expect(rows.map(bytes) == bytes(Array(all[1..<4])), "byte \(position)")
        #expect(prices.map(bytes) == bytes(all[1..<4].map(\.price)), "byte \(position)")
      }
    }
  }

  @Test("a claim of more rows than there are bytes is refused before memory is taken")
  func claims() throws {
    let data = try ArchiveEncoder().encode([point(x: 1, y: 2)])
    let text = try #require(data.range(of: Data("count 1".utf8)))
    for count in ["count 9", "count 0"] {
      var damaged = data
      damaged.replaceSubrange(text, with: Data(count.utf8))
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().rows(0..<1, of: point.self, from: damaged) }
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().column(\point.x, rows: 0..<1, from: damaged) }
    }
  }
}
