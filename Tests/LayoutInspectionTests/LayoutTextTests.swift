import ArchiveModel
@testable import ArchivePlanner
import Testing

@testable import LayoutInspection

@Suite struct LayoutTextTests {
  @Test("A struct is printed with offsets, holes, cache lines and numbers")
  func text() {
    let made = layout(
      record("s", [.integer("a", 1), .integer("f", 4, width: 3), .text("b", 70), .integer("c", 8)]))
    #expect(
      LayoutPrinter(LayoutStyle()).text(of: made) == """
        /* a.h:1: not archived: it was not read for archiving */
        struct s {
        \tuint8_t      a;                 /*     0     1 */
        \tuint32_t     f:3;               /*     0: 8  4 */

        \t/* XXX 5 bits hole, try to pack */

        \tchar         b[70];             /*     2    70 */
        \t/* --- cacheline 1 boundary (64 bytes) was 8 bytes ago --- */
        \tuint64_t     c;                 /*    72     8 */

        \t/* size: 80, alignment: 8, cachelines: 2, members: 4 */
        \t/* sum members: 79 */
        \t/* sum bitfield members: 3 bits, bit holes: 1, sum bit holes: 5 bits */
        \t/* last cacheline: 16 bytes */
        };

        """)
  }

  @Test("With --hex, offsets and sizes are in base 16")
  func hexadecimal() {
    var style = LayoutStyle()
    style.isHexadecimal = true
    let text = LayoutPrinter(style).text(of: layout(record("s", [.text("a", 16), .integer("b", 4)])))
    #expect(text.contains("/*  0x10   0x4 */"))
    #expect(text.contains("size: 0x14"))
  }

  @Test("A reason that contains the end of a comment does not end it")
  func comments() {
    let made = record("s", [.integer("a", 4)])
    let account = RecordAccount(outcome: .leftOut(reason: "a */ b\nc", advice: nil))
    let text = LayoutPrinter(LayoutStyle()).text(of: index([made], accounts: [made.id: account]).layout(of: made))
    #expect(text.hasPrefix("/* a.h:1: not archived: a * / b\u{FFFD}c */\n"))
  }

  @Test("Markdown is a table in which no text is markup")
  func markdown() {
    var member = Made.integer("a", 4)
    member.spelling = "T|<b>`"
    let text = LayoutMarkdown(LayoutStyle()).text(of: layout(record("s", [member, .integer("b", 8)])))
    #expect(text.contains("| 0 | 4 | `` T\\|<b>` a `` |"))
    #expect(text.contains("| 4 | 4 | *hole* | | | |"))
  }
}

@Suite struct LayoutComparisonTests {
  @Test("Members are matched by name, and those that moved, came and went are marked")
  func comparison() throws {
    let before = layout(record("s", [.integer("a", 4), .integer("gone", 4), .integer("b", 8)]))
    let after = layout(record("s", [.integer("a", 4), .integer("b", 8), .integer("new", 2)]))
    let found = try #require(LayoutComparison.compare([[before], [after]]).first)
    #expect(found.rows.map(\.path) == ["a", "gone", "b", "new"])
    #expect(found.rows.map(\.isEqual) == [true, false, true, false])
    #expect(!found.isEqual)
    #expect(
      ComparisonText(titles: ["old", "new"], LayoutStyle()).text(of: found) == """
          struct s           old    new  key
            a: uint32_t     0 +4   0 +4
        -   gone: uint32_t  4 +4      –
            b: uint64_t     8 +8   8 +8
        +   new: uint16_t      –  16 +2
        *   (size)            16     24
            (alignment)        8      8
        *   (unused bytes)     0     10

        """)
  }

  @Test("A type that one side lacks is shown with the other")
  func missingType() throws {
    let one = layout(record("s", [.integer("a", 4)]))
    let found = try #require(LayoutComparison.compare([[], [one]]).first)
    #expect(!found.isEqual)
    #expect(ComparisonText(titles: ["old", "new"], LayoutStyle()).text(of: found).contains("+   a: uint32_t"))
  }
}
