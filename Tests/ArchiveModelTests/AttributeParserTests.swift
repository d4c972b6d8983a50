import ArchiveModel
import Testing

@Suite struct AttributeParserTests {
  private func parse(_ text: String, on placement: Attribute.Placement = .field) -> AttributeParser {
    AttributeParser.parse(text, at: SourceLocation(file: "a.h", line: 3, column: 20), sourceLine: "line", on: placement)
  }

  @Test("Words, quoted texts, products and lists of arguments are read with their places")
  func everyForm() {
    let parsed = parse(#" key("a, b"), count(rows * 2) , was("x","y")"#)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.attributes.map(\.name) == [.key, .count, .was])
    #expect(parsed.attributes[0].arguments.map(\.text) == ["a, b"])
    #expect(parsed.attributes[0].arguments[0].isQuoted)
    #expect(parsed.attributes[1].arguments.map(\.text) == ["rows * 2"])
    #expect(parsed.attributes[2].arguments.map(\.text) == ["x", "y"])
    #expect(parsed.attributes[1].location.column == 20 + 14)
    #expect(parsed.attributes[1].arguments[0].location.column == 20 + 20)
  }

  @Test("A remark follows behind two dashes")
  func remark() {
    let parsed = parse(" skip -- computed, on (load")
    #expect(parsed.attributes.map(\.name) == [.skip])
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test("A quotation mark inside a text is escaped by a backslash")
  func escapedQuote() {
    #expect(parse(#"key("a\"b")"#).attributes.first?.arguments.first?.text == "a\"b")
  }

  @Test(
    "A mistake is reported at its column with what to write",
    arguments: [
      ("skp", 20, "unknown attribute 'skp'", "did you mean 'skip'?"),
      ("coutn(n)", 20, "unknown attribute 'coutn'", "did you mean 'count'?"),
      ("key", 20, "'key' takes one argument", "write it like key(\"status\")"),
      ("skip(1)", 20, "'skip' takes no argument", "write it like skip"),
      ("skip, skip", 26, "'skip' is given twice", "keep one of them"),
      ("key(\"a", 24, "the text has no closing '\"'", "write it like key(\"status\")"),
      ("key(a", 23, "'key(' has no closing ')'", "write it like key(\"status\")"),
      ("default()", 28, "'default' has an empty argument", "write it like default(1)"),
      ("name(\"X\")", 20, "'name' belongs on a type", "move it to the declaration that it is about"),
      (
        "skip required", 25, "expected ',' between attributes",
        "separate attributes by commas; a remark goes behind '--'"
      ),
    ])
  func mistakes(text: String, column: Int, message: String, advice: String) {
    let parsed = parse(text)
    #expect(parsed.diagnostics.map(\.message) == [message])
    #expect(parsed.diagnostics.first?.advice == advice)
    #expect(parsed.diagnostics.first?.location == SourceLocation(file: "a.h", line: 3, column: column))
    #expect(parsed.diagnostics.first?.sourceLine == "line")
  }

  @Test("After a mistake the words behind the next comma are still read")
  func recovery() {
    let parsed = parse("skp(a, b), required, wsa(\"x\")")
    #expect(parsed.attributes.map(\.name) == [.required])
    #expect(parsed.diagnostics.count == 2)
  }

  @Test("An annotation without a word names the words that may stand there", arguments: ["", "  ", " -- later"])
  func nothing(text: String) {
    #expect(parse(text).diagnostics.first?.message == "no attribute follows 'archive:'")
    #expect(parse(text, on: .type).diagnostics.first?.advice?.contains("'name'") == true)
    #expect(parse(text, on: .type).diagnostics.first?.advice?.contains("'cstring'") == false)
  }

  @Test("Any bytes are read to an end without a trap")
  func anyBytes() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("kesip(),\"\\ -*ä\u{0}".unicodeScalars)
    for _ in 0..<2000 {
      let text = String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0..<24, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? " " })
      )
      _ = parse(text)
    }
  }
}

@Suite struct NearestWordTests {
  @Test("A transposition, a missing and a doubled letter are each one edit away")
  func edits() {
    let words = Attribute.Name.allCases.map(\.rawValue)
    #expect(nearestWord(to: "coutn", among: words) == "count")
    #expect(nearestWord(to: "cstrng", among: words) == "cstring")
    #expect(nearestWord(to: "elemments", among: words) == "elements")
  }

  @Test("A word like none of the candidates has no nearest one")
  func none() {
    #expect(nearestWord(to: "xyzzy-plugh", among: ["key", "was", "skip"]) == nil)
  }
}

@Suite struct DiagnosticTests {
  @Test("Diagnostics are sorted by place, and those of one place keep their order")
  func sorting() {
    let at = { (line: Int) in SourceLocation(file: "a.h", line: line, column: 1) }
    let sorted = [
      Diagnostic(.warning, at: at(9), "third"), Diagnostic(.error, at: at(2), "first"),
      Diagnostic(.note, at: at(2), "second"),
      Diagnostic(.error, "placeless"),
    ].sortedByLocation()
    #expect(sorted.map(\.message) == ["placeless", "first", "second", "third"])
  }
}
