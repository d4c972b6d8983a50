import Foundation
import Testing

@testable import ArchiveRuntime

// The code of the documentation's pages on objects; a test holds the two against each other.

// example: hierarchy
class Vehicle: ArchivableClass {
  class var archivedClassName: String { "Vehicle" }
  class var archivableSubclasses: [any ArchivableObject.Type] { [Bicycle.self] }
  let owner: String
  var towing: Vehicle?

  init(owner: String) { self.owner = owner }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(owner, forKey: "owner")
    try encoder.encode(towing, forKey: "towing")
  }
  required init(from decoder: ObjectDecoder) throws {
    owner = try decoder.decode(String.self, forKey: "owner")
  }
  func connect(from decoder: ObjectDecoder) throws {
    towing = try decoder.decodeIfPresent(Vehicle.self, forKey: "towing")
  }
  func validateAfterDecoding() throws {}  // does nothing, so that subclasses can override it
}

final class Bicycle: Vehicle {
  override class var archivedClassName: String { "Bicycle" }
  override class var archivableSubclasses: [any ArchivableObject.Type] { [] }
  let gears: Int
  var spare: Bicycle?

  init(owner: String, gears: Int) {
    self.gears = gears
    super.init(owner: owner)
  }

  override func encode(to encoder: ObjectEncoder) throws {
    try super.encode(to: encoder)
    try encoder.encode(gears, forKey: "gears")
    try encoder.encode(spare, forKey: "spare")
  }
  required init(from decoder: ObjectDecoder) throws {
    gears = try decoder.decode(Int.self, forKey: "gears")
    try super.init(from: decoder)
  }
  override func connect(from decoder: ObjectDecoder) throws {
    try super.connect(from: decoder)
    spare = try decoder.decodeIfPresent(Bicycle.self, forKey: "spare")
  }
  override func validateAfterDecoding() throws {
    if gears < 1 { throw CocoaError(.coderInvalidValue) }
  }
}
// end

// example: enumerations
enum Priority: Int, ArchivableValue { case low = 1, high = 2 }  // its raw value; nothing else to write

enum Shape: ArchivableComposite {  // with values: a key selects the case
  case circle(radius: Double)
  case polygon([CGPoint])

  func encode(to encoder: ObjectEncoder) throws {
    switch self {
    case .circle(let radius):
      try encoder.encode("circle", forKey: "case")
      try encoder.encode(radius, forKey: "radius")
    case .polygon(let corners):
      try encoder.encode("polygon", forKey: "case")
      try encoder.encode(corners, forKey: "corners")
    }
  }
  init(from decoder: ObjectDecoder) throws {
    switch try decoder.decode(String.self, forKey: "case") {
    case "circle": self = .circle(radius: try decoder.decode(Double.self, forKey: "radius"))
    case "polygon": self = .polygon(try decoder.decode([CGPoint].self, forKey: "corners"))
    case let name: throw ArchiveError.unknownCase(path: decoder.keyPath("case"), name: name, type: "Shape")
    }
  }
}
// end

// example: stand-in
final class Icon: ArchivableClass {
  static var archivableSubclasses: [any ArchivableObject.Type] { [IconName.self] }
  let name: String

  init(named name: String) { self.name = name }
  func replacementForArchiving() throws -> any ArchivableObject { IconName(name) }
  func encode(to encoder: ObjectEncoder) throws {}
  init(from decoder: ObjectDecoder) throws { throw CocoaError(.coderInvalidValue) }
}

final class IconName: ArchivableClass {
  let name: String

  init(_ name: String) { self.name = name }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(name, forKey: "name") }
  init(from decoder: ObjectDecoder) throws { name = try decoder.decode(String.self, forKey: "name") }
  func replacementAfterDecoding() throws -> any ArchivableObject { Icon(named: name) }
}
// end

// example: protocol
protocol Utensil: ArchivableObject { var isSharp: Bool { get } }

final class Toolbox: ArchivableClass {
  var tools: [any Utensil] = []
  var notes: [String: ArchiveValue] = [:]

  init() {}
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encodeObjects(tools, forKey: "tools")
    try encoder.encode(notes, forKey: "notes")
  }
  init(from decoder: ObjectDecoder) throws {
    notes = try decoder.decode([String: ArchiveValue].self, forKey: "notes")
  }
  func connect(from decoder: ObjectDecoder) throws {
    tools = try decoder.decodeObjects(of: [Saw.self, Mallet.self], forKey: "tools").compactMap { $0 as? any Utensil }
  }
}
// end

final class Saw: ArchivableClass, Utensil {
  var isSharp: Bool { true }
  init() {}
  func encode(to encoder: ObjectEncoder) throws {}
  init(from decoder: ObjectDecoder) throws {}
}

final class Mallet: ArchivableClass, Utensil {
  var isSharp: Bool { false }
  init() {}
  func encode(to encoder: ObjectEncoder) throws {}
  init(from decoder: ObjectDecoder) throws {}
}

// example: main actor
@MainActor final class Document: @MainActor ArchivableClass {
  var title: String

