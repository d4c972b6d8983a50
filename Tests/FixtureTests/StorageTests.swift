import ArchiveRuntime
import FixtureArchives
import Foundation
import Testing

import struct CFixtures.array_100000
import struct CFixtures.array_4097
import struct CFixtures.array_storage
import struct CFixtures.arrays
import struct CFixtures.board
import struct CFixtures.holds_empty
import struct CFixtures.packed_record
import struct CFixtures.point
import struct CFixtures.pragma_packed
import struct CFixtures.second
import struct CFixtures.segment
import struct CFixtures.text

/// Arrays, text, nested records and unusual layouts.
@Suite struct StorageTests {
  @Test("An array is one byte string, little-endian and row-major, that a description names; bytes need none")
  func packed() throws {
    var value = arrays()
    value.matrix = ((1, 2, 3), (4, 5, -6))
    value.flags = (true, false, true, false, true)
    value.bytes = (1, 2, 3, 4, 5, 6, 7)
    value.one = 258
    let archive = try contents(value)
    #expect(archive.description("matrix") == "i32[2][3]")
    #expect(
      archive.bytes("matrix") == [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 0xFA, 255, 255, 255])
    #expect(archive.bytes("flags") == [1, 0, 1, 0, 1])
    #expect(archive.bytes("bytes") == [1, 2, 3, 4, 5, 6, 7] && archive.description("bytes") == nil)
    #expect(archive.bytes("one") == [2, 1, 0, 0] && archive.description("one") == "i32[1]")
    #expect(archive.bytes("none") == [])
    let back = try roundTrip(value)
    #expect(back.matrix.1 == (4, 5, -6) && back.one == 258)
  }

  @Test("'packed', 'elements' and 'native' store an array as they say")
  func words() throws {
    var value = array_storage()
    value.packed_values = (1, 2, 3)
    value.single_values = (10, 20, 65535)
    value.grid = ((-1, 2), (3, -4))
    value.host_values = (7, 8, 9)
    let archive = try contents(value)
    #expect(archive.bytes("packed_values") == [1, 0, 2, 0, 3, 0])
    #expect((0..<3).map { archive.integer("single_values[\($0)]") } == [10, 20, 65535])
    #expect(archive.integer("grid[1][1]") == -4 && archive.integer("grid[0][0]") == -1)
    #expect(archive.description("host_values") == "native little u32[3]")
    #expect(archive.bytes("host_values") == [7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0])
    let back = try roundTrip(value)
    #expect(back.single_values == value.single_values && back.grid.1 == (3, -4) && back.host_values == (7, 8, 9))
  }

  @Test("Arrays of more elements than Swift imports are whole")
  func large() throws {
    let value = try record(array_4097.self) { bytes in
      bytes.storeBytes(of: 0xBEEF, toByteOffset: 2 + 2 * 4096, as: UInt16.self)
      bytes.storeBytes(of: -7, toByteOffset: 8196, as: Int8.self)
    }
    let archive = try contents(value)
    #expect(archive.bytes("values")?.count == 8194)
    #expect(archive.bytes("values")?.suffix(2) == [0xEF, 0xBE])
    #expect(archive.integer("after") == -7)
    #expect(try contents(array_100000()).bytes("values")?.count == 800_000)
  }

  @Test("A char array is bytes; with 'cstring' it is text, and what follows its NUL is not archived")
  func text() throws {
    var value = CFixtures.text()
    withUnsafeMutableBytes(of: &value.raw) { $0.copyBytes(from: [0xFF, 0, 1]) }
    withUnsafeMutableBytes(of: &value.name) { $0.copyBytes(from: Array("Käse\0old".utf8)) }
    withUnsafeMutableBytes(of: &value.place) { $0.copyBytes(from: [0x4B, 0xF6, 0x6C, 0x6E]) }
    withUnsafeMutableBytes(of: &value.lines) { $0.copyBytes(from: Array("12345678second".utf8)) }
    let archive = try contents(value)
    #expect(archive.bytes("raw") == [0xFF, 0, 1] + [UInt8](repeating: 0, count: 13))
    #expect(archive.text("name") == "Käse")
    #expect(archive.text("place") == "Köln")
    #expect(archive.text("lines[0]") == "12345678" && archive.text("lines[1]") == "second")
    let back = try roundTrip(value)
    #expect(withUnsafeBytes(of: back.name) { Array($0) } == Array("Käse".utf8) + [UInt8](repeating: 0, count: 11))
    #expect(withUnsafeBytes(of: back.place) { Array($0) } == [0x4B, 0xF6, 0x6C, 0x6E, 0, 0, 0, 0])
  }

  @Test("Text that is not in its encoding, or too long for its array, is an error that names the key")
  func wrongText() throws {
    var value = CFixtures.text()
    value.name.0 = -1
    #expect { try ArchiveEncoder().encode(value) } throws: { error in
      let error = error as? ArchiveError
      return error?.code == .invalidText && error?.path == "name"
    }
    #expect(throws: ArchiveError.self) {
      try archive(["t.name": "seventeen letters"]).decode(CFixtures.text.self, forKey: "t")
    }
  }

  @Test("Nested fields join their keys with dots; an anonymous struct's take no part in it")
  func nested() throws {
    var value = segment()
    value.from = point(x: 1, y: 2)
    value.inner.middle.y = 3
    value.unnamed.best.x = 4
    value.letter = 5
    value.deep = 6.5
    let archive = try contents(value)
    #expect(
      archive.keys == [
        "deep", "from.x", "from.y", "inner.middle.x", "inner.middle.y", "inner.weight", "letter", "to.x", "to.y",
        "unnamed.best.x", "unnamed.best.y", "unnamed.length",
      ])
    #expect(archive.integer("inner.middle.y") == 3 && archive.integer("unnamed.best.x") == 4)
    let back = try roundTrip(value)
    #expect(back.inner.middle.y == 3 && back.unnamed.best.x == 4 && back.letter == 5 && back.deep == 6.5)
  }

  @Test("Encoded under a key, a struct's keys follow it")
  func underAKey() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(segment(), forKey: "theStruct")
    let archive = try ArchiveContents(encoder.finish())
    #expect(archive.keys.contains("theStruct.inner.middle.y"))
    #expect(archive.keys.allSatisfy { $0.hasPrefix("theStruct.") })
  }

  @Test("An array of structs is one column a field, nested arrays and bit-fields included")
  func columns() throws {
    var value = board()
    value.rows.1.cells.2.kind = 9
    value.rows.2.number = -3
    value.corners.1.0.height = 33
    // Swift imports no array of a struct without a name; the second element is at offset 308.
    withUnsafeMutableBytes(of: &value) { $0.storeBytes(of: 77, toByteOffset: 308, as: Int32.self) }
    let archive = try contents(value)
    #expect(archive.description("rows")?.hasPrefix("count 3\n") == true)
    #expect(archive.bytes("rows[].cells[].kind") == [0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0])
    #expect(archive.bytes("rows[].number") == [0, 0, 0, 0, 0xFD, 0xFF])
    #expect(archive.description("corners")?.hasPrefix("count 2 2\n") == true)
    #expect(archive.bytes("corners[].height") == [0, 0, 33, 0])
    #expect(archive.bytes("corners[].weights")?.count == 4 * 3 * 4)
    #expect(archive.bytes("marks[].x") == [0, 0, 0, 0, 77, 0, 0, 0])
    let back = try roundTrip(value)
    #expect(back.rows.1.cells.2.kind == 9 && back.rows.2.number == -3 && back.corners.1.0.height == 33)
    #expect(withUnsafeBytes(of: back) { $0.load(fromByteOffset: 308, as: Int32.self) } == 77)
  }

  @Test("With 'elements' each struct of an array has its own keys")
  func elementsOfRecords() throws {
    var value = board()
    value.listed.1.solid = 1
    value.listed.1.height = 12
    let archive = try contents(value)
    #expect(archive["listed[1].solid"] as? Bool == true)
    #expect(archive.integer("listed[1].height") == 12 && archive.integer("listed[0].height") == 0)
    #expect(archive.description("listed") == "elements count 2")
    #expect(try roundTrip(value).listed.1.height == 12)
  }

  @Test("Packed structs and those under #pragma pack keep their values")
  func packing() throws {
    var value = packed_record()
    value.a = 1
    value.b = -2
    value.c = 3.5
    value.d = -4
    let archive = try contents(value)
    #expect(archive.integer("b") == -2 && (archive["c"] as? Double) == 3.5 && archive.integer("d") == -4)
    let back = try roundTrip(value)
    #expect(back.b == -2 && back.c == 3.5 && back.d == -4)
    var pragma = pragma_packed()
    pragma.c = .max
    pragma.inner.y = -9
    #expect(try contents(pragma).integer("inner.y") == -9)
    #expect(try roundTrip(pragma).c == .max)
  }

  @Test("Members of empty structs have no keys, and their neighbours keep theirs")
  func empty() throws {
    let value = holds_empty(a: 1, nothing: .init(), three: (.init(), .init(), .init()), b: 2)
    let archive = try contents(value)
    #expect(archive.keys == ["a", "b"])
    #expect(try roundTrip(value).b == 2)
  }

  @Test("A struct from the system's headers is archived inside another struct")
  func fromElsewhere() throws {
    var value = second()
    value.common.s = 1
    value.when = timeval(tv_sec: 1_700_000_000, tv_usec: 999_999)
    value.other.seconds = 5
    let archive = try contents(value)
    #expect(archive.keys == ["common.s", "other.seconds", "when.tv_sec", "when.tv_usec"])
    #expect(archive.integer("when.tv_sec") == 1_700_000_000)
    #expect(try roundTrip(value).when.tv_usec == 999_999)
  }
}
