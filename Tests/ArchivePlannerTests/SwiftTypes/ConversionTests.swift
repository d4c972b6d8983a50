import ArchiveModel
import ArchivePlanner
import SwiftReader
import Testing

/// Values of types of other modules: `via(…)`, `as(…)`, collections of known packages, property wrappers.
@Suite("Values that are archived as other values") struct ConversionTests {
  private func plan(_ source: String, types: [(name: String, attribute: Attribute)] = []) -> SwiftTypePlan {
    var options = SwiftTypePlanner.Options()
    options.needsSchema = true
    let place = SourceLocation(file: "archivegen.yml", line: 2, column: 3)
    options.configuration = Configuration(
      types: types.map {
        TypeConfiguration(name: $0.name, location: place, sourceLine: nil, attributes: [$0.attribute], fields: [])
      })
    return SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: options)
  }

  private func attribute(_ name: Attribute.Name, _ texts: String...) -> Attribute {
    let place = SourceLocation(file: "archivegen.yml", line: 2, column: 3)
    return Attribute(name, texts.map { Attribute.Argument(text: $0, isQuoted: false, location: place) }, at: place)
  }

  private func problems(_ plan: SwiftTypePlan) -> [String] {
    plan.diagnostics.sortedByLocation().filter { $0.severity > .note }.map {
      "\($0.location?.line ?? 0): \($0.message)"
    }
  }

  /// The lock's forms of the properties of `S`.
  private func forms(_ plan: SwiftTypePlan) -> [String: String] {
    Dictionary(
      (plan.schema["S"]?.entries ?? []).map { ($0.key, $0.form.text) }, uniquingKeysWith: { first, _ in first })
  }

  private let functions = """
    func pack(_ color: Color) -> [Double] { [] }
    func unpack(_ parts: [Double]) throws -> Color { Color() }

    """

  @Test("Functions of the sources convert a value, its optionals and arrays; the lock has what they return")
  func functionPairs() {
    let plan = plan(
      functions + """
        // archive:
        struct S {
          var a: Color  // archive: via(pack, unpack)
          var b: [Color?] = []  // archive: via(pack, unpack)
          var c = 1
        }
        """)
    #expect(problems(plan).isEmpty, "\(problems(plan))")
    #expect(plan.files.first?.conversions.count == 1)
    #expect(plan.files.first?.conversions.first?.calls == .functions(pack: "pack", unpack: "unpack"))
    #expect(forms(plan)["a"] == "<[Double]>" && forms(plan)["b"] == "<[[Double]?]>")
  }

  @Test("A type of another module is named once in the configuration") func configured() {
    let plan = plan(
      functions + "// archive:\nstruct S { var a: Color; var b: [String: Color]; var t: Tag<Int>? }",
      types: [("Color", attribute(.via, "pack", "unpack")), ("Tag", attribute(.as, "rawValue"))])
    #expect(problems(plan).isEmpty, "\(problems(plan))")
    #expect(forms(plan) == ["a": "<[Double]>", "b": "<[String: [Double]]>", "t": "<Tag<Int>.RawValue>?"])
  }

  @Test("A type of the sources gets no such attribute in the configuration") func configuredOwn() {
    let plan = plan(
      "// archive:\nstruct S { var a: T }\n// archive:\nstruct T { var b: Int }",
      types: [("T", attribute(.as, "rawValue"))])
    #expect(problems(plan).contains("2: 'as' is for a type of another module, and the sources declare 'T'"))
  }

  @Test(
    "Mistakes are errors at the property",
    arguments: [
      ("var a: Color  // archive: via(pakc, unpack)", "there is no function 'pakc' in the given sources"),
      ("var a: Paint  // archive: via(pack, unpack)", "the function takes a 'Color', and the value is a 'Paint'"),
      ("var a: Color  // archive: via(pack, unpack, free)", "has no third function"),
      ("var a: Color  // archive: via(two, unpack)", "does not take one value without a label"),
      ("var a: Color  // archive: via(none, unpack)", "returns nothing that could be archived"),
      ("var a: Color  // archive: as(rawvalue)", "'rawvalue' is nothing that a value can be archived as"),
      ("var a: Bag  // archive: as(elements)", "'Bag' does not show the type of its elements"),
      ("var a: Color  // archive: as(rawValue), via(pack, unpack)", "'via'"),
    ])
  func mistakes(property: String, message: String) {
    let plan = plan(
      functions
        + "func two(_ a: Color, _ b: Int) -> Int { 1 }\nfunc none(_ a: Color) {}\n// archive:\nstruct S {\n\(property)\n}"
    )
    let found =
      plan.diagnostics
      + SwiftReader.read([(path: "a.swift", text: "// archive:\nstruct S {\n\(property)\n}")]).diagnostics
    #expect(found.contains { $0.severity == .error && $0.message.contains(message) }, "\(found.map(\.message))")
  }

  @Test("Collections of known packages are archived as their elements, and not where the sources have such a type")
  func collections() {
    let plan = plan(
      """
      import Collections
      // archive:
      struct Item { var id: Int }
      // archive:
      struct S {
        var a: Deque<Item> = []
        var b: OrderedSet<String> = []
        var c: OrderedDictionary<String, [Item]> = [:]
        var d: IdentifiedArrayOf<Item> = []
        var e: InlineArray<4, Double>
        var f: [2 of Item]
        var g: Deque<(Int, Item)>?
      }
      """)
    #expect(problems(plan).isEmpty, "\(problems(plan))")
    let calls = plan.files.first?.conversions.map(\.calls)
    #expect(
      calls == [
        .elements, .orderedSet, .orderedDictionary, .identified, .inlineArray(count: "4"), .inlineArray(count: "2"),
        .elements,
      ])
    #expect(plan.files.first?.imports.contains { $0.module == "Collections" } == true)
    #expect(forms(plan)["a"] == "<[Item]>" && forms(plan)["b"] == "<OrderedSet<String>>")
    #expect(forms(plan)["c"] == "<OrderedDictionary<String, [Item]>>" && forms(plan)["e"] == "<[Double]>")
    let own = self.plan("struct Deque<T> { var items: [T] }\n// archive:\nstruct S { var a: Deque<Int> }")
    #expect(problems(own).first?.contains("'Deque' is not archived") == true)
  }

  @Test("Property wrappers that store nothing but the value are archived by it") func wrappers() {
    let plan = plan(
      """
      @propertyWrapper struct Trimmed { var wrappedValue: String { didSet {} } }
      @propertyWrapper struct Saved { let key: String; var wrappedValue: Int { get { 1 } set {} } }
      // archive:
      struct S {
        @Trimmed var a: String
        @DefaultFalse var b: Bool
        @Published var c = 1
        @Saved(key: "k") var d: Int
      }
      """)
    #expect(problems(plan).count == 1 && problems(plan)[0].hasPrefix("8: 'd' cannot be archived"), "\(problems(plan))")
  }
}
