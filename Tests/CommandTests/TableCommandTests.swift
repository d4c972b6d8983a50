import Foundation
import Testing

@Suite("Tables, in CSV and back")
struct TableCommandTests {
  @Test("Bit-fields of a CSV come back in their group, and cells that do not fit them are refused")
  func likeBitFields() throws {
    let workspace = try Workspace()
    try workspace.write("plain.csv", "kind,flags,value,x\n1,197,7,1\n2,3,,2\n")
    #expect(try workspace.archivegen("convert", "plain.csv", "plain.archive", "--name", "line").status == 0)
    let json = try workspace.archivegen("convert", "plain.archive", "-", "--to", "json").output
    #expect(json.contains("count 2"))
    // Columns of the made archive get other types.
    try workspace.write(
      "typed.json",
      """
      {"archivegen":1,"format":"binary","list":{"$archiver":"NSKeyedArchiver","$objects":["$null",
      {"[]":{"$ref":2},"[].flags":{"$values":"u8","list":[197,3]},"[].kind":{"$values":"u8","list":[1,2]},
      "[].value":{"$values":"u8","list":[7]},"$class":{"$ref":3}},"count 2\\nu8 flags\\n u3 level\\n i5 delta\\nu8 kind\\n@2=5 u8 value",
      {"$classes":["line[]","NSObject"],"$classname":"line[]"}],"$top":{"root":{"$ref":1}},"$version":100000}}
      """)
    let made = try workspace.archivegen("convert", "typed.json", "typed.archive")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try workspace.archivegen("convert", "typed.archive", "out.csv").status == 0)
    #expect(workspace.read("out.csv") == "level,delta,kind,value\n5,-8,1,7\n3,0,2,\n")
    let back = try workspace.archivegen("convert", "out.csv", "again.archive", "--like", "typed.archive")
    #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
    let difference = try workspace.archivegen("diff", "typed.archive", "again.archive")
    #expect(difference.status == 0, "\(difference.output)")
    for (line, words) in [("8,0,1,", "'level': '8' is not a value of the type u3"), ("1,16,1,", "'delta': '16'")] {
      try workspace.write("wrong.csv", "level,delta,kind,value\n\(line)\n")
      let wrong = try workspace.archivegen("convert", "wrong.csv", "wrong.archive", "--like", "typed.archive")
      #expect(wrong.status == 1 && wrong.errors.contains(words), "\(wrong.errors)")
    }
    try workspace.write("part.csv", "delta,flags\n-1,3\n")
    let clash = try workspace.archivegen("convert", "part.csv", "part.archive", "--like", "typed.archive")
    #expect(clash.status == 1 && clash.errors.contains("bit-fields in a group of this name"), "\(clash.errors)")
  }

  @Test("Records from the table of a property have the archive's type")
  func likeProperty() throws {
    let workspace = try Workspace()
    try workspace.write(
      "team.json",
      """
      {"archivegen":1,"format":"binary","list":{"$archiver":"NSKeyedArchiver","$objects":["$null",{"samples":{"$ref":3},"$class":{"$ref":2}},
      {"$classes":["Team","NSObject"],"$classname":"Team"},{"[]":{"$ref":4},"[].x":{"$values":"u8","list":[1,2]},"$class":{"$ref":5}},
      "count 2\\nu8 x",{"$classes":["Sample[]","NSObject"],"$classname":"Sample[]"}],"$top":{"root":{"$ref":1}},"$version":100000}}
      """)
    #expect(try workspace.archivegen("convert", "team.json", "team.archive").status == 0)
    for path in ["samples", "samples[]", "root.samples"] {
      let arguments = ["--path", path]
      #expect(try workspace.run(Workspace.toolPath, ["convert", "team.archive", "rows.csv"] + arguments).status == 0)
      let back = try workspace.run(
        Workspace.toolPath, ["convert", "rows.csv", "rows.archive", "--like", "team.archive"] + arguments)
      #expect(back.status == 0, "\(back.errors)")
      #expect(try workspace.archivegen("inspect", "rows.archive").output.contains("Sample[]"), "\(path)")
    }
  }

  @Test("CSV of many lists within each other takes memory in proportion to their number")
  func deepCSV() throws {
    let workspace = try Workspace()
    let levels = 40_000
    func big(_ number: Int, _ size: Int) -> Data {
      Data((0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }
    var file = Data("bplist00".utf8)
    for level in 1...levels { file += [0xA1] + big(level, 2) }
    file += [0x51, 0x78]
    let table = file.count
    for level in 0...levels { file += big(8 + level * 3, 4) }
    file += [0, 0, 0, 0, 0, 0, 4, 2]
    for number in [levels + 1, 0, table] { file += big(number, 8) }
    try file.write(to: URL(fileURLWithPath: "\(workspace.path)/deep.plist"))
    // All paths together would be 2.4 GB.
    let run = try workspace.run(
      "/bin/sh", ["-c", "ulimit -v 1500000; '\(Workspace.toolPath)' inspect deep.plist --format csv"])
    #expect(run.status == 1 && run.errors.contains("it has no columns"), "\(run.status) \(run.errors.suffix(300))")
  }
}
