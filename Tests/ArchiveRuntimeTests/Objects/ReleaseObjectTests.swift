@_spi(GeneratedCode) import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// 1.0 had the class `Animal` with `name` and `age` Int16, `Dog` with `tag`; an enumeration `Mood` without `sleepy`.
private let table = """
  releases\t1.0
  type\tAnimal\t0-\tkind=class
  \tage\ti16\t0-0\trequired
  \tfriend\t<Animal>?\t1-
  \tname\t<String>\t0-0\trequired
  \ttitle\t<String>\t1-\trequired\twas=name
  \tyears\ti64\t1-\trequired\twas=age
  type\tDog\t0-\tkind=class
  \tbadge\t<Badge>\t1-\twas=tag\trequired
  \tmood\t<Mood>\t1-\tdefault=.calm
  \ttag\t<Tag>\t0-0\trequired
  type\tTag\t0-0\tkind=structure
  \tcode\ti32\t0-0\trequired
  type\tBadge\t1-\tkind=structure\twas=Tag
  \tcode\ti32\t1-\trequired
  \tcolours\tu8[*]\t1-\tdefault=[]
  type\tMood\t0-\tkind=enumeration
  \tcalm\tcase\t0-
  \tsleepy\tcase\t1-
  """

private final class Dog: ArchivableClass {
  var title: String
  var years: Int
  var friend: Dog?
  var badge: Badge
  var mood: Mood

  static var archivedClassName: String { "Dog" }
  static var archivableSubclasses: [any ArchivableClass.Type] { [] }

  init(_ title: String, _ years: Int, _ badge: Badge = Badge(code: 7), _ mood: Mood = .calm) {
    (self.title, self.years, self.badge, self.mood) = (title, years, badge, mood)
  }

  init(from decoder: ObjectDecoder) throws {
    title = try decoder.decode(String.self, forKey: decoder.requiredKey("title", "name"))
    years = try decoder.decode(Int.self, forKey: decoder.requiredKey("years", "age"))
    badge = try decoder.decode(Badge.self, forKey: decoder.requiredKey("badge", "tag"))
    mood = try decoder.decodeIfPresent(Mood.self, forKey: "mood") ?? .calm
  }

  func connect(from decoder: ObjectDecoder) throws {
    friend = try decoder.decodeIfPresent(Dog.self, forKey: "friend")
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(title, forKey: "title")
    try encoder.encode(years, forKey: "years")
    try encoder.encode(friend, forKey: "friend")
    try encoder.encode(badge, forKey: "badge")
    try encoder.encode(mood, forKey: "mood")
  }
}

private struct Badge: ArchivableComposite, Equatable {
  var code: Int32
  var colours: [UInt8] = []

  static var archivedClassName: String { "Badge" }
  static var earlierArchivedClassNames: [String] { ["Tag"] }

  init(code: Int32, colours: [UInt8] = []) { (self.code, self.colours) = (code, colours) }

  init(from decoder: ObjectDecoder) throws {
    code = try decoder.decode(Int32.self, forKey: "code")
    if let key = try decoder.storedKey("colours") { colours = try decoder.decodePacked([UInt8].self, forKey: key) }
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(code, forKey: "code")
    try encoder.encodePacked(colours, forKey: "colours")
  }
}

private enum Mood: ArchivableEnumeration {
  case calm, sleepy

  static var archivedClassName: String { "Mood" }
  var archivedCase: String { self == .calm ? "calm" : "sleepy" }
  var hasArchivedValues: Bool { false }
  func encodeValues(to encoder: ObjectEncoder) throws {}
  init?(archivedCase name: String) {
    guard ["calm", "sleepy"].contains(name) else { return nil }
    self = name == "calm" ? .calm : .sleepy
  }

  init?(archivedCase name: String, from decoder: ObjectDecoder) throws { nil }
}

@Suite("Objects for an earlier release")
struct ReleaseObjectTests {
  /// The class's own keys and its superclass's; the table has them of the one class that is archived here.
  private func history() -> ReleaseHistory {
    let animal = table.split(separator: "\n").drop { !$0.hasPrefix("type\tAnimal") }.dropFirst().prefix {
      $0.first == "\t"
    }
    var lines = table.split(separator: "\n").map(String.init)
    let dog = lines.firstIndex { $0.hasPrefix("type\tDog") } ?? 0
    lines.insert(contentsOf: animal.map(String.init), at: dog + 1)
    return ReleaseHistory(lines.joined(separator: "\n"))
  }

  private func encoder() throws -> ArchiveEncoder { ArchiveEncoder(for: try history().release("1.0")) }

  private func keys(_ data: Data) throws -> Set<String> {
    let list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    let objects = try #require(list["$objects"] as? [Any])
    return Set(objects.compactMap { $0 as? [String: Any] }.flatMap(\.keys).filter { !$0.hasPrefix("$") })
  }

  @Test("Keys, types and classes have the names that they had, and newer keys are left out")
  func names() throws {
    let data = try encoder().encode(Dog("Rex", 4))
    #expect(try keys(data) == ["name", "age", "tag.code"])
    let again = try ArchiveDecoder().decode(Dog.self, from: data)
    #expect(again.title == "Rex" && again.years == 4 && again.badge == Badge(code: 7) && again.mood == .calm)
  }

  @Test("What the release cannot hold is listed: numbers, cases, objects and arrays")
  func losses() throws {
    let dog = Dog("Rex", 40_000, Badge(code: 1, colours: [1]), .sleepy)
    dog.friend = Dog("Bob", 1)
    let found = try encoder().losses(encoding: dog)
    #expect(Set(found.map(\.path)) == ["Dog.years", "Dog.friend", "Badge.colours", "Dog.mood"])
    #expect(found.first { $0.path == "Dog.years" }?.reason == .doesNotFit)
    // `age` is needed, and there is no value that it could have.
    #expect(found.first { $0.path == "Dog.years" }?.isRefused == true)
    #expect(throws: ArchiveError.self) { try encoder().encode(dog) }
  }

  @Test("With leave to lose values, newer keys are left out with what they lead to")
  func allowed() throws {
    let dog = Dog("Rex", 4, Badge(code: 1, colours: [1]), .sleepy)
    dog.friend = Dog("Bob", 1)
    var encoder = try encoder()
    encoder.allowsLosses = true
    let data = try encoder.encode(dog)
    #expect(try keys(data) == ["name", "age", "tag.code"])
    #expect(try ArchiveDecoder().decode(Dog.self, from: data).friend == nil)
  }

  @Test("A case that the release does not know is refused where the release has the key")
  func cases() throws {
    var encoder = try encoder()
    encoder.allowsLosses = true
    #expect(try encoder.losses(encoding: [Mood.calm]).isEmpty)
    let found = try encoder.losses(encoding: [Mood.sleepy])
    #expect(found.map(\.reason) == [.newerValue] && found[0].isRefused && found[0].value == "'sleepy'")
  }

  @Test("Several values under keys: each call that loses something is taken back")
  func several() throws {
    var encoder = ArchiveWriter(settings: try encoder())
    try encoder.encode(Dog("Rex", 4), forKey: "dog")
    #expect(throws: ArchiveError.self) { try encoder.encode(Mood.sleepy, forKey: "mood") }
    try encoder.encode(Mood.calm, forKey: "mood")
    let decoder = try ArchiveReader(encoder.finish())
    #expect(try decoder.decode(Mood.self, forKey: "mood") == .calm)
    #expect(try decoder.decode(Dog.self, forKey: "dog").years == 4)
  }
}
