import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Archives of other versions of a record")
struct EvolutionTests {
  private func record(_ bytes: [UInt8], at offset: Int = 16) -> [UInt8] {
    [UInt8](repeating: 0, count: offset) + bytes + [UInt8](repeating: 0, count: 256 - offset - bytes.count)
  }

  private func field(_ record: [UInt8], _ count: Int, at offset: Int = 16) -> [UInt8] {
    Array(record[offset..<(offset + count)])
  }

  /// Archives with one schema, alone and in columns, and reads with the other.
  private func bothWays(_ old: RecordSchema, _ new: RecordSchema, _ record: [UInt8]) throws -> [UInt8] {
    let back = try unarchive(new, try archive(old, record))
    let columns = try unarchive(new, columns: try archive(old, columns: record + record))
    #expect(columns == back + back, "columns read as single records do")
    return back
  }

  @Test("a missing key is the default, zero without one, and an error when required")
  func missing() throws {
    let old = schema(.scalar("x", .u8, at: 0))
    let new = schema(
      .scalar("x", .u8, at: 0), .scalar("a", .i32, at: 16).default(-7), .scalar("b", .f64, at: 24).default(0.5),
      .scalar("c", .f32, at: 32).default(0.1), .scalar("d", .bool, at: 36).default(true),
      .text("e", 8, .utf8, at: 40).default("grün"), .scalar("f", .u64, at: 48).default(UInt64.max),
      .bits("g", 3, of: .u8, at: 56 * 8).default(5), .array("h", [2], of: .u16, at: 58).default(258),
      .scalar("i", .i32, at: 64), .scalar("j", .f16, at: 68).default(0.1))
    let back = try bothWays(old, new, record([1], at: 0))
    #expect(field(back, 4) == [0xF9, 0xFF, 0xFF, 0xFF])
    #expect(field(back, 8, at: 24) == [0, 0, 0, 0, 0, 0, 0xE0, 0x3F])
    #expect(field(back, 4, at: 32) == withUnsafeBytes(of: Float(0.1)) { Array($0) })
    #expect(back[36] == 1)
    #expect(field(back, 8, at: 40) == Array("grün".utf8) + [0, 0, 0])
    #expect(field(back, 8, at: 48) == [UInt8](repeating: 255, count: 8))
    #expect(back[56] == 5)
    #expect(field(back, 4, at: 58) == [2, 1, 2, 1])
    #expect(field(back, 4, at: 64) == [0, 0, 0, 0])
    #expect(field(back, 2, at: 68) == [0x66, 0x2E])
    let required = schema(.scalar("x", .u8, at: 0), .scalar("a", .i32, at: 16).required())
    #expect(throws: ArchiveError.missingKey(path: "a")) { try unarchive(required, try archive(old, back)) }
    #expect(throws: ArchiveError.missingKey(path: "[].a")) {
      try unarchive(required, columns: try archive(old, columns: back))
    }
  }

  @Test("an archive without any of the record's keys is an error")
  func nothing() throws {
    let old = schema(.scalar("x", .u8, at: 0))
    let new = schema(.scalar("y", .u8, at: 0))
    #expect(throws: ArchiveError.missingKey(path: "y")) { try unarchive(new, try archive(old, record([1]))) }
    #expect(throws: ArchiveError.missingKey(path: "[]")) {
      try unarchive(new, columns: try archive(old, columns: record([1])))
    }
  }

  @Test("a nested record that is required must not be missing altogether")
  func requiredRecord() throws {
    let inner = schema(.scalar("x", .u8, at: 0), .scalar("y", .u8, at: 1), size: 16)
    let old = schema(.scalar("a", .u8, at: 0))
    let new = schema(.scalar("a", .u8, at: 0), .record("in", inner, at: 16).required())
    #expect(throws: ArchiveError.missingKey(path: "in")) { try unarchive(new, try archive(old, record([1]))) }
    let half = schema(.scalar("a", .u8, at: 0), .scalar("in.y", .u8, at: 17))
    #expect(try unarchive(new, try archive(half, record([0, 9])))[17] == 9)
  }

  @Test("earlier keys are read, of fields, of records and in columns; unknown keys are ignored")
  func was() throws {
    let oldInner = schema(.scalar("x1", .u8, at: 0), .scalar("gone", .u64, at: 8), size: 16)
    let newInner = schema(.scalar("x", .u8, at: 0).was("x2", "x1"), size: 16)
    let old = schema(.record("before", oldInner, at: 16), .records("list", [2], of: oldInner, at: 32))
    let new = schema(
      .record("now", newInner, at: 16).was("before"), .records("items", [2], of: newInner, at: 32).was("list"))
    var bytes = record([5])
    bytes[32] = 6
    bytes[48] = 7
    #expect(try bothWays(old, new, bytes) == bytes)
    // The present key comes first.
    let both = schema(.scalar("x1", .u8, at: 0), .scalar("x", .u8, at: 1), size: 16)
    #expect(try unarchive(newInner, try archive(both, [1, 2] + [UInt8](repeating: 0, count: 14)))[0] == 2)
  }

  @Test("archived names and their aliases are accepted, no others")
  func names() throws {
    let data = try archive(schema(.scalar("x", .u8, at: 0), name: "old"), record([1], at: 0))
    #expect(try unarchive(schema(.scalar("x", .u8, at: 0), name: "new", was: ["older", "old"]), data)[0] == 1)
    #expect(throws: ArchiveError.recordNotAllowed(path: "root", found: "old", expected: "new")) {
      try unarchive(schema(.scalar("x", .u8, at: 0), name: "new"), data)
    }
    #expect(throws: ArchiveError.recordNotAllowed(path: "root", found: "old", expected: "old[]")) {
      try unarchive(schema(.scalar("x", .u8, at: 0), name: "old"), columns: data)
    }
  }

  @Test("numbers widen, and narrow when they fit")
  func numbers() throws {
    let u16 = schema(.scalar("x", .u16, at: 16), .array("y", [2], of: .u16, at: 32))
    let wide = schema(.scalar("x", .i128, at: 16), .array("y", [2], of: .f64, at: 32))
    var bytes = record([1, 2])
    bytes[32] = 3
    let back = try bothWays(u16, wide, bytes)
    #expect(field(back, 16) == [1, 2] + [UInt8](repeating: 0, count: 14))
    #expect(field(back, 8, at: 32) == withUnsafeBytes(of: 3.0) { Array($0) })
    #expect(try bothWays(wide, u16, back) == bytes)
    bytes[33] = 1
    let narrow = schema(.scalar("x", .u16, at: 16), .array("y", [2], of: .u8, at: 32))
    #expect(throws: ArchiveError.self) { try unarchive(narrow, try archive(u16, bytes)) }
    #expect(throws: ArchiveError.self) { try unarchive(narrow, columns: try archive(u16, columns: bytes)) }
  }

  @Test("a string or data in place of a number is named in the error")
  func wrongKinds() throws {
    let text = schema(.text("x", 8, .utf8, at: 16))
    let bytes = schema(.array("x", [8], of: .u8, at: 16))
    let number = schema(.scalar("x", .i32, at: 16))
    #expect(throws: ArchiveError.wrongType(path: "x", expected: "i32", found: "a string")) {
      try unarchive(number, try archive(text, record([65])))
    }
    #expect(throws: ArchiveError.wrongType(path: "x", expected: "i32", found: "data")) {
      try unarchive(number, try archive(bytes, record([65])))
    }
    #expect(throws: ArchiveError.outOfRange(path: "x", value: "300", type: "u8")) {
      try unarchive(bytes, try archive(number, record([44, 1])))
    }
    let complex = schema(.scalar("x", .complex(.f64), at: 16))
    #expect(throws: ArchiveError.self) { try unarchive(complex, try archive(number, record([65]))) }
    #expect(throws: ArchiveError.self) { try unarchive(number, try archive(complex, record([65]))) }
  }

  @Test("an array may have grown")
  func arrays() throws {
    let small = schema(.array("x", [2, 2], of: .u16, at: 16))
    let grown = schema(.array("x", [3, 2], of: .u32, at: 16))
    let back = try bothWays(small, grown, record([1, 0, 2, 0, 3, 0, 4, 0]))
    #expect(field(back, 24) == [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0] + [UInt8](repeating: 0, count: 8))
    #expect(try bothWays(grown, small, back) == record([1, 0, 2, 0, 3, 0, 4, 0]))
    let other = schema(.array("x", [8], of: .u16, at: 16))
    #expect(throws: ArchiveError.self) { try unarchive(other, try archive(small, back)) }
  }

  @Test("new elements of an array have the declared default, in a single record as in columns")
  func defaultsOfNewElements() throws {
    let oldInner = schema(.scalar("x", .u16, at: 0), size: 16)
    let newInner = schema(
      .scalar("x", .u16, at: 0).default(7), .scalar("y", .i8, at: 2).default(-1),
      .text("z", 4, .utf8, at: 4).default("ab"),
      size: 16)
    let added: [UInt8] = [0xFF, 0] + Array("ab".utf8)
    for form in [RecordArrayForm.columns, .elements] {
      for other in [RecordArrayForm.columns, .elements] {
        let old = schema(
          .array("n", [2], of: .u16, at: 0).default(3), .records("r", [2], of: oldInner, at: 16, as: form))
        let new = schema(
          .array("n", [4], of: .u32, at: 0).default(3), .records("r", [3], of: newInner, at: 16, as: other),
          .records("m", [2], of: newInner, at: 96, as: other))
        var bytes = [UInt8](repeating: 0, count: 256)
        bytes[0] = 1
        bytes[2] = 2
        (bytes[16], bytes[32]) = (5, 6)
        let back = try bothWays(old, new, bytes)
        #expect(field(back, 16, at: 0) == [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0])
        #expect(
          field(back, 8, at: 16) == [5, 0] + added + [0, 0] && field(back, 8, at: 32) == [6, 0] + added + [0, 0])
        #expect(field(back, 8, at: 48) == [7, 0] + added + [0, 0], "an element that is new")
        #expect(field(back, 8, at: 96) == [7, 0] + added + [0, 0], "elements of an array that is new")
      }
    }
  }

  @Test("arrays of records change between columns and elements, and grow")
  func recordArrays() throws {
    let inner = schema(.scalar("x", .u16, at: 0), .array("y", [2], of: .i8, at: 2), size: 16)
    let forms: [RecordArrayForm] = [.columns, .elements]
    var bytes = [UInt8](repeating: 0, count: 256)
    for index in 0..<4 {
      bytes.replaceSubrange((16 + index * 16)..<(20 + index * 16), with: [UInt8(index), 1, 255, 2])
    }
    for form in forms {
      for other in forms {
        let old = schema(.records("r", [2, 2], of: inner, at: 16, as: form))
        let new = schema(.records("r", [3, 2], of: inner, at: 16, as: other))
        #expect(try bothWays(old, new, bytes) == bytes)
        let more = bytes[..<80] + [1] + bytes[81...]
        #expect(throws: ArchiveError.self) { try unarchive(old, try archive(new, Array(more))) }
      }
    }
    // Of records without fields nothing bears out how many there are.
    let empty = schema(size: 16)
    let many = schema(.scalar("n", .u8, at: 0), .records("r", [4], of: schema(size: 0), at: 16, as: .elements))
    let few = schema(.scalar("n", .u8, at: 0), .records("r", [2], of: empty, at: 16, as: .elements))
    #expect(throws: ArchiveError.self) { try unarchive(few, try archive(many, bytes)) }
  }

  @Test("bytes become text and text becomes bytes, texts grow and change encoding")
  func text() throws {
    let bytes = schema(.array("x", [8], of: .i8, at: 16))
    let utf8 = schema(.text("x", 12, .utf8, at: 16))
    let latin1 = schema(.text("x", 8, .latin1, at: 16))
    let ascii = record(Array("plain".utf8))
    #expect(try bothWays(bytes, utf8, ascii) == ascii)
    #expect(try bothWays(utf8, bytes, ascii) == ascii)
    let umlaut = record(Array("größer".utf8))
    #expect(field(try bothWays(utf8, latin1, umlaut), 8) == [0x67, 0x72, 0xF6, 0xDF, 0x65, 0x72, 0, 0])
    #expect(try bothWays(latin1, utf8, try bothWays(utf8, latin1, umlaut)) == umlaut)
    let euro = record(Array("€".utf8))
    #expect(throws: ArchiveError.self) { try unarchive(latin1, try archive(utf8, euro)) }
    #expect(throws: ArchiveError.self) { try unarchive(latin1, columns: try archive(utf8, columns: euro)) }
    let long = record(Array("twelve chars".utf8))
    #expect(try bothWays(utf8, utf8, long) == long)
    #expect(throws: ArchiveError.outOfRange(path: "x", value: "a text of 12 bytes", type: "latin1[8]")) {
      try unarchive(latin1, try archive(utf8, long))
    }
  }

  @Test("bytes whose elements have keys of their own become text, and never nothing", arguments: [ElementType.i8, .u8])
  func textOfElements(type: ElementType) throws {
    let elements = schema(.array("x", [8], of: type, at: 16, as: .elements))
    let utf8 = schema(.text("x", 12, .utf8, at: 16))
    for text in ["plain", "größer", ""] {
      #expect(try unarchive(utf8, try archive(elements, record(Array(text.utf8)))) == record(Array(text.utf8)))
    }
    let moved = schema(.text("y", 8, .latin1, at: 16).was("x"))
    let umlaut = record([0x67, 0x72, 0xF6, 0xDF, 0x65, 0x72])
    #expect(try unarchive(moved, try archive(elements, umlaut)) == umlaut)
    let short = schema(.text("x", 4, .utf8, at: 16))
    #expect(throws: ArchiveError.self) { try unarchive(short, try archive(elements, record(Array("longer".utf8)))) }
  }

  @Test("elements that are no bytes, or have several dimensions, are no text")
  func noTextOfElements() throws {
    let text = schema(.text("x", 8, .utf8, at: 16))
    for (array, name) in [
      (schema(.array("x", [2], of: .u16, at: 16, as: .elements)), "elements of u16[2]"),
      (schema(.array("x", [2, 2], of: .u8, at: 16, as: .elements)), "elements of u8[2][2]"),
    ] {
      #expect(throws: ArchiveError.wrongType(path: "x", expected: "utf8[8]", found: name)) {
        try unarchive(text, try archive(array, record([1, 2])))
      }
    }
  }

  @Test("text that is not in its encoding is an error, with the element's path in columns")
  func invalidText() throws {
    let utf8 = schema(.text("x", 8, .utf8, at: 16))
    func expect(_ path: String, _ body: () throws -> Data) {
      let error = #expect(throws: ArchiveError.self) { try body() }
      #expect(error?.code == .invalidText && error?.path == path)
      #expect(error?.description.contains("give the field 'cstring(latin1)'") == true, "\(error as Any)")
    }
    expect("x") { try archive(utf8, record([0xC3])) }
    expect("[1].x") { try archive(utf8, columns: record([65]) + record([0xC3])) }
    // What follows the NUL is no one's text.
    let stale = record([65, 0, 0xFF, 0xFF])
    #expect(try bothWays(utf8, utf8, stale) == record([65]))
  }

  @Test("a closed enumeration takes its own values only")
  func closed() throws {
    let open = schema(.scalar("x", .i32, at: 16), .array("y", [2], of: .i8, at: 32))
    let closed = schema(
      .scalar("x", .i32, at: 16).closed([0, 1, -5]), .array("y", [2], of: .i8, at: 32).closed([0, -1]))
    let good = record([0xFB, 0xFF, 0xFF, 0xFF])
    #expect(try bothWays(open, closed, good) == good)
    #expect(try bothWays(closed, closed, good) == good)
    let bad = record([2])
    #expect(throws: ArchiveError.unknownEnumerationValue(path: "x", value: 2, type: "i32")) {
      try unarchive(closed, try archive(open, bad))
    }
    #expect(throws: ArchiveError.unknownEnumerationValue(path: "[1].x", value: 2, type: "i32")) {
      try unarchive(closed, columns: try archive(open, columns: good + bad))
    }
    #expect(throws: ArchiveError.unknownEnumerationValue(path: "x", value: 2, type: "i32")) {
      try archive(closed, bad)
    }
    #expect(throws: ArchiveError.unknownEnumerationValue(path: "y", value: -2, type: "i8")) {
      try archive(closed, record([0, 0xFE], at: 32))
    }
  }

  @Test("keys that begin with a dollar sign are mangled, and read back")
  func dollar() throws {
    let dollar = schema(.scalar("$class", .u8, at: 16), .scalar("$$", .u8, at: 17))
    let data = try archive(dollar, record([1, 2]))
    #expect(try unarchive(dollar, data) == record([1, 2]))
    let objects = try #require(try plist(data)["$objects"] as? [Any])
    #expect((objects[1] as? [String: Any])?["$$class"] as? Int == 1)
  }
}
