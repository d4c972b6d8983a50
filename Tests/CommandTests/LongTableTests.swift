import Foundation
import Testing

/// Code that takes swiftc quadratic time if it is in one literal or one body.
@Suite struct LongTableTests {
  private static let count = 1_050

  /// A declaration of `count` parts.
  private static func each(_ text: (Int) -> String) -> String { (0..<count).map { text($0) + "\n" }.joined() }

  private static let inputs: [(name: String, text: String)] = [
    ("scalars", "struct big {\n\(each { "int reg_\($0);" })};\n"),
    ("bits", "struct big {\n\(each { "unsigned bit_\($0) : 3;" })};\n"),
    ("arrays", "struct big {\n\(each { "short array_\($0)[3];" })};\n"),
    ("nested", "struct inner { int a; };\nstruct big {\n\(each { "struct inner inner_\($0);" })};\n"),
    ("unnamed", "struct big {\n\(each { "struct { int a; unsigned b : 2; } inner_\($0);" })};\n"),
    (
      "members",
      "enum kind {\n\(each { "KIND_\($0)," })};\nstruct big {\nenum kind kind;\n// archive: tag(kind)\nunion {\n"
        + each { "int member_\($0); // archive: case(KIND_\($0))" } + "} u;\n};\n"
    ),
    (
      "functions",
      each { "void f_\($0)(int);" } + "struct big {\nint a;\n// archive: symbols("
        + (0..<count).map { "f_\($0)" }.joined(separator: ", ") + ")\nvoid (*call)(int);\n};\n"
    ),
    ("aligned", "struct __attribute__((aligned(64))) big {\n\(each { "int reg_\($0);" })};\n"),
  ]

  @Test("No list of expressions and no body of statements is long", arguments: inputs.map(\.name))
  func header(name: String) throws {
    let workspace = try Workspace()
    try workspace.write("big.h", try #require(Self.inputs.first { $0.name == name }).text)
    let outcome = try workspace.archivegen("big.h", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
    let text = try #require(workspace.read("out/big+Archive.swift"))
    #expect(Self.longest(in: text) <= 100, "split it as `LongList` does")
  }

  @Test("A long Swift enumeration is read case by case in short functions", arguments: ["", "(Int)"])
  func enumeration(values: String) throws {
    let workspace = try Workspace()
    try workspace.write(
      "Big.swift", "import ArchiveRuntime\n// archive:\nenum Big {\n\(Self.each { "case c\($0)\(values)" })}\n")
    let outcome = try workspace.archivegen("Big.swift", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
    let text = try #require(workspace.read("out/Big+Archive.swift"))
    #expect(Self.longest(in: text) <= 100, "split it as `LongList` does")
    // As an expression, which a switch is when its cases are, it would take quadratic time.
    #expect(!text.contains("case .c0: \"c0\""))
    #expect(text.contains("case .c0: return \"c0\""))
  }

  @Test("clang creates a large record few times, however many bit-fields it has") func moduleHeader() throws {
    let workspace = try Workspace()
    try workspace.write("big.h", "struct big {\nint first;\n\(Self.each { "unsigned bit_\($0) : 3;" })int last;\n};\n")
    #expect(try workspace.archivegen("big.h", "-o", "out", "--module", "CBig").status == 0)
    let text = try #require(workspace.read("out/CBig.h"))
    for member in [0, 7, Self.count - 1] { #expect(text.contains(".bit_\(member) == 7ULL")) }
    #expect(text.contains("offsetof(struct big, last)"))
    // One for the widths, and one for each bit of the members' numbers.
    #expect(
      text.components(separatedBy: "((struct big){").count - 1 == 1 + Int.bitWidth - Self.count.leadingZeroBitCount)
  }

  @Test("No bit-field is read, since Swift takes the whole record by value for that") func assignedBits() throws {
    let workspace = try Workspace()
    try workspace.write("big.h", try #require(Self.inputs.first { $0.name == "bits" }).text)
    #expect(try workspace.archivegen("big.h", "-o", "out").status == 0)
    let text = try #require(workspace.read("out/big+Archive.swift"))
    #expect(text.components(separatedBy: ".pointee.bit_").count - 1 == Self.count)
    #expect(!text.contains("(record.bit_"))
  }

  /// The most elements in brackets, but for numbers, statements in braces, but for members of types, or cases of a switch
  /// over names.
  private static func longest(in text: String) -> Int {
    var longest = 0
    var open: [(isList: Bool, isCounted: Bool, count: Int, hasWords: Bool, isSwitch: Bool)] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("//") {
      let start = line.drop { $0 == " " }
      if let body = open.last, !body.isList,
        body.isSwitch ? start.hasPrefix("case ") : !start.hasPrefix("}")
      {
        open[open.count - 1].count += 1
      }
      var isInText = false
      var previous: Character = " "
      for character in line {
        if character == "\"", previous != "\\" { isInText.toggle() }
        previous = character
        guard !isInText else { continue }
        switch character {
        case "[", "(": open.append((true, character == "[", 0, false, false))
        case "{":
          let isExempt = ["extension ", "struct ", "enum ", "switch self "].contains { line.contains($0) }
          open.append((false, !isExempt, 0, true, start.hasPrefix("switch ")))
        case "]", ")", "}":
          guard let closed = open.popLast() else { break }
          if closed.isCounted, closed.hasWords { longest = max(longest, closed.count) }
          if open.last?.isList == true { open[open.count - 1].hasWords = true }
        case ",": if open.last?.isList == true { open[open.count - 1].count += 1 }
        default: if character.isLetter, !open.isEmpty { open[open.count - 1].hasWords = true }
        }
      }
    }
    return longest
  }
}
