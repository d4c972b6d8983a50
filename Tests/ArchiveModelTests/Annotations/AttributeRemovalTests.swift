import ArchiveModel
import Testing

@Suite("Removing attributes") struct AttributeRemovalTests {
  private func removed(_ name: Attribute.Name, from line: String, keepsMark: Bool = false) -> String? {
    let text = name.rawValue
    guard let found = line.range(of: "\(text)") ?? line.range(of: "ARCHIVE_\(text.uppercased())") else { return nil }
    let column = line[..<found.lowerBound].utf8.count + 1
    let place = SourceLocation(file: "a.h", line: 1, column: column)
    let argument = Attribute.Argument(text: "x", isQuoted: true, location: place)
    let hasArguments = line[found.upperBound...].drop { $0 == " " }.first == "("
    let attribute = Attribute(name, hasArguments ? [argument] : [], at: place)
    return AttributeRemoval.fixIts(attribute, in: line, keepsMark: keepsMark).first.map { apply($0, to: line) }
  }

  private func apply(_ fix: FixIt, to line: String) -> String {
    var bytes = Array(line.utf8)
    bytes.replaceSubrange(fix.location.column - 1..<fix.location.column - 1 + fix.length, with: fix.replacement.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "The attribute goes with its comma, and with its comment or macro if nothing else is there",
    arguments: [
      ("int a;  // archive: key(\"x\")", "int a;"), ("int a; /* archive: key(\"x\") */ int b;", "int a; int b;"),
      ("int a;  // archive: key(\"x\"), was(\"y\")", "int a;  // archive: was(\"y\")"),
      ("int a;  // archive: was(\"y\"), key(\"x\")", "int a;  // archive: was(\"y\")"),
      ("int a;  // archive: was(\"y\"), key(\"a,(b\\\")\") , skip", "int a;  // archive: was(\"y\") , skip"),
      ("int a ARCHIVE(key(\"x\"));", "int a;"), ("int a ARCHIVE(skip, key(\"x\"));", "int a ARCHIVE(skip);"),
      ("int a ARCHIVE_KEY(\"x\");", "int a;"), ("int ä; // archive: key(\"x\")", "int ä;"),
    ])
  func key(line: String, expected: String) { #expect(removed(.key, from: line) == expected) }

  @Test("A type's mark stays") func mark() {
    #expect(removed(.name, from: "// archive: name(\"x\")", keepsMark: true) == "// archive:")
    #expect(removed(.name, from: "// archive: name(\"x\"), version(2)", keepsMark: true) == "// archive: version(2)")
  }

  @Test(
    "Nothing is proposed where the line has something else",
    arguments: ["int a; // archive: key(\"x\") -- remark", "  lines: key(\"x\")", "int a; // see archive: key(\"x\")"])
  func nothing(line: String) { #expect(removed(.key, from: line) == nil) }
}
