import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Fields that moved into a member, or out of one")
struct MovedKeyTests {
  private var old: RecordSchema {
    schema(.scalar("size", .u16, at: 0), .array("marks", [2], of: .u16, at: 4), .text("note", 8, .utf8, at: 8))
  }

  private var box: RecordSchema {
    schema(
      .scalar("weight", .u8, at: 0).was(fromRoot: "size"), .array("marks", [2], of: .u16, at: 2).was(fromRoot: "marks"),
      .text("note", 8, .utf8, at: 6).was("x").was(fromRoot: "note"), size: 16)
  }

  @Test("into a member, at any depth")
  func into() throws {
    let bytes = recordBytes([0: 7, 4: 1, 6: 2, 8: 65])
    let expected = recordBytes([16: 7, 18: 1, 20: 2, 22: 65])
    #expect(try readBothWays(old, schema(.record("box", box, at: 16)), bytes) == expected)
    let outer = schema(.scalar("new", .u8, at: 0), .record("box", box, at: 8), size: 32)
    #expect(try readBothWays(old, schema(.record("cargo", outer, at: 8)), bytes) == expected)
  }

  @Test("out of a member, and from one to another")
  func outOf() throws {
    let inner = schema(.scalar("x", .u8, at: 0), .scalar("y", .u8, at: 1), size: 16)
    let old = schema(.record("a", inner, at: 16), .record("b", inner, at: 32))
    let other = schema(.scalar("z", .u8, at: 0).was(fromRoot: "b.y"), size: 16)
    let new = schema(
      .scalar("x", .u8, at: 0).was("a.x"), .record("c", other, at: 48), .record("b", inner, at: 32))
    #expect(
      try readBothWays(old, new, recordBytes([16: 1, 17: 2, 32: 3, 33: 4])) == recordBytes([0: 1, 32: 3, 33: 4]))
    let gone = schema(.scalar("x", .u8, at: 0).was("a.x"), .record("c", other, at: 48))
    #expect(try readBothWays(old, gone, recordBytes([16: 1, 17: 2, 32: 3, 33: 4])) == recordBytes([0: 1, 48: 4]))
  }

  @Test("out of a member that has become an array: the rest of it is the first element")
  func outOfNewArray() throws {
    let part = schema(.scalar("x", .u8, at: 0), .scalar("n", .u8, at: 1), size: 16)
    let rest = schema(.scalar("x", .u8, at: 0), size: 16)
    let old = schema(.record("part", part, at: 16))
    let bytes = recordBytes([16: 5, 17: 7])
    let moved = FieldSchema.scalar("n", .u8, at: 0).was(fromRoot: "part.n")
    for form in [RecordArrayForm.columns, .elements] {
      let new = schema(moved, .records("part", [2], of: rest, at: 16, as: form))
      #expect(try readBothWays(old, new, bytes) == recordBytes([0: 7, 16: 5]))
      // The element still has the field: the value is that of the one which it moved to.
      let both = schema(moved, .records("part", [2], of: part, at: 16, as: form))
      #expect(try readBothWays(old, both, bytes) == recordBytes([0: 7, 16: 5]))
      // All of the member is another one's now.
      let other = schema(.record("other", part, at: 48).was("part"), .records("part", [2], of: part, at: 16, as: form))
      #expect(try readBothWays(old, other, bytes) == recordBytes([48: 5, 49: 7]))
    }
  }

  @Test("a whole member, with all that is in it")
  func member() throws {
    let point = schema(.scalar("x", .u8, at: 0), .scalar("y", .u8, at: 1).was("why"), size: 16)
    let list = schema(.records("points", [2], of: point, at: 0).was(fromRoot: "spots"), size: 32)
    let frame = schema(
      .record("origin", point, at: 0).was(fromRoot: "start.at"), .record("rest", list, at: 16), size: 64)
    let former = schema(.scalar("x", .u8, at: 0), .scalar("why", .u8, at: 1), size: 16)
    let start = schema(.record("at", former, at: 0), size: 16)
    let old = schema(.record("start", start, at: 0), .records("spots", [2], of: former, at: 16))
    let new = schema(.record("frame", frame, at: 64))
    #expect(
      try readBothWays(old, new, recordBytes([0: 1, 1: 2, 16: 3, 17: 4, 32: 5, 33: 6]))
        == recordBytes([64: 1, 65: 2, 80: 3, 81: 4, 96: 5, 97: 6]))
  }

  @Test("within the elements of an array, whose root is the element")
  func elements() throws {
    let old = schema(.scalar("size", .u8, at: 0), .scalar("count", .u8, at: 1), size: 16)
    let part = schema(.scalar("size", .u8, at: 0).was(fromRoot: "size"), size: 16)
    let new = schema(.scalar("count", .u8, at: 1), .record("part", part, at: 4), size: 32)
    for form in [RecordArrayForm.columns, .elements] {
      let oldList = schema(.scalar("size", .u8, at: 255), .records("items", [2], of: old, at: 0, as: form))
      let newList = schema(.scalar("size", .u8, at: 255), .records("items", [2], of: new, at: 0))
      #expect(
        try readBothWays(oldList, newList, recordBytes([0: 1, 1: 2, 16: 3, 17: 4, 255: 9]))
          == recordBytes([1: 2, 4: 1, 33: 4, 36: 3, 255: 9]))
    }
  }

  @Test("a key that another field has is that field's; of two members the first has the former one")
  func taken() throws {
    let part = schema(.scalar("size", .u8, at: 0).was(fromRoot: "size"), size: 16)
    let two = schema(.record("a", part, at: 16), .record("b", part, at: 32))
    let old = schema(.scalar("size", .u8, at: 0), .scalar("other", .u8, at: 1))
    #expect(try readBothWays(old, two, recordBytes([0: 5])) == recordBytes([16: 5]))
    let own = schema(.record("a", part, at: 16), .scalar("size", .u8, at: 0))
    #expect(try readBothWays(old, own, recordBytes([0: 5])) == recordBytes([0: 5]))
    let renamed = schema(.record("a", part, at: 16), .scalar("length", .u8, at: 0).was("size"))
    #expect(try readBothWays(old, renamed, recordBytes([0: 5])) == recordBytes([0: 5]))
  }

  @Test("a field without any of its keys is an error if required, or has its default")
  func missing() throws {
    let part = schema(.scalar("size", .u8, at: 0).was(fromRoot: "size").required(), size: 16)
    let new = schema(.record("a", part, at: 16), .scalar("other", .u8, at: 1))
    #expect(throws: ArchiveError.missingKey(path: "a.size")) {
      try unarchive(new, try archive(schema(.scalar("other", .u8, at: 1)), recordBytes([1: 1])))
    }
  }

  @Test("into a member of a union, and out of one")
  func unions() throws {
    let old = schema(
      .scalar("kind", .u8, at: 0), .scalar("v.i", .u8, at: 1).when("kind", [1]), .scalar("n", .u8, at: 2))
    let new = schema(
      .scalar("kind", .u8, at: 0), .scalar("v.j", .u8, at: 4).was(fromRoot: "v.i").when("kind", [1]),
      .record("in", schema(.scalar("m", .u8, at: 0).was(fromRoot: "n"), size: 8), at: 8))
    #expect(try readBothWays(old, new, recordBytes([0: 1, 1: 5, 2: 6])) == recordBytes([0: 1, 4: 5, 8: 6]))
  }

  @Test("the error about a pointer that moved proposes the key from the root")
  func suggestion() {
    #expect(Renaming(["next"], ["links.next"])?.suggestion == "'// archive: was(\"/next\")' on the field 'links.next'")
    #expect(Renaming(["l.next"], ["next"])?.suggestion == "'// archive: was(\"/l.next\")' on the field 'next'")
    #expect(
      Renaming(["items[].a"], ["items[].b.a"])?.suggestion == "'// archive: was(\"/a\")' on the field 'items[].b.a'")
    #expect(Renaming(["items[].a"], ["a"])?.suggestion == nil)
  }
}
