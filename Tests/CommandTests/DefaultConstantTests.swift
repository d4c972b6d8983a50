import Testing

/// What a lock has of the constants that defaults name.
@Suite struct DefaultConstantTests {
  @Test(
    "Constants of the type itself, of extensions and of files are found, and within expressions",
    arguments: [
      ("size", "5"), ("Self.size", "5"), ("other", "5"), ("Limits.other", "5"), ("global", "5"), ("getter", "5"),
      ("size * 2", "5 * 2"), ("max(Limits.other, size.magnitude, 0)", "max(5, 5.magnitude, 0)"),
      ("whole - size", "(1 + 2) - 5"), ("make(size: 1, \"size \\(2)\")", nil), ("size()", nil), ("3", nil),
      ("Limits.same", "5"), ("Limits.twice", "5 * 2"), ("-Limits.negative", "-(-5)"), ("circle", "circle"),
      ("variable", nil),
    ] as [(String, String?)])
  func constantForms(text: String, value: String?) throws {
    let workspace = try Workspace()
    try workspace.write(
      "M.swift",
      """
      let global = 5
      enum Limits {}
      extension Limits {
        static let other = 5, negative = -5
        static let same = other, twice = other * 2
      }
      // archive:
      struct S {
        static let size = 5
        static let whole = 1 + 2
        static var getter: Int { 5 }
        static var variable = 5
        static var circle: Int { circle }
        var a: Int = \(text)
      }
      extension S { static let other = 5 }

      """)
    #expect(try workspace.archivegen("lock", "M.swift").status == 0)
    let line = (workspace.read("archivegen.lock") ?? "").split(separator: "\n").first { $0.hasPrefix("  a i64") } ?? ""
    #expect(line.contains(", \"") == (value != nil), "\(line)")
    if let value { #expect(line.hasSuffix(", \"\(value)\")"), "\(line)") }
  }
}
