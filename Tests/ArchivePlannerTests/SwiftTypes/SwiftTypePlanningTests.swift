import ArchiveModel
import ArchivePlanner
import ArchiveRenderer
import SwiftReader
import Testing

/// How the types of Swift models go from source through the plan into generated code.
@Suite("Swift types from source to code") struct SwiftTypePlanningTests {
  private func plan(_ source: String) -> SwiftTypePlan {
    SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: SwiftTypePlanner.Options()
    )
  }

  private func code(_ source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> String {
    let plan = plan(source)
    #expect(plan.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
    var model = RenderModel(files: [])
    model.swiftFiles = plan.files
    return try ArchiveRenderer().render(model).first?.text ?? ""
  }

  @Test(
    "A property's value is decoded by its type, of any composition",
    arguments: [
      ("Int", "decode(Int.self"), ("Int?", "decode(Int?.self"), ("Int!", "decode(Int?.self"),
      ("Optional<Int>", "decode(Int?.self"), ("[Int]", "decodePacked([Int].self"), ("[Int?]", "decode([Int?].self"),
      ("[Int]?", "decodePacked([Int]?.self"), ("[[Int]]", "decode([[Int]].self"),
      ("[SIMD3<Float>]", "decodePacked([SIMD3<Float>].self"), ("[SIMD3<Float>?]", "decode([SIMD3<Float>?].self"),
      ("[String: [Int]]", "decode([String: [Int]].self"), ("Swift.Set<Foundation.Date>", "decode(Set<Date>.self"),
      ("Range<Double>", "decode(Range<Double>.self"), ("CInt", "decode(Int32.self"),
      ("(x: Int, String)", "decode(ArchivedTuple_x_Int_String.self"),
      ("[(any P)?]", "decode([Archived_any_P?].self"), ("`Type`", "decode(`Type`.self"),
      ("Type.Inner", "decode(`Type`.Inner.self"),
    ])
  func types(written: String, call: String) throws {
    let source = """
      // archive:
      struct S { var a: \(written) }
      // archive: types(C)
      protocol P {}
      // archive:
      struct C: P { var b: Int }
      // archive:
      struct `Type` {
        var b: Int
        // archive:
        struct Inner { var b: Int }
      }
      """
    #expect(try code(source).contains(call + ", forKey: \"a\")"), "\(written)")
  }

  @Test("An identity is declared with its properties' keys; a name that is no property's is an error")
  func identity() throws {
    let line = """
      // archive: identity(id, kind)
      struct Line {
        var id: Int
        var kind: Int  // archive: key("k")
        var amount: Int
      }
      """
    #expect(try code(line).contains("static var archivedIdentity: [Swift.String] { [\"id\", \"k\"] }"))
    #expect(try !code("// archive:\nstruct Line { var id: Int }").contains("archivedIdentity"))
    let wrong = plan("// archive: identity(idd)\nstruct Line { var id: Int }").diagnostics
    #expect(wrong.first?.message.contains("no stored property 'idd'") == true && wrong.first?.location?.line == 2)
    #expect(wrong.first?.advice == "did you mean 'id'?")
    let misplaced = plan("// archive: identity(id)\nfinal class Line { var id = 1 }").diagnostics
    #expect(misplaced.contains { $0.message.contains("'identity' has no effect on a class without 'columns'") })
  }

  @Test("Rows of a class with 'columns' have an identity too, which is no link")
  func identityOfRows() throws {
    func line(_ identity: String) -> String {
      "// archive: columns, identity(\(identity))\nfinal class Line { var id = 1; var next: Line? }"
    }
    #expect(try code(line("id")).contains("static var archivedIdentity: [Swift.String] { [\"id\"] }"))
    let link = plan(line("next")).diagnostics
    #expect(link.contains { $0.message.contains("'next' is a link") }, "\(link)")
  }

  @Test("A type of the app with a known type's name is the app's, and the known type is spelled with its module")
  func hidden() throws {
    let code = try code(
      """
      // archive:
      struct Date { var a: Int }
      // archive:
      struct S { var own: Date; var known: Foundation.Date; var all: [Foundation.Date] }
      """)
    #expect(code.contains("decode(Date.self, forKey: \"own\")"))
    #expect(code.contains("decode(Foundation.Date.self, forKey: \"known\")"))
    #expect(code.contains("decode([Foundation.Date].self, forKey: \"all\")"))
  }

  @Test("An argument of an alias is the type that it names where the alias is used")
  func hiddenArguments() throws {
    let code = try code(
      """
      // archive:
      struct Item { var n: Int }
      struct T {}
      enum Lib {
        // archive:
        struct Item { var s: String }
        typealias Rows<E> = [E]
        typealias Own<E: Hashable> = [E: Item]
      }
      // archive:
      struct S { var rows: Lib.Rows<Item>; var own: Lib.Own<Int>; var all: Lib.Rows<Lib.Item> }
      // archive:
      struct P<T> { typealias R<U> = [U]; var r: R<T> }
      """)
    for (key, type) in [("rows", "[Item]"), ("own", "[Int: Lib.Item]"), ("all", "[Lib.Item]"), ("r", "[T]")] {
      #expect(code.contains("decode(\(type).self, forKey: \"\(key)\")"), "\(code)")
    }
  }

  @Test("A raw value that no archive can have leaves the properties of a struct", arguments: ["", "<T>"])
  func unarchivedRawValues(parameters: String) throws {
    let code = try code(
      """
      // archive:
      struct Override\(parameters) { var name: String }
      extension Override: RawRepresentable\(parameters.isEmpty ? "" : " where T: RawRepresentable") {
        typealias RawValue = [String: Any]
        init?(rawValue: RawValue) { return nil }
        var rawValue: RawValue { ["name": name] }
      }
      """)
    #expect(code.contains("ArchiveRuntime.ArchivableComposite"), "\(code)")
    #expect(code.contains("encode(self.name, forKey: \"name\")"))
  }

  @Test("An archived name is a literal, with the names of generic parameters in it")
  func archivedNames() throws {
    let code = try code("// archive: name(\"a \\\"b\\\"\")\nstruct Box<T> { var a: T }")
    #expect(code.contains(#""a \"b\"<\(T.self)>""#))
    #expect(
      code.contains("extension Box: ArchiveRuntime.ArchivableValue, ArchiveRuntime.ArchivableComposite where T: "))
  }

  @Test("Codable decodes an optional by the wrapped type, and refuses ArchiveValue by its whole name")
  func codable() throws {
    let code = try code(
      """
      // archive: codable
      struct MyArchiveValueList { var a: [Int]?; var b: [String] = [] }
      // archive: codable
      struct S { var list: MyArchiveValueList }
      """)
    #expect(code.contains("a = try container.decodeIfPresent([Int].self, forKey: \"a\")"))
    #expect(
      code.contains(
        "if let key = container.storedKey(\"b\") { self.b = try container.decode([String].self, forKey: key) }"))
    for type in ["ArchiveValue", "[ArchiveValue]", "[String: ArchiveValue]?"] {
      let messages = plan("// archive: codable\nstruct S { var a: \(type) }").diagnostics.map(\.message)
      #expect(messages == ["'a' cannot be Codable: ArchiveValue is not Codable"], "\(type)")
    }
  }

  @Test(
    "A method has to exist, be an instance's, have the right labels and return an object",
    arguments: [
      ("replace(r)", "func r() throws -> any ArchivableObject { self }", nil),
      ("replace(r)", "func r() throws -> C { self }", nil), ("replace(r)", "func r() -> Self { self }", nil),
      ("replace(r)", "func r() -> C? { nil }", "'replace' needs an object from 'r', and it returns 'C?'"),
      ("replace(r)", "func r() {}", "'replace' needs an object from 'r', and it returns nothing"),
      ("replace(r)", "static func r() -> C { C() }", "'replace' calls 'r()' of an instance, which 'C' does not have"),
      ("validate(v)", "private func v() {}", "'v' is private, and generated code in another file cannot call it"),
      ("validate(v)", "func v(a: Int) {}", "'validate' calls 'v()' of an instance, which 'C' does not have"),
      ("version(2), migrate(m)", "func m(from version: Int, _ decoder: ObjectDecoder) {}", nil),
      (
        "version(2), migrate(m)", "func m(_ version: Int) {}",
        "'migrate' calls 'm(from:_:)' of an instance, which 'C' does not have"
      ),
    ])
  func methods(annotation: String, method: String, message: String?) {
    let plan = plan("// archive: \(annotation)\nfinal class C { var a = 1; init() {}\n\(method) }")
    #expect(plan.diagnostics.map(\.message) == [message].compactMap(\.self))
  }

  @Test("An optional parameter that belongs to no property gets nil, if no other initializer fits")
  func nilArguments() throws {
    let first = try code(
      "// archive:\nfinal class C {\n  let a: Int\n  var b = 1\n  init(a: Int, state: Int?, done: (() -> Void)?) { self.a = a }\n}"
    )
    #expect(first.contains("C(a: a, state: nil, done: nil)"))
    let other = try code(
      "// archive:\nfinal class C {\n  var a: Int\n  init(a: Int, state: Int?) { self.a = a }\n  init(a: Int) { self.a = a }\n}"
    )
    #expect(other.contains("C(a: a)"))
    // A missing value is an error, as the property says: only methods for NSCoder pass nil on.
    let optional = try code("// archive:\nfinal class C {\n  var a: Int\n  init(a: Int?) { self.a = a ?? 0 }\n}")
    #expect(optional.contains("let a = try decoder.decode(Int.self, forKey: \"a\")"))
  }
}
