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
      ("@usableFromInline struct S { var q: Int }", "'@usableFromInline'"),
      ("struct S { var q: Int; static let archivedClassName = 3 }", "static property 'archivedClassName'"),
      ("struct S { var `_`: Int }", "cannot name a property '_'"),
      (
        "struct S<T> { var q: T }\nextension S: RawRepresentable where T == Int {}",
        "'RawRepresentable' under a condition"
      ),
      ("enum E: String { case a // archive: was(\"b\")\n }", "'was' has no effect on 'a': archives have the raw value"),
      ("struct S { var q: Int }\nstruct RuntimeInterface {}", "'RuntimeInterface' has another meaning"),
      ("struct S { var q: Set<Other> // archive: as(rawValue)\n}", "cannot convert the elements of 'Set<Other>'"),
      (
        "final class S { var q: Int; init(q: A) { self.q = 1 } }\ntypealias A = (A, A)",
        "none can be called with the archived properties"
      ),
      ("struct S { var q: A<Int> }\ntypealias A<T> = [A<[T]>]", "the type 'A' cannot be resolved"),
      ("struct S { var q: Two<Int> }\ntypealias Two<each T> = (repeat each T)", "'repeat each T' is not supported"),
      ("class G<T> {}\n// archive:\nfinal class S: G<Int> {}", "subclasses of the generic class 'G'"),
      ("struct S { var q: any P // archive: types(Box<Int>)\n}\nprotocol P {}", "a generic type cannot be told apart"),
      ("struct S<T: AnyObject> { weak var v: T? }", "reference of the type of a parameter, 'T', is not supported"),
      ("struct S<let n: Int> { var q: Int }", "the parameter 'let n' is a value"),
      (
        "struct S<let n: Int> { var q: InlineArray<n, Int> }", "an 'InlineArray' whose count is not written as a number"
      ),
      ("struct S { var q: M<4> }\n// archive:\nstruct M<let n: Int> {}", "a type with the value 4 as an argument"),
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
        """)[0].hasSuffix("add this one to 'Base':\n  init(a: Int) {\n    self.a = a\n  }"))
    #expect(
      errors(
        """
        // archive:
        class Base { var a = 1; init() {} }
        // archive:
        final class Sub: Base { override var a: Int { didSet {} }; override init() { super.init() } }
        """)[0].hasSuffix(
          """
          add this one to 'Base':
            init(a: Int) {
              self.a = a
            }
          and this one to 'Sub':
            override init(a: Int) {
              super.init(a: a)
            }
          """))
    #expect(
      errors(
        """
        // archive:
        class Node { let id: Int; private(set) var rev = 1; init(id: Int) { self.id = id } }
        // archive:
        class Folder: Node { var title: String { didSet {} }
          init(id: Int, title: String) { self.title = title; super.init(id: id) } }
        """)[1].hasSuffix(
          """
          add this one to 'Node':
            init(id: Int, rev: Int) {
              self.id = id
              self.rev = rev
            }
          and this one to 'Folder':
            init(id: Int, rev: Int, title: String) {
              self.title = title
              super.init(id: id, rev: rev)
            }
          """))
    #expect(
      errors("// archive:\n@Observable final class Doc { var title = \"\" { didSet {} }; init() {} }")[0].hasSuffix(
        "  }\nand remove the initial value of 'title', so that the initializer runs no observers"))
    #expect(
      errors(
        """
        @propertyWrapper struct Fixed { let wrappedValue: Int; init(wrappedValue: Int, most: Int) {} }
        // archive:
        final class C { @Fixed(most: 9) var a: Int = 3 // archive: key("a")
          init() {}
        }
        """)[0].contains("init(a: Int) {\n    _a = Fixed(wrappedValue: a, most: 9)\n"))
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

  @Test(
    "What compiles is no error",
    arguments: [
      "@usableFromInline enum E: Int { case a }", "enum E: Int { case a; @available(*, unavailable) case b }",
      "struct S { var q: Int; static let archivedColumns = 3; static let archivedClasses = 4 }",
      "@available(macOS 13, *) @available(iOS, unavailable) struct S { var q: Int }", "struct S<Data> { var q: Data }",
    ])
  func usable(source: String) { #expect(errors("// archive:\n" + source) == []) }

  @Test("Aliases that lead to each other are an error, and 'ID' may be another type's name")
  func aliases() {
    for source in [
      "typealias X = [Y]\ntypealias Y = [X]\n// archive:\nstruct C { var id: X }",
      "// archive:\nstruct A: Identifiable { var id: B.ID }\n// archive:\nstruct B: Identifiable { var id: A.ID }",
    ] {
      #expect(errors(source).contains { $0.contains("cannot be resolved") }, "\(errors(source))")
    }
    // A nested alias hides a type outside, and a nested type an alias.
    #expect(
      errors(
        """
        struct Tags {}
        typealias Kind = Never
        // archive:
        struct A { typealias Tags = [String]; var tags: Tags; var kind: Kind
          // archive:
          enum Kind { case a }
        }
        """) == [])
    // A class has those of its superclass, and of extensions.
    #expect(
      errors(
        """
        struct Tags {}
        // archive:
        class A { init() {}
          // archive:
          enum Inner: Int { case a }
        }
        extension A { typealias Tags = [String] }
        // archive:
        final class B: A { var tags: Tags = []; var inner: Inner = .a }
        """) == [])
    #expect(
      errors("import Foundation\ntypealias ID = UUID\n// archive:\nstruct Item: Identifiable { var id: ID }") == [])
    #expect(
      errors("enum NS { typealias ID = Int\n// archive:\nstruct Item: Identifiable { let id: ID; var n: [ID] } }") == []
    )
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
