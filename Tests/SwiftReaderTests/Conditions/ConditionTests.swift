import ArchiveModel
import SwiftReader
import Testing

@Suite("Conditional compilation") struct ConditionTests {
  @Test(
    "Branches that apply to Linux are read, and no others",
    arguments: [
      ("os(Linux)", true), ("os(macOS)", false), ("os(iOS) || os(Linux)", true), ("os(Linux) && swift(<5.0)", false),
      ("!os(Windows)", true), ("swift(>=5.9)", true), ("swift(>=5.10)", true), ("compiler(>=6.2)", true),
      ("compiler(<6)", false),
      ("swift(>=5.9.2)", true), ("canImport(Foundation)", true), ("canImport(UIKit)", false), ("true", true),
      ("false && DEBUG", false), ("true || DEBUG", true), ("(os(Linux))", true),
      ("!(os(Linux) && DEBUG || true)", false),
      ("targetEnvironment(simulator)", false), ("_endian(little)", true), ("_runtime(_ObjC)", false),
      ("DEBUG || !DEBUG", true), ("DEBUG && !DEBUG", false),
      ("canImport(Foundation) && _pointerBitWidth(_64)", true), ("arch(x86_64) || arch(arm64)", true),
    ])
  func known(condition: String, holds: Bool) throws {
    let found = try type("struct S {\n#if \(condition)\nvar a: Int\n#else\nvar b: Int\n#endif\n}")
    #expect(found.properties.map(\.name) == [holds ? "a" : "b"])
    #expect(found.diagnostics.isEmpty)
  }

  @Test(
    "Properties under an undecidable condition are not read, and their type is reported",
    arguments: [
      "DEBUG", "swift(>=9)", "swift(>=6)", "swift(>=6.1)", "compiler(>=7)", "hasFeature(X)", "hasAttribute(x)",
      "canImport(Foundation, _version: 6)", "A && B && C && D && E && F && G", "DEBUG && os(Linux)", "!DEBUG", "A == B",
    ])
  func undecided(condition: String) throws {
    let found = try type(
      "struct S {\n  #if \(condition)\n  var a: Int\n  var x: Int { 1 }\n  #else\n  var a, b: Int\n  #endif\n  var c: Int\n}"
    )
    #expect(found.properties.map(\.name) == ["c"])
    #expect(
      given(found.diagnostics) == ["2:3 properties and cases in an undecided '#if' are not read: 'a', 'b'"])
    #expect(found.diagnostics.first?.severity == .warning)
  }

  @Test("A true branch before an undecided one decides")
  func outcome() throws {
    let found = try type("enum E {\n#if os(Linux)\ncase a\n#elseif DEBUG\ncase b\n#endif\n}")
    #expect(found.cases.map(\.name) == ["a"])
    #expect(found.diagnostics.isEmpty)
  }

  @Test("Methods under an undecided condition are not reported")
  func methods() throws {
    #expect(try type("struct S {\n#if DEBUG\nfunc f() {}\nstatic var a = 1\n#endif\n}").diagnostics.isEmpty)
  }

  @Test("Conditions nest, in files, extensions and types")
  func nesting() throws {
    let found = try file(
      """
      #if os(Linux)
      import Glibc
      #if swift(>=5)
      struct A { 
        #if os(macOS)
        var a: Int
        #elseif os(Linux)
        var b: Int
        #endif
      }
      #endif
      #else
      import Darwin
      struct A {}
      #endif
      extension A {
        #if os(Linux)
        struct B {}
        #endif
      }
      """)
    #expect(found.imports == ["Glibc"])
    #expect(found.types.map(\.name) == ["A", "A.B"])
    #expect(found.types.first?.properties.map(\.name) == ["b"])
  }

  @Test("A type that is marked under an undecided condition is an error; one that is not is a note")
  func types() {
    let marked = read("#if DEBUG\n// archive:\nstruct A {}\n#else\nstruct A {}\n#endif")
    #expect(given(marked.diagnostics) == ["1:1 types in an undecided '#if' are not read: 'A'"])
    #expect(marked.diagnostics.first?.severity == .error)
    #expect(marked.files.first?.types == [])
    #expect(read("#if DEBUG\nstruct A {}\n#endif").diagnostics.map(\.severity) == [.note])
  }

  @Test("An unknown module is assumed to exist, and the types concerned are reported")
  func modules() throws {
    let found = try file(
      "#if canImport(Shop)\nstruct A {}\n#endif\nstruct B {\n#if canImport(Shop)\nvar a: Int\n#endif\n}\nstruct C {}")
    #expect(found.types.map(\.diagnostics.count) == [1, 1, 0])
    #expect(given(found.types[1].diagnostics) == ["5:1 'canImport(Shop)' is assumed to be true"])
    #expect(found.types[1].properties.count == 1)
  }

  @Test("Comments in branches that are not read are ignored")
  func comments() throws {
    let found = try type(
      "struct S {\n#if os(macOS)\nvar a: Int // archive: nonsense\n#else\nvar b: Int // archive: skip\n#endif\n}")
    #expect(found.properties.first?.annotations.written.map(\.text) == ["skip"])
  }

  @Test(
    "A given platform and given conditions decide",
    arguments: [
      ("arm64-apple-macosx14.0", "os(macOS) && arch(arm64) && !os(Linux) && canImport(AppKit) && !canImport(UIKit)"),
      ("arm64-apple-ios17.0-simulator", "os(iOS) && targetEnvironment(simulator) && canImport(UIKit)"),
      ("aarch64-unknown-linux-gnu", "os(Linux) && arch(arm64) && _pointerBitWidth(_64) && _endian(little)"),
      ("armv7-unknown-linux-androideabi", "os(Android) && !os(Linux) && arch(arm) && _pointerBitWidth(_32)"),
      ("s390x-unknown-linux-gnu", "_endian(big)"), ("wasm32-unknown-wasi", "os(WASI) && arch(wasm32)"),
      ("x86_64-unknown-windows-msvc", "os(Windows) && canImport(WinSDK) && !canImport(Glibc)"),
    ])
  func platforms(triple: String, condition: String) {
    let text = "struct S {\n#if \(condition)\nvar a: Int\n#else\nvar b: Int\n#endif\n}"
    let model = SwiftReader.read([(path: "a.swift", text: text)], build: SwiftBuild(triple: triple))
    #expect(model.files[0].types[0].properties.map(\.name) == ["a"])
  }

  @Test("A condition that is known to be set or not decides")
  func conditions() {
    var build = SwiftBuild.host
    build.conditions = ["DEBUG": true, "TRACE": false]
    let text = "struct S {\n#if DEBUG && !TRACE\nvar a: Int\n#endif\n}"
    let model = SwiftReader.read([(path: "a.swift", text: text)], build: build)
    #expect(model.files[0].types[0].properties.map(\.name) == ["a"])
    #expect(model.files[0].types[0].diagnostics.isEmpty)
  }
}
