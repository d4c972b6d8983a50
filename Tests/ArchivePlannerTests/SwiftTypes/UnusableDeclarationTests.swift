import ArchiveModel
import ArchivePlanner
import SwiftReader
import Testing

/// Declarations for which no code would compile: each is an error that says what to write.
@Suite("Declarations that generated code cannot use") struct UnusableDeclarationTests {
  private func errors(_ source: String) -> [String] {
    SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: SwiftTypePlanner.Options()
    ).diagnostics.filter { $0.severity == .error }.map { "\($0.message): \($0.advice ?? "")" }
  }

  @Test(
    "What cannot be named is an error",
    arguments: [
      ("@available(*, unavailable) struct S { var q: Int }", "'S' is unavailable"),
      ("@available(*, unavailable) enum E { case a }", "'E' is unavailable"),
      ("enum E { case a; @available(*, unavailable) case b }", "the case 'b' is unavailable"),
      ("struct S { @available(*, unavailable) var q: Int? }", "'q' cannot be archived: it is unavailable"),
      ("@usableFromInline struct S { var q: Int }", "'@usableFromInline'"),
      ("struct S { var q: Int; static let archivedClassName = 3 }", "static property 'archivedClassName'"),
      ("struct S { var `_`: Int }", "cannot name a property '_'"),
      ("struct S<String> { var q: Int }", "'String' has the name of Swift's own type"),
      ("struct S { var q: Int }\nstruct RuntimeInterface {}", "'RuntimeInterface' has another meaning"),
      ("struct S { var q: Set<Other> // archive: as(rawValue)\n}", "cannot convert the elements of 'Set<Other>'"),
      ("struct S { var q: Two<Int> }\ntypealias Two<T> = (T, T)", "'Two' is a generic alias"),
      ("class G<T> {}\n// archive:\nfinal class S: G<Int> {}", "subclasses of the generic class 'G'"),
      ("struct S { var q: any P // archive: types(Box<Int>)\n}\nprotocol P {}", "a generic type cannot be told apart"),
    ])
  func unnameable(source: String, expected: String) {
    let found = errors("// archive:\n" + source)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test("The proposed initializer is no second one of the same name, and gives a value to what is behind a wrapper")
  func proposedInitializers() {
    #expect(
      errors("// archive:\nfinal class C { let x: Int; private init(x: Int) { self.x = x } }")[0].hasSuffix(
        ": make 'init(x:)' internal"))
    #expect(
      errors("// archive:\nfinal class C { let x: Int; init?(x: Int) { self.x = x } }")[0].contains(
        "init(archived x: Int) {\n    self.x = x"))
    #expect(
      errors(
        """
        // archive:
        class Base { var a = 1; init() {} }
        // archive:
        final class Sub: Base { override var a: Int { didSet {} } }
        """)[0].contains("init(a: Int) {\n    super.init()\n    self.a = a\n"))
    #expect(
      errors(
        """
        @propertyWrapper struct Fixed { let wrappedValue: Int }
        // archive:
        final class C { @Fixed var a: Int = 3 // archive: key("a")
          init() {}
        }
        """)[0].contains("init(a: Int) {\n    _a = Fixed(wrappedValue: a)\n"))
  }

  @Test("'codable' is refused where a part is a Character, which is not Codable")
  func characters() {
    for type in ["Character", "[Character]", "[Character: Int]", "Set<Character>?", "Swift.Character"] {
      #expect(
        errors("// archive: codable\nstruct S { var a: \(type) }") == [
          "'a' cannot be Codable: Character is not Codable: remove 'codable'"
        ], "\(type)")
    }
  }

  @Test("With types left out, what boxes their values is left out as well")
  func boxes() {
    let plan = SwiftTypePlanner.plan(
      SwiftReader.read([
        (
          path: "a.swift",
          text: """
          // archive:
          struct Bad { var a: Never }
          // archive: types(Bad, Good)
          protocol P {}
          // archive:
          struct Good: P { var b: Int }
          // archive:
          struct Both { var c: any P; var d: (Bad, Int); var e: (Good, Int) }
          // archive:
          struct Fine { var e: (Good, Int) }
          """
        )
      ]), foreign: ImportedTypes(), options: SwiftTypePlanner.Options())
    #expect(plan.files.flatMap(\.existentials).isEmpty)
    #expect(plan.files.flatMap(\.tuples).map(\.name) == ["ArchivedTuple_Good_Int"])
  }

  @Test("Methods that a type has from a protocol's extension, and types with the app's module, are found")
  func found() {
    #expect(
      errors(
        """
        // archive: validate(check)
        struct A: Checked { var x: Int }
        protocol Checked {}
        extension Checked { func check() throws {} }
        // archive: types(App.Dog)
        protocol Animal {}
        // archive:
        struct Dog: Animal { var age: Int }
        // archive:
        struct Home { var pet: any Animal }
        """) == [])
  }
}
