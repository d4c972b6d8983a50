import ArchiveModel
import SwiftReader
import Testing

@Suite("Files that are no valid Swift") struct SyntaxErrorTests {
  @Test(
    "The first error is reported with its location",
    arguments: [
      ("struct A {\n  var x: Int\n", "2:13 expected '}' to end struct"),
      ("struct A {\n  var : Int\n}", "2:7 expected pattern in variable"),
      ("struct A {\n  var x: \n}", "2:10 expected type in type annotation"),
      ("struct {}", "1:8 expected identifier in struct"),
      ("struct A { var x = }", "1:20 expected expression in variable"),
      ("struct A {} }", "1:13 unexpected brace in source file"),
      ("let a = 1 2", "1:10 consecutive statements on a line must be separated by newline or ';'"),
      ("let a = 0xZZ", "1:11 'Z' is not a valid hexadecimal digit (0-9, A-F) in integer literal"),
      ("let a = \"text", "1:14 expected '\"' to end string literal"),
      ("func f( {}", "1:8 expected ')' to end parameter clause"),
    ])
  func first(text: String, message: String) throws {
    let model = read(text)
    #expect(given(model.diagnostics) == [message])
    #expect(model.diagnostics.first?.severity == .error)
    #expect(model.diagnostics.first?.advice?.contains("swiftc -parse") == true)
    #expect(model.diagnostics.first?.sourceLine?.isEmpty == false)
    #expect(model.files.first?.hasSyntaxErrors == true)
  }

  @Test("A missing brace is reported with the one that it would close")
  func opening() {
    let notes = read("struct A {\n  var x: Int\n").diagnostics.first?.notes ?? []
    #expect(given(notes) == ["1:10 to match this opening '{'"])
  }

  @Test("Other files are still read, in their order")
  func others() {
    let model = SwiftReader.read([
      (path: "a.swift", text: "struct A {}"), (path: "b.swift", text: "struct {"),
      (path: "c.swift", text: "struct C {}"),
    ])
    #expect(model.files.map(\.path) == ["a.swift", "b.swift", "c.swift"])
    #expect(model.files.map(\.hasSyntaxErrors) == [false, true, false])
    #expect(model.files.flatMap(\.types).map(\.name).filter { !$0.isEmpty } == ["A", "C"])
    #expect(model.diagnostics.count == 1)
    #expect(model.diagnostics.first?.location?.file == "b.swift")
  }

  @Test(
    "Brackets in comments and in the text of literals are not nested",
    arguments: [
      #"let a = "\u{1B}[1m""#, "/// in [0, 1)", "/* [ /* [ */ [ */", ##"let a = #"" [ \(""#"##, #"let a = "\" [""#,
      "let a = \"\"\"\n  [ \" [\n  \"\"\"", #"let a = "\(b["[", "\([c][0]) ["]) [ ""#,
      "let a = \"[\nlet b = 1", #"let r = /[\[]\/[\[]/"#, "let r = #/[[]/[[]/#", "let r = #/\n[[]\n/#",
    ])
  func texts(line: String) {
    let text = "struct A {\n" + String(repeating: line + "\n", count: 14) + "}\n"
    let found = read(text).diagnostics.map(\.message)
    #expect(!found.contains { $0.contains("nested too deeply") }, "\(found)")
  }

  @Test(
    "Brackets behind comments and literals, and in interpolations, are nested",
    arguments: [
      #"let a = "\("#, "let a = \"[\" + ", "/* [ */ let a = ", ##"let a = #"\#("##, #"let a = "\\" + "#,
      "#if a\n#endif\nlet a = ", #"let a = "\(b("[")) \("#, "// c\rlet a = ", "let r = /\"\"\"/\nlet a = ",
      "let r = #/[/*]/#\nlet a = ", #"let r = /\//; let a = "#, "let `a\"b` = ",
      "func f() { return /\"\"\"/ }\nlet a = ", "let a = \"b\rlet c = ",
    ])
  func nestedBehind(line: String) {
    let found = read(line + String(repeating: "[", count: 13)).diagnostics.map(\.message)
    #expect(found.contains { $0.contains("nested too deeply") }, "\(found)")
  }

  @Test(
    "Brackets and conditions that are nested too deeply are an error at that place",
    arguments: [("[", 12, false), ("[", 13, true), ("A<", 12, false), ("A<", 13, true), ("#if a\n", 129, true)])
  func nesting(text: String, count: Int, isError: Bool) {
    let found = read(String(repeating: text, count: count)).diagnostics.map(\.message)
    #expect(found.contains { $0.contains("nested too deeply") } == isError)
    #expect(
      read("let a = \"\"\"\n<<<<<<<<<<<<<<<<<\n\"\"\"\n" + String(repeating: "let a = [1 < 2]\n", count: 99))
        .diagnostics.isEmpty)
  }

  @Test("A file with syntax errors has no errors about comments")
  func noise() {
    #expect(read("struct A { // archive: nonsense\n").diagnostics.count == 1)
  }

  @Test(
    "Empty files, byte order marks and zero bytes do not trap", arguments: ["", "\n", "\u{FEFF}struct A {}", "\u{0}"])
  func odd(text: String) {
    #expect(read(text).files.count == 1)
  }
}
