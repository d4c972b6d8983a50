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
        var due: Date, end: Foundation.Date?, id: UUID, page: URL?, price: Decimal, sum: Decimal?, hash: Data, image: Data?
      }
      """)
    #expect(plan.diagnostics.isEmpty, "\(plan.diagnostics)")
    #expect(plan.files.first?.structures.map(\.hasColumns) == [true, true])
    #expect(plan.schema["Row"]?.isInColumns == true && plan.schema["Kind"]?.isInColumns == false)
  }

  @Test(
    "A key that a column of another property has is an error",
    arguments: [
      ("var best: Int?", "best?"), ("var due: Date", "due.NS.time"), ("var id: UUID?", "id.NS.uuidbytes"),
      ("var page: URL", "page.NS.relative"), ("var inner: Inner?", "inner.x"), ("var inner: Inner", "inner.at.NS.time"),
      ("var inner: Inner", "inner.note?"),
    ])
  func duplicates(property: String, key: String) {
    let plan = plan(
      """
      // archive: columns
      struct Inner { var x = 0.5, at = Date(), note: String? }
      // archive: columns
      struct Row {
        \(property)
        // archive: key("\(key)")
        var other = 0
      }
      """)
    #expect(plan.diagnostics.map(\.id) == [.duplicateKey], "\(plan.diagnostics)")
    #expect(plan.diagnostics.first?.message.contains("\"\(key)\"") == true)
  }

  @Test(
    "Other properties are errors at their places, which say why",
    arguments: [
      ("var a: Locale", "the type 'Locale' has none"), ("var a: [Int]", "a list has another length in each row"),
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

  @Test("A final class has columns, and links to objects of itself")
  func classes() {
    let plan = plan(
      """
      // archive: columns
      struct Place { var x = 0.5 }
      // archive: columns
      final class Row {
        let a: Int
        var b: String?, place: Place, due: Date?
        var next: Row?, other: Outer.Alias? = nil
        weak var last: Row?
        init(a: Int, place: Place, next: Row?) { (self.a, self.place, self.next) = (a, place, next) }
      }
      enum Outer { typealias Alias = Row }
      """)
    #expect(plan.diagnostics.isEmpty, "\(plan.diagnostics)")
    let coding = plan.files.first?.classes.first
    #expect(coding?.hasColumns == true && coding?.connected.map(\.key).sorted() == ["last", "next", "other"])
    #expect(plan.schema["Row"]?.isInColumns == true)
  }

  @Test(
    "Other properties of a class are errors at their places, which say what to write",
    arguments: [
      ("var a: Row", "a row is made before", "as an optional 'var'"),
      ("let a: Row?", "it links to another row", "'var'"),
      ("unowned var a: Row?", "nothing may own", "'weak var'"),
      ("var a: [Row] = []", "a list has another length", "skip"),
      ("var a: Row? { didSet {} }", "it links to another row", "without observers"),
      ("private(set) var a: Row?", "it links to another row", "can set"),
      ("var a: Node?", "'Node' is a class", "skip"), ("weak var a: Node?", "columns are for numbers", "skip"),
      ("var a: Locale = .current", "the type 'Locale' has none", "'String'"),
    ])
  func unsupportedInClass(property: String, reason: String, advice: String) {
    let plan = plan(
      """
      // archive:
      final class Node { init() {} }
      // archive: columns
      final class Row {
        var id = 0
        \(property)
        init(a: Row) { fatalError() }
        init() { fatalError() }
      }
      """)
    let errors = plan.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1 && errors.first?.message.contains(reason) == true, "\(property): \(plan.diagnostics)")
    #expect(
      errors.first?.location?.line == 6 && errors.first?.advice?.contains(advice) == true, "\(property): \(errors)")
  }

  @Test("A class that is not final is told how to become one") func notFinal() {
    let errors = plan("// archive: columns\nclass A { var x = 0; init() {} }").diagnostics
    #expect(errors.map(\.advice) == ["write 'final class A', or remove 'columns'"])
  }

  @Test(
    "The attribute is for structs and final classes with properties of their own",
    arguments: [
      "// archive: columns\nstruct A<T> { var x: T }", "// archive: columns\nstruct A {}",
      "// archive: columns\nclass A { var x = 0; init() {} }", "// archive: columns\nenum A { case a }",
      "// archive: columns\nfinal class A<T> { var x = 0; init() {} }",
      "// archive: columns\nfinal class A { init() {} }",
      "// archive:\nclass B { init() {} }\n// archive: columns\nfinal class A: B { var x = 0 }",
      "// archive: columns\nstruct A: OptionSet { let rawValue: Int }",
    ])
  func misplaced(source: String) {
    #expect(plan(source).diagnostics.contains { $0.severity == .error }, "\(source)")
  }
}
