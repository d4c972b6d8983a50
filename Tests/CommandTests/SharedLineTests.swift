import Testing

/// A comment at the end of a line is for what ends there, which surprises where several declarations share the line.
@Suite("Several declarations on one line") struct SharedLineTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// The output of `check` for a model after a release of another.
  private func check(_ new: String, after old: String) throws -> String {
    try workspace.write("Model/Model.swift", old)
    #expect(try workspace.archivegen("lock", "Model").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try workspace.write("Model/Model.swift", new)
    return try workspace.archivegen("check", "Model").errors
  }

  @Test("What is proposed for a property or case that shares its line asks for a line of its own")
  func proposal() throws {
    let old = """
      // archive:
      struct Address { var street: String }
      // archive:
      enum Contact { case none, phone(String) }
      // archive:
      struct Point {
        var left: Int
        var top: Double }
      // archive:
      struct Plain {
        var number: Int
      }

      """
    let new = old.replacing("street", with: "line").replacing("phone", with: "call").replacing("top", with: "upper")
      .replacing("number", with: "count")
    let found = try check(new, after: old)
    for (name, former) in [("line", "street"), ("call", "phone"), ("upper", "top")] {
      #expect(
        found.contains(
          "write '// archive: was(\"\(former)\")' on '\(name)', on a line of its own, if it was renamed"),
        "\(found)")
    }
    #expect(found.contains("write '// archive: was(\"number\")' on 'count', if it was renamed"), "\(found)")
    #expect(!found.contains("after a comma"), "\(found)")
  }

  @Test("A former key behind the brace of a type and a member is a warning") func formerNameOfType() throws {
    try workspace.write(
      "Model/Model.swift",
      """
      // archive:
      struct Address { var line: String } // archive: was("street")
      // archive:
      enum Contact { case none
        case call(String) } // archive: was("phone")
      // archive: was("Thing")
      struct Item { var count: Int }
      // archive:
      struct Other {
        var count: Int
      } // archive: was("Another")

      """)
    let found = try workspace.archivegen("Model", "-o", "out").errors
    #expect(
      found.contains(
        "Model/Model.swift:2:49: warning: after the brace, 'was' has former names of the type 'Address'"), "\(found)")
    #expect(found.contains("otherwise put the property or case on a line of its own, with the comment"), "\(found)")
    #expect(found.contains("5:35: warning: after the brace, 'was' has former names of the type 'Contact'"), "\(found)")
    #expect(!found.contains("of the type 'Item'") && !found.contains("of the type 'Other'"), "\(found)")
  }

  @Test("A key that is gone and is a former name of its type is named as such") func formerKeyOnType() throws {
    let found = try check(
      "// archive:\nstruct Address { var line: String } // archive: was(\"street\")\n",
      after: "// archive:\nstruct Address { var street: String }\n")
    #expect(
      found.contains(
        "'street' is gone, and archives have it; 'was(\"street\")' stands on the type 'Address', and is a former name of the type there"
      ), "\(found)")
  }

  @Test("One comment for two cases or properties is named as the cause of the key that both have")
  func sharedComment() throws {
    try workspace.write(
      "Model/Model.swift",
      """
      // archive:
      enum Kind {
        case a, b // archive: was("c")
      }
      // archive:
      struct Size {
        var width, height: Int // archive: was("side")
      }
      // archive:
      enum Other {
        case a // archive: key("b")
        case b
      }

      """)
    let found = try workspace.archivegen("Model", "-o", "out").errors
    #expect(
      found.contains("3:11: error: 'c' is a key of 'a' and of 'b', because the comment is for both"), "\(found)")
    #expect(found.contains("write each of the cases on a line of its own"), "\(found)")
    #expect(
      found.contains("7:14: error: the key \"side\" is already used: the comment is for both properties"), "\(found)")
    #expect(found.contains("write each of them on a line of its own"), "\(found)")
    #expect(found.contains("12:8: error: another case is already archived as \"b\""), "\(found)")
  }

  @Test("A renamed value of a case is recognised beside other renamed cases, and its comment stands before it")
  func values() throws {
    let found = try check(
      "// archive:\nenum Contact { case call(String), mail(name: String, host: String), post(town: String) }\n",
      after: "// archive:\nenum Contact { case phone(String), mail(user: String, host: String), post(city: String) }\n")
    for (name, former) in [("mail.name", "user"), ("post.town", "city")] {
      #expect(
        found.contains("write '/* archive: was(\"\(former)\") */' before '\(name)', if it was renamed"), "\(found)")
    }
    // And what is proposed is accepted.
    try workspace.write(
      "Model/Model.swift",
      """
      // archive:
      enum Contact {
        case call(String) // archive: was("phone")
        case mail(/* archive: was("user") */ name: String, host: String)
        case post(/* archive: was("city") */ town: String)
      }

      """)
    let annotated = try workspace.archivegen("check", "Model")
    // The lock lacks the new keys, which are compatible.
    #expect(annotated.status == 3 && annotated.errors.contains("all of them compatible"), "\(annotated.errors)")
  }
}