  init(title: String) { self.title = title }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(title, forKey: "title") }
  init(from decoder: ObjectDecoder) throws { title = try decoder.decode(String.self, forKey: "title") }

  func save(to url: URL) async throws { try await ArchiveFile(url).save(self) }
  static func load(from url: URL) async throws -> Document { try await ArchiveFile(url).load(Document.self) }
}
// end

@Suite("The examples of the pages on objects") struct GuideExampleTests {
  @Test("The pages show the code that is compiled here") func pagesShowThis() throws {
    #expect(try Guide.examples(in: #filePath, missingFrom: ["ComingFromNSKeyedArchiver", "ArchivingObjects"]) == [])
    #expect(try Guide.examples(in: #filePath).count == 6)
  }

  @Test("A hierarchy") func hierarchy() throws {
    let car = Vehicle(owner: "Ann")
    let bicycle = Bicycle(owner: "Bob", gears: 7)
    (car.towing, bicycle.spare) = (bicycle, Bicycle(owner: "Bob", gears: 1))
    let read = try roundTrip(car)
    #expect((read.towing as? Bicycle)?.spare?.gears == 1)
    let broken = try ArchiveEncoder().encode(Bicycle(owner: "Carl", gears: 0))
    #expect(throws: CocoaError.self) { try ArchiveDecoder().decode(Vehicle.self, from: broken) }
  }

  @Test("Enumerations") func enumerations() throws {
    #expect(try roundTrip([Priority.high, .low]) == [.high, .low])
    guard case .circle(2) = try roundTrip(Shape.circle(radius: 2)) else { throw CocoaError(.coderInvalidValue) }
    guard case .polygon(let corners) = try roundTrip([Shape.polygon([CGPoint(x: 1, y: 2)])])[0] else {
      throw CocoaError(.coderInvalidValue)
    }
    #expect(corners == [CGPoint(x: 1, y: 2)])
  }

  @Test("Stand-ins, and values of several kinds") func others() throws {
    #expect(try roundTrip([Icon(named: "save")])[0].name == "save")
    let box = Toolbox()
    (box.tools, box.notes) = ([Saw(), Mallet(), Saw()], ["weight": .double(2.5), "lent": .null])
    let read = try roundTrip(box)
    #expect(read.tools.map(\.isSharp) == [true, false, true])
    #expect(read.notes == box.notes)
  }

  @MainActor @Test("Classes of the main actor") func mainActor() async throws {
    let url = Tool.temporary("documents")
    defer { try? FileManager.default.removeItem(at: url) }
    try await Document(title: "Plan").save(to: url)
    #expect(try await Document.load(from: url).title == "Plan")
  }

  @Test("Files with settings, and with several keys") func files() async throws {
    let url = Tool.temporary("settings")
    defer { try? FileManager.default.removeItem(at: url) }
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    ann.partner = bob
    let read = try await example(url, ann, bob)
    #expect(read === bob || read.name == "Bob")
  }

  private func example(_ url: URL, _ ann: Person, _ bob: Person) async throws -> Person {
    // example: file
    var settings = ArchiveEncoder()
    settings.outputFormat = .xml
    settings.setClassName("Contact", for: Person.self)
    var archive = ArchiveWriter(settings: settings)
    try archive.encode(ann, forKey: "root")  // the key that load(_:) and NSKeyedUnarchiver read
    try archive.encode(bob, forKey: "lastShown")
    try await ArchiveFile(url).save(data: try archive.finish())

    var file = ArchiveFile(url)
    file.loader.setClass(Person.self, forClassName: "Contact")
    let saved = try await file.reader()
    let (first, last) = try saved.readValues { top in  // one call, so that shared objects are one
      (try top.decode(Person.self, forKey: "root"), try top.decode(Person.self, forKey: "lastShown"))
    }
    // end
    #expect(first.partner === last)
    return last
  }
}

/// The pages of the documentation, and the examples in tests.
enum Guide {
  /// The blocks between `// example: name` and `// end`, without their indentation.
  static func examples(in file: String) throws -> [(name: String, code: String)] {
    let source = try String(contentsOfFile: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var examples: [(name: String, code: String)] = []
    var rest = source[...]
    while let start = rest.firstIndex(where: { $0.contains("// example: ") && !$0.contains("`") && !$0.contains("\"") }
    ),
      let end = rest[start...].firstIndex(where: { $0.hasSuffix("// end") })
    {
      let indentation = source[start].prefix { $0 == " " }.count
      let code = source[(start + 1)..<end].map { $0.dropFirst(min(indentation, $0.count)) }.joined(separator: "\n")
      examples.append((String(source[start].dropFirst(indentation)), code))
      rest = source[(end + 1)...]
    }
    return examples
  }

  /// The names of the examples that none of the pages shows: copy these there.
  static func examples(in file: String, missingFrom pages: [String]) throws -> [String] {
    let root = (0..<4).reduce(URL(fileURLWithPath: file)) { url, _ in url.deletingLastPathComponent() }
    let text = try pages.map { page in
      try String(
        contentsOf: root.appendingPathComponent("Sources/ArchiveRuntime/ArchiveRuntime.docc/\(page).md"),
        encoding: .utf8)
    }.joined()
    return try examples(in: file).filter { !text.contains("```swift\n\($0.code)\n```") }.map(\.name)
  }
}
