import ArchiveModel
import Testing

@Suite("Declarations of types") struct TypeDeclarationTests {
  @Test("Every kind of type is read, at any nesting, under its qualified name and before those inside it")
  func kinds() throws {
    let types = try file(
      """
      struct A { class B { enum C { actor D { protocol P {} } } }; struct E {} }
      func code() { struct Local {} }
      """
    ).types
    #expect(types.map(\.name) == ["A", "A.B", "A.B.C", "A.B.C.D", "A.B.C.D.P", "A.E"])
    #expect(types.map(\.kind) == [.struct, .class, .enum, .actor, .protocol, .struct])
  }

  @Test("A name is without the backticks that let it be a keyword")
  func backticks() throws {
    let found = try type("enum `default` { case `case`; struct `self` { var `in`: Int } }")
    #expect(found.name == "default")
    #expect(found.cases.map(\.name) == ["case"])
  }

  @Test(
    "Access is as written, whatever precedes it",
    arguments: [
      ("private", SwiftAccess.private), ("fileprivate", .fileprivate), ("internal", .internal), ("", .internal),
      ("package", .package), ("public", .public), ("@MainActor final public", .public), ("open", .open),
    ])
  func access(word: String, access: SwiftAccess) throws {
    #expect(try type("\(word) class A {}").access == access)
  }

  @Test("Access is recorded as written; enclosing types narrow it later")
  func nestedAccess() throws {
    let types = try file("private struct A { struct B {}; public struct C { var x = 1 } }").types
    #expect(types.map(\.access) == [.private, .internal, .public])
    #expect(types[2].properties[0].access == .internal)
  }

  @Test("A protocol's requirements have its access")
  func requirements() throws {
    let found = try type("public protocol P { var x: Int { get set }; init(x: Int) }")
    #expect(found.properties.map(\.access) == [.public])
    #expect(found.properties.map(\.storage) == [.computed])
    #expect(found.initializers.map(\.access) == [.public])
  }

  @Test("final and indirect are read")
  func modifiers() throws {
    let types = try file("final class A {}\nclass B {}\nindirect enum C {}").types
    #expect(types.map(\.isFinal) == [true, false, false])
    #expect(types.map(\.isIndirect) == [false, false, true])
  }

  @Test("Generic parameters are read with constraints and specifiers, and the where clause as text")
  func generics() throws {
    let found = try type("struct A<T: Hashable & Sendable, each U, let N: Int>\n  where T == Int /* yes */, U: P {}")
    #expect(
      found.generics == [
        SwiftGenericParameter(name: "T", constraint: .composition([.named("Hashable"), .named("Sendable")])),
        SwiftGenericParameter(name: "U", specifier: "each"),
        SwiftGenericParameter(name: "N", constraint: .named("Int"), specifier: "let"),
      ])
    #expect(found.whereClause == "T == Int, U: P")
  }

  @Test("Inherited types keep their order")
  func inheritance() throws {
    let found = try type("class A: Base<Int>, Module.P, @unchecked Sendable, ~Copyable {}")
    #expect(
      found.inherited == [
        .named("Base", arguments: [.named("Int")]), .named("Module.P"), .named("Sendable"), .other("~Copyable"),
      ])
  }

  @Test("A type's attributes are read by name")
  func attributes() throws {
    #expect(
      try type("@MainActor @available(macOS 14, *) @Observable public class A {}").attributes == [
        "MainActor", "available", "Observable",
      ])
  }

  @Test("A type's place is that of its name, counted in bytes from 1, with its line")
  func location() throws {
    let found = try type("// ä\n/* ä */ struct A {}\r\n")
    #expect(found.location == ArchiveModel.SourceLocation(file: "a.swift", line: 2, column: 17))
    #expect(found.sourceLine == "/* ä */ struct A {}")
  }

  @Test("Imports are read once each, by module")
  func imports() throws {
    let text = "import Foundation\n@testable import struct Shop.Order\npublic import A.B\nimport Foundation"
    #expect(try file(text).imports == ["Foundation", "Shop", "A.B"])
  }

  @Test("Aliases are read by their qualified names, with their parameters")
  func aliases() throws {
    let text = """
      typealias ID = Swift.Optional<Int>
      struct A { typealias Names = Array<String>; typealias Pair<T> = (T, T) }
      extension A.B { typealias C = Dictionary<String, [Int]> }
      """
    #expect(
      try file(text).aliases == [
        "ID": SwiftAlias(.optional(.named("Int"))), "A.Names": SwiftAlias(.array(.named("String"))),
        "A.Pair": SwiftAlias(
          .tuple([.init(type: .named("T")), .init(type: .named("T"))]), parameters: ["T"]),
        "A.B.C": SwiftAlias(.dictionary(.named("String"), .array(.named("Int")))),
      ])
  }
}
