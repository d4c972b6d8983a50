import ArchiveModel
import ArchivePlanner
import SwiftReader
import Testing

/// `owncoding`: types and values that are archived by their own `Codable` coding.
@Suite("Types that are archived by their own coding") struct OwnCodingTests {
  private func plan(_ source: String, _ configuration: Configuration = Configuration()) -> SwiftTypePlan {
    var options = SwiftTypePlanner.Options()
    options.needsSchema = true
    options.configuration = configuration
    return SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: options)
  }

  private func owncoding(of name: String) -> Configuration {
    let place = SourceLocation(file: "archivegen.yml", line: 2, column: 3)
    return Configuration(types: [
      TypeConfiguration(
        name: name, location: place, sourceLine: nil, attributes: [Attribute(.owncoding, at: place)], fields: [])
    ])
  }

  private func problems(_ plan: SwiftTypePlan) -> [String] {
    plan.diagnostics.sortedByLocation().filter { $0.severity > .note }.map {
      "\($0.location?.line ?? 0): \($0.name ?? "")"
    }
  }

  @Test("Its properties and its superclass do not matter, and the lock says that nothing inside it is known")
  func type() {
    let plan = plan(
      """
      // archive: owncoding
      final class Account: Elsewhere, Codable {
        private let secret: Mystery
        let number: Int
      }
      // archive:
      struct Holder { var accounts: [Account?] = [] }
      """)
    #expect(problems(plan).isEmpty)
    #expect(plan.files.first?.ownCodings.map(\.typeName) == [SwiftName(qualified: "Account")])
    #expect(plan.files.first?.classes.isEmpty == true)
    #expect(plan.schema["Account"]?.kind == .ownCoding && plan.schema["Account"]?.entries.isEmpty == true)
    #expect(plan.schema["Holder"]?.entries.first?.form.text == "<[Account?]>")
  }

  @Test("A generic type conforms under the conditions under which it is Codable") func generic() {
    let plan = plan(
      """
      // archive: owncoding
      struct Box<Value> { private var value: Value }
      extension Box: Codable where Value: Codable {}
      // archive: owncoding
      struct Always<Value: Codable>: Codable { private var value: Value }
      """)
    #expect(problems(plan).isEmpty)
    #expect(plan.files.first?.ownCodings.map(\.conditions) == [["Value: Codable"], []])
  }

  @Test("The value of a property or of a case may be of a type of another module") func values() {
    let plan = plan(
      """
      // archive:
      struct Place {
        var person: Contact?  // archive: owncoding
        var route: [Step: Mystery] = [:]  // archive: owncoding
        var count = 1  // archive: owncoding
      }
      // archive:
      enum Stop { case at(Contact /* archive: owncoding */), none }
      """)
    #expect(problems(plan).isEmpty)
    let entries = plan.schema["Place"]?.entries ?? []
    #expect(entries.map(\.form.text) == ["i64", "<Contact>?", "<[Step: Mystery]>"])
    #expect(entries.map(\.isOwnCoding) == [true, true, true])
    #expect(plan.schema["Stop"]?["at.0"]?.isOwnCoding == true)
  }

  @Test("A type of another module is named once in the configuration") func configuration() {
    let source = "// archive:\nstruct Place { var name: Tagged<Place, Int>\n var all: [Tagged<Place, Int>] = [] }"
    #expect(problems(plan(source)) == ["2: unknown-type"])
    let plan = plan(source, owncoding(of: "Tagged"))
    #expect(problems(plan).isEmpty)
    #expect(plan.schema["Tagged"]?.kind == .ownCoding)
    #expect(plan.schema["Place"]?["all"]?.form.text == "<[Tagged<Place, Int>]>")
  }

  @Test("A form that the app has given a type of Foundation or the standard library goes before the runtime's")
  func handwritten() {
    let source = "// archive:\nstruct A { var a: Calendar\n var b: Duration }"
    let types = plan(source).files[0].structures[0].values.map(\.archivedType.words)
    #expect(types == [["ArchiveRuntime", "ArchivedCalendar"], ["ArchiveRuntime", "ArchivedCodable", "Duration"]])
    let own = plan(source + "\nextension Calendar: ArchivableValue {}\nextension Duration: ArchivableCodable {}")
    #expect(own.files[0].structures[0].values.map(\.archivedType.words) == [["Calendar"], ["Duration"]])
  }

  @Test("What the attribute cannot mean is an error")
  func misuse() {
    let plan = plan(
      """
      // archive: owncoding
      struct Plain { var x = 1 }
      // archive: owncoding
      enum Raw: String, Codable { case a }
      // archive:
      class Base: Codable { var x = 1 }
      // archive: owncoding
      final class Derived: Base {}
      // archive: owncoding
      class Own: Codable { var x = 1 }
      // archive:
      final class Late: Own {}
      // archive:
      final class Link { weak var own: Own? }
      // archive:
      struct Box<Value> { var value: [Value] /* archive: owncoding */ }
      // archive: codable
      struct Twice: Codable { var x = 1 }
      // archive: owncoding
      final class Loses: Own { var lost = 1 }
      """)
    #expect(
      problems(plan) == [
        "2: not-codable", "4: ineffective-attribute", "8: unusable-superclass", "12: chosen-coding",
        "14: misplaced-attribute", "16: misplaced-attribute", "18: not-codable", "20: not-codable",
      ])
  }

  @Test("A Codable type whose properties do not suffice is archived by its own coding, and a warning says why")
  func chosen() {
    let plan = plan(
      """
      // archive:
      final class Receipt: Codable { let number: Int }
      // archive:
      struct Account: Codable { private var secret = 1 }
      // archive:
      struct Plain { private var secret = 1 }
      // archive:
      struct Holder { var account: Account\n var receipts: [Receipt] }
      // archive:
      class Base: Codable { private var x = 1 }
      // archive:
      final class Derived: Base { override init() { super.init() } }
      // archive:
      struct Renamed: Codable {
        private var x = 1
        var y = 2
        enum CodingKeys: String, CodingKey { case x = "ex", y = "why" }
      }
      """)
    #expect(
      problems(plan) == [
        "2: chosen-coding", "4: chosen-coding", "6: inaccessible-declaration", "11: chosen-coding", "13: chosen-coding",
        "15: chosen-coding",
      ])
    let warnings = plan.diagnostics.filter { $0.id == .chosenCoding }.sortedByLocation()
    #expect(warnings[0].message.contains("each reference to an object is archived as a copy"))
    #expect(!warnings[1].message.contains("copy"))
    #expect(warnings[1].notes.first?.message.contains("'secret' cannot be archived: it is private") == true)
    #expect(plan.schema["Receipt"]?.kind == .ownCoding && plan.schema["Account"]?.kind == .ownCoding)
    #expect(plan.schema["Holder"]?.entries.map(\.form.text).sorted() == ["<Account>", "<[Receipt]>"])
  }

  @Test("Types that are not marked do not hinder it where something else does, and are named where nothing else does")
  func unmarked() {
    let plan = plan(
      """
      enum Level: Codable { case low, high }
      // archive:
      struct Sensor: Codable {
        var level: Level
        private var secret = 1
      }
      // archive:
      struct Gauge: Codable { var level: Level }
      """)
    #expect(problems(plan) == ["3: chosen-coding", "8: unarchived-type"])
    let warning = plan.diagnostics.first { $0.id == .chosenCoding }
    #expect(warning?.notes.first?.message.contains("'secret' cannot be archived: it is private") == true)
  }

  @Test("With attributes that its own coding would disregard it stays an error, which offers the attribute")
  func offered() {
    let plan = plan(
      """
      // archive:
      struct Account: Codable {
        private var secret = 1
        var name = ""  // archive: key("n")
      }
      // archive:
      final class Old: NSObject, Codable, NSCoding {
        private var z = 1
        func encode(with coder: NSCoder) { coder.encode(z, forKey: "z") }
        required init?(coder: NSCoder) { z = coder.decodeInteger(forKey: "z") }
      }
      // archive: version(2)
      struct Later: Codable { private var secret = 1 }
      // archive:
      enum Way: Codable { case any(some Codable), at(Int /* archive: key("x") */) }
      """)
    #expect(
      problems(plan) == [
        "3: inaccessible-declaration", "8: inaccessible-declaration", "13: inaccessible-declaration",
        "15: unsupported-type",
      ])
    let offers = plan.diagnostics.sortedByLocation().filter { $0.severity == .error }.map {
      $0.advice?.hasSuffix("by its own Codable coding with '// archive: owncoding' on it") == true
    }
    // What methods for NSCoder archived, a Codable coding could not read.
    #expect(offers == [true, false, true, true])
  }

  @Test("A value of another module's type is archived by its coding where the compiler's own shows that it is Codable")
  func assumed() {
    let plan = plan(
      """
      // archive:
      struct Stay: Codable {
        var id: Tagged<Stay, Int>
        var ids: [Tagged<Stay, Int>] = []
        var bill: Money.Amount?
        var left: Mystery = .init()
        enum CodingKeys: CodingKey { case id, ids, bill }
      }
      // archive:
      enum Stop: Codable { case at(Place) }
      // archive:
      struct Other { var id: Tagged<Stay, Int> }
      // archive:
      struct Box<Value: Codable>: Codable { var value: Tagged<Box, Value> }
      // archive:
      struct Wrapped: Codable { @Upper var name: Label /* archive: key("name") */ }
      """)
    #expect(
      problems(plan) == [
        "3: assumed-coding", "5: assumed-coding", "10: assumed-coding", "12: unknown-type",
        "16: unknown-type",
      ])
    #expect(plan.failed == ["Other", "Box", "Wrapped"])
    let warning = plan.diagnostics.first { $0.id == .assumedCoding && $0.location?.line == 3 }
    #expect(warning?.notes.compactMap(\.location?.line) == [4])
    #expect(plan.schema["Tagged"]?.kind == .ownCoding)
    #expect(plan.schema["Money.Amount"]?.kind == .ownCoding)
    #expect(plan.schema["Stay"]?["ids"]?.form.text == "<[Tagged<Stay, Int>]>")
  }

  @Test("A private helper of a hand-written coding is named as one, and is no failure") func helpers() {
    let plan = plan(
      """
      // archive: owncoding
      struct Account: Codable {
        init(from decoder: any Decoder) throws { _ = try Stored(from: decoder) }
        func encode(to encoder: Encoder) throws {}
      }
      // archive:
      private struct Stored: Codable { var a = 1 }
      // archive:
      private struct Other: Codable { var a = 1 }
      """)
    #expect(problems(plan) == ["7: coding-helper", "9: inaccessible-declaration"])
    #expect(plan.summary.refused == 1)
  }
}

