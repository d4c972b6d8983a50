import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
import TestRandom

@Suite("Adjacent fields are copied together with the same result as one by one") struct ColumnTileTests {
  /// Records of random fields, some with gaps between them.
  private func plan(_ random: inout SeededRandom) throws -> RecordPlan {
    var fields: [FieldSchema] = []
    var offset = 0
    for number in 0..<Int.random(in: 1...12, using: &random) {
      let type = [ElementType.u8, .u16, .u32, .u64, .bool, .i8, .f32, .f64].randomElement(using: &random) ?? .u8
      let size =
        [ElementType.u8, .i8, .bool].contains(type) ? 1 : type == .u16 ? 2 : [.u32, .f32].contains(type) ? 4 : 8
      // Gaps, and fields that are not aligned: packed structs have them.
      if Int.random(in: 0..<8, using: &random) == 0 { offset += Int.random(in: 1...5, using: &random) }
      fields.append(.scalar("f\(number)", type, at: offset))
      offset += size
    }
    return try RecordPlan(name: "r", formerNames: [], size: offset, alignment: 1, fields: fields)
  }

  @Test("Random records, gathered and scattered", arguments: 0..<300) func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let plan = try plan(&random)
    let count = Int.random(in: 0...40, using: &random)
    let stride = plan.size
    let bools = plan.columns.direct.filter { $0.codec == .bool }.map(\.offset)
    var records = (0..<(count * stride)).map { _ in UInt8.random(in: 0...255, using: &random) }
    for row in 0..<count { for offset in bools { records[row * stride + offset] %= 3 } }

    for tile in plan.columns.tiles {
      let columns = plan.columns.direct[tile.columns]
      var together = columns.map { [UInt8](repeating: 0xAA, count: count * $0.byteCount) }
      let done = try withPointers(&together) { lanes in
        records.withUnsafeBytes {
          tile.gather($0.baseAddress ?? UnsafeRawPointer(lanes[0]), stride: stride, count: count, to: lanes)
        }
      }
      #expect(count - done < 8)
      for (lane, column) in columns.enumerated() {
        var alone = [UInt8](repeating: 0xAA, count: count * column.byteCount)
        alone.withUnsafeMutableBytes { target in
          records.withUnsafeBytes { source in
            guard let source = source.baseAddress, let target = target.baseAddress else { return }
            _ = column.codec.gather(source + column.offset, stride: stride, count: done, to: target)
          }
        }
        #expect(together[lane] == alone)
      }

      var back = [UInt8](repeating: 0, count: count * stride)
      var expected = back
      let scattered = try withPointers(&together) { lanes in
        lanes.withMemoryRebound(to: UnsafeRawPointer.self, capacity: columns.count) { sources in
          back.withUnsafeMutableBytes {
            tile.scatter(sources, count: done, to: $0.baseAddress ?? lanes[0], stride: stride)
          }
        }
      }
      #expect(scattered == done)
      for (lane, column) in columns.enumerated() {
        together[lane].withUnsafeBytes { source in
          expected.withUnsafeMutableBytes { target in
            guard let source = source.baseAddress, let target = target.baseAddress else { return }
            _ = column.codec.scatter(source, count: done, to: target + column.offset, stride: stride)
          }
        }
      }
      #expect(back == expected)
    }
  }

  @Test("A byte that is no boolean stops a tile before its records") func wrongBool() throws {
    let fields: [FieldSchema] = [
      .scalar("a", .u32, at: 0), .scalar("b", .u16, at: 4), .scalar("c", .u8, at: 6), .scalar("d", .bool, at: 7),
    ]
    let plan = try RecordPlan(name: "r", formerNames: [], size: 8, alignment: 4, fields: fields)
    let tile = try #require(plan.columns.tiles.first)
    #expect(tile.columnCount == 4 && plan.columns.loose.isEmpty)
    var columns = plan.columns.direct.map { [UInt8](repeating: 1, count: 24 * $0.byteCount) }
    columns[3][13] = 2
    var records = [UInt8](repeating: 0, count: 24 * 8)
    let done = try withPointers(&columns) { lanes in
      lanes.withMemoryRebound(to: UnsafeRawPointer.self, capacity: 4) { sources in
        records.withUnsafeMutableBytes { tile.scatter(sources, count: 24, to: $0.baseAddress ?? lanes[0], stride: 8) }
      }
    }
    #expect(done == 8)
  }

  private func withPointers<Result>(
    _ arrays: inout [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutableRawPointer>) -> Result
  ) throws -> Result {
    // In separate memory: pointers to an array's memory are valid only during a call.
    let copies = arrays.map { array in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(array.count, 1), alignment: 1)
      copy.copyBytes(from: array)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    var pointers = copies.compactMap(\.baseAddress)
    let result = pointers.withUnsafeMutableBufferPointer { lanes in lanes.baseAddress.map(body) }
    for index in arrays.indices { arrays[index] = Array(copies[index].prefix(arrays[index].count)) }
    return try #require(result)
  }
}
