import ArchiveModel
import Testing

@Suite("Properties") struct PropertyTests {
  @Test(
    "Stored, observed, computed and lazy properties are distinguished",
    arguments: [
      ("var a: Int", SwiftProperty.Storage.stored), ("let a = 1", .stored),
      ("var a = 1 { didSet {} }", .observed), ("var a = 1 { willSet(x) {} didSet {} }", .observed),
      ("var a: Int { 1 }", .computed), ("var a: Int { get { 1 } set {} }", .computed),
      ("var a: Int { get async throws { 1 } }", .computed), ("var a: Int { _read { yield b } }", .computed),
      ("var a: Int { @storageRestrictions(initializes: b) init(x) {} get { 1 } }", .computed),
      ("lazy var a = f()", .lazy), ("lazy var a: Int = { 1 }()", .lazy),
    ])
  func storage(text: String, storage: SwiftProperty.Storage) throws {
    #expect(try properties(text).map(\.storage) == [storage])
  }

  @Test(
    "References are strong, weak or unowned",
    arguments: [
      ("var a: A?", SwiftProperty.Reference.strong), ("weak var a: A?", .weak), ("unowned let a: A", .unowned),
      ("unowned(safe) var a: A", .unowned), ("private unowned(unsafe) var a: A", .unownedUnsafe),
    ])
  func references(text: String, reference: SwiftProperty.Reference) throws {
    #expect(try properties(text).map(\.reference) == [reference])
  }

  @Test("let, static, class and override are read")
  func modifiers() throws {
    let found = try properties("let a = 1\nstatic var b = 1\nclass var c: Int { 1 }\noverride var d: Int { 1 }")
    #expect(found.map(\.isLet) == [true, false, false, false])
    #expect(found.map(\.isStatic) == [false, true, true, false])
    #expect(found.map(\.isOverride) == [false, false, false, true])
  }

  @Test("Setting may be narrower than getting")
  func access() throws {
    let found = try properties("public private(set) var a = 1\nfileprivate(set) var b = 1\npackage var c = 1")
    #expect(found.map(\.access) == [.public, .internal, .package])
    #expect(found.map(\.setterAccess) == [.private, .fileprivate, .package])
  }

  @Test("Each name of a declaration has its own type, value and location")
  func several() throws {
    let found = try properties("var a = 1, b: String, c, d: Int?, e = f(2, 3)")
    #expect(found.map(\.name) == ["a", "b", "c", "d", "e"])
    #expect(
      found.map(\.type) == [.named("Int"), .named("String"), .optional(.named("Int")), .optional(.named("Int")), nil])
    #expect(found.map(\.isTypeInferred) == [true, false, false, false, false])
    #expect(found.map(\.initialValue) == ["1", nil, nil, nil, "f(2, 3)"])
    #expect(found.map(\.location.column) == [5, 12, 23, 26, 35])
  }

  @Test("A tuple pattern is an error of its type, with advice")
  func tuplePattern() throws {
    let found = try type("struct S {\n  let (a, (b, _)) = f()\n  static let (c, d) = (1, 2)\n}")
    #expect(found.properties.isEmpty)
    #expect(
      given(found.diagnostics) == [
        "2:7 a tuple pattern declares several properties at once, and they cannot be archived"
      ])
    #expect(found.diagnostics.first?.advice == "write a declaration for each of them: 'let a', 'let b'")
  }

  @Test("Property wrappers and macros are read with their arguments, on one line")
  func attributes() throws {
    let found = try properties(
      "@Clamped(\n  0, // least\n  max: 9) @available(macOS 14, *)\n@Published var a: Int\nvar b = 1")
    #expect(
      found.map { $0.attributes.map(\.text) } == [["Clamped(0, max: 9)", "available(macOS 14, *)", "Published"], []])
    #expect(found.map { $0.attributes.map(\.name) } == [["Clamped", "available", "Published"], []])
  }

  @Test("An initial value is its text as it is written")
  func initialValues() throws {
    let found = try properties(
      "var a = [\n  1, // one\n]  // b\nvar b: Money = .init(1) { didSet {} }\nvar c: Int? = nil")
    #expect(found.map(\.initialValue) == ["[\n  1, // one\n]", ".init(1)", "nil"])
  }

  @Test("A property's place is that of its name, with its line")
  func location() throws {
    let found = try properties("  @A(\"ö\")\n  var /* ä */ a: Int")
    #expect(found.first?.location == ArchiveModel.SourceLocation(file: "a.swift", line: 3, column: 16))
    #expect(found.first?.sourceLine == "  var /* ä */ a: Int")
  }
}
