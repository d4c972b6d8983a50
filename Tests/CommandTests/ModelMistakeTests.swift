import Foundation
import Testing

/// Mistakes in Swift models: each is reported at its location with advice, and only the types concerned are left out.
@Suite struct ModelMistakeTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("Model/Good.swift", "// archive:\nstruct Good {\n  var number = 1\n}\n")
  }

  /// The message and the advice for a source, at a place in it.
  private func expect(
    _ source: String, at place: String, _ message: String, advice: String, severity: String = "error",
    others: [String] = ["Good"],
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try workspace.write("Model/Bad.swift", source)
    let outcome = try workspace.archivegen("Model", "-o", "out", "--keep-going")
    #expect(outcome.status == 1, sourceLocation: location)
    #expect(
      outcome.errors.contains("Model/Bad.swift:\(place): \(severity): \(message)"), "\(outcome.errors)",
      sourceLocation: location)
    #expect(outcome.errors.contains(advice), "\(outcome.errors)", sourceLocation: location)
    let written = workspace.contents(of: "out").values.joined()
    for name in others {
      #expect(written.contains("extension \(name):"), "\(name) is written", sourceLocation: location)
    }
    #expect(!written.contains("extension Bad"), "\(written)", sourceLocation: location)
    // And without the flag, nothing at all.
    let strict = try workspace.archivegen("Model", "-o", "nothing")
    #expect(strict.status == 1 && !workspace.exists("nothing"), sourceLocation: location)
  }

  @Test("Models are read with a limited address space") func limitedAddressSpace() throws {
    // The reader's thread would like a gigabyte of stack; a program that waits for one that never starts hangs.
    let outcome = try workspace.run(
      "/bin/sh", ["-c", "ulimit -v 1000000; exec timeout 60 \"$0\" Model -o out", Workspace.toolPath])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(workspace.exists("out/Good+Archive.swift"))
  }

  @Test("A syntax error") func syntax() throws {
    try expect(
      "// archive:\nstruct Bad {\n  var a = \n}\n", at: "3:11", "expected expression in variable",
      advice: "swiftc -parse")
  }

  @Test("An unknown attribute, and a misplaced one") func words() throws {
    try expect(
      "// archive:\nstruct Bad {\n  var a = 1  // archive: skp\n}\n// archive:\nstruct Fine { var a = 1 }\n",
      at: "3:26",
      "unknown attribute 'skp'", advice: "did you mean 'skip'?", others: ["Good", "Fine"])
    try expect(
      "// archive: count(n)\nstruct Bad {\n  var a = 1\n}\n", at: "1:13", "'count' is for C headers",
      advice: "in Swift models this place takes 'was'")
  }

  @Test("A type that cannot be resolved") func unresolved() throws {
    try expect(
      "// archive:\nstruct Bad {\n  var a: Godo?\n}\n", at: "3:7",
      "'a' cannot be archived: the type 'Godo' cannot be resolved",
      advice: "did you mean 'Good'?")
    // 'Float' is no near miss, and 'String' is one.
    try expect(
      "// archive:\nstruct Bad {\n  var a: Fleet?\n}\n", at: "3:7",
      "'a' cannot be archived: the type 'Fleet' cannot be resolved",
      advice: "note: name the Swift source that declares it as another input; or archive a type of another module")
    try expect(
      "// archive:\nstruct Bad {\n  var a: Strng?\n}\n", at: "3:7", "'a' cannot be archived",
      advice: "did you mean 'String'? If not, name the Swift source that declares it as another input")
    try expect(
      "// archive:\nstruct Bad {\n  var a: Whatever\n}\n", at: "3:7", "'a' cannot be archived",
      advice: "leave the property out with '// archive: skip'")
    try expect(
      "// archive:\nstruct Bad {\n  var a: () -> Void\n}\n", at: "3:7", "'a' cannot be archived: it is a function",
      advice: "'// archive: skip', with an initial value")
    try expect(
      "// archive:\nstruct Bad {\n  var a: [String: () -> Void]\n}\n", at: "3:7",
      "'a' cannot be archived: it is a dictionary of functions", advice: "'// archive: skip', with an initial value")
    try expect(
      "struct Plain {}\n// archive:\nstruct Bad {\n  var a: Plain\n}\n", at: "4:7", "'a' cannot be archived",
      advice: "write '// archive:' on it")
  }

  @Test("'identity' names properties that are archived") func skippedIdentity() throws {
    try expect(
      "// archive: identity(a)\nstruct Bad {\n  var a = 1  // archive: skip\n  var b = 2\n}\n", at: "2:8",
      "'Bad' has no stored property 'a' that is archived, which 'identity' names",
      advice: "name a stored property of the struct")
  }

  @Test("The advice depends on the kind of type, and on the inputs") func kindOfType() throws {
    try expect(
      "// archive:\nstruct Bad {\n  var a: Whatever\n}\n", at: "3:7",
      "'a' cannot be archived: the type 'Whatever' cannot be resolved: it is neither among the given sources nor one",
      advice: "name the Swift source that declares it as another input")
    // Of an enumeration's case nothing can be skipped.
    try expect(
      "// archive:\nenum Bad {\n  case a(Whatever)\n}\n", at: "3:10", "a value of the case 'a' cannot be archived",
      advice: "'owncoding', 'as(…)' or 'via(…)'; or give the case a value of another type")
    try expect(
      "// archive:\nenum Bad {\n  case a(() -> Void)\n}\n", at: "3:10", "a value of the case 'a' cannot be archived",
      advice: "give the case a value of another type, or remove the '// archive:' comment of the enumeration")
    try expect(
      "protocol P {}\n// archive:\nenum Bad {\n  case a(any P)\n}\n", at: "4:10", "a value of the case 'a' cannot",
      advice: "types(Circle, Square)', on the protocol")
    try expect(
      "// archive: replace(a)\nstruct Bad {\n  var a = 1\n}\n", at: "2:8", "'replace' has no effect on a struct",
      advice: "remove the attribute; it is for a class")
    try expect(
      "// archive: validate\nenum Bad {\n  case a\n}\n", at: "2:6", "'validate' has no effect on an enumeration",
      advice: "it is for a class or struct")
  }

  @Test("An optional of an optional") func twoNils() throws {
    try expect(
      "// archive:\nstruct Bad {\n  var a: Int??\n}\n", at: "3:7",
      "'a' cannot be archived: an archive cannot distinguish the two nils", advice: "make it an optional")
  }

  @Test("Generic classes in a hierarchy") func genericSubclass() throws {
    try expect(
      "// archive:\nclass Fine {\n  init() {}\n}\n// archive:\nfinal class Bad<T>: Fine {\n  var a: T?\n}\n",
      at: "6:13",
      "'Bad' is generic and derives from 'Fine'", advice: "declare a class for each", others: ["Good", "Fine"])
    try expect(
      "// archive:\nclass Fine<T> {\n  init() {}\n}\n// archive:\nfinal class Bad: Fine<Int> {\n  var a = 1\n}\n",
      at: "6:13",
      "subclasses of the generic class 'Fine' cannot be archived",
      advice: "use a superclass without generic parameters", others: ["Good", "Fine"])
  }

  @Test("Two properties with one key") func keys() throws {
    try expect(
      "// archive:\nstruct Bad {\n  var a = 1\n  var b = 2  // archive: key(\"a\")\n}\n", at: "4:7",
      "the key \"a\" is already used", advice: "give one of them another: '// archive: key(\"b2\")'")
    try expect(
      "// archive:\nclass Fine {\n  var a = 1\n}\n// archive:\nfinal class Bad: Fine {\n  var b = 2  // archive: was(\"a\")\n}\n",
      at: "7:7", "the key \"a\" is already used by 'Fine.a'", advice: "key(\"b2\")", others: ["Good", "Fine"])
  }

  @Test("No initializer that fits, with the text of one") func initializer() throws {
    try expect(
      "// archive:\nfinal class Bad {\n  let a: Int\n  var b: String\n  init(c: Int) { (a, b) = (c, \"\") }\n}\n",
      at: "2:13",
      "no initializer of 'Bad' fits: 'a' is a constant, so an initializer has to have it as a parameter",
      advice: "  init(a: Int, b: String) {\n    self.a = a\n    self.b = b\n  }")
    try expect(
      "// archive:\nfinal class Bad {\n  let a: Int\n  private(set) var b = 1\n  init(a: Int) { self.a = a }\n}\n",
      at: "2:13",
      "no initializer of 'Bad' fits: 'b' is not settable from outside", advice: "init(a: Int, b: Int)")
    try expect(
      "// archive:\nstruct Bad {\n  let a: Int\n  private var b: Int  // archive: skip\n}\n", at: "2:8",
      "no initializer of 'Bad' fits: 'b' is not archived and has no initial value", advice: "    self.b = <#Int#>")
    try expect(
      "// archive: init(d:)\nfinal class Bad {\n  var a = 1\n  init(c: Int) {}\n}\n", at: "2:13",
      "'Bad' has no initializer 'init(d:)'", advice: "did you mean 'init(c:)'?")
    try expect(
      "// archive: init(c:)\nfinal class Bad {\n  var a = 1\n  init(c: Int) {}\n}\n", at: "2:13",
      "'init(c:)' cannot be called with the archived properties", advice: "every parameter")
    for (rest, kind) in [
      ("private(set) var b = 1", "is not settable from outside"), ("fileprivate(set) var b = 1", "is not settable"),
      ("let b: Int", "is a constant"),
    ] {
      for type in ["final class", "struct"] {
        try expect(
          "// archive: init(a:)\n\(type) Bad {\n  var a: Int\n  \(rest)\n  init(a: Int) { self.a = a }\n}\n",
          at: type == "struct" ? "2:8" : "2:13", "'init(a:)' leaves 'b' without its archived value: it \(kind)",
          advice: "name an initializer that has it as a parameter")
      }
    }
  }

  @Test("Actors, isolated types, and private properties and types") func isolation() throws {
    try expect(
      "// archive:\nactor Bad {\n  var a = 1\n}\n", at: "2:7", "the actor 'Bad' cannot be archived",
      advice: "archive a struct with the actor's state")
    try expect(
      "// archive:\nstruct Bad {\n  private var a = 1\n}\n", at: "3:15", "'a' cannot be archived: it is private",
      advice: "private(set)")
    try expect(
      "// archive:\nfileprivate struct Bad {\n  var a = 1\n}\n", at: "2:20", "'Bad' is fileprivate",
      advice: "make it 'internal'")
  }

  @Test("Types of two actors in one, and an unknown isolation") func actors() throws {
    let screen = "// archive:\n@MainActor final class Screen {\n  init() {}\n}\n"
    try expect(
      screen + "// archive:\nnonisolated struct Bad {\n  var screens: [Screen] = []\n}\n", at: "7:7",
      "'screens' contains or refers to 'Screen', which belongs to '@MainActor', and 'Bad' is 'nonisolated'",
      advice: "give both types the same isolation", others: ["Good", "Screen"])
    try expect(
      screen + "// archive:\n@OtherActor enum Bad {\n  case on(Screen)\n}\n", at: "6:18",
      "'on' contains or refers to 'Screen', which belongs to '@MainActor', and 'Bad' belongs to '@OtherActor'",
      advice: "give both types the same isolation", others: ["Good", "Screen"])
    try expect(
      "// archive: isolation(@MainActor)\nfinal class Bad {\n  init() {}\n}\n", at: "2:13",
      "'@MainActor' is not a global actor", advice: "write it like isolation(MainActor)")
    try expect(
      "// archive: isolation(MainActor)\nnonisolated final class Bad {\n  init() {}\n}\n", at: "2:25",
      "'Bad' is declared 'nonisolated', but 'isolation' gives 'MainActor'", advice: "remove the attribute")
  }

  @Test("An access that a type's conformance cannot have") func access() throws {
    try expect(
      "// archive: access(public)\nstruct Bad {\n  var a = 1\n}\n", at: "1:13",
      "what is generated for 'Bad' cannot be public: the type is internal", advice: "make 'Bad' public")
    try expect(
      "enum Outer {\n  // archive: access(public)\n  public struct Bad {\n    var a = 1\n  }\n}\n", at: "2:15",
      "what is generated for 'Outer.Bad' cannot be public: the type is internal", advice: "with the types around it")
    try expect(
      "// archive: access(internal)\npublic struct Bad {\n  public var a = 1\n}\n", at: "1:13",
      "what is generated for 'Bad' cannot be internal: the type is public", advice: "make 'Bad' internal")
    try expect(
      "// archive: access(pubic)\nstruct Bad {\n  var a = 1\n}\n", at: "1:20",
      "'pubic' is not a possible access level of generated code", advice: "did you mean 'public'?")
  }

  @Test("Objects that need each other in their initializers") func circle() throws {
    try expect(
      """
      // archive:
      final class Bad {
        let other: BadToo
        init(other: BadToo) { self.other = other }
      }
      // archive:
      final class BadToo {
        let bad: Bad
        init(bad: Bad) { self.bad = bad }
      }

      """, at: "3:7", "objects that need each other for their initialization can never be read: Bad.other → BadToo.bad",
      advice: "make one of these properties optional")
  }

  @Test("Property wrappers and macros") func wrapper() throws {
    try expect(
      "// archive:\nstruct Bad {\n  @Clamped(0...1) var a = 0.5\n}\n", at: "3:23",
      "'a' cannot be archived: '@Clamped(0...1)'",
      advice: "'// archive: key(\"a\")'; otherwise '// archive: skip'")
  }

  @Test("A type that needs one with an error is left out, too") func needed() throws {
    try expect(
      "// archive:\nstruct Bad {\n  var broken: Broken\n}\n// archive:\nstruct Broken {\n  private var a = 1\n}\n",
      at: "2:8",
      "'Bad' is left out: 'broken' needs 'Broken'", advice: "fix the errors reported for 'Broken'", severity: "warning")
  }

  @Test("An initializer that takes the necessary properties is printed, and can be pasted") func pasted() throws {
    let head =
      "// archive:\nclass Shape {\n  let name: String\n  var fill = 1\n  init(name: String) { self.name = name }\n}\n"
    try expect(
      head + "// archive:\nfinal class Bad: Shape {\n  private(set) var children: [Shape] = []\n}\n", at: "8:13",
      "no initializer of 'Bad' fits: 'children' is not settable from outside",
      advice: """
          init(name: String, children: [Shape]) {
            self.children = children
            super.init(name: name)
          }
        """, others: ["Good", "Shape"])
    try expect(
      "// archive:\nfinal class Bad {\n  let id: Int\n  var heading = \"\"\n  init(id: Int, title: String) { self.id = id }\n}\n",
      at: "2:13", "no initializer of 'Bad' fits: 'id' is a constant",
      advice: "its parameter 'title' has the name of no property")
  }

  @Test("Methods that generated code cannot call, and names that two types have") func hooks() throws {
    let body = "struct Bad {\n  var a = 1\n  private func check() {}\n}\n"
    try expect("// archive: validate(check)\n" + body, at: "2:8", "'check' is private", advice: "make it 'internal'")
    try expect(
      "// archive: validate(check)\nstruct Bad {\n  var a = 1\n  func check(_ x: Int) {}\n}\n", at: "2:8",
      "'validate' calls 'check()' of an instance", advice: "write it as 'func check() throws'")
    try expect(
      "// archive: resolve(shared)\nfinal class Bad {\n  var a = 1\n  func shared() -> Int { 1 }\n}\n", at: "2:13",
      "'resolve' needs an object from 'shared', and it returns 'Int'", advice: "any ArchivableObject")
    try expect(
      "// archive:\nstruct Fine { var a = 1 }\n// archive: name(\"Fine\")\nstruct Bad {\n  var a = 1\n}\n", at: "4:8",
      "the archived name \"Fine\" of 'Bad' is already that of 'Fine'", advice: "name(\"Fine2\")",
      others: ["Good", "Fine"])
  }

  @Test("Objects inside values that Foundation archives as data would lose their identity")
  func copiedObjects() throws {
    let item = "// archive: securecoding\nfinal class Item: NSObject { override init() { super.init() } }\n"
    try expect(
      "import Foundation\n" + item
        + "// archive:\nstruct Pair { var item: Item? }\n// archive: securecoding\nfinal class Bad: NSObject {\n  var pair: Pair?\n  override init() { super.init() }\n}\n",
      at: "8:7", "'pair' cannot be in Foundation's archives: objects in 'Pair' would be read back as copies",
      advice: "refer to the objects from the class itself", others: ["Good", "Pair", "Item"])
  }

  @Test("A default of another kind") func values() throws {
    try expect(
      "// archive:\nstruct Bad {\n  var a = 1  // archive: default(\"x\")\n}\n", at: "3:7",
      "'a' cannot be archived: its default is text", advice: "write it like default(1)")
  }

  @Test("A protocol whose types no attribute lists") func existential() throws {
    try expect(
      "protocol P {}\n// archive:\nstruct Fine: P { var a = 1 }\n// archive:\nstruct Bad {\n  var a: any P\n}\n",
      at: "6:7",
      "'a' cannot be archived: no attribute lists the types that 'any P' can hold", advice: "'// archive: types(Fine)'",
      others: ["Good", "Fine"])
  }

  /// The warnings for a source beside the good one.
  private func warnings(_ source: String) throws -> String {
    try workspace.write("Model/More.swift", source)
    let outcome = try workspace.archivegen("Model", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try workspace.archivegen("Model", "-o", "strict", "--strict").status
        == (outcome.errors.contains("warning:") ? 1 : 0))
    return outcome.errors
  }

  @Test("A subclass that is not marked")
  func unmarkedSubclass() throws {
    let base = "// archive:\nclass Base {\n  var a = 1\n  init() {}\n}\n"
    let found = try warnings(base + "class Sub: Base {}\nclass SubSub: Sub {}\n")
    #expect(found.contains("6:7: warning: 'Base' is archived and its subclass 'Sub' is not"), "\(found)")
    #expect(found.contains("7:7: warning: 'Base' is archived and its subclass 'SubSub' is not"))
    #expect(found.contains("write '// archive:' on 'Sub', or '// archive: skip' on it if none is ever archived"))
    let generic = try warnings(
      "// archive:\nclass Box<T> {\n  var a = 1\n  init() {}\n}\nclass IntBox: Box<Int> {}\n")
    #expect(generic.contains("note: write '// archive: skip' on it"), "\(generic)")
    let quiet = try warnings(base + "// archive: skip\nclass Sub: Base {}\nclass SubSub: Sub {}\nclass Other {}\n")
    #expect(!quiet.contains("warning:"), "\(quiet)")
  }

  @Test("A type that is missing in a protocol's list")
  func unlistedConformance() throws {
    let shape = """
      // archive: types(Circle)
      protocol Shape {}
      protocol Round: Shape {}
      // archive:
      struct Circle: Round { var a = 1 }

      """
    let found = try warnings(
      shape + "struct Oval {}\nextension Oval: Sendable, Round {}\n// archive:\nstruct Square: Shape { var a = 1 }\n")
    #expect(
      found.contains("6:8: warning: 'Oval' conforms to 'Shape', whose 'types(…)' does not list it"), "\(found)")
    #expect(found.contains("write '// archive:' on it and list it there, or write '// archive: skip' on it"))
    #expect(found.contains("9:8: warning: 'Square' conforms to 'Shape'"))
    #expect(found.contains("list it: '// archive: types(…, Square)'"))
    #expect(!found.contains("'Circle' conforms"))
    let quiet = try warnings(
      shape + "// archive: skip\nstruct Oval: Round {}\nstruct Other {}\n"
        // Neither can be listed.
        + "// archive:\nenum Side: Int, Shape { case left }\n// archive:\nstruct Box<T>: Shape { var a: T }\n")
    #expect(!quiet.contains("warning:"), "\(quiet)")
  }

  @Test("A method that does not exist, and a version without a number") func methods() throws {
    try expect(
      "// archive: validate\nstruct Bad {\n  var a = 1\n  func valdate() {}\n}\n", at: "2:8",
      "'Bad' has no method 'validate'",
      advice: "did you mean 'valdate'?")
    try expect(
      "// archive: migrate(update)\nstruct Bad {\n  var a = 1\n  mutating func update() {}\n}\n", at: "2:8",
      "'migrate' needs the current version", advice: "version(2)")
    try expect(
      "// archive:\nfinal class Fine {\n  init() {}\n}\n// archive: replace(other, Fine)\nfinal class Bad {\n  init() {}\n  func other() -> Fine { Fine() }\n}\n",
      at: "6:13", "objects of 'Fine' replace others in archives", advice: "resolve(method)",
      others: ["Good", "Fine"])
    try expect(
      "// archive: version(x)\nstruct Bad {\n  var a = 1\n}\n", at: "1:21", "'x' is not a version",
      advice: "write a positive integer")
  }
}
