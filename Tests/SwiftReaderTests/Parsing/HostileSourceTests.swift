import ArchiveModel
import SwiftReader
import Testing
import TestRandom

@Suite("Extreme sources") struct HostileSourceTests {
  /// What a source begins with, what it repeats, and how it ends.
  static let nests: [(String, String, String)] = [
    ("var a: Int", "?", ""), ("var a = x", ".A", ""), ("var a = x", ".a", ""), ("var a = A", "()", ""),
    ("var a = A", "!", ""), ("var a = x", "?.a", ""), ("var a = x", "[0]", ""), ("var a = x", "<A>", ""),
    ("var a = ", "(", ""), ("var a = ", "[", ""), ("var a = ", "{", ""), ("var a = ", "x {", ""),
    ("var a = ", "- ", "1"), ("var a = ", "-", "1"), ("var a = ", "try ", "x"), ("var a = ", "await ", "x"),
    ("var a = ", "x + ", "x"), ("var a = x", " as A", ""), ("var a = x", " is A", ""), ("var a = ", "x ? y : ", "x"),
    ("var a = ", "x ? ", "x"), ("var a = ", "if x { } else ", "{ }"), ("var a = ", "\"\\(", ""),
    ("var a = \\A", ".a", ""),
    ("var a = ", "&", "x"), ("var a = ", "#", ""), ("var a = ", "<", ""), ("var a = ", "f(a: ", ""),
    ("var a: ", "A.", "B"), ("var a: A", ".Type", ""), ("var a: ", "(", ""), ("var a: ", "[", ""),
    ("var a: ", "[A: ", ""), ("var a: ", "A<", ""), ("var a: ", "A -> ", "A"), ("var a: ", "(A) -> ", "A"),
    ("var a: ", "@A ", "A"), ("var a: ", "inout ", "A"), ("var a: ", "some ", "A"), ("var a: ", "any ", "A"),
    ("var a: ", "~", "A"), ("var a: ", "A & ", "A"), ("var a: ", "[1 of ", "A"), ("var a: ", "repeat each ", "A"),
    ("", "struct A {", ""), ("", "struct A {\n", ""), ("", "enum A { case a(", ""), ("", "class A { var a: Int {", ""),
    ("", "extension A {", ""), ("extension A", ".A", " {}"), ("", "protocol A: ", ""), ("struct A", "<A", ""),
    ("enum E { indirect case a", ", a", "}"), ("enum E { case a(", "Int, ", "Int) }"), ("var a", ", a", ": Int"),
    ("", "#if os(Linux)\n", ""), ("struct A {\n", "#if os(Linux)\n", ""), ("#if ", "!", "A\n#endif"),
    ("#if ", "(", "A"), ("#if ", "a && ", "a\n#endif"), ("#if ", "!(", "A"), ("#if ", "a(", ""),
    ("#if a\n", "#elseif a\n", "#endif"), ("", "/*", ""), ("", "// archive:\n", "struct A {}"),
    ("", "@a ", "var a = 1"),
    ("", "@a(", ""), ("func f() { ", "if x {} else ", "{} }"), ("func f() { ", "do { ", ""), ("", "let ", "a"),
    ("switch x { case ", "let ", "a: b }"), ("", "public ", "var a = 1"), ("", "}", ""), ("", ")", ""), ("", "`", ""),
    ("", "\u{0}", ""), ("", "\"\"\"", ""), ("var a = ", "#\"", ""), ("var a = /", "(", "/"), ("", "ä", ""),
    ("// archive: default(", "(", ")\nstruct A {}"), ("struct A { var a: Int // archive: default(", "(", "\n}"),
    ("struct A { var a: Int // archive: default(", "[", "\n}"), ("struct A { var a: Int // archive: ", "skip, ", "\n}"),
    ("struct A { var a: Int // archive: default(x", ".a", ")\n}"), ("struct A { var a: Int // ", "archive: ", "\n}"),
    ("struct A { var a: Int // archive: types(", "A<", "\n}"),
    ("struct A { var a: Int // archive: types(A", "?", ")\n}"),
    ("struct A { var a: Int // archive: default(\"", "\\(\"", "\n}"), ("case ", "a, ", "b"), ("", ";", ""),
    ("", "\r", ""),
    ("struct A {", "var a = 1;", "}"), ("enum A {", "case a;", "}"), ("", "struct A {};", ""),
    ("struct A {", "/* archive: skip */ var a: Int;", "}"), ("struct A { var a: Int", " /* archive: skip */", "}"),
    ("", "#/\n", ""), ("", "##/ ", ""), ("", "= /(", ""), ("var a = ", "/\"\"\"", ""),
    ("", "import A;", ""), ("struct A {", "func f();", "}"), ("", "extension A {};", ""),
  ]

  @Test("Extreme nesting and repetition is read or is an error", arguments: nests)
  func nesting(nest: (String, String, String)) {
    for count in [30, 300, 1500] {
      #expect(read(nest.0 + String(repeating: nest.1, count: count) + nest.2).files.count == 1)
    }
  }

  /// A source with every keyword that the reader handles.
  private static let varied = """
    import Foundation
    // archive: name("N"), init(a:b:)
    public final class A<T: P>: Base<[Int: T]>, Q where T == Int {
      @W(1, "x") private(set) var a, b: Int? // archive: key("k"), default(f([1, "\\(x)"]))
      weak var c: A? { didSet {} }; let (d, e) = (1, "ö")
      #if os(Linux) && swift(>=6) || DEBUG
      lazy var f = [1: [Date()]] /* archive: skip */
      #elseif canImport(Shop)
      var g = 1
      #endif
      public required init?(_ x: inout Int..., y z: some P = 1) async throws {}
      static func make(_: Int) -> Self { fatalError() }
    }
    indirect enum E: String { case a = "A", b; case c(Int, // archive: key("v")
      d: [E]) }
    private extension A.B: R { typealias X = Int; struct Y { var `in`: (a: Int, any P & Q)! } }
    """

  @Test("Reading a source that is cut off after any byte terminates")
  func truncation() {
    let bytes = Array(Self.varied.utf8)
    #expect(read(Self.varied).diagnostics.filter { $0.message.contains("expected") }.isEmpty)
    for end in bytes.indices { _ = read(String(decoding: bytes[..<end], as: UTF8.self)) }
  }

  @Test("Reading a source with randomly changed bytes terminates")
  func mutation() {
    var generator = SeededRandom.replayable()
    // A trap ends the process before a failure could be recorded.
    print("seed \(generator.seed)")
    for _ in 0..<300 {
      var bytes = Array(Self.varied.utf8)
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(Array("{}()[]<>\"#/*,:\n".utf8).randomElement(using: &generator) ?? 0, at: place)
        }
      }
      _ = read(String(decoding: bytes, as: UTF8.self))
    }
  }
}
