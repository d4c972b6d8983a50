import ArchiveModel
import ArchivePlanner
import SwiftReader
import Testing

/// What types say for Codable and SwiftData, read as attributes.
@Suite("Declarations for Codable and SwiftData") struct AdoptedCodingTests {
  private func plan(_ source: String) -> SwiftTypePlan {
    var options = SwiftTypePlanner.Options()
    options.needsSchema = true
    return SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: options)
  }

  /// "key was(former)" of each archived key of a type.
  private func keys(_ plan: SwiftTypePlan, _ type: String, defaults: Bool = false) -> [String] {
    (plan.schema.types.first { $0.name == type }?.entries ?? []).map { entry in
      entry.key + (entry.formerKeys.isEmpty ? "" : " was \(entry.formerKeys.joined(separator: ", "))")
        + (entry.defaultValue.map { defaults ? " default \($0)" : "" } ?? "")
    }.sorted()
  }

  private func messages(_ plan: SwiftTypePlan) -> [String] {
    plan.diagnostics.map { "\($0.location?.line ?? 0): \($0.name ?? "")" }
  }

  @Test("CodingKeys give keys, and the property's name is still read") func codingKeys() {
    let plan = plan(
      """
      // archive:
      struct User: Codable {
        var id: Int
        var name: String
        var mail = ""
        enum CodingKeys: String, CodingKey {
          case id, name = "user_name"
          case mail = "e-mail"
        }
      }
      """)
    #expect(keys(plan, "User") == ["e-mail was mail", "id", "user_name was name"])
    #expect(messages(plan) == ["2: adopted-attributes"])
    #expect(
      plan.diagnostics.first?.message
        == "'User' is archived as its declarations for Codable say: name key \"user_name\", earlier \"name\"; mail key \"e-mail\", earlier \"mail\""
    )
  }

  @Test("A property that CodingKeys leave out is skipped if it has an initial value, and never without notice")
  func leftOut() {
    let synthesized = plan(
      """
      // archive:
      struct Page: Encodable {
        var title: String
        var cache: [String] = []
        var size: Int
        var kept = 1  // archive: key("kept")
        private enum CodingKeys: String, CodingKey { case title }
      }
      """)
    #expect(keys(synthesized, "Page") == ["kept", "size", "title"])
    #expect(synthesized.diagnostics.count == 1)
    let message = synthesized.diagnostics.first?.message ?? ""
    #expect(message.contains("cache is skipped"))
    #expect(message.contains("size has no key there and no initial value, and is archived under its name"))
    // Methods that are written may use other keys, so that nothing is left out.
    let written = plan(
      """
      // archive:
      struct Page: Codable {
        var title = ""
        var cache: [String] = []
        enum CodingKeys: String, CodingKey { case title = "t" }
        func encode(to encoder: any Encoder) throws {}
      }
      """)
    #expect(keys(written, "Page") == ["cache", "t was title"])
  }

  @Test("Our attributes take precedence") func precedence() {
    let plan = plan(
      """
      // archive:
      struct User: Codable {
        var name = ""  // archive: key("own"), was("older")
        @CodingKey("b2") @CodableDefault(5) @CodableAlias("b3") var b = 1  // archive: default(7), was("b4")
        @Transient var c = 1  // archive: key("c")
        enum CodingKeys: String, CodingKey { case name = "user_name", b = "other", c = "c9" }
      }
      """)
    #expect(
      keys(plan, "User", defaults: true) == ["b2 was b4, b default 7", "c default 1", "own was older default \"\""])
  }

  @Test(
    "Macros and wrappers of other libraries",
    arguments: [
      ("@CodingKey(\"k\") var a = 1", "k was a"), ("@CodingKey(\"k\", \"l\") var a = 1", "k was l, a"),
      ("@CustomCodingKey(\"k\") var a = 1", "k was a"), ("@CodableKey(\"k\") var a = 1", "k was a"),
      ("@CodedAt(\"k\") var a = 1", "k was a"), ("@CodedAs(\"k\", \"l\") var a = 1", "a was k, l"),
      ("@CodableAlias(\"k\") var a = 1", "a was k"), ("@DecodableAlias(\"k\") var a = 1", "a was k"),
      ("@MetaCodable.CodedAt(\"a\") var a = 1", "a"), ("@CodableDefault(2 + 3) var a: Int", "a default 2 + 3"),
      ("@Default(2) var a: Int", "a default 2"), ("@Default(ifMissing: 2, forErrors: 3) var a: Int", "a default 2"),
      ("@CodingKey(\"a\") var a = 1", "a"),
    ])
  func attributes(declaration: String, key: String) {
    let plan = plan("// archive:\n@Codable\nstruct S {\n  \(declaration)\n}\n")
    #expect(keys(plan, "S", defaults: key.contains("default")) == [key], "\(plan.diagnostics)")
    #expect(!plan.diagnostics.hasErrors)
  }

  @Test(
    "Attributes for properties that are not coded",
    arguments: ["Transient", "IgnoreCoding", "OmitCoding", "CodingIgnored", "CodableKey(options: .ignored)"])
  func skipped(attribute: String) {
    let plan = plan("// archive:\nstruct S {\n  var a = 1\n  @\(attribute) var b: Int?\n}\n")
    #expect(keys(plan, "S") == ["a"])
    #expect(messages(plan) == ["2: adopted-attributes"])
  }

  @Test(
    "An attribute whose meaning archives cannot have is an error that says why",
    arguments: [
      ("@CodedAt(\"a\", \"b\")", "gives a path"), ("@CodedAt", "puts its parts beside it"),
      ("@CodingKey(Keys.name)", "gives no text as the key"),
      ("@Transient(1)", "skips it only sometimes"),
      ("@Default(.color)", "may be a property wrapper or macro"),
      ("@Attribute(originalName: \"x\")", "may be a property"),
    ])
  func unclear(attribute: String, reason: String) {
    let plan = plan("// archive:\nstruct S {\n  \(attribute) var a = 1\n}\n")
    #expect(plan.diagnostics.map(\.id) == [.wrappedProperty])
    #expect(plan.diagnostics.first?.message.contains(reason) == true, "\(plan.diagnostics)")
  }

  @Test("SwiftData's models") func swiftData() {
    let plan = plan(
      """
      import SwiftData
      // archive:
      @Model
      final class Trip {
        @Attribute(.unique, originalName: "label") var name: String
        @Attribute(.spotlight) var place = ""
        @Relationship(deleteRule: .cascade, originalName: "days", inverse: \\Day.trip) var stops: [Day] = []
        @Attribute(.ephemeral) var distance = 0
        @Transient var selection: Int? = nil
        init(name: String) { self.name = name }
      }
      // archive:
      @Model
      final class Day {
        var trip: Trip?
        init() {}
      }
      """)
    #expect(!plan.diagnostics.hasErrors, "\(plan.diagnostics)")
    #expect(keys(plan, "Trip") == ["name was label", "place", "stops was days"])
  }

  @Test("Keys that change places are not read under the names, which are now other properties' keys") func swapped() {
    let plan = plan(
      """
      // archive:
      struct S: Codable {
        var a = 1
        var b = 2
        enum CodingKeys: String, CodingKey { case a = "b", b = "a" }
      }
      // archive:
      class Base: Codable {
        var name = ""
        enum CodingKeys: String, CodingKey { case name = "base" }
      }
      // archive:
      final class Derived: Base {
        @CodingKey("name") var title = ""
      }
      """)
    #expect(keys(plan, "S") == ["a", "b"])
    #expect(keys(plan, "Base") == ["base"])
    #expect(keys(plan, "Derived").contains("name was title"))
    #expect(!plan.diagnostics.hasErrors, "\(plan.diagnostics)")
  }

  @Test("The keys of an enumeration's cases and of their values") func enumerations() {
    let plan = plan(
      """
      // archive:
      enum Shape: Codable {
        case circle(radius: Double), point
        case text(String)
        enum CodingKeys: String, CodingKey { case circle = "round", point, text }
        enum CircleCodingKeys: String, CodingKey { case radius = "r" }
        enum TextCodingKeys: String, CodingKey { case _0 = "content" }
      }
      """)
    #expect(messages(plan) == ["2: adopted-attributes"])
    #expect(
      plan.diagnostics.first?.message.hasSuffix(
        "circle key \"round\", earlier \"circle\"; radius key \"r\", earlier \"radius\"; 0 key \"content\", earlier \"0\""
      )
        == true, "\(plan.diagnostics)")
  }

  @Test("Keys in extensions, in other files and behind constants") func places() {
    let files = [
      (path: "a.swift", text: "// archive:\nstruct A { var a = 1 }\n"),
      (path: "b.swift", text: "extension A: Codable {\n  enum CodingKeys: String, CodingKey { case a = \"x\" }\n}\n"),
    ]
    var options = SwiftTypePlanner.Options()
    options.needsSchema = true
    let plan = SwiftTypePlanner.plan(SwiftReader.read(files), foreign: ImportedTypes(), options: options)
    #expect(keys(plan, "A") == ["x was a"])
    let numbers = self.plan(
      "// archive:\nstruct B: Codable {\n  var b = 1\n  enum CodingKeys: Int, CodingKey { case b = 7 }\n}\n")
    #expect(keys(numbers, "B") == ["b"] && numbers.diagnostics.isEmpty)
  }

  @Test("Types without a mark, and classes with methods for NSCoder, are left alone") func others() {
    let unmarked = plan(
      "struct A: Codable {\n  var a = 1\n  enum CodingKeys: String, CodingKey { case a = \"x\" }\n}\n")
    #expect(!unmarked.diagnostics.contains { $0.id == .adoptedAttributes })
    let coder = plan(
      """
      // archive:
      class C: NSObject {
        var a = 1
        override init() { super.init() }
        enum CodingKeys: String, CodingKey { case a = "x" }
        func encode(with coder: NSCoder) { coder.encode(a, forKey: "old") }
        required init?(coder: NSCoder) { a = coder.decodeInteger(forKey: "old") }
      }
      """)
    #expect(keys(coder, "C") == ["old"])
  }
}
