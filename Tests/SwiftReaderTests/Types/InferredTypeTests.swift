import ArchiveModel
import Testing

@Suite("Types of initial values") struct InferredTypeTests {
  @Test(
    "Literals, calls of initializers and conversions determine the type",
    arguments: [
      ("5", SwiftType.named("Int")), ("-5", .named("Int")), ("0xFF", .named("Int")), ("1.5", .named("Double")),
      ("-1e3", .named("Double")), ("\"a\\(b)\"", .named("String")), ("true", .named("Bool")),
      ("[1, 2]", .array(.named("Int"))), ("[\"a\": [1.5]]", .dictionary(.named("String"), .array(.named("Double")))),
      ("Date()", .named("Date")), ("Foundation.Date()", .named("Foundation.Date")),
      ("Outer.Inner(x: 1)", .named("Outer.Inner")), ("Date.init()", .named("Date")),
      ("Box<Int>()", .named("Box", arguments: [.named("Int")])), ("[Int]()", .array(.named("Int"))),
      ("[String: Int?]()", .dictionary(.named("String"), .optional(.named("Int")))),
      ("Array<Int>()", .array(.named("Int"))), ("[Outer.Inner]()", .array(.named("Outer.Inner"))),
      ("UInt8(5)", .named("UInt8")), ("UInt8(ascii: \"a\")", .named("UInt8")), ("5 as UInt8", .named("UInt8")),
      ("x as? A", .optional(.named("A"))), ("x as! [A]", .array(.named("A"))),
      ("URL(string: \"a\")!", .named("URL")), ("Int(\"5\")!", .named("Int")),
    ])
  func given(value: String, type: SwiftType) throws {
    let property = try #require(try properties("var a = \(value)").first)
    #expect(property.type == type)
    #expect(property.isTypeInferred)
  }

  @Test(
    "An ambiguous value has no type",
    arguments: [
      "nil", "[]", "[:]", ".init()", ".red", "Color.red", "make()", "shared.make()", "1 + 2", "[1, 2.5]", "[1, nil]",
      "Int(\"5\")", "Int(x)", "URL(string: \"a\")", "UUID(uuidString: \"a\")", "Color(rawValue: 1)", "Set([1])",
      "Array(repeating: 0, count: 3)", "try A()", "x ?? A()", "A.shared", "A().b", "{ 1 }()", "(1, 2)", "x ? 1 : 2",
      "if x { 1 } else { 2 }",
    ])
  func doubtful(value: String) throws {
    let property = try #require(try properties("var a = \(value)").first)
    #expect(property.type == nil)
    #expect(!property.isTypeInferred)
    #expect(property.initialValue == value)
  }
}
