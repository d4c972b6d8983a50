import Testing

/// What the command says about declarations for Codable, and the lock of a model that gets them.
@Suite struct AdoptedCodingCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func write(_ keys: String) throws {
    try workspace.write(
      "m/User.swift", "// archive:\nstruct User: Codable {\n  var name: String\n  var cache = [1]\n\(keys)}\n")
  }

  @Test("A note says what is adopted, and can be silenced") func note() throws {
    try write("  enum CodingKeys: String, CodingKey { case name = \"n\", cache }\n")
    let run = try workspace.archivegen("m", "-o", "out")
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        "User.swift:2:8: note: 'User' is archived as its declarations for Codable say: name key \"n\", earlier \"name\" [adopted-attributes]"
      ), "\(run.errors)")
    let silent = try workspace.archivegen("m", "-o", "out", "-Wno-adopted-attributes", "--no-cache")
    #expect(!silent.errors.contains("adopted"))
    #expect(try workspace.archivegen("explain", "adopted-attributes").output.contains("CodingKeys"))
  }

  @Test("A model archived under its properties' names may get keys, and loses nothing without the gate's word")
  func lock() throws {
    try write("")
    #expect(try workspace.archivegen("lock", "m").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try write("  enum CodingKeys: String, CodingKey { case name = \"n\", cache }\n")
    let renamed = try workspace.archivegen("check", "m")
    #expect(renamed.status == 3, "\(renamed.output)\(renamed.errors)")
    try write("  enum CodingKeys: String, CodingKey { case name = \"n\" }\n")
    let leftOut = try workspace.archivegen("check", "m")
    #expect(leftOut.status == 2 && (leftOut.output + leftOut.errors).contains("cache"), "\(leftOut.errors)")
    // Our own attribute keeps it.
    try workspace.write(
      "m/User.swift",
      "// archive:\nstruct User: Codable {\n  var name: String\n  var cache = [1]  // archive: key(\"cache\")\n"
        + "  enum CodingKeys: String, CodingKey { case name = \"n\" }\n}\n")
    let kept = try workspace.archivegen("check", "m")
    #expect(kept.status == 3, "\(kept.output)\(kept.errors)")
    #expect(!kept.errors.contains("redundant"))
  }
}
