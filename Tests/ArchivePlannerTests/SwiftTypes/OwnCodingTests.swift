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
        "2: not-codable", "4: ineffective-attribute", "8: unusable-superclass", "12: unusable-superclass",
        "14: misplaced-attribute", "16: misplaced-attribute", "18: not-codable", "20: not-codable",
      ])
  }

  @Test("A Codable type that cannot be archived by its properties is offered its own coding, with the text to write")
  func offer() {
    let plan = plan(
      """
      // archive:
      final class Receipt: Codable { let number: Int }
      // archive:
      struct Account: Codable { private var secret = 1 }
      // archive:
      struct Plain { private var secret = 1 }
      // archive:
      struct Stay: Codable { var id: Tagged }
      """)
    let advice = plan.diagnostics.filter { $0.severity == .error }.sortedByLocation().map { $0.advice ?? "" }
    #expect(advice.count == 4)
    #expect(advice[0].hasSuffix("archive 'Receipt' by its own Codable coding with '// archive: owncoding' on it"))
    #expect(advice[1].hasSuffix("archive 'Account' by its own Codable coding with '// archive: owncoding' on it"))
    #expect(!advice[2].contains("owncoding"))
    #expect(advice[3].contains("'types: {Tagged: {archive: owncoding}}' in archivegen.yml"))
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
      ("TimeZone.current", "<TimeZone>"), ("Duration.seconds(3)", "<Duration>"),
    ])
  func determined(_ value: String, _ form: String) {
    #expect(plan(value).schema["Holder"]?["x"]?.form.text == form)
  }

  @Test(
    "What may be of another type has to be written",
    arguments: [
      "Kind.other", "Style.unknown", "Style.either(1)", "Int.random(in: 0...1)", "Kind.plain.next", "Style.standard!",
      "a * 2", "Other.standard", "Style.made(1).scaled(2)",
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
      // archive:
      struct Holder {
        static let first = Kind.plain
        var x = \(value)
      }
      """
    return SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: options)
  }
}
