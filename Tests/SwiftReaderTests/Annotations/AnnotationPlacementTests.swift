import ArchiveModel
import Testing

@Suite("Locations of annotations in Swift") struct AnnotationPlacementTests {
  @Test(
    "A type is marked by a comment above it, on its line, after its brace or at its end",
    arguments: [
      "// archive:\nstruct A {}", "/// archive:\nstruct A {}", "/* archive: */ struct A {}",
      "/** archive: */\n@MainActor\npublic struct A {}", "@MainActor // archive:\nstruct A {}",
      "struct A { // archive:\n}",
      "struct A {} // archive:", "struct A {\n} // archive: -- a remark", "struct A // archive:\n{}",
      "// archive:\n\n// what it is\nstruct A {}", "/// Words.\n/// archive:\n/// More.\nstruct A {}",
    ])
  func marks(text: String) throws {
    let found = try type(text)
    #expect(found.isMarked)
    #expect(found.annotations.written.isEmpty)
    #expect(!found.hasAnnotationError)
  }

  @Test("A mark is for its type alone")
  func alone() throws {
    let types = try file("struct A {\n  // archive: name(\"N\"), version(2)\n  struct B { var x = 1 }\n}\nstruct C {}")
      .types
    #expect(types.map(\.isMarked) == [false, true, false])
    #expect(types[1].annotations.written.map(\.text) == ["name(N)", "version(2)"])
    #expect(types[1].annotations.written.map(\.location.column) == [15, 26])
  }

  @Test(
    "A property's attributes are on its line or above it",
    arguments: [
      "var a: Int // archive: key(\"k\")", "// archive: key(\"k\")\nvar a: Int", "/* archive: key(\"k\") */ var a: Int",
      "var a: Int /* archive: key(\"k\") */", "var a: Int = 5; // archive: key(\"k\")",
      "@W(1)\n// archive: key(\"k\")\nvar a: Int", "@W // archive: key(\"k\")\nvar a: Int",
      "var a: Int = f(\n  1) // archive: key(\"k\")", "var a: Int = 1 { // archive: key(\"k\")\n  didSet {}\n}",
      "var a = [ // archive: key(\"k\")\n  1\n]", "/// Words.\n///\n/// archive: key(\"k\")\nvar a: Int",
      "var z: Int { 1 }; /* archive: key(\"k\") */ var a: Int",
    ])
  func properties(text: String) throws {
    let found = try type("struct S {\n\(text)\n}")
    #expect(found.properties.last?.annotations.written.map(\.text) == ["key(k)"])
    #expect(found.properties.dropLast().allSatisfy { $0.annotations.written.isEmpty })
    #expect(!found.isMarked)
  }

  @Test("A comment after a brace is the type's, unless a declaration follows on the line")
  func braces() throws {
    #expect(
      try type("struct S { // archive: version(2)\n  var a: Int }").annotations.written.map(\.text) == ["version(2)"])
    let found = try type("struct S { /* archive: skip */ var a: Int }")
    #expect(found.annotations.written.isEmpty)
    #expect(found.properties.first?.annotations.written.map(\.text) == ["skip"])
  }

  @Test("On a line with several names a comment applies to all, and on several lines to each its own")
  func severalNames() throws {
    let found = try type(
      """
      struct S {
        var a, b: Int // archive: skip
        var c: Int, // archive: key("k")
          d: Int, // archive: default(1)
          e: Int, /* archive: required */ f: Int
      }
      """)
    #expect(
      found.properties.map { $0.annotations.written.map(\.text) } == [
        ["skip"], ["skip"], ["key(k)"], ["default(1)"], [], ["required"],
      ])
  }

  @Test("Cases and their values have attributes of their own")
  func cases() throws {
    let found = try type(
      """
      enum E {
        case a // archive: key("A")
        // archive: was("x", "y")
        case b(Int, c: String)
        case c(
          Int, // archive: key("first")
          // archive: was("old")
          second: Int = 2, // archive: default(2)
          /* archive: key("third") */ third: Int
        ) // archive: key("C")
        case d(/* archive: key("v") */ Int, Int /* archive: key("w") */), // archive: key("D")
          e
      }
      """)
    #expect(
      found.cases.map { $0.annotations.written.map(\.text) } == [["key(A)"], ["was(x|y)"], ["key(C)"], ["key(D)"], []])
    #expect(
      found.cases.map { $0.payload.map { $0.annotations.written.map(\.text) } } == [
        [], [[], []], [["key(first)"], ["was(old)", "default(2)"], ["key(third)"]], [["key(v)"], ["key(w)"]], [],
      ])
  }

  @Test("A key may be without quotation marks, as in C")
  func plainKey() throws {
    #expect(
      try type("struct S {\n  var a: Int // archive: key(b)\n}").properties.first?.annotations.written.map(\.text) == [
        "key(b)"
      ]
    )
    let place = SourceLocation(file: "a.h", line: 1, column: 1)
    #expect(AttributeParser.parse("key(b)", at: place, on: .field).attributes.map(\.text) == ["key(b)"])
  }

  @Test("A protocol takes the types that conform to it")
  func protocols() throws {
    let found = try type("// archive: types(Circle, Shapes.Square<Int>)\nprotocol Shape {}")
    #expect(found.annotations.written.map(\.text) == ["types(Circle|Shapes.Square<Int>)"])
  }

  @Test("Prose and strings are no annotations")
  func prose() throws {
    let found = try file(
      """
      /// The tape archive: see below.
      /// - Parameter archive: The archive.
      struct A {
        var a = "// archive: skip"
        var b = \"""
          // archive: skip
          \"""
      }
      """)
    #expect(found.types.first?.isMarked == false)
    #expect(found.types.first?.properties.allSatisfy { $0.annotations.written.isEmpty } == true)
  }
}
