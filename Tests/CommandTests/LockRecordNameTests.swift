import Testing

/// C records whose archived name is not the one that Swift models use.
extension LockCommandTests {
  private static let lamp = "struct my_lamp { unsigned watts; unsigned char on; };   // archive: name(\"Lamp\")\n"
  private static let house = """
    import CHouse
    // archive:
    final class House {
      var lamps: [my_lamp] = []
      var first: my_lamp?
      init() {}
    }
    """

  private func house() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("h/lamp.h", Self.lamp)
    try workspace.write("m/House.swift", Self.house)
    return workspace
  }

  private func run(_ workspace: Workspace, _ command: String...) throws -> Workspace.Outcome {
    try workspace.run(Workspace.toolPath, command + ["m", "h", "--module", "CHouse"])
  }

  @Test("A lock has the archived names of C records in Swift models, so that their Swift names may change")
  func recordNames() throws {
    let workspace = try house()
    #expect(try run(workspace, "lock").status == 0)
    #expect(lock(of: workspace).contains("  lamps <[Lamp]> default(\"[]\")\n"))
    #expect(lock(of: workspace).contains("  first <Lamp>?\n"))
    try workspace.write("h/lamp.h", Self.lamp.replacing("my_lamp", with: "your_lamp"))
    try workspace.write("m/House.swift", Self.house.replacing("my_lamp", with: "your_lamp"))
    let check = try run(workspace, "check")
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test("Golden archives of a release have elements of a C record with a name of its own")
  func goldenRecordNames() throws {
    let workspace = try house()
    #expect(try run(workspace, "lock").status == 0)
    #expect(try run(workspace, "lock", "release", "1.0", "--goldens", "g").status == 0)
    let golden = try workspace.archivegen("inspect", "g/1.0/House.archive")
    #expect(golden.output.contains("watts"), "\(golden.output)")
  }

  @Test("A lock of an earlier version, which has the Swift names of C records, is as good")
  func formerRecordNames() throws {
    let workspace = try house()
    #expect(try run(workspace, "lock").status == 0)
    #expect(try run(workspace, "lock", "release", "1.0").status == 0)
    let former = lock(of: workspace).withoutChecksums.replacing("[Lamp]", with: "[my_lamp]").replacing(
      "<Lamp>", with: "<my_lamp>")
    try workspace.write("archivegen.lock", former)
    let check = try run(workspace, "check")
    #expect(check.status == 0 && (check.output + check.errors).contains("no change"), "\(check.output)\(check.errors)")
    #expect(try run(workspace, "lock").status == 0)
    #expect(lock(of: workspace).contains("lamps <[Lamp]>"))
  }
}
