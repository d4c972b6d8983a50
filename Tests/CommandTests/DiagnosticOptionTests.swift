import Foundation
import Testing

/// `-W`, `diagnostics` in the configuration, `--diagnostics-format` and `explain`.
@Suite struct DiagnosticOptionTests {
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "h/list.h",
      """
      #pragma once
      struct item { int a; };
      struct shelf {
        struct item *items;
        int count;
      };
      """)
    return workspace
  }

  @Test("A message shows the name of its kind")
  func aMessageShowsTheNameOf() throws {
    let run = try workspace().archivegen("h", "-o", "out")
    #expect(run.errors.contains("is a pointer, and no annotation describes its target [unresolved-pointer]\n"))
  }

  @Test("A warning is left out by its name")
  func aWarningIsLeftOutBy() throws {
    let run = try workspace().archivegen("h", "-o", "out", "-Wno-unresolved-pointer")
    #expect(run.status == 0)
    #expect(!run.errors.contains("warning"))
    #expect(run.errors.contains("1 refused"))
  }

  @Test("A warning becomes an error by its name, and nothing is written")
  func aWarningBecomesAnErrorBy() throws {
    let workspace = try workspace()
    let run = try workspace.archivegen("h", "-o", "out", "-Werror=unresolved-pointer")
    #expect(run.status == 1)
    #expect(run.errors.contains("h/list.h:4:16: error: "))
    #expect(!workspace.exists("out"))
    let last = try workspace.archivegen("h", "-o", "out", "-Werror=unresolved-pointer", "-Wno-error=unresolved-pointer")
    #expect(last.status == 0)
    #expect(last.errors.contains("h/list.h:4:16: warning: "))
  }

  @Test("The configuration sets levels, and options override it")
  func theConfigurationGivesLevelsAndOptions() throws {
    let workspace = try workspace()
    try workspace.write("h/archivegen.yml", "diagnostics:\n  unresolved-pointer: error\n")
    #expect(try workspace.archivegen("h", "-o", "out").status == 1)
    #expect(try workspace.archivegen("h", "-o", "out", "-Wunresolved-pointer").status == 0)
  }

  @Test("An error cannot be silenced")
  func anErrorCannotBeSilenced() throws {
    let workspace = try workspace()
    let option = try workspace.archivegen("h", "-o", "out", "-Wno-duplicate-key")
    #expect(option.status == 64)
    #expect(option.errors.contains("'duplicate-key' is always an error"))
    try workspace.write("h/archivegen.yml", "diagnostics:\n  duplicate-key: ignore\n")
    let setting = try workspace.archivegen("h", "-o", "out")
    #expect(setting.status == 1)
    #expect(setting.errors.contains("h/archivegen.yml:2:18: error: 'duplicate-key' is always an error"))
  }

  @Test("A misspelled name is not silently passed to clang")
  func aMisspelledNameIsNotPassed() throws {
    let run = try workspace().archivegen("h", "-o", "out", "-Wno-unresolved-ponter")
    #expect(run.status == 64)
    #expect(run.errors.contains("did you mean 'unresolved-pointer'?"))
  }

  @Test("Clang's own warning options are passed on")
  func clangSOwnWarningOptionsAre() throws {
    let run = try workspace().archivegen(
      "h", "-o", "out", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Werror=implicit-int")
    #expect(run.status == 0)
  }

  @Test("JSON has every diagnostic with its place, and the summary")
  func jsonHasEveryDiagnosticWithIts() throws {
    let run = try workspace().archivegen("h", "-o", "out", "--diagnostics-format", "json")
    let document = try #require(try JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: Any])
    let entries = try #require(document["diagnostics"] as? [[String: Any]])
    #expect(entries.count == 1)
    #expect(entries[0]["id"] as? String == "unresolved-pointer")
    #expect(entries[0]["file"] as? String == "h/list.h")
    #expect(entries[0]["line"] as? Int == 4)
    #expect(entries[0]["column"] as? Int == 16)
    #expect((document["summary"] as? String)?.contains("1 type written") == true)
  }

  @Test("JSON is one document even if the run cannot start")
  func jsonIsOneDocumentAlsoWhen() throws {
    let run = try workspace().archivegen("missing", "-o", "out", "--diagnostics-format", "json")
    #expect(run.status == 1)
    let document = try JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: Any]
    #expect((document?["diagnostics"] as? [[String: Any]])?.first?["id"] as? String == "unreadable-input")
  }

  @Test("A run that changes nothing reports the same in every format")
  func aRunThatChangesNothingReports() throws {
    let workspace = try workspace()
    for format in ["text", "json", "sarif", "github"] {
      // Only the first run for a folder proposes a lock.
      _ = try workspace.archivegen("h", "-o", format)
      let first = try workspace.archivegen("h", "-o", format, "--diagnostics-format", format, "--no-cache")
      let again = try workspace.archivegen("h", "-o", format, "--diagnostics-format", format)
      let diagnostics = { (text: String) in text.replacing(", nothing changed", with: "") }
      #expect(diagnostics(first.errors) == diagnostics(again.errors))
    }
  }

  @Test("SARIF names the rule, the place and the fix")
  func sarifNamesTheRuleThePlace() throws {
    let run = try workspace().archivegen("h", "-o", "out", "--diagnostics-format", "sarif")
    let log = try JSONDecoder().decode(Log.self, from: Data(run.errors.utf8))
    #expect(log.version == "2.1.0")
    let result = try #require(log.runs.first?.results.first)
    #expect(result.ruleId == "unresolved-pointer")
    #expect(log.runs[0].tool.driver.rules.map(\.id) == ["unresolved-pointer"])
    #expect(result.locations[0].physicalLocation.artifactLocation.uri == "h/list.h")
    #expect(
      result.fixes?.first?.artifactChanges[0].replacements[0].insertedContent.text == "  // archive: count(count)")
  }

  @Test("GitHub commands escape the characters that would end them")
  func githubSCommandsEscapeWhatWould() throws {
    let workspace = try Workspace()
    try workspace.write("h,1/100%.h", "struct a { void *p; };\n")
    let run = try workspace.archivegen("h,1", "-o", "out", "--diagnostics-format", "github")
    #expect(run.errors.hasPrefix("::warning file=h%2C1/100%25.h,line=1,col=18,title=archivegen unresolved-pointer::"))
    #expect(run.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("::") || $0.hasPrefix("archivegen: ") })
  }

  @Test("A source to which every fix is applied has no diagnostics left")
  func aSourceToWhichEveryFix() throws {
    let workspace = try Workspace()
    try workspace.write(
      "h/list.h",
      """
      #pragma once
      enum kind { KIND_A, KIND_B };
      struct item { int a; };
      struct shelf {
        struct item *items;
        int item_count;  // archive: kye("n")
        int length;  // archive: required
        int *values;  // archive: count(lenght)
        void *owner;  // archive: to(itm)
        enum kind kind;
        union {
          int a;  // archive: case(KIND_A)
          float b;  // archive: case(KIND_BB)
        } as;  // archive: tag(kind)
        int cache;  // archive skip
      };
      """)
    try workspace.write("h/archivegen.yml", "types:\n  itm:\n    fields:\n      a: key(\"A\")\n")
    var rounds = 0
    while rounds < 4 {
      rounds += 1
      let run = try workspace.archivegen("h", "-o", "out", "--diagnostics-format", "json")
      let report = try JSONDecoder().decode(Report.self, from: Data(run.errors.utf8))
      if report.diagnostics.isEmpty { break }
      let fixes = report.diagnostics.flatMap(\.fixIts)
      try #require(!fixes.isEmpty, "\(run.errors)")
      // From the end, so that places stay right.
      for fix in fixes.sorted(by: { ($0.line, $0.column) > ($1.line, $1.column) }) { try apply(fix, in: workspace) }
    }
    #expect(rounds < 4)
    let header = try #require(workspace.read("h/list.h"))
    for expected in [
      "items;  // archive: count(item_count)", "archive: key(\"n\")", "count(length)", "to(item)", "case(KIND_B)",
      "int cache;  // archive: skip",
    ] { #expect(header.contains(expected), "\(header)") }
    #expect(workspace.read("h/archivegen.yml")?.contains("  item:") == true)
  }

  private func apply(_ fix: Report.Fix, in workspace: Workspace) throws {
    var lines = try #require(workspace.read(fix.file)).components(separatedBy: "\n")
    var line = Array(lines[fix.line - 1].utf8)
    line.replaceSubrange(fix.column - 1..<fix.column - 1 + fix.length, with: fix.text.utf8)
    lines[fix.line - 1] = String(decoding: line, as: UTF8.self)
    try workspace.write(fix.file, lines.joined(separator: "\n"))
  }

  @Test("Explain prints what a kind means and what to do")
  func explainTellsWhatAKindMeans() throws {
    let workspace = try Workspace()
    let run = try workspace.archivegen("explain", "unresolved-pointer")
    #expect(run.status == 0)
    for part in ["unresolved-pointer: warning", "struct item *items;", "// archive: ref", "-Wno-unresolved-pointer"] {
      #expect(run.output.contains(part))
    }
    let all = try workspace.archivegen("explain")
    #expect(all.output.contains("duplicate-key"))
    let unknown = try workspace.archivegen("explain", "unresolved-ponter")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean 'unresolved-pointer'?"))
  }

  @Test("Without the cache every header is read again, and its folder is chosen by an option")
  func withoutTheCacheEveryHeaderIs() throws {
    let workspace = try Workspace()
    // In a separate folder: that of the test changes with every run.
    try workspace.write("p/h/list.h", "struct item { int a; };\n")
    _ = try workspace.archivegen("p/h", "-o", "out", "--cache-dir", "memory")
    #expect(!workspace.contents(of: "memory").isEmpty)
    #expect(!workspace.exists(".cache/archivegen"))
    let again = try workspace.archivegen("p/h", "-o", "out", "--cache-dir", "memory", "-v")
    #expect(!again.errors.contains("libclang "))
    let fresh = try workspace.archivegen("p/h", "-o", "out", "--cache-dir", "memory", "-v", "--no-cache")
    #expect(fresh.errors.contains("libclang "))
  }
}

private struct Report: Decodable {
  let diagnostics: [Entry]
  struct Entry: Decodable { let fixIts: [Fix] }
  struct Fix: Decodable {
    let file: String
    let line: Int
    let column: Int
    let length: Int
    let text: String
  }
}

private struct Log: Decodable {
  let version: String
  let runs: [Run]
  struct Run: Decodable {
    let tool: Tool
    let results: [Result]
  }
  struct Tool: Decodable { let driver: Driver }
  struct Driver: Decodable { let rules: [Rule] }
  struct Rule: Decodable { let id: String }
  struct Result: Decodable {
    let ruleId: String?
    let locations: [Location]
    let fixes: [Fix]?
  }
  struct Location: Decodable { let physicalLocation: PhysicalLocation }
  struct PhysicalLocation: Decodable { let artifactLocation: Artifact }
  struct Artifact: Decodable { let uri: String }
  struct Fix: Decodable { let artifactChanges: [Change] }
  struct Change: Decodable { let replacements: [Replacement] }
  struct Replacement: Decodable { let insertedContent: Content }
  struct Content: Decodable { let text: String }
}
