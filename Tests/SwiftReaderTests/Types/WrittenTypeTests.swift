import ArchiveModel
import Testing

@Suite("Written types") struct WrittenTypeTests {
  @Test(
    "Every spelling of a type is read",
    arguments: [
      ("Int", SwiftType.named("Int")),
      ("Swift.Int", .named("Swift.Int")),
      ("Foundation.Date", .named("Foundation.Date")),
      ("Int?", .optional(.named("Int"))),
      ("Optional<Int>", .optional(.named("Int"))),
      ("Int!", .implicitlyUnwrapped(.named("Int"))),
      ("Int??", .optional(.optional(.named("Int")))),
      ("[Int]", .array(.named("Int"))),
      ("Swift.Array<Int>", .array(.named("Int"))),
      ("[String: [Int]]", .dictionary(.named("String"), .array(.named("Int")))),
      ("Set<Int>", .named("Set", arguments: [.named("Int")])),
      ("Outer<Int>.Inner<String>", .named("Outer.Inner", arguments: [.named("String")])),
      ("[3 of Int]", .named("InlineArray", arguments: [.other("3"), .named("Int")])),
      ("(Int)", .named("Int")),
      ("(x: Int, String)", .tuple([.init(label: "x", type: .named("Int")), .init(type: .named("String"))])),
      ("()", .tuple([])),
      ("any P", .any([.named("P")])),
      ("any P & Q", .any([.named("P"), .named("Q")])),
      ("(any P)?", .optional(.any([.named("P")]))),
      ("some P", .some(.named("P"))),
      ("P & Q", .composition([.named("P"), .named("Q")])),
      ("(Int) -> Void", .function("(Int) -> Void")),
      ("@Sendable (Int)  ->\n Void", .function("(Int) -> Void")),
      ("((Int) -> Void)?", .optional(.function("(Int) -> Void"))),
      ("Int.Type", .other("Int.Type")),
      ("`Type`", .named("Type")),
    ])
  func spellings(text: String, expected: SwiftType) throws {
    #expect(try properties("var a: \(text)").map(\.type) == [expected])
  }
}
