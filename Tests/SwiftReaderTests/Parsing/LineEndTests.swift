import ArchiveModel
import SwiftReader
import Testing

@Suite("Byte-order marks, line ends and control characters")
struct LineEndTests {
  @Test("Lines and columns are right, and no annotation is lost", arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func lineEnds(end: String, mark: String) throws {
    let lines = [
      "struct S { var a = 1 // archive: skp", "  var b = 1 // archive: key(\"B\")", "  // archive: key(\"C\")",
      "  var c = 1",
      "  /* Words.", "     archive: key(\"D\") */", "  var d = 1 // Archive: skip", "}",
    ]
    let model = read(mark + lines.joined(separator: end))
    #expect(
      given(model.diagnostics) == [
        "1:34 unknown attribute 'skp'", "7:16 this comment is not an annotation: an annotation begins with 'archive:'",
      ])
    #expect(model.diagnostics.map(\.sourceLine) == [lines[0], lines[6]])
    let properties = try #require(model.files.first?.types.first?.properties)
    #expect(properties.map { $0.annotations.written.map(\.text) } == [[], ["key(B)"], ["key(C)"], ["key(D)"]])
  }

  @Test("Tabs, page breaks and NUL bytes are space")
  func controls() throws {
    let found = try properties("  var a = 1 //\t\u{C}archive:\u{B}skip\u{C}\n  /*\0archive:\0key(\"B\") */ var b = 1")
    #expect(found.map { $0.annotations.written.map(\.text) } == [["skip"], ["key(B)"]])
  }
}
