import ArchiveModel
import ArchivePlanner
import SwiftReader
import Testing

/// `columns`: structs whose arrays are archived as columns.
@Suite("Structs whose arrays are columns") struct ColumnsTests {
  private func plan(_ source: String) -> SwiftTypePlan {
    var options = SwiftTypePlanner.Options()
    options.needsSchema = true
    return SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: options)
  }

  @Test("Numbers, text, enumerations without values, such structs and optionals have columns")
  func supported() {
    let plan = plan(
      """
      // archive:
      enum Kind: UInt8 { case a, b }
      // archive:
      enum Word: String { case a, b }
      // archive:
      enum State { case on, off }
      // archive:
      struct Flags: OptionSet { let rawValue: Int }
      typealias Number = Int
      // archive: columns
      struct Inner { var x = 0.5, at = Date() }
      // archive: columns
      struct Row {
        var a: Int8, b: UInt?, c: Number, d: Swift.Bool, e: TimeInterval, f: CInt?
        var g: String, h: String?, kind: Kind, word: Word?, state: State, last: State?, flags: Flags
        var inner: Inner, other: Inner?
        var due: Date, end: Foundation.Date?, id: UUID, page: URL?
      }
      """)
    #expect(plan.diagnostics.isEmpty, "\(plan.diagnostics)")
    #expect(plan.files.first?.structures.map(\.hasColumns) == [true, true])
    #expect(plan.schema["Row"]?.isInColumns == true && plan.schema["Kind"]?.isInColumns == false)
  }

  @Test(
    "Other properties are errors at their places, which say why",
    arguments: [
      ("var a: Decimal", "the type 'Decimal' has none"), ("var a: [Int]", "a list has another length in each row"),
      ("var a: Plain", "the struct 'Plain' does not have 'columns'"), ("var a: Node?", "'Node' is a class"),
      ("var a: Payload", "cases of 'Payload' have values"), ("var a: Letter", "neither numbers nor text"),
      ("var a: (Int, Int)", "columns are for numbers"), ("var a: [String: Int]", "columns are for numbers"),
      ("weak var a: Node?", "columns are for numbers"),
      ("var a: Int = 0 // archive: was(\"/a\")", "is not in its struct"),
      ("var a: Coded // archive: owncoding", "its own coding"),
    ])
  func unsupported(property: String, reason: String) {
    let plan = plan(
      """
      // archive:
      struct Plain { var x = 0 }
      // archive:
      enum Payload { case a, b(Int) }
      // archive:
      enum Letter: Character { case a = "a" }
      // archive:
      final class Node { init() {} }
      struct Coded: Codable {}
      // archive: columns
      struct Row {
        var id: Int
        \(property)
      }
      """)
    let errors = plan.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1 && errors.first?.message.contains(reason) == true, "\(property): \(plan.diagnostics)")
    #expect(errors.first?.location?.line == 13, "\(property)")
    #expect(plan.failed == ["Row"])
  }

  @Test(
    "The attribute is for structs with properties of their own",
    arguments: [
      "// archive: columns\nstruct A<T> { var x: T }", "// archive: columns\nstruct A {}",
      "// archive: columns\nfinal class A { var x = 0; init() {} }", "// archive: columns\nenum A { case a }",
      "// archive: columns\nstruct A: OptionSet { let rawValue: Int }",
    ])
  func misplaced(source: String) {
    #expect(plan(source).diagnostics.contains { $0.severity == .error }, "\(source)")
  }
}
