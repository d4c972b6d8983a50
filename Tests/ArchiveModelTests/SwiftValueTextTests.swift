import ArchiveModel
import Testing

@Suite("Swift expressions on one line")
struct SwiftValueTextTests {
  @Test(
    "White space is one blank between words, and stays in texts",
    arguments: [
      ("[\n  1,\n  2]", "[ 1, 2]"), ("\"    \"", "\"    \""), ("f(\"a  b\",   c)", "f(\"a  b\", c)"),
      ("\"\"\"\n    one\n      \"two\"\n    \"\"\"", #""one\n  \"two\"""#),
      ("\"\"\"\n  a \\\n  b\n  \"\"\"", "\"a b\""),
      ("\"\"\"\n  a\n  \\(x)\n  \"\"\"", "\"\"\"\n  a\n  \\(x)\n  \"\"\""),
      ("\"\"\"\r\n  a\r\n  b\r\n  \"\"\"", #""a\nb""#),
      ("#\"a  \"b\"  c\"#  +  d", "#\"a  \"b\"  c\"# + d"),
      (#""\(f("x  y",  2))  z"  +  1"#, #""\(f("x  y",  2))  z" + 1"#),
      ("[ // don't\n 1 ]", "[ // don't 1 ]"), ("\"", "\""), ("\"\"", "\"\""), ("\"\"\"\n\"\"\"", "\"\""),
    ])
  func oneLine(text: String, line: String) { #expect(SwiftValueText.oneLine(text) == line) }

  @Test("Only white space within a literal is that of a text")
  func space() {
    #expect(SwiftValueText.hasSpaceInText("f(\"a b\")"))
    for text in ["[1, 2]", "\"ab\" + c", "\"\"", "x // \"a b\""] { #expect(!SwiftValueText.hasSpaceInText(text)) }
  }
}
