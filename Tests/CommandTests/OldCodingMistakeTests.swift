import Foundation
import Testing

/// Classes with their own coding methods: what is adopted, and what is reported about the rest.
@Suite struct OldCodingMistakeTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// A class with these properties, whose `encode(with:)` and `init(coder:)` have these lines.
  private func run(
    _ properties: String, encode: String = "", decode: String = "", besides: String = ""
  ) throws -> (errors: String, written: String) {
    try workspace.write(
      "Model/C.swift",
      "// archive:\nclass C: NSObject, NSCoding {\n\(properties)\ninit(d: Int = 0) {}\nfunc encode(with coder: NSCoder) {\n"
        + "\(encode)\n}\nrequired init?(coder: NSCoder) {\n\(decode)\n}\n}\n\(besides)")
    let outcome = try workspace.archivegen("Model", "-o", "out", "--keep-going")
    return (outcome.errors, workspace.contents(of: "out").values.joined())
  }

  @Test("The keys are adopted with one note, and a key on the property takes precedence") func keys() throws {
    let (errors, written) = try run(
      "var a = 1\nvar b = 2 // archive: key(\"own\")\nvar c = 3 // archive: was(\"older\")",
      encode: "coder.encode(a, forKey: \"A\")\ncoder.encode(b * 2, forKey: \"B\")\ncoder.encode(c, forKey: K.c)",
      decode: "c = coder.decodeInteger(forKey: \"Cold\")", besides: "enum K { static let c = \"C\" }")
    #expect(
      errors.contains("7:6: note: the keys of 'C' are those of its coding methods: a \"A\"; c \"C\", earlier \"Cold\""))
    #expect(!errors.contains("error:"), "\(errors)")
    for key in ["\"A\"", "\"own\"", "\"C\"", "\"Cold\"", "\"older\""] {
      #expect(written.contains("forKey: \(key)") || written.contains(key), "\(key)")
    }
    #expect(!written.contains("\"B\""))
  }

  @Test("An unknown key is a warning at the property, with the location in the method") func unknownKey() throws {
    let (errors, _) = try run(
      "var a = 1\nvar b = 2", encode: "coder.encode(a, forKey: key(1))\ncoder.encode(b, forKey: missing)")
    #expect(
      errors.contains("C.swift:3:5: warning: the key of 'a' in old archives cannot be determined, and \"a\" is assumed")
    )
    #expect(errors.contains("write the archived key: '// archive: key(\"…\")'"))
    #expect(errors.contains("C.swift:7:1: note: it is archived here"))
    #expect(errors.contains("C.swift:4:5: warning: the key of 'b'"))
  }

  @Test(
    "A value of another form is an error at the property, unless its key is written on it",
    arguments: [
      (
        "var a = 1", "coder.encode(a * 10, forKey: \"A\")",
        "'a * 10' under the key \"A\", but generated code reads a 'Int'"
      ),
      ("var a: [Int] = []", "for x in a { coder.encode(x, forKey: \"A\") }", "parts of 'a' under the key \"A\""),
      ("var a: URL?", "coder.encode(a?.absoluteString, forKey: \"A\")", "'a?.absoluteString'"),
      ("var a = 1\nvar b = 2", "coder.encode([a, b], forKey: \"AB\")", "'[a, b]' under the key \"AB\""),
      ("var a = \"\"", "coder.encode(Int(a)!, forKey: \"A\")", "a number under the key \"A\""),
      ("var a = 1", "coder.encodeColor(a, forKey: \"A\")", "'coder.encodeColor(a, forKey: \"A\")'"),
      ("var a: [Float] = []", "coder.encodeBytes(a, length: 4, forKey: \"A\")", "its bytes in memory"),
    ])
  func otherForm(properties: String, encode: String, what: String) throws {
    let (errors, written) = try run(properties, encode: encode)
    #expect(errors.contains("C.swift:3:5: error: 'a' was archived as \(what)"), "\(errors)")
    #expect(errors.contains("in a 'migrate' method"))
    #expect(!written.contains("extension C"))
    let lines = properties.split(separator: "\n").map { "\($0) // archive: key(\"k\($0.dropFirst(4).prefix(1))\")" }
    let outcome = try run(lines.joined(separator: "\n"), encode: encode)
    #expect(!outcome.errors.contains("error:"), "\(outcome.errors)")
  }

  @Test("A value that 'init(coder:)' changes is a warning at the property, unless its key is written on it")
  func changedValue() throws {
    let decode = "a = coder.decodeInteger(forKey: \"A\") - 1\nb = coder.decodeInteger(forKey: \"old\") * 60"
    let encode = "coder.encode(a, forKey: \"A\")\ncoder.encode(b, forKey: \"B\")\ncoder.encode(c ?? -1, forKey: \"C\")"
    let (errors, _) = try run("var a = 1\nvar b = 2\nvar c: Int?", encode: encode, decode: decode)
    #expect(
      errors.contains(
        "C.swift:3:5: warning: 'init(coder:)' does not give 'a' the value under the key \"A\", but 'coder.decodeInteger(forKey: \"A\") - 1'"
      ), "\(errors)")
    #expect(errors.contains("C.swift:4:5: warning: 'init(coder:)' does not give 'b' the value under the key \"old\""))
    #expect(errors.contains("write '// archive: key(\"B\")', and read \"old\" in a 'migrate' method"))
    #expect(
      errors.contains("C.swift:5:5: warning: 'c' was archived as '-1' under the key \"C\" where it was nil"),
      "\(errors)")
    let keyed = try run(
      "var a = 1 // archive: key(\"A\")\nvar b = 2 // archive: key(\"B\")\nvar c: Int? // archive: key(\"C\")",
      encode: encode, decode: decode)
    #expect(!keyed.errors.contains("warning:"), "\(keyed.errors)")
  }

  @Test("A second key, and a property that 'init(coder:)' computes, are warnings")
  func keysAndComputedProperties() throws {
    let (errors, _) = try run(
      "var a = 1\nvar depth = 0\nvar cache: [Int] = []\nweak var parent: C?",
      encode: "coder.encode(a, forKey: \"A\")\ncoder.encode(a, forKey: \"A2\")",
      decode:
        "a = coder.decodeInteger(forKey: \"A\")\ndepth = a + 1\ncache = [Int]()\nfor x in [self] { x.parent = self }")
    #expect(
      errors.contains("3:5: warning: 'a' is encoded under the keys \"A\" and \"A2\", and only \"A\" is written"),
      "\(errors)"
    )
    #expect(errors.contains("4:5: warning: 'depth' is not archived by 'encode(with:)', and generated code does not do"))
    #expect(errors.contains("'init(coder:)' does: 'x.parent = self'"), "\(errors)")
    #expect(errors.contains("5:5: note: 'cache' is not archived"), "\(errors)")
  }

  @Test(
    "A value that Foundation archives as an object, and generated code by its Codable coding, is an error",
    arguments: ["Measurement<UnitLength>", "PersonNameComponents", "Foundation.CharacterSet", "[CharacterSet]"])
  func codable(type: String) throws {
    let property = "var a: \(type)?"
    for value in ["a", "a as Any"] {
      let (errors, _) = try run(property, encode: "coder.encode(\(value), forKey: \"A\")")
      #expect(
        errors.contains("3:5: error: 'a' was archived as an object of Foundation's under the key \"A\""), "\(errors)")
      #expect(errors.contains("convert the old ones once with NSKeyedUnarchiver"))
    }
    let keyed = try run("\(property) // archive: key(\"A\")", encode: "coder.encode(a, forKey: \"A\")")
    #expect(!keyed.errors.contains("error:"), "\(keyed.errors)")
    #expect(try !run("var a = Date()", encode: "coder.encode(a, forKey: \"A\")").errors.contains("error:"))
  }

  @Test("A value without a key is an error") func unkeyed() throws {
    let (errors, _) = try run("var a = 1", encode: "coder.encode(a)")
    #expect(
      errors.contains("3:5: error: 'a' was archived without a key, but generated code reads values by their keys"),
      "\(errors)")
  }

  @Test("A property that the methods do not archive is a note, or a warning if old archives cannot be read")
  func unmentioned()
    throws
  {
    let (errors, _) = try run("var a = 1\nvar d: Int\nvar s = 2 // archive: skip")
    #expect(errors.contains("3:5: note: 'a' is not archived by 'encode(with:)'"))
    #expect(errors.contains("4:5: warning: 'd' is not archived by 'encode(with:)' and has no initial value"))
    #expect(!errors.contains("'s' is not among"))
  }

  @Test("A property that is read and never written is a note, or a warning if old archives cannot be read")
  func unwritten() throws {
    let (errors, written) = try run(
      "var a: Int\nvar b: String\nvar c: Date", encode: "coder.encode(0, forKey: \"v\")",
      decode:
        "a = coder.decodeInteger(forKey: \"a\")\nb = coder.decodeObject(forKey: \"B\") as! String\nc = x ? .now : coder.decodeObject(forKey: \"c\") as! Date",
      besides: "")
    #expect(
      errors.contains("3:5: note: 'a' is read under the key \"a\", but 'encode(with:)' does not archive it"),
      "\(errors)")
    #expect(errors.contains("with old archives it is 0"))
    #expect(errors.contains("4:5: warning: 'b' is read under the key \"B\""))
    #expect(errors.contains("a 0 if it is missing; b \"B\""))
    #expect(written.isEmpty || written.contains("?? 0") || written.contains("0"))
  }

  @Test("A class with coding methods is not archived by its Codable coding, which could not read its old files")
  func noOwnCoding() throws {
    try workspace.write(
      "Model/C.swift",
      """
      // archive:
      class C: NSObject, NSCoding, Codable {
        private var a = 1
        func encode(with coder: NSCoder) { coder.encode(a, forKey: "A") }
        required init?(coder: NSCoder) { a = coder.decodeInteger(forKey: "A") }
      }
      // archive: owncoding
      class D: NSObject, NSCoding, Codable {
        var a = 1
        func encode(with coder: NSCoder) { coder.encode(a, forKey: "A") }
        required init?(coder: NSCoder) { a = coder.decodeInteger(forKey: "A") }
      }
      """)
    let outcome = try workspace.archivegen("Model", "-o", "out", "--keep-going")
    #expect(outcome.errors.contains("3:15: error: 'a' cannot be archived: it is private"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("owncoding' on it") && !outcome.errors.contains("chosen-coding"))
    #expect(outcome.errors.contains("8:7: warning: 'D' is archived by its own Codable coding, which cannot read"))
    let marks = try workspace.archivegen("mark", "C", "Model")
    #expect(!(marks.output + marks.errors).contains("owncoding on"), "\(marks)")
  }

  @Test("Different keys for encoding and decoding are both read, with a warning") func twoKeys() throws {
    let (errors, written) = try run(
      "var a = 1", encode: "coder.encode(a, forKey: \"A\")", decode: "a = coder.decodeInteger(forKey: \"B\")")
    #expect(errors.contains("3:5: warning: 'a' is encoded under the key \"A\" and decoded under \"B\""), "\(errors)")
    #expect(written.contains("\"A\"") && written.contains("\"B\""))
  }

  @Test("A value that another function archives is a warning") func handedOn() throws {
    let (errors, _) = try run(
      "var a = 1\nvar b = 2", encode: "Helper.write(a, to: coder)\nHelper.finish(coder)")
    #expect(errors.contains("3:5: warning: the key of 'a' in old archives cannot be determined"), "\(errors)")
    #expect(
      errors.contains(
        "8:1: warning: the value that 'finish' archives here cannot be determined, and no key was found for 'b'"))
  }

  @Test("An initializer that only satisfies the compiler, and methods that archive other things, have no diagnostics")
  func otherMethods() throws {
    try workspace.write(
      "Model/V.swift",
      """
      // archive:
      class V: NSObject {
        var a = 1
        override init() {}
        required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
        func encodeRestorableState(with coder: NSCoder) { coder.encode(a, forKey: "state") }
      }
      """)
    let outcome = try workspace.archivegen("Model", "-o", "out")
    #expect(
      outcome.errors.hasSuffix("\narchivegen: 1 type written (1 field), 0 refused, 0 skipped\n")
        && !outcome.errors.contains("warning"), "\(outcome.errors)")
    #expect(workspace.read("out/V+Archive.swift")?.contains("\"state\"") == false)
  }

  @Test("Values of properties that are not stored are reported") func notStored() throws {
    let (errors, _) = try run(
      "var a = 1\nvar twice: Int { a * 2 }",
      encode: "coder.encode(a, forKey: \"a\")\ncoder.encode(twice, forKey: \"T\")\ncoder.encode(2, forKey: \"V\")")
    #expect(
      errors.contains(
        "8:1: warning: the value under the key \"T\" belongs to 'twice', which is computed, and is not read"),
      "\(errors)")
    #expect(errors.contains("9:1: note: the value under the key \"V\" belongs to no stored property"))
  }

  @Test("A subclass that archives its superclass's properties under other keys, and one that does not call super")
  func hierarchy() throws {
    let (errors, _) = try run(
      "var a = 1", encode: "coder.encode(a, forKey: \"A\")",
      besides: """
        // archive:
        class D: C {
          var e = 1
          override func encode(with coder: NSCoder) {
            coder.encode(a, forKey: "DA")
            coder.encode(e, forKey: "DE")
          }
        }
        // archive:
        class F: C { var g = 1 }
        """)
    #expect(
      errors.contains("3:5: warning: 'a' is archived by 'D' under the key \"DA\", and by its own class under \"A\""),
      "\(errors)")
    #expect(errors.contains("'encode(with:)' does not call the method of 'C'"))
    #expect(errors.contains("'g' is not archived by the inherited 'encode(with:)'"))
  }

  @Test("Names of the class in old archives, and hooks of Foundation") func names() throws {
    let (errors, written) = try run(
      "var a = 1\noverride func awakeAfter(using coder: NSCoder) -> Any? { self }",
      encode: "coder.encode(a, forKey: \"a\")",
      besides: "@objc(OCPoint)\n// archive:\nclass P: NSObject, NSCoding { var x = 1\n"
        + "func encode(with c: NSCoder) { c.encode(x, forKey: \"x\") } }\n"
        + "func f() { NSKeyedArchiver.setClassName(\"Older\", for: C.self) }")
    #expect(written.contains("\"OCPoint\"") && written.contains("\"Older\""), "\(written)")
    #expect(errors.contains("note: archives of 'C' with the class name \"Older\" are read"))
    #expect(
      errors.contains(
        "warning: 'awakeAfter(using:)' of 'C' is a method for Foundation's coders, and generated code does not call it")
    )
  }

  @Test("Circular constants and exponentially long ones are no keys, and take little time") func cycles() throws {
    let doubling = (1...60).map { "let k\($0) = k\($0 - 1) + k\($0 - 1)" }.joined(separator: "\n")
    let (errors, _) = try run(
      "var a = 1\nvar b = 2", encode: "coder.encode(a, forKey: x)\ncoder.encode(b, forKey: k60)",
      besides: "let x = y + \"\"\nlet y = x\nlet k0 = \"\"\n\(doubling)")
    #expect(errors.contains("3:5: warning: the key of 'a' in old archives cannot be determined"), "\(errors)")
    #expect(errors.contains("4:5: warning: the key of 'b' in old archives cannot be determined"))
  }

  @Test("A class that conforms to NSSecureCoding itself cannot have 'securecoding'") func securecoding() throws {
    try workspace.write(
      "Model/S.swift",
      "// archive: securecoding\nfinal class S: NSObject, NSSecureCoding { var a = 1\n"
        + "func encode(with c: NSCoder) { c.encode(a, forKey: \"a\") } }")
    let outcome = try workspace.archivegen("Model", "-o", "out")
    #expect(outcome.errors.contains("error: 'S' is already declared NSSecureCoding"), "\(outcome.errors)")
  }

  @Test("Constants of several files and of superclasses are found, ambiguous ones are not") func constants() throws {
    try workspace.write("Model/K.swift", "let shared = \"SHARED\"\nprivate let twice = \"one\"")
    try workspace.write("Model/L.swift", "private let twice = \"two\"")
    let (errors, written) = try run(
      "static let base = \"BASE\"\nvar a = 1\nvar b = 2",
      encode: "coder.encode(a, forKey: shared)\ncoder.encode(b, forKey: twice)",
      besides: "// archive:\nclass D: C { var e = 1\noverride func encode(with c: NSCoder) { super.encode(with: c)\n"
        + "c.encode(e, forKey: base) } }")
    #expect(written.contains("\"SHARED\"") && written.contains("\"BASE\""), "\(errors)")
    #expect(errors.contains("warning: the key of 'b' in old archives cannot be determined"))
  }
}
