import Foundation
import Testing

/// `ArchiveAnnotations.h` and the files for editors, as the command gives them.
@Suite struct AnnotationMacroCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let header = """
    struct order M(name("Order"), was("Bill")) {
      char title[16] M(cstring, key("name"), default("none"));
      unsigned state : 3 M(required), kind : 5 M(skip);
      int count;
      struct line *lines M(count(count));
      int tag;
      union { int number M(case(1, 2)); double value M(case(default)); } content M(tag(tag));
      struct order *next;
    };
    struct line { float x M(was("ex")), y; };

    """

  @Test("The generated code and the module are the same for comments and macros, and so is the lock")
  func sameOutput() throws {
    // `M(…)` becomes a macro, or a comment and a line's end after the declarator's comma, semicolon or brace.
    var macros = Self.header.replacingOccurrences(of: " M(", with: " ARCHIVE(")
    macros = macros.replacingOccurrences(
      of: "struct order ARCHIVE(name(\"Order\"), was(\"Bill\")) {",
      with: "struct ARCHIVE(name(\"Order\"), was(\"Bill\")) order {")
    let pattern = try Regex(#" M\(((?:[^()]|\([^()]*\))*)\)([,;]| \{)"#)
    let comments = Self.header.replacing(pattern) { match in
      "\(match.output[2].substring ?? "") // archive: \(match.output[1].substring ?? "")\n"
    }
    try workspace.write("macros/order.h", "#include <ArchiveAnnotations.h>\n" + macros)
    try workspace.write("comments/order.h", "// A line.\n" + comments)
    for name in ["macros", "comments"] {
      let run = try workspace.archivegen(
        "\(name)/order.h", "-o", "out-\(name)", "--module", "COrder", "--depfile", "\(name).d", "--no-cache")
      #expect(run.status == 0 && !run.errors.contains("warning"), "\(run.errors)")
      #expect(try workspace.archivegen("lock", "\(name)/order.h", "--lock", "\(name).lock").status == 0)
    }
    let (first, second) = (workspace.contents(of: "out-macros"), workspace.contents(of: "out-comments"))
    #expect(first.keys.sorted() == second.keys.sorted() && !first.isEmpty)
    for (name, text) in first {
      #expect(text.replacingOccurrences(of: "macros/", with: "comments/") == second[name], "\(name)")
    }
    #expect(workspace.read("macros.lock") == workspace.read("comments.lock"))
    // The header in memory is no file that a build could wait for.
    #expect(workspace.read("macros.d")?.contains("ArchiveAnnotations") == false)
  }

  @Test("The command prints the header and the snippets") func files() throws {
    let header = try workspace.archivegen("attributes", "--header").output
    #expect(header.contains("#define ARCHIVE(...)\n") && header.contains("#define ARCHIVE_COUNT(...)\n"))
    #expect(header.utf8.allSatisfy { $0 < 128 })
    let snippets = try JSONSerialization.jsonObject(
      with: Data(try workspace.archivegen("attributes", "--snippets").output.utf8))
    let all = try #require(snippets as? [String: [String: String]])
    #expect(all["key (C)"]?["body"] == "// archive: key(\"${1:k}\")")
    #expect(all["via (C)"]?["body"] == "// archive: via(${1:pack}, ${2:unpack})")
    #expect(all["codable (Swift)"]?["scope"] == "swift" && all["codable (C)"] == nil)
  }
}
