import Testing

/// `archivegen mark`, and what the command says about types with their own coding.
@Suite("Marking types in one command") struct MarkCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private let model = """
    import Foundation

    /// An order.
    @available(macOS 13, *)
    public final class Order: Codable {
      public var lines: [Line] = []
      var customer: Tagged<Order, Int>?
      struct Line: Codable { var price = 1.0; var kind = Kind.plain }
    }

    enum Kind: String, Codable { case plain, gift }
    final class Receipt: Codable { let number: Int; private var text: String }
    \tstruct Other { var x: Mystery }

    """

  private func write() throws { try workspace.write("m/Model.swift", model) }

  @Test("The diff shows the marks, and nothing is written without --write") func diff() throws {
    try write()
    let run = try workspace.archivegen("mark", "Order", "m", "--with-needed")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output
        == """
        --- m/Model.swift
        +++ m/Model.swift
        @@ -1,14 +1,17 @@
         import Foundation
         
         /// An order.
        +// archive:
         @available(macOS 13, *)
         public final class Order: Codable {
           public var lines: [Line] = []
           var customer: Tagged<Order, Int>?
        +  // archive:
           struct Line: Codable { var price = 1.0; var kind = Kind.plain }
         }
         
        +// archive:
         enum Kind: String, Codable { case plain, gift }
         final class Receipt: Codable { let number: Int; private var text: String }
         \tstruct Other { var x: Mystery }
        --- /dev/null
        +++ m/archivegen.yml
        @@ -0,0 +1,2 @@
        +types:
        +  Tagged: {archive: owncoding}

        """.replacing("@@ -1,14 +1,17 @@", with: "@@ -1,13 +1,16 @@"))
    #expect(workspace.read("m/Model.swift") == model && !workspace.exists("m/archivegen.yml"))
    #expect(run.errors.contains("3 types to mark, 1 type of other modules named; nothing is written without --write"))
  }

  @Test("What is written is what generating needs, a second run changes nothing, and check says what it cannot see")
  func written() throws {
    try write()
    let first = try workspace.archivegen("mark", "--all-codable", "m", "--write")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.errors.contains("4 types marked (1 by its own coding), 1 type of other modules named"))
    let text = workspace.read("m/Model.swift") ?? ""
    #expect(text.contains("\n// archive: owncoding\nfinal class Receipt: Codable {"))
    #expect(try workspace.archivegen("m", "-o", "out").status == 0)
    #expect(
      workspace.read("out/Model+Archive.swift")?.contains("extension Receipt: ArchiveRuntime.ArchivableCodable") == true
    )
    let again = try workspace.archivegen("mark", "--all-codable", "m", "--write")
    #expect(again.status == 0 && workspace.read("m/Model.swift") == text)
    #expect(again.errors.contains("0 types marked, 4 marked already"))
    #expect(workspace.read("m/archivegen.yml") == "types:\n  Tagged: {archive: owncoding}\n")
    try workspace.write("m/archivegen.yml", "types:\n    Other: {archive: skip}\n\nmodule: X\n")
    _ = try workspace.archivegen("mark", "--all-codable", "m", "--write")
    #expect(
      workspace.read("m/archivegen.yml")
        == "types:\n    Tagged: {archive: owncoding}\n    Other: {archive: skip}\n\nmodule: X\n")
    #expect(try workspace.archivegen("lock", "m").status == 0)
    let check = try workspace.archivegen("check", "m")
    #expect(
      check.errors.contains("not checked, because 'Codable' code decides it: what is in 'Receipt', 'Tagged'"),
      "\(check.errors)")
  }

  @Test("Needed types that were not named are told, and the mark of a type gets the attribute that it lacks")
  func needed() throws {
    try workspace.write(
      "m/A.swift",
      "struct A { var b: B }\r\nstruct B { var c = 1 }\r\n// archive:\r\nclass C: Codable { let x: Int }\r\n")
    let run = try workspace.archivegen("mark", "A", "C", "m", "--write")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("the named types need 'B' too: '--with-needed' marks it"))
    #expect(
      workspace.read("m/A.swift")
        == "// archive:\r\nstruct A { var b: B }\r\nstruct B { var c = 1 }\r\n// archive: owncoding\r\nclass C: Codable { let x: Int }\r\n"
    )
  }

  @Test("A type that cannot be archived is reported and not marked") func refused() throws {
    try write()
    let run = try workspace.archivegen("mark", "Other", "Kind", "m")
    #expect(run.status == 1)
    #expect(run.errors.contains("unknown-type") && run.errors.contains("1 cannot be archived"))
    #expect(run.output.contains("+// archive:\n enum Kind") && !run.output.contains("struct Other {\n+"))
    let unknown = try workspace.archivegen("mark", "Ordr", "m")
    #expect(unknown.status == 1 && unknown.errors.contains("did you mean 'Order'"), "\(unknown.errors)")
    #expect(try workspace.archivegen("mark", "Order").status == 64)
  }
  @Test("A type that only tells the texts of another one apart is not marked") func phantomArgument() throws {
    let workspace = try Workspace()
    let text = """
      public struct Identifier<Owner>: RawRepresentable, Codable { public var rawValue: String }
      final class Server { private let getter: () -> Int = { 1 } }
      struct Saved: Codable { var server: Identifier<Server> }

      """
    try workspace.write("m/Model.swift", text)
    #expect(try workspace.archivegen("mark", "--all-codable", "m", "--write").status == 0)
    #expect(workspace.read("m/Model.swift")?.contains("// archive:\nfinal class Server") == false)
    #expect(try workspace.archivegen("m", "-o", "out").status == 0)
  }

  @Test("Every type that '--all-codable' leaves out is named with the reason") func leftOut() throws {
    try workspace.write(
      "m/A.swift",
      """
      struct A: Codable { var b: B }
      actor B: Codable { init(from decoder: Decoder) throws {}; nonisolated func encode(to encoder: Encoder) throws {} }
      private struct Hidden: Codable { var n = 1 }
      struct Open: Codable { var n = 1 }
      """)
    let run = try workspace.archivegen("mark", "--all-codable", "m")
    #expect(run.status == 1 && run.errors.contains("the actor 'B' cannot be archived"), "\(run.errors)")
    #expect(run.errors.contains("1 other type waits for this: 'A'"), "\(run.errors)")
    #expect(run.errors.contains("1 type to mark, 'Hidden' left out as private, 2 cannot be archived"), "\(run.errors)")
  }
}
