import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
import TestRandom

@Suite("Every element type keeps every bit")
struct ElementTypeTests {
  private static let indices = Array(everyType.indices)

  private func record(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0, count: 16) + bytes + [UInt8](repeating: 0, count: 240 - bytes.count)
  }

  @Test("as a single value", arguments: indices)
  func single(index: Int) throws {
    let type = everyType[index].type
    let schema = schema(.scalar("x", type, at: 16))
    var noise = SeededRandom(seed: UInt64(index))
    for _ in 0..<200 {
      let record = record(canonical(type, &noise))
      #expect(try unarchive(schema, try archive(schema, record)) == record)
    }
  }

  @Test("in arrays packed, native and element by element", arguments: indices)
  func arrays(index: Int) throws {
    let type = everyType[index].type
    var noise = SeededRandom(seed: UInt64(index))
    let forms: [ArrayForm] = [.packed, .native, .elements]
    for form in forms {
      let record = record((0..<6).flatMap { _ in canonical(type, &noise) })
      let data = try archive(schema(.array("x", [2, 3], of: type, at: 16, as: form)), record)
      // Independent of the form that the reader itself would write.
      for other in forms {
        #expect(try unarchive(schema(.array("x", [2, 3], of: type, at: 16, as: other)), data) == record)
      }
    }
  }

  @Test("in columns, alone and in arrays", arguments: indices)
  func columns(index: Int) throws {
    let type = everyType[index].type
    let schema = schema(.scalar("x", type, at: 0), .array("y", [3], of: type, at: 64))
    var noise = SeededRandom(seed: UInt64(index))
    var records: [UInt8] = []
    for _ in 0..<150 {
      let single = canonical(type, &noise)
      let array = (0..<3).flatMap { _ in canonical(type, &noise) }
      records += single + [UInt8](repeating: 0, count: 64 - single.count)
      records += array + [UInt8](repeating: 0, count: 192 - array.count)
    }
    #expect(try unarchive(schema, columns: try archive(schema, columns: records)) == records)
  }

  @Test("has a name that is read back", arguments: indices)
  func names(index: Int) throws {
    let (type, name) = everyType[index]
    #expect(type.name == name)
    #expect(ElementType(name: name) == type.archived)
  }

  @Test("and no other name is a type")
  func notNames() {
    for name in [
      "", "u", "u0", "u08", "u-1", "i", "i99999999999999999999", "f8", "f320", "c", "c()", "c(c(f32))",
      "v(f32)", "v0(f32)", "v4(f32", "v4f32", "u8 ", " u8", "U8", "bool1", "char",
    ] {
      #expect(ElementType(name: name) == nil, "\(name)")
    }
  }

  @Test("a truth value is any byte but 0, and is written as 1")
  func truth() throws {
    let schema = schema(.scalar("x", .bool, at: 16), .array("y", [3], of: .bool, at: 32))
    var bytes = [UInt8](repeating: 0, count: 256)
    bytes[16] = 0x80
    bytes[33] = 0xFF
    let back = try unarchive(schema, try archive(schema, bytes))
    #expect(back[16] == 1 && Array(back[32..<35]) == [0, 1, 0])
  }

  @Test("padding is not archived")
  func padding() throws {
    let schema = schema(.scalar("x", .x87, at: 16), .scalar("y", .bitInt(17, storage: 4), at: 32))
    let noisy = [UInt8](repeating: 0xFF, count: 256)
    let back = try unarchive(schema, try archive(schema, noisy))
    #expect(Array(back[16..<32]) == [UInt8](repeating: 0xFF, count: 10) + [UInt8](repeating: 0, count: 6))
    #expect(Array(back[32..<36]) == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  @Test("the other byte order is turned round")
  func nativeOrder() throws {
    let cell = ElementAccess(.u32, dimensions: [2], offset: 0)
    var record = [UInt8](repeating: 0, count: 8)
    try record.withUnsafeMutableBytes { target in
      let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
      try data.withUnsafeBytes { try cell.put($0, cell.archived, .big, "x", into: target.baseAddress!) }
    }
    #expect(record == [4, 3, 2, 1, 8, 7, 6, 5])
    #expect(ArrayDescription("native big u32[2]")?.storage == .packed(.big))
  }
}
