import ArchiveModel
import Testing

@testable import LayoutInspection

/// The numbers are those that pahole 1.24 prints for the same structs.
@Suite struct LayoutGapsTests {
  private func gaps(_ members: [Made], isPacked: Bool = false) -> LayoutGaps {
    LayoutGaps(of: layout(record("s", members, isPacked: isPacked)))
  }

  @Test("A hole stands behind the member before it, and padding at the end")
  func holes() {
    let found = gaps([.integer("a", 1), .integer("b", 8), .integer("c", 1)])
    #expect(found.holes == [0: 7])
    #expect(found.padding == 7)
    #expect(found.bitHoles.isEmpty)
  }

  @Test("Bits that a storage unit has left are a bit hole, and whole bytes behind it are a hole")
  func bitHoles() {
    // struct { unsigned a:5; unsigned long long b; }: pahole prints 27 bits hole, then 4 bytes hole.
    let found = gaps([.integer("a", 4, width: 5), .integer("b", 8)])
    #expect(found.bitHoles == [0: 27])
    #expect(found.holes == [0: 4])
  }

  @Test("The rest of the last storage unit is bit padding")
  func bitPadding() {
    let found = gaps([.integer("a", 8), .integer("b", 4, width: 7)])
    #expect(found.bitPadding == 25)
    #expect(found.padding == 4)
  }

  @Test("A bit-field that begins in the bytes of an earlier member leaves no hole there")
  func sharedUnit() {
    // struct { char a; int f:3; char b; int g:7; }: pahole prints 5 bits hole behind f, and 1 bit of padding.
    let found = gaps([
      .integer("a", 1), .integer("f", 4, width: 3), .integer("b", 1), .integer("g", 4, width: 7),
    ])
    #expect(found.bitHoles == [1: 5])
    #expect(found.holes.isEmpty)
    #expect(found.bitPadding == 1)
  }

  @Test("Bits of a packed bit-field may cross its unit, and the hole behind it ends at the next one")
  func packed() {
    // struct { char a; int b; unsigned x:3, y:30; long l aligned(4); } packed: pahole prints 23 bits hole.
    let found = gaps(
      [
        .integer("a", 1), .integer("b", 4), .integer("x", 4, width: 3), .integer("y", 4, width: 30),
        Made.integer("l", 8).aligned(4),
      ], isPacked: true)
    #expect(found.bitHoles == [3: 23])
    #expect(found.holes.isEmpty)
  }

  @Test("A bit-field without width ends its unit and has no hole of its own")
  func zeroWidth() {
    let found = gaps([.integer("a", 4, width: 4), .integer("", 4, width: 0), .integer("b", 4, width: 5)])
    #expect(found.bitHoles == [0: 28])
    #expect(found.bitPadding == 27)
  }

  @Test("A union has padding behind its greatest member and no holes")
  func union() {
    let found = LayoutGaps(of: layout(record("u", [.integer("a", 4), .text("b", 7)], kind: .union)))
    #expect(found.holes.isEmpty)
    #expect(found.padding == 1)
  }

  @Test("A record without members has no gaps")
  func empty() { #expect(gaps([]).padding == 0) }
}

@Suite struct DeclaratorTests {
  @Test(
    "A name stands where C has it in a declaration",
    arguments: [
      ("int", "x", "int x"), ("char *", "p", "char *p"), ("char[4]", "t", "char t[4]"),
      ("int (*)(void)", "f", "int (*f)(void)"), ("int (*[4])(int)", "f", "int (*f[4])(int)"),
      ("int (*(*)(int))(char)", "f", "int (*(*f)(int))(char)"), ("int (*)[3]", "p", "int (*p)[3]"),
      ("const char *const", "c", "const char *const c"), ("char *(*const)(void)", "f", "char *(*const f)(void)"),
      ("struct a[2][3]", "m", "struct a m[2][3]"), ("void (^)(int)", "b", "void (^b)(int)"),
      ("struct", "", "struct"),
    ])
  func declaration(type: String, name: String, expected: String) {
    #expect(Declarator(type: type, name: name).text == expected)
  }
}
