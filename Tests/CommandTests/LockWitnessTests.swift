import Foundation
import Testing

/// `archivegen check --witness`.
extension LockCommandTests {
  @Test("An incompatible change is shown on an archive that is written and read")
  func witness() throws {
    let workspace = try released()
    try workspace.write(
      "h/item.h", "struct item { short count; enum state { DONE, OPEN } state; char added; };\n")
    func witness(_ key: String) throws -> String {
      let run = try workspace.archivegen("check", "h", "--witness", key)
      #expect(run.status == 2, "\(key): \(run.errors)")
      #expect(workspace.exists("\(key).archive"))
      return run.output
    }
    let narrowed = try witness("item.count")
    #expect(narrowed.contains("item.count.archive: an archive of 1.0 with count = 2147483647\n"), "\(narrowed)")
    #expect(
      narrowed.contains("refuses it: The archived value 2147483647 for the key 'count' does not fit the type i16."))
    let gone = try witness("item.price")
    #expect(gone.contains("reads it, and leaves out price"), "\(gone)")
    let renumbered = try witness("enum state.DONE")
    #expect(renumbered.contains("with state = 1, which is DONE\n"), "\(renumbered)")
    #expect(renumbered.contains("reads it as 1, which is OPEN\n"), "\(renumbered)")
    let none = try workspace.archivegen("check", "h", "--witness", "item.cuont")
    #expect(none.status == 1)
    #expect(none.errors.contains("there is no change of 'item.cuont'"))
  }

  @Test("Arrays are shown with elements that are refused")
  func arrays() throws {
    let workspace = try Workspace()
    func write(_ values: String, _ columns: Int) throws {
      let kind = "enum __attribute__((enum_extensibility(closed))) kind { \(values) };\n"
      try workspace.write(
        "h/item.h", "#include <stdbool.h>\n\(kind)struct item { enum kind k[3]; bool m[2][\(columns)]; };\n")
    }
    try write("KA = 1, KB = 4, KC = 5", 2)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try write("KA = 1, KB = 4", 1)
    for (key, value) in [("item.k", "k = [5, 5, 5]"), ("item.m", "m = [0, 1, 0, 1]")] {
      let run = try workspace.archivegen("check", "h", "--witness", key)
      #expect(run.output.contains("with \(value)") && run.output.contains("refuses it"), "\(run.output)")
    }
  }

  @Test("An error of the reader that is made for the proof is no proof")
  func ownErrors() throws {
    let workspace = try Workspace()
    try workspace.write("h/item.h", "struct item { int a; double *v; /* archive: ref */ };\n")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    // The pointer alone, without its new count, would make no reader.
    try workspace.write(
      "h/item.h", "struct item { int a; int n; double *v; /* archive: count(n) */ };\n")
    let run = try workspace.archivegen("check", "h", "--witness", "item.v")
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.output.contains("has no value for the count 'item[].n'"), "\(run.output)")
    #expect(!run.output.contains("generate it again"), "\(run.output)")
  }

  @Test("A break of a Swift type is shown as well: of structs, classes, enumerations and raw values")
  func modelWitness() throws {
    let workspace = try Workspace()
    let model = """
      // archive:
      struct Stock { var amount: Int32 = 0 }
      // archive:
      enum Course: Int { case starter = 0, main = 1 }
      // archive:
      enum Style: String { case bold, thin }
      // archive:
      enum Figure { case point; case circle(radius: Double); case box(side: Int32) }
      // archive:
      struct Box<Value> { var value: Value }
      // archive:
      final class Dish {
        var name = ""; var price: Int64 = 0; var course: Course = .main; var style: Style = .bold; var next: Dish?
        var figure: Figure = .point; var stocks: [String: Stock] = [:]; var box: Box<Int>?; init() {}
      }

      """
    try workspace.write("in/Model.swift", model)
    #expect(try workspace.archivegen("lock", "in").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try workspace.write(
      "in/Model.swift",
      model.replacing("amount: Int32", with: "amount: Int16").replacing("main = 1", with: "main = 2")
        .replacing("bold, thin", with: "bold").replacing("radius: Double", with: "radius: Float")
        .replacing("; case box(side: Int32)", with: "").replacing("price: Int64", with: "cost: Int64"))
    func witness(_ key: String) throws -> String {
      let run = try workspace.archivegen("check", "in", "--witness", key)
      #expect(run.status == 2, "\(key): \(run.errors)")
      return run.output
    }
    #expect(try witness("Stock.amount").contains("refuses it: The archived value 2147483647 for the key 'root.amount'"))
    #expect(try witness("Dish.price").contains("reads it, and leaves out price"))
    #expect(try witness("Course.main").contains("course = 1, which is main\n"))
    #expect(try witness("Course.main").contains("is not a case or raw value of the type Course"))
    #expect(try witness("Style.thin").contains("refuses it: The archived value 'thin' for the key 'root.style'"))
    #expect(try witness("Figure.box").contains("is not a case or raw value of the type Figure"))
    #expect(try witness("Figure.circle.radius").contains("refuses it"))
  }
}
