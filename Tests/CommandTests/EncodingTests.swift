import Foundation
import Testing

/// Files that are not UTF-8, and configurations with marks and line ends of every kind.
@Suite struct EncodingTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("s.h", "struct s { int a; };\n")
  }

  private func write(_ file: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(workspace.path)/\(file)"))
  }

  @Test("A Swift source that is not UTF-8 is an error at the byte") func source() throws {
    try write(
      "A.swift",
      Array("// archive:\nstruct A {\n  var x = 1 // archive: key(\"caf".utf8) + [0xE9] + Array("\")\n}\n".utf8))
    let outcome = try workspace.archivegen("A.swift", "-o", "out")
    #expect(outcome.status != 0)
    #expect(
      outcome.errors.contains("A.swift:3:33: error: the file is not UTF-8: it contains the byte 0xE9"),
      "\(outcome.errors)")
  }

  @Test("A configuration that is not UTF-8 is an error at the byte") func configuration() throws {
    try write("c.yml", Array("module: X\r\ntypes: {s: {fields: {a: 'key(\"".utf8) + [0xE9] + Array("\")'}}}\n".utf8))
    let outcome = try workspace.archivegen("s.h", "-o", "out", "--config", "c.yml")
    #expect(outcome.status != 0)
    #expect(
      outcome.errors.contains("c.yml:2:31: error: the file is not UTF-8: it contains the byte 0xE9"),
      "\(outcome.errors)")
    try write("c.yml", [0xFF, 0xFE] + Array("m\0".utf8))
    #expect(try workspace.archivegen("s.h", "-o", "out", "--config", "c.yml").errors.contains("it seems to be UTF-16"))
  }

  @Test(
    "Byte-order marks and all line ends are accepted in a configuration", arguments: ["\n", "\r\n", "\r"],
    ["", "\u{FEFF}"])
  func lines(end: String, mark: String) throws {
    let lines = ["types:", "  s:", "    fields:", "      a: skp", ""]
    try workspace.write("c.yml", mark + lines.joined(separator: end))
    let outcome = try workspace.archivegen("s.h", "-o", "out", "--config", "c.yml")
    #expect(outcome.errors.contains("c.yml:4:10: error: unknown attribute 'skp'"), "\(outcome.errors)")
    #expect(outcome.errors.contains("    4 |       a: skp\n      |          ^"), "\(outcome.errors)")
    try workspace.write("c.yml", mark + "module: M")
    #expect(try workspace.archivegen("s.h", "-o", "out", "--config", "c.yml").status == 0)
  }
}
