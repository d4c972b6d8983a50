import Foundation
import Testing

/// Models whose generated code has to agree with how their own files import modules.
@Suite struct ModelCompilationTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func generated(_ name: String) -> String { workspace.read("out/\(name)+Archive.swift") ?? "" }

  @Test(
    "A module that sources import with an access level has one in generated code, because Swift wants it everywhere")
  func restrictedImports() throws {
    for (number, written) in [
      "internal import Foundation", "package import struct Foundation.Data",
      "@preconcurrency internal import Foundation",
    ].enumerated() {
      try workspace.write("m/Note.swift", "\(written)\n// archive:\nstruct Note { var data: Data? }\n")
      try workspace.write("h/point.h", "struct point { int x; };\n")
      #expect(try workspace.archivegen("m", "h", "-o", "out").status == 0)
      #expect(generated("Note").contains("\ninternal import Foundation\n"), "\(number): \(generated("Note"))")
      #expect(generated("Note").contains("\n@_spi(GeneratedCode) import ArchiveRuntime\n"))
    }
    try workspace.write("m/Note.swift", "public import Foundation\n// archive:\nstruct Note { var data: Data? }\n")
    #expect(try workspace.archivegen("m", "h", "-o", "out").status == 0)
    #expect(generated("Note").contains("\nimport Foundation\n"))
    try workspace.write("m/Other.swift", "internal import ArchiveRuntime\ninternal import CH\n")
    #expect(try workspace.archivegen("m", "h", "-o", "out", "--module", "CH").status == 0)
    #expect(generated("Note").contains("\n@_spi(GeneratedCode) internal import ArchiveRuntime\n"))
    #expect(generated("point").contains(" public import ArchiveRuntime\npublic import CH\n"))
  }

  @Test(
    "The import is public only in a file that declares something public: a subclass of another file's class does not")
  func subclasses() throws {
    try workspace.write("m/Base.swift", "// archive:\npublic class Base { public var n = 0; public init() {} }\n")
    try workspace.write("m/Sub.swift", "// archive:\npublic final class Sub: Base { public var text = \"\" }\n")
    #expect(try workspace.archivegen("m", "-o", "out").status == 0)
    #expect(generated("Base").contains("\n@_spi(GeneratedCode) public import ArchiveRuntime\n"))
    #expect(generated("Sub").contains("\n@_spi(GeneratedCode) import ArchiveRuntime\n"), "\(generated("Sub"))")
  }

  @Test("Static members that an initial value names without their type have it in generated code")
  func staticMembers() throws {
    try workspace.write(
      "m/Names.swift",
      """
      // archive:
      struct A {
        static let size = 3
        static func made(_ n: Int) -> Int { n }
        private(set) var weak: Int = size
        var other: Int = made(size + 1)
        init(weak: Int, other: Int) { (self.weak, self.other) = (weak, other) }
        // archive:
        struct Inner { private(set) var inner: Int = size; init(inner: Int) { self.inner = inner } }
      }
      // archive:
      enum E {
        static let size = 3
        case a(/* archive: default(size) */ n: Int)
      }

      """)
    #expect(try workspace.archivegen("m", "-o", "out").status == 0)
    for text in [
      "weak = Self.size }", "other = Self.made(Self.size + 1) }", "value0 = Self.size }", "inner = A.size }",
    ] {
      #expect(generated("Names").contains(text), "\(text): \(generated("Names"))")
    }
  }

  @Test("A default of a case's value is for archives that have none of the former keys of a struct there")
  func movedIntoCase() throws {
    try workspace.write(
      "m/Block.swift",
      """
      // archive:
      struct Aside {
        var style = ""  // archive: was("/aside.style")
      }
      // archive:
      enum Block { case aside(/* archive: default(Aside()) */ Aside), plain }

      """)
    #expect(try workspace.archivegen("m", "-o", "out").status == 0)
    #expect(
      generated("Block").contains("decoder.storedKey(\"0\", orFromRoot: [\"aside.style\"])"), "\(generated("Block"))")
  }

  @Test("A type alias of another file brings that file's imports, where generated code writes out what it stands for")
  func aliases() throws {
    try workspace.write("m/archivegen.yml", "types: {Tagged: {archive: owncoding}}\n")
    try workspace.write(
      "m/Challenge.swift",
      "import Foundation\nimport Tagged\nstruct Challenge { typealias Number = Tagged<Challenge, UUID> }\n")
    try workspace.write("m/Result.swift", "// archive:\nstruct Result { var number: Challenge.Number }\n")
    #expect(try workspace.archivegen("m", "-o", "out").status == 0)
    #expect(generated("Result").contains("\nimport Foundation\nimport Tagged\n"), "\(generated("Result"))")
  }

  @Test("What the configuration says of types of other modules holds beside headers, too")
  func foreignTypesBesideHeaders() throws {
    try workspace.write("h/point.h", "struct point { int x; };\n")
    try workspace.write(
      "m/Player.swift",
      """
      import Things
      func pack(_ colour: Colour) -> [Double] { [] }
      func unpack(_ values: [Double]) throws -> Colour { Colour(values) }
      // archive:
      struct Player { var amount: Big; var colour: Colour?; var own: Own }

      """)
    try workspace.write(
      "m/archivegen.yml",
      "types:\n  Big: {archive: as(description)}\n  Colour: {archive: \"via(pack, unpack)\"}\n  Own: {archive: owncoding}\n"
    )
    let run = try workspace.archivegen("m", "h", "-o", "out")
    #expect(run.status == 0, "\(run.errors)")
    #expect(generated("Player").contains("ArchivedCodable<Own>"))
  }

  @Test("An undecided condition that is one name proposes the option that decides it, and no mark is missed")
  func undecidedCondition() throws {
    try workspace.write("m/User.swift", "#if Routing\n// archive:\nstruct User { var id: Int }\n#endif\n")
    let run = try workspace.archivegen("m", "-o", "out")
    #expect(run.status == 1 && run.errors.contains("'-D Routing' or '-U Routing'"), "\(run.errors)")
    #expect(!run.errors.contains("no-marked-type"))
    #expect(try workspace.archivegen("m", "-o", "out", "-D", "Routing").status == 0)
  }

  @Test("A wrapped property without an initial value needs an initializer, and the message has one")
  func wrapper() throws {
    try workspace.write(
      "m/Score.swift",
      """
      @propertyWrapper struct Clamped { var wrappedValue: Int }
      // archive:
      struct Score { @Clamped var level: Int; init() { level = 3 } }

      """)
    let run = try workspace.archivegen("m", "-o", "out")
    #expect(run.status == 1 && run.errors.contains("'level' is behind a property wrapper and has no initial value"))
    #expect(run.errors.contains("init(level: Int) {"), "\(run.errors)")
  }
}