/// Types of properties that follow from what the sources say about an initial value.
@Suite("Types of initial values") struct InferredTypeTests {
  @Test(
    "A case, a static property or method, and a known constant determine the type",
    arguments: [
      ("Kind.plain", "<Kind>"), ("Kind.other(1)", "<Kind>"), ("Style.standard", "<Style>"),
      ("Style.made(2)", "<Style>"),
      ("Style.count", "i64"), ("Self.first", "<Kind>"), ("Int.max", "i64"), ("TimeInterval.infinity", "f64"),
      ("CGRect.zero", "<CGRect>"), ("Date.distantPast", "<Date>"),
      ("TimeZone.current", "<TimeZone>"), ("Int128.max", "<Int128>"), ("Duration.seconds(3)", "<Duration>"),
      ("point()", "<point>"), ("point(x: 1, y: f(2))", "<point>"),
    ])
  func determined(_ value: String, _ form: String) {
    #expect(plan(value).schema["Holder"]?["x"]?.form.text == form)
  }

  @Test(
    "What may be of another type has to be written",
    arguments: [
      "Kind.other", "Style.unknown", "Style.either(1)", "Int.random(in: 0...1)", "Kind.plain.next", "Style.standard!",
      "a * 2", "Other.standard", "Style.made(1).scaled(2)", "point(x: 1).next()", "twice(1)", "origin()",
    ])
  func undetermined(_ value: String) {
    #expect(plan(value).diagnostics.contains { $0.id == .untypedProperty })
  }

  private func plan(_ value: String) -> SwiftTypePlan {
    var options = SwiftTypePlanner.Options()
    options.needsSchema = true
    let source = """
      // archive:
      enum Kind { case plain, other(Int) }
      // archive:
      struct Style {
        var width = 1.0
        static let standard = Style()
        static let count = 5
        static func made(_ width: Int) -> Self { Self() }
        static func either(_ x: Int) -> Style { Style() }
        static func either(_ x: String) -> Kind { .plain }
      }
      func twice(_ x: Int) -> Int { x * 2 }
      func origin() -> point { point() }
      // archive:
      struct Holder {
        static let first = Kind.plain
        var x = \(value)
      }
      """
    var foreign = ImportedTypes()
    for name in ["point", "twice"] {
      foreign.records[name] = .init(SwiftName(.member("CShapes"), name), module: "CShapes")
    }
    return SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: foreign, options: options)
  }
}
