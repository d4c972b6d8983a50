import ArchiveModel
import Testing

@Suite("Extensions") struct ExtensionTests {
  @Test("Conformances, initializers and methods are the extension's, under the name that it extends")
  func members() throws {
    let found = try file(
      "extension Outer.Inner: P, Codable where T: P {\n  init(x: Int) {}\n  func f(_ a: Int) {}\n  var c: Int { 1 }\n}"
    ).extensions
    #expect(found.map(\.name) == ["Outer.Inner"])
    #expect(found.first?.inherited == [.named("P"), .named("Codable")])
    #expect(found.first?.whereClause == "T: P")
    #expect(found.first?.initializers.first?.parameters.map(\.name) == ["x"])
    #expect(found.first?.methods == [MethodSignature(name: "f", labels: ["_"], parameters: [.named("Int")])])
    #expect(found.first?.location.column == 11)
  }

  @Test("Types in an extension are named after it")
  func nestedTypes() throws {
    let types = try file("extension A.B { struct C { enum D {} } }").types
    #expect(types.map(\.name) == ["A.B.C", "A.B.C.D"])
  }

  @Test(
    "An extension's access is that of its members that write none; private is the whole file",
    arguments: [
      ("public", SwiftAccess.public), ("", .internal), ("fileprivate", .fileprivate), ("private", .fileprivate),
    ])
  func access(word: String, access: SwiftAccess) throws {
    let found = try file("\(word) extension A { struct B { struct C {} }\n init() {}\n private init(x: Int) {} }")
    #expect(found.types.map(\.access) == [access, .internal])
    #expect(found.extensions.first?.initializers.map(\.access) == [access, .private])
  }

  @Test("Extensions of types without a name are named as written")
  func unnamed() throws {
    #expect(try file("extension [Int] {}\nextension Array<Int> {}").extensions.map(\.name) == ["[Int]", "Array<Int>"])
  }
}
