import ArchiveModel
import Testing
import TestRandom

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

  @Test("A remark follows two dashes")
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
      ("was(\"a\"), was(\"b\")", 30, "'was' is given twice", "write one: was(\"a\", \"b\")"),
      ("key(\"a\"), key(\"b\")", 30, "'key' is given twice", "keep one of them"),
      ("key(\"a", 24, "the text has no closing '\"'", "write it like key(\"status\")"),
      ("key(a", 23, "'key(' has no closing ')'", "write it like key(\"status\")"),
      (
        "case(A, KIND(1), KIND(2))", 28, "an argument of 'case' has parentheses: 'KIND(1)'",
        "write a number, an enumerator or a macro without parameters: '#define NAME KIND(1)', case(NAME)"
      ),
      (
        "count((n + 1) * 2)", 26, "an argument of 'count' has parentheses: '(n + 1) * 2'", "write it like count(n)"
      ),
      ("key(f(x)), skip", 24, "an argument of 'key' has parentheses: 'f(x)'", "write it like key(\"status\")"),
      ("count(f(n)", 25, "'count(' has no closing ')'", "write it like count(n)"),
      ("default()", 28, "'default' has an empty argument", "write it like default(1)"),
      ("name(\"X\")", 20, "'name' belongs on a type", "move it to the declaration that it describes"),
      (
        "skip required", 25, "expected ',' between attributes",
        "separate attributes by commas; a remark follows '--'"
      ),
      ("skip, -- unused", 26, "expected an attribute", "remove the comma before the remark"),
    ])
  func errors(text: String, column: Int, message: String, advice: String) {
    let parsed = parse(text)
    #expect(parsed.diagnostics.map(\.message) == [message])
    #expect(parsed.diagnostics.first?.advice == advice)
    #expect(parsed.diagnostics.first?.location == SourceLocation(file: "a.h", line: 3, column: column))
    #expect(parsed.diagnostics.first?.sourceLine == "line")
  }

  @Test("After a mistake the attributes after the next comma are still read")
  func recovery() {
    let parsed = parse("skp(a, b), required, wsa(\"x\")")
    #expect(parsed.attributes.map(\.name) == [.required])
    #expect(parsed.diagnostics.count == 2)
  }

  @Test(
    "An annotation without an attribute names the attributes that are possible there",
    arguments: ["", "  ", " -- later"])
  func nothing(text: String) {
    #expect(parse(text).diagnostics.first?.message == "no attribute follows 'archive:'")
    #expect(parse(text, on: .type).diagnostics.first?.advice?.contains("'name'") == true)
    #expect(parse(text, on: .type).diagnostics.first?.advice?.contains("'cstring'") == false)
  }

  @Test("Reading arbitrary bytes terminates without a trap")
  func anyBytes() {
    var generator = SeededRandom.replayable()
    // A trap ends the process before a failure could be recorded.
    print("seed \(generator.seed)")
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

@Suite struct SwiftAttributeTests {
  private func parse(_ text: String, on placement: Attribute.Placement) -> AttributeParser {
    AttributeParser.parse(text, at: SourceLocation(file: "a.swift", line: 3, column: 20), on: placement)
  }

  @Test("A Swift type takes the attributes for types, and an initializer's labels as written")
  func typeWords() {
    let parsed = parse(
      #"init(_:title:), validate, migrate(update), replace(standIn), resolve(shared), codable, securecoding, name("N")"#,
      on: .swiftType)
    #expect(parsed.diagnostics.isEmpty)
    #expect(
      parsed.attributes.map(\.name) == [
        .`init`, .validate, .migrate, .replace, .resolve, .codable, .securecoding, .name,
      ])
    #expect(parsed.attributes[0].arguments.map(\.text) == ["_:title:"])
    #expect(parse("validate(check)", on: .swiftType).attributes[0].arguments.map(\.text) == ["check"])
  }

  @Test("An initializer without parameters is named with empty parentheses", arguments: ["init()", "init( )", "init"])
  func emptyInitializer(text: String) {
    let parsed = parse(text, on: .swiftType)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.attributes.map(\.arguments) == [[]])
  }

  @Test(
    "A default is any Swift expression, as written",
    arguments: [
      #"Money(amount: 1, currency: "EUR")"#, "[]", "[:]", ".red", "-1.5e3", #""a, b) c""#, #"["(": 1, ")": 2]"#,
      #""\(names.joined(separator: ")"))""#, ##"#"a"b)"#"##, ##"#"\#(f(")"))"#"##, "Pair<Int, Int>(1, 2)", "{ $0 < 1 }",
      "a < b", "`default`", #""\n\"\u{1F600}""#, "(1, (2, 3))", "\\.name",
    ])
  func defaults(value: String) {
    let parsed = parse("required, default( \(value) ), key(\"k\") -- remark", on: .property)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.attributes.map(\.name) == [.required, .default, .key])
    #expect(parsed.attributes.dropFirst().first?.arguments.map(\.text) == [value])
    #expect(parsed.attributes.dropFirst().first?.arguments.first?.isQuoted == false)
    #expect(parsed.attributes.last?.arguments.first?.text == "k")
  }

  @Test("Types keep the commas of their own arguments")
  func types() {
    let parsed = parse("types(Box<Int, [String: A]>, (Int) -> B, C)", on: .property)
    #expect(parsed.attributes.first?.arguments.map(\.text) == ["Box<Int, [String: A]>", "(Int) -> B", "C"])
  }

  @Test("Keys are read without their quotation marks, and a backslash escapes one")
  func keys() {
    let parsed = parse(#"was("a, b","c\"d", plain)"#, on: .enumCase)
    #expect(parsed.attributes.first?.arguments.map(\.text) == ["a, b", "c\"d", "plain"])
    #expect(parsed.attributes.first?.arguments.map(\.isQuoted) == [true, true, false])
  }

  @Test(
    "A missing closing parenthesis or quotation mark is an error at the opening one",
    arguments: ["default(a", "default((a)", "default(a])", #"default("a)"#, #"key("a"#, "default(`a)", "types(A<B)"])
  func unclosed(text: String) {
    let parsed = parse(text, on: .property)
    let word = text.prefix { $0 != "(" }
    #expect(parsed.diagnostics.map(\.message) == ["'\(word)(' has no closing ')'"])
    #expect(parsed.diagnostics.first?.location?.column == 20 + word.count)
  }

  @Test("Attributes for C are refused in Swift, and those for Swift in C", arguments: Attribute.Name.allCases)
  func languages(name: Attribute.Name) {
    let forC = parse(name.rawValue + "()", on: .c).diagnostics.map(\.message)
    let forSwift = parse(name.rawValue + "()", on: .swift).diagnostics.map(\.message)
    #expect(forC.contains("'\(name.rawValue)' is for Swift models") == name.placement.isDisjoint(with: .c))
    #expect(forSwift.contains("'\(name.rawValue)' is for C headers") == name.placement.isDisjoint(with: .swift))
    #expect(!name.placement.isEmpty)
  }

  @Test(
    "An attribute of the right language in the wrong place names the right places",
    arguments: [
      ("codable", Attribute.Placement.property, "'codable' belongs on a struct, class or enumeration"),
      ("types(A)", .swiftType, "'types' belongs on a property or a protocol"),
      ("skip", .enumCase, "'skip' belongs on a property or a struct, class or enumeration"),
      ("required", .payload, "'required' belongs on a property"),
      ("codable", .swiftProtocol, "'codable' belongs on a struct, class or enumeration"),
    ])
  func places(text: String, placement: Attribute.Placement, message: String) {
    #expect(parse(text, on: placement).diagnostics.map(\.message) == [message])
  }

  @Test("The nearest attribute is one of the same language")
  func nearest() {
    #expect(parse("inti()", on: .swiftType).diagnostics.first?.advice == "did you mean 'init'?")
    #expect(parse("inti()", on: .type).diagnostics.first?.advice?.contains("init") == false)
    #expect(parse("cstrng", on: .property).diagnostics.first?.advice?.contains("cstring") == false)
  }

  @Test("Reading arbitrary bytes on a Swift declaration terminates without a trap")
  func anyBytes() {
    var generator = SeededRandom.replayable()
    // A trap ends the process before a failure could be recorded.
    print("seed \(generator.seed)")
    let pieces = [
      "default(", "types(", "key", "(", ")", "[", "]", "{", "}", "<", ">", ",", "\"", "#", "\\", "`", "-", "ä",
    ]
    for _ in 0..<5000 {
      let count = Int.random(in: 0..<16, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      _ = parse(text, on: .swift)
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

  @Test("A name that resembles no candidate has no nearest one")
  func none() {
    #expect(nearestWord(to: "xyzzy-plugh", among: ["key", "was", "skip"]) == nil)
  }
}
