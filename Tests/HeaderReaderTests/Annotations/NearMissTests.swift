import ArchiveModel
import Foundation
import HeaderReader
import Testing

@Suite("Comments that are almost annotations, and files in odd encodings")
struct NearMissTests {
  static let message = "this comment is not an annotation: an annotation begins with 'archive:'"

  @Test(
    "A misspelled annotation is a warning with the right spelling",
    arguments: [
      ("// Archive: skip", "skip"), ("// archive : skip", "skip"), ("// archive skip", "skip"),
      ("// archived: skip", "skip"), ("// archve: skip", "skip"), ("/* @archive: skip */", "skip"),
      ("// ARCHIVE: SKIP", "skip"), ("// acrhive: skip", "skip"), ("//archives:key(\"k\")", "key(\"k\")"),
      ("// (archive: skip)", "skip"), ("// archive(skip)", "skip"), ("// archive= skip", "skip"),
      ("// archive-skip", "skip"), ("// \\archive: skip", "skip"), ("// the total, Archive: skip", "skip"),
      ("// archive\u{FF1A}skip", "skip"),
      ("// Archive: key(\"k\"), was(\"l\") -- as ever", "key(\"k\"), was(\"l\") -- as ever"),
      ("/** Archive: count(n) **/", "count(n)"), ("/*\n * Words.\n * Archive: skip\n */", "skip"),
      ("// archivegen: skip", "skip"),
    ])
  func nearMiss(comment: String, words: String) throws {
    for library in LibraryUnderTest.all {
      let model = try library.read("struct s {\n  int a; \(comment)\n  int b;\n};")
      #expect(model.diagnostics.map(\.message) == [Self.message])
      #expect(model.diagnostics.map(\.severity) == [.warning])
      #expect(model.diagnostics.first?.advice == "write '// archive: \(words)'")
      #expect(model.diagnostics.first?.location?.line == (comment.contains("\n") ? 4 : 2))
      #expect(try model.field("s", "a").attributes.isEmpty)
    }
  }

  @Test(
    "Prose, addresses and commented-out code are no annotations and have no warning",
    arguments: [
      "// archive the file", "// Archive: see the wiki", "// see http://x.org/archive:skip", "// file:archive: skip",
      "// Archive name", "// archived: elements of it", "// int old; // archive: skip", "// // archive: skip",
      "// `archive: skip` would leave it out", "// the archive skip list", "// \"Archive: skip\"", "// archiver packed",
      "// archive/skip", "// archive.skip", "// active: required", "/* int old; /* archive: skip */",
      "// archive_skip: skip",
    ])
  func prose(comment: String) throws {
    for library in LibraryUnderTest.all {
      let model = try library.read("struct s {\n  int a; \(comment)\n  int b;\n};")
      #expect(model.diagnostics.filter { !$0.message.contains("within block comment") } == [], "\(comment)")
      for name in ["a", "b"] { #expect(try model.field("s", name).attributes.isEmpty, "\(comment)") }
    }
  }

  @Test(
    "Comments of every kind take annotations",
    arguments: [
      "// archive: skip", "//archive:skip", "/// archive: skip", "//! archive: skip", "///< archive: skip",
      "/* archive: skip */", "/** archive: skip */", "/*! archive: skip */", "/**< archive: skip */",
      "/***** archive: skip *****/", "/* Words.\n * archive: skip\n */", "/* Words.\n   archive: skip */",
      "// the total; archive: skip", "// see http://x.org, archive: skip", "//\t\u{C}archive:\t\u{C}skip\u{B} ",
    ])
  func everyComment(comment: String) throws {
    for library in LibraryUnderTest.all {
      let model = try library.readValid("struct s {\n  int a; \(comment)\n  int b;\n};")
      #expect(try model.field("s", "a").attributes.written == "skip", "\(comment)")
      #expect(try model.field("s", "b").attributes.isEmpty, "\(comment)")
    }
  }

  @Test("Near misses in headers that are only included are not reported", arguments: LibraryUnderTest.all)
  func included(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#include \"b.h\"\nstruct a { struct b b; };", "b.h": "struct b { int x; /* Archive: skip */ };",
    ])
    #expect(try folder.read("a.h", with: library).diagnostics == [])
  }

  @Test(
    "Lines and columns are right with a byte-order mark and line ends of every kind",
    arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func lineEnds(end: String, mark: String) throws {
    let lines = [
      "struct s { int a; /* archive: skp */ int b;", "  int c; // archive: key(\"C\")", "  // archive: key(\"D\")",
      "  int d;", "  int e; // archive: skp", "  /* Words.", "     archive: key(\"F\") */", "  int f; };", "",
    ]
    for library in LibraryUnderTest.all {
      let model = try library.read(mark + lines.joined(separator: end))
      #expect(model.summary == ["1:31 error: unknown attribute 'skp'", "5:22 error: unknown attribute 'skp'"])
      #expect(model.diagnostics.map(\.sourceLine) == [lines[0], lines[4]])
      for name in ["c", "d", "f"] {
        #expect(try model.field("s", name).attributes.written == "key(\"\(name.uppercased())\")")
      }
      #expect(try model.field("s", "a").location.column == 16)
    }
  }

  @Test(
    "A key that is not UTF-8 is an error at its byte, and a remark may be anything", arguments: LibraryUnderTest.all)
  func latin1(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder(["a.h": ""])
    let text =
      Array("struct s {\n  int a; // archive: key(\"caf".utf8) + [0xE9]
      + Array("\")\n  int b; // archive: skip -- ".utf8)
      + [0xE9] + Array("\n  int c; // ".utf8) + [0xE9] + Array(" archive: skip\n};\n".utf8)
    try Data(text).write(to: URL(fileURLWithPath: folder.path("a.h")))
    let model = try folder.read("a.h", with: library)
    #expect(model.summary == ["2:30 error: the annotation is not UTF-8: it contains the byte 0xE9"])
    #expect(try model.field("s", "b").attributes.written == "skip")
    #expect(try model.field("s", "c").attributes.written == "skip")
  }

  @Test("NUL bytes are spaces, as to the compiler", arguments: LibraryUnderTest.all)
  func nul(library: LibraryUnderTest) throws {
    let model = try library.read(
      "struct s {\n  int a; /* \0 archive:\0skip */\n  // archive: key(\"B\")\n\0 int b;\n};\n")
    #expect(model.diagnostics.filter { $0.severity == .error } == [])
    #expect(try model.field("s", "a").attributes.written == "skip")
    #expect(try model.field("s", "b").attributes.written == "key(\"B\")")
  }
}
