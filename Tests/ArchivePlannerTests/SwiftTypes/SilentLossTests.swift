import ArchiveModel
import ArchivePlanner
import SwiftReader
import Testing

/// What Swift sources declare, and an archive would not have.
@Suite("Losses that are reported") struct SilentLossTests {
  private func messages(_ source: String) -> [String] {
    SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: SwiftTypePlanner.Options()
    ).diagnostics.map { "\($0.severity): \($0.message)" }
  }

  @Test(
    "State behind a constant with an initial value is a warning",
    arguments: [
      ("let a = Settings()", "Settings"), ("let a: Settings = .init()", "Settings"),
      ("let a = [Settings(), Settings()]", "Settings"), ("let a = (Settings(), 3)", "Settings"),
      ("let a: [String: Settings] = [:]", "Settings"), ("let a = Box(settings: Settings())", "Settings"),
      ("let a = Worker()", "Worker"), ("let a = NSMutableArray()", "NSMutableArray"),
      ("let a = NSCountedSet()", "NSCountedSet"), ("let a = Mutex(5)", "Mutex"), ("let a = Atomic<Int>(5)", "Atomic"),
      ("let a = UnsafeMutablePointer<Int>.allocate(capacity: 1)", "UnsafeMutablePointer"), ("let a = 5", nil),
      ("let a = \"Settings()\"", nil),
      ("let a = Stateless()", nil), ("let a = NSLock()", nil), ("static let a = Settings()", nil),
      ("let a = Settings()  // archive: skip", nil), ("var a = Settings()", nil), ("let a: Settings", nil),
    ])
  func constants(declaration: String, state: String?) {
    let found = messages(
      """
      // archive:
      final class Settings { var volume = 5; init() {} }
      final class Worker { var count = 0 }
      final class Stateless { let name = "n" }
      struct Box { let settings: Settings }
      // archive:
      final class Player {
        \(declaration)
        init() { fatalError() }
        init(a: Settings) { self.a = a }
      }
      """)
    let expected = state.map {
      "warning: 'a' is a constant with an initial value and is not archived, but the state of '\($0)' is behind it"
    }
    #expect(found == [expected].compactMap(\.self), "\(declaration)")
  }

  @Test("A mutex can be no 'var': the advice is to leave it out")
  func mutexes() {
    for value in ["Mutex(0)", "Atomic<Int>(3)"] {
      let plan = SwiftTypePlanner.plan(
        SwiftReader.read([(path: "a.swift", text: "// archive:\nfinal class C { let a = \(value); init() {} }")]),
        foreign: ImportedTypes(), options: SwiftTypePlanner.Options())
      #expect(plan.diagnostics.map(\.advice).first??.hasPrefix("write '// archive: skip'") == true)
    }
  }

  @Test("A superclass that is not among the sources is a warning, in whose place may be a protocol")
  func unknownSuperclass() {
    let initializer = "var q: Int; init(q: Int) { self.q = q; super.init(p: 1) }"
    #expect(
      messages("// archive:\nfinal class S: Far { \(initializer) }") == [
        "warning: the superclass 'Far' is not among the given sources: its properties are not archived, and if another module archives it, generated code does not compile"
      ])
    #expect(
      messages("// archive:\nfinal class S: Far { var q = 1 }") == [
        "warning: 'Far' is not among the given sources: if it is a class, its properties are not archived"
      ])
    #expect(messages("// archive:\nfinal class S: NSObject { var q = 1 }").isEmpty)
  }

  @Test("'skip' on a constant without state is redundant")
  func redundantSkip() {
    let found = messages("// archive:\nstruct S { let a = 5  // archive: skip\n var b = 1 }")
    #expect(found == ["warning: 'skip' changes nothing: a constant with an initial value is never archived"])
  }

  @Test("Keys for Codable that name what a macro stores belong to the properties")
  func macroKeys() {
    let found = messages(
      """
      // archive:
      @Observable final class Timer: Codable {
        var minutes = 25
        var label = ""
        @ObservationIgnored var hidden = 1
        var left = 0
        init() {}
        enum CodingKeys: String, CodingKey { case _minutes = "minutes", _label = "title", hidden }
      }
      """)
    #expect(
      found == [
        "note: 'Timer' is archived as its declarations for Codable say: label key \"title\", earlier \"label\"; left is skipped"
      ])
  }

  @Test("A property that is itself called like a macro's storage keeps its key")
  func underscore() {
    let found = messages(
      """
      // archive:
      struct S: Codable {
        var minutes = 25
        var _minutes = 1
        enum CodingKeys: String, CodingKey { case _minutes = "m" }
      }
      """)
    #expect(
      found == [
        "note: 'S' is archived as its declarations for Codable say: minutes is skipped; _minutes key \"m\", earlier \"_minutes\""
      ])
  }

  @Test(
    "A handwritten subclass's method that its root class does not declare is an error",
    arguments: [
      ("func connect(from decoder: ObjectDecoder) throws {}", "connect(from:)"),
      ("func validateAfterDecoding() throws {}", "validateAfterDecoding()"),
      ("func replacementForArchiving() throws -> any ArchivableObject { self }", "replacementForArchiving()"),
      ("func replacementAfterDecoding() throws -> any ArchivableObject { self }", "replacementAfterDecoding()"),
      ("class var archivedClassName: String { \"S\" }", "archivedClassName"),
      ("class var archivableSubclasses: [any ArchivableObject.Type] { [] }", "archivableSubclasses"),
      ("func other() {}", nil), ("func connect(to decoder: ObjectDecoder) {}", nil),
    ])
  func uncalled(member: String, shown: String?) {
    func source(root: String) -> String {
      """
      class Root: ArchivableClass { \(root) }
      class Middle: Root {}
      final class Leaf: Middle { \(member) }
      // archive:
      struct S { var a = 1 }
      """
    }
    let expected = shown.map {
      "error: '\($0)' of 'Leaf' is never called, because 'Root', which conforms to ArchivableClass, does not declare it"
    }
    #expect(messages(source(root: "")) == [expected].compactMap(\.self))
    #expect(messages(source(root: member)) == [])
  }

  @Test(
    "A key that is also one inside another value is an error",
    arguments: [
      ("var a = S()", "a.b", true), ("var a = S()", "a.l", true), ("var a = S()", "a.l[]", true),
      ("var a = S()", "a.c", false), ("var a: S?", "a.b", false), ("var a = [S]()", "a.b", false),
      ("var a = [1]", "a[]", true), ("var a: C = .y", "a.x.r", true), ("var a: C = .y", "a.y", false),
      ("var a: (Int, q: Int) = (1, 2)", "a.0", true), ("var a: (Int, q: Int) = (1, 2)", "a.q", true),
      ("var a: Outer = .init()", "a.s.b", true),
    ])
  func nestedKeys(property: String, key: String, isTaken: Bool) {
    let types = """
      // archive:
      struct S { var b = 1; var l = [1] }
      // archive:
      enum C { case x(r: Int), y }
      // archive:
      struct Outer { var s = S() }
      """
    let own = messages("\(types)\n// archive:\nstruct T {\n\(property)\nvar z = 1  // archive: key(\"\(key)\")\n}")
    let inherited = messages(
      "\(types)\n// archive:\nclass P { \(property); init() {} }\n// archive:\nfinal class Q: P {\nvar z = 1  // archive: key(\"\(key)\")\n}"
    )
    let expected = { (holder: String, owner: String) in
      isTaken
        ? ["error: the key \"\(key)\" of '\(holder).z' is also that of a value inside '\(owner).a'"] : []
    }
    #expect(own == expected("T", "T"))
    #expect(inherited == expected("Q", "P"))
  }

  @Test(
    "A type whose code would not compile is refused",
    arguments: [
      ("struct T: ~Copyable { var a = 1 }", "'T' is '~Copyable', and a value has to be copied to be archived"),
      ("enum T: ~Copyable { case a }", "'T' is '~Copyable', and a value has to be copied to be archived"),
      (
        "struct T<V: ~Copyable>: ~Copyable { var a = 1 }",
        "'T' is '~Copyable', and a value has to be copied to be archived"
      ),
      (
        "struct `a.b` { var a = 1 }",
        "the dot in the name of `a.b` cannot be distinguished from that of a nested type"
      ),
      (
        "struct Optional<V> { var a = 1 }",
        "'Optional' has the name of Swift's own type, which is meant by types such as '[Int]' and 'Int?'"
      ),
      (
        "struct T: RawRepresentable { var rawValue: Plain }",
        "'T' is archived as its raw value, and the type 'Plain' cannot be archived"
      ),
      (
        "final class T: RawRepresentable { let rawValue: Int; init(rawValue: Int) { self.rawValue = rawValue } }",
        "the class 'T' is 'RawRepresentable', and the runtime archives such types as their raw values"
      ),
      (
        "/* archive: codable */ enum T: Character { case a = \"a\" }",
        "Swift has no Codable methods for raw values of the type 'Character'"
      ),
    ])
  func refused(declaration: String, message: String) {
    let found = messages("struct Plain {}\n// archive:\n\(declaration)")
    #expect(found.contains("error: \(message)"), "\(found)")
  }

  @Test("A key from the root that another property has is a warning, unless the key in place stands before it")
  func rootKeys() {
    func found(_ keys: String) -> [String] {
      messages(
        """
        // archive:
        struct Inner {
          var v = 1  // archive: was(\(keys))
        }
        // archive:
        struct Outer { var i = Inner() }
        // archive:
        final class Owner { var v = 5; var x = Outer(); init() {} }
        """)
    }
    let warning = "warning: a struct in 'x' has 'was(\"/v\")', and 'Owner.v' has that key"
    #expect(found("\"/v\"") == [warning])
    #expect(found("\"/v\", \"/x.v\"") == [warning])
    #expect(found("\"/x.v\", \"/v\"").isEmpty)
  }

  @Test(
    "An initializer that makes another value of an archived one is a warning, where the property cannot be assigned afterwards",
    arguments: [
      ("let a: Int", "self.a = a + 1", "'init(a:)', which decoding calls, makes 'a + 1' of the archived 'a'"),
      (
        "private(set) var a: Int", "self.a = a * 2",
        "'init(a:)', which decoding calls, makes 'a * 2' of the archived 'a'"
      ),
      (
        "private(set) var a: Int", "self.a = a; self.a += 1",
        "'init(a:)', which decoding calls, makes 'self.a += 1' of the archived 'a'"
      ),
      (
        "let a: Int", "if a > 3 { self.a = a << 1 } else { self.a = a }",
        "'init(a:)', which decoding calls, makes 'a << 1' of the archived 'a'"
      ),
      (
        "let a: Int", "(self.a, other) = (a + 1, 2)",
        "'init(a:)', which decoding calls, makes 'a + 1' of the archived 'a'"
      ),
      ("let a: Int", "self.a = max(a, -1)", nil), ("let a: Int", "self.a = [a].map { max($0, 1) }.first!", nil),
      ("let a: Int", "self.a = max(0, a)", nil), ("let a: Int", "self.a = a", nil),
      ("var a: Int", "self.a = a + 1", nil),
    ])
  func changingInitializers(property: String, body: String, expected: String?) {
    let found = messages("// archive:\nfinal class C { \(property)\ninit(a: Int) { \(body) } }")
    #expect(found == [expected].compactMap { $0.map { "warning: \($0)" } })
  }

  @Test("An initializer that runs observers of what it assigns is a warning")
  func observingInitializers() {
    let base =
      "// archive:\nclass Base { var n = 0; var a = 1 { didSet { n += 1 } }\ninit() {}\ninit(n: Int, a: Int) {} }\n"
    let sub = "// archive:\nfinal class Sub: Base { init(n: Int, a: Int, b: Int) { "
    #expect(
      messages(base + sub + "super.init(); self.n = n; self.a = a }\nvar b = 1 }").contains(
        "warning: 'init(n:a:b:)', which decoding calls, assigns the inherited 'a', which runs its observers"))
    #expect(messages(base + sub + "super.init(n: n, a: a) }\nvar b = 1 }").isEmpty)
    let renamed = sub.replacing("a: Int", with: "a first: Int")
    #expect(messages(base + renamed + "super.init(n: n, a: first) }\nvar b = 1 }").isEmpty, "under another name")
    let observable = "// archive:\n@Observable final class O { var a: Int@ { didSet {} }\ninit(a: Int) { self.a = a } }"
    #expect(
      messages(observable.replacing("@ {", with: " = 1 {")).contains(
        "warning: 'init(a:)', which decoding calls, runs the observers of 'a': '@Observable' makes it a setter"))
    #expect(messages(observable.replacing("@ {", with: " {")).isEmpty)
  }

  @Test("What CodingKeys leave out is skipped where a protocol of the app or an alias makes the type Codable")
  func codableThroughProtocols() {
    for name in ["Model", "Alias"] {
      let found = messages(
        """
        protocol Model: Codable {}
        typealias Alias = Codable & Hashable
        // archive:
        struct User: \(name) {
          var id = 1
          var password = ""
          enum CodingKeys: String, CodingKey { case id = "_id" }
        }
        """)
      #expect(found.contains { $0.contains("password is skipped") }, "\(found)")
    }
  }

  @Test("What methods for NSCoder archived as an object is not read by 'as(securecoding)', which is a warning")
  func objectsOfFormerCoding() {
    let found = messages(
      """
      // archive:
      final class Note: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }
        var unit: UnitLength // archive: as(securecoding)
        init(unit: UnitLength) { self.unit = unit }
        func encode(with coder: NSCoder) { coder.encode(unit, forKey: "unit") }
        init?(coder: NSCoder) { unit = coder.decodeObject(of: UnitLength.self, forKey: "unit")! }
      }
      """)
    #expect(
      found.contains {
        $0.hasPrefix("warning: 'as(securecoding)' cannot read 'unit' from archives of NSKeyedArchiver")
      },
      "\(found)")
  }
}
