import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Arrays of other lengths, and values that became arrays")
struct ArrayEvolutionTests {
  private func isRefused(_ old: RecordSchema, _ new: RecordSchema, _ bytes: [UInt8]) throws -> Bool {
    let (single, columns) = (try archive(old, bytes), try archive(old, columns: bytes + bytes))
    let results = [
      Result { try unarchive(new, single) }, Result { try unarchive(new, columns: columns) },
    ]
    return results.allSatisfy { if case .failure(let error) = $0 { error is ArchiveError } else { false } }
  }

  @Test("every dimension may grow", arguments: [ArrayForm.packed, .native, .elements])
  func growth(form: ArrayForm) throws {
    let old = schema(.array("x", [2, 2], of: .u8, at: 16, as: form))
    let new = schema(.array("x", [3, 4], of: .u16, at: 32))
    #expect(
      try readBothWays(old, new, recordBytes([16: 1, 17: 2, 18: 3, 19: 4]))
        == recordBytes([32: 1, 34: 2, 40: 3, 42: 4]))
    #expect(
      try readBothWays(
        old, schema(.array("x", [2, 3], of: .u8, at: 32, as: form)), recordBytes([16: 1, 17: 2, 18: 3, 19: 4]))
        == recordBytes([32: 1, 33: 2, 35: 3, 36: 4]))
  }

  @Test("truncated parts are zero, or an error", arguments: [ArrayForm.packed, .native, .elements])
  func cut(form: ArrayForm) throws {
    let old = schema(.array("x", [3, 2], of: .u16, at: 16, as: form))
    let new = schema(.array("x", [2, 2], of: .u16, at: 16, as: form))
    let bytes = recordBytes([16: 1, 18: 2, 20: 3, 22: 4])
    #expect(try readBothWays(old, new, bytes) == bytes)
    #expect(try isRefused(old, new, recordBytes([16: 1, 27: 1])))
    let narrow = schema(.array("x", [3, 1], of: .u16, at: 16, as: form))
    #expect(try readBothWays(old, narrow, recordBytes([16: 1, 20: 3])) == recordBytes([16: 1, 18: 3]))
    #expect(try isRefused(old, narrow, bytes))
    let mixed = schema(.array("x", [4, 1], of: .u16, at: 16, as: form))
    #expect(try readBothWays(old, mixed, recordBytes([16: 1, 20: 3])) == recordBytes([16: 1, 18: 3]))
  }

  @Test("numbers of several lanes keep them together")
  func lanes() throws {
    let old = schema(.array("x", [2, 2], of: .complex(.f32), at: 16))
    let new = schema(.array("x", [2, 3], of: .complex(.f32), at: 64))
    var bytes = recordBytes([:])
    var expected = recordBytes([:])
    for (index, place) in [0, 1, 3, 4].enumerated() {
      withUnsafeBytes(of: (Float(index), Float(-index - 1))) { value in
        bytes.replaceSubrange((16 + index * 8)..<(24 + index * 8), with: value)
        expected.replaceSubrange((64 + place * 8)..<(72 + place * 8), with: value)
      }
    }
    #expect(try readBothWays(old, new, bytes) == expected)
  }

  @Test("a value becomes an array's first, and the first of an array of zeros the value")
  func first() throws {
    for type in [ElementType.u16, .i128, .u8] {
      let value = schema(.scalar("x", type, at: 16))
      for form in [ArrayForm.packed, .elements] {
        let array = schema(.array("x", [2, 3], of: .i128, at: 32, as: form))
        #expect(try readBothWays(value, array, recordBytes([16: 7])) == recordBytes([32: 7]))
      }
    }
    for form in [ArrayForm.packed, .native, .elements] {
      let array = schema(.array("x", [3], of: .u32, at: 32, as: form))
      for value in [
        schema(.scalar("x", .u16, at: 16)), schema(.scalar("y", .u16, at: 16).was("x")),
        schema(.scalar("x", .u16, at: 16).default(5)),
      ] {
        #expect(try readBothWays(array, value, recordBytes([32: 7])) == recordBytes([16: 7]))
        #expect(try isRefused(array, value, recordBytes([32: 7, 36: 1])))
        #expect(try isRefused(array, value, recordBytes([34: 1])))
      }
      let wide = schema(.array("x", [2, 2], of: .complex(.f32), at: 32, as: form))
      let complex = schema(.scalar("x", .complex(.f32), at: 16))
      #expect(try readBothWays(wide, complex, recordBytes([34: 1, 39: 64])) == recordBytes([18: 1, 23: 64]))
      #expect(try isRefused(wide, complex, recordBytes([34: 1, 63: 64])))
    }
  }

  @Test("arrays inside arrays of records grow, also where these stand in columns")
  func inner() throws {
    let small = schema(.array("v", [2], of: .u8, at: 0), .text("t", 2, .utf8, at: 4), size: 16)
    let large = schema(.array("v", [3], of: .u16, at: 0), .text("t", 6, .utf8, at: 8), size: 32)
    let bytes = recordBytes([0: 1, 1: 2, 4: 65, 16: 3, 17: 4, 20: 66, 21: 67])
    let expected = recordBytes([0: 1, 2: 2, 8: 65, 32: 3, 34: 4, 40: 66, 41: 67])
    for form in [RecordArrayForm.columns, .elements] {
      let old = schema(.records("items", [2], of: small, at: 0, as: form))
      for newForm in [RecordArrayForm.columns, .elements] {
        let new = schema(.records("items", [3], of: large, at: 0, as: newForm))
        #expect(try readBothWays(old, new, bytes) == expected)
      }
    }
    // And back, where nothing is cut off.
    let old = schema(.records("items", [3], of: large, at: 0))
    #expect(try readBothWays(old, schema(.records("items", [2], of: small, at: 0)), expected) == bytes)
    #expect(try isRefused(old, schema(.records("items", [1], of: small, at: 0)), expected))
    #expect(try isRefused(old, schema(.records("items", [2], of: small, at: 0)), recordBytes([0: 1, 4: 9])))
  }

  @Test("every dimension of an array of records may grow", arguments: [RecordArrayForm.columns, .elements])
  func recordDimensions(form: RecordArrayForm) throws {
    let inner = schema(.scalar("x", .u8, at: 0).default(9), .array("v", [2], of: .u8, at: 1), size: 16)
    let old = schema(.records("m", [2, 2], of: inner, at: 0, as: form))
    let new = schema(.records("m", [3, 3], of: inner, at: 0))
    #expect(
      try readBothWays(old, new, recordBytes([0: 1, 16: 2, 17: 3, 32: 4, 48: 5, 50: 6]))
        == recordBytes([0: 1, 16: 2, 17: 3, 32: 9, 48: 4, 64: 5, 66: 6, 80: 9, 96: 9, 112: 9, 128: 9]))
  }

  @Test("one record becomes the first of an array", arguments: [RecordArrayForm.columns, .elements])
  func firstRecord(form: RecordArrayForm) throws {
    let point = schema(.scalar("x", .u8, at: 0).was("ex"), .array("v", [2], of: .u8, at: 1), size: 16)
    let former = schema(.scalar("ex", .u8, at: 0), .array("v", [2], of: .u8, at: 1), size: 16)
    let old = schema(.record("item", former, at: 16), .scalar("n", .u8, at: 0))
    let new = schema(.records("items", [2, 2], of: point, at: 32, as: form).was("item"), .scalar("n", .u8, at: 0))
    let bytes = recordBytes([0: 1, 16: 2, 17: 3, 18: 4])
    let expected = recordBytes([0: 1, 32: 2, 33: 3, 34: 4])
    #expect(try readBothWays(old, new, bytes) == expected)
    // In an array of records, and one in the other.
    let outer = schema(.records("list", [2], of: schema(.record("item", former, at: 0), size: 16), at: 16))
    let nested = schema(
      .records("list", [2], of: schema(.records("item", [2], of: point, at: 0, as: form), size: 32), at: 16))
    #expect(try readBothWays(outer, nested, recordBytes([16: 2, 17: 3, 32: 5])) == recordBytes([16: 2, 17: 3, 48: 5]))
    let both = schema(.records("list", [3], of: schema(.records("item", [2], of: point, at: 0), size: 32), at: 16))
    let none = schema(.record("list", schema(.record("item", former, at: 0), size: 16), at: 16))
    #expect(try readBothWays(none, both, recordBytes([16: 2, 17: 3])) == recordBytes([16: 2, 17: 3]))
    // An array in a record is not one of the array's records.
    let list = schema(.record("item", schema(.array("v", [2], of: .u16, at: 0), size: 16), at: 16))
    let single = schema(.records("item", [2], of: schema(.scalar("v", .u16, at: 0), size: 16), at: 32))
    #expect(try readBothWays(list, single, recordBytes([16: 7])) == recordBytes([32: 7]))
    #expect(try isRefused(list, single, recordBytes([16: 7, 18: 8])))
    // The key is another field's.
    let other = schema(.records("item", [2], of: point, at: 32), .scalar("item.x", .u8, at: 0))
    let back = try readBothWays(schema(.scalar("item.x", .u8, at: 0)), other, recordBytes([0: 6]))
    #expect(back == recordBytes([0: 6]))
  }

  @Test("members of unions in an array that grew")
  func unions() throws {
    let item = schema(
      .scalar("kind", .u8, at: 0), .scalar("v.a", .u8, at: 1).when("kind", [0]),
      .scalar("v.b", .u16, at: 2).when("kind", [1]),
      .scalar("z", .u8, at: 4), size: 16)
    let old = schema(.records("items", [2], of: item, at: 0))
    let new = schema(.records("items", [4], of: item, at: 0))
    let bytes = recordBytes([0: 0, 1: 5, 4: 1, 16: 1, 18: 6, 20: 2])
    #expect(try readBothWays(old, new, bytes) == bytes)
    #expect(try isRefused(new, schema(.records("items", [1], of: item, at: 0)), bytes))
  }

  @Test("texts shrink if they fit, in records and in columns")
  func texts() throws {
    let old = schema(.text("t", 16, .utf8, at: 16))
    let new = schema(.text("t", 4, .utf8, at: 16))
    #expect(try readBothWays(old, new, recordBytes([16: 65, 17: 66])) == recordBytes([16: 65, 17: 66]))
    #expect(try isRefused(old, new, recordBytes([16: 65, 17: 66, 18: 67, 19: 68, 20: 69])))
  }
}
