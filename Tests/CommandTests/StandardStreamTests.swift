import Foundation
import Testing

/// Standard output and error that cannot be written, that are closed, or whose reader has gone.
@Suite struct StandardStreamTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("h/one.h", "struct one { int a; };\n")
    try workspace.write("list.plist", "<plist><dict><key>a</key><integer>1</integer></dict></plist>")
    try workspace.write("other.plist", "<plist><dict><key>a</key><integer>2</integer></dict></plist>")
    try workspace.write("m/Model.swift", "struct Model: Codable { var a = 1 }\n")
    try workspace.write("raw", "abcd")
    #expect(try workspace.archivegen("lock", "h").status == 0)
  }

  /// Runs a command behind a redirection.
  private func run(_ command: String, _ redirection: String) throws -> Workspace.Outcome {
    try workspace.run("/bin/bash", ["-c", "\"$0\" \(command) \(redirection)", Workspace.toolPath])
  }

  /// Commands that print on standard output, with the exit code of one whose output is lost.
  private static let commands: [(command: String, lost: Int32)] = [
    ("--help", 1), ("help check", 1), ("--version", 1), ("--generate-completion-script bash", 1),
    ("schema", 1), ("rules", 1), ("rules --format json", 1), ("explain", 1), ("explain no-input", 1),
    ("attributes", 1), ("attributes --header", 1), ("attributes --snippets", 1),
    ("h -o out --list-outputs", 1), ("h -o out --dry-run", 1), ("mark Model m", 1),
    ("layout h", 1), ("layout h --format json", 1), ("layout h --svg -", 1), ("layout h -C one --raw raw", 1),
    ("layout h --contains one --format json", 1),
    ("check h --format json", 1), ("check h --format sarif", 1), ("check h --format junit", 1),
    ("inspect list.plist", 1), ("inspect list.plist --html -", 1), ("convert list.plist - --to json", 1),
    ("graph list.plist --dot", 1), ("diff list.plist other.plist", 2), ("lint list.plist", 2),
  ]

  @Test(
    "Lost output is a message and an exit code, for every command that prints",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func lost() throws {
    for (command, code) in Self.commands {
      for (redirection, reason) in [
        (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
        (">&- <&-", "Bad file descriptor"),
      ] {
        let outcome = try run(command, redirection)
        #expect(
          outcome.status == code && outcome.output.isEmpty && outcome.errors.contains(reason)
            && outcome.errors.contains("archivegen: error: "), "\(command) \(redirection): \(outcome)")
      }
    }
  }

  @Test("A reader that has gone is no failure, and the exit code is that of a whole run") func goneReader() throws {
    for (command, code) in [
      ("--help", 0), ("rules", 0), ("layout h", 0), ("check h --format json", 0), ("h -o out --dry-run", 3),
      ("inspect list.plist", 0), ("diff list.plist other.plist", 1), ("lint list.plist", 0),
    ] {
      // Without the signal the command sees the error.
      let outcome = try workspace.run(
        "/bin/bash",
        ["-c", "trap '' PIPE; { sleep 0.2; \"$0\" \(command); echo \"code $?\" >&2; } | true", Workspace.toolPath])
      #expect(outcome.errors.hasSuffix("code \(code)\n") && !outcome.errors.contains("rror"), "\(command): \(outcome)")
    }
  }

  @Test(
    "Messages that cannot be written change nothing; a document for programs that is lost is a failure",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func lostMessages() throws {
    try workspace.write("h/refused.h", "struct refused { void *p; };\n")
    for redirection in ["2>/dev/full", "2>&-", ">&- 2>&-", ">&- 2>&- <&-"] {
      #expect(try run("h -o out --no-cache", redirection).status == 0, "\(redirection)")
      #expect(try run("check h", redirection).status == 0, "\(redirection)")
      #expect(try run("check nowhere", redirection).status == 1, "\(redirection)")
      #expect(try run("inspect nowhere", redirection).status == 1, "\(redirection)")
      #expect(try run("inspect --nothing", redirection).status == 64, "\(redirection)")
    }
    for format in ["json", "sarif"] {
      #expect(try run("h -o out --diagnostics-format \(format)", "2>/dev/full").status == 1)
    }
    #expect(workspace.contents(of: "out").values.allSatisfy { !$0.contains("warning: ") })
  }

  @Test("The commands' sources write to the streams in no other way")
  func onePlace() throws {
    let sources = URL(fileURLWithPath: #filePath + "/../../../Sources").standardizedFileURL.path
    // Swift's print loses what cannot be written, and FileHandle traps.
    let other = #/(^|[^.\w])print\((?!line:|more:|_ )|FileHandle\.standard(Output|Error)|fputs\(|fprintf\(/#
    for module in ["archivegen", "InspectionCommands", "ArchiveInspection"] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: "\(sources)/\(module)")
      for name in names where name.hasSuffix(".swift") {
        let text = try String(contentsOfFile: "\(sources)/\(module)/\(name)", encoding: .utf8)
        for line in text.split(separator: "\n") where !line.contains("func print(") {
          #expect(!line.contains(other), "\(module)/\(name): \(line)")
        }
      }
    }
  }

  @Test("Help is whole, however narrow the terminal")
  func narrow() throws {
    for command in ["--help", "check --help", "help lock", "inspect --help", "lint --help", "layout --help"] {
      let words = { (width: String) in
        let outcome = try workspace.run(
          "/bin/bash", ["-c", "\"$0\" \(command)", Workspace.toolPath], environment: ["COLUMNS": width])
        #expect(outcome.status == 0, "\(command), \(width): \(outcome.errors)")
        return outcome.output.split(whereSeparator: \.isWhitespace)
      }
      let expected = try words("80")
      #expect(expected.count > 50)
      for width in ["-5", "0", "1", "26", "27", "40", "none", "1000"] {
        #expect(try words(width) == expected, "\(command), \(width)")
      }
    }
  }
}
