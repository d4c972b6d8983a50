@_spi(GeneratedCode) import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// 1.0 had `Adr` and `Gen`, whose key was `old`; nothing of `Pair` has changed, so it is not in the table.
private let table = """
  releases\t1.0
  type\tOffice.Adr\t0-0\tkind=structure
  \tzip\ti64\t0-0
  type\tOffice.Address\t1-\tkind=structure\twas=Office.Adr
  \tzip\ti64\t1-
  type\tGen\t0-0\tkind=structure\tversion=2
  \titem\t<T>\t0-0\trequired
  \told\ti64\t0-0\tdefault=0
  type\tGenus\t1-\tkind=structure\twas=Gen\tversion=2
  \titem\t<T>\t1-\trequired
  \tyoung\ti64\t1-\twas=old\tdefault=0
  type\tKey\t0-\tkind=class
  \titem\t<T>\t0-
  \told\ti64\t0-0\tdefault=0
  \tyoung\ti64\t1-\twas=old\tdefault=0
  type\tNew\t1-\tkind=structure
  \titem\t<T>\t1-\trequired
  """

private enum Office {
  struct Address: ArchivableComposite, Equatable {
    var zip = 0

    static var archivedClassName: String { "Office.Address" }
    static var earlierArchivedClassNames: [String] { ["Office.Adr"] }
    init(zip: Int) { self.zip = zip }
    init(from decoder: ObjectDecoder) throws { zip = try decoder.decode(Int.self, forKey: "zip") }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(zip, forKey: "zip") }
  }
}

private struct Genus<T: ArchivableValue>: ArchivableComposite {
  var item: T
  var young = 0

  static var archivedClassName: String { "Genus<\(T.self)>" }
  static var earlierArchivedClassNames: [String] {
    GeneratedCodeInterface1.earlierNames(of: ["Genus", "Gen"], [T.self])
  }
  init(item: T, young: Int = 0) { (self.item, self.young) = (item, young) }
  init(from decoder: ObjectDecoder) throws {
    item = try decoder.decode(T.self, forKey: "item")
    young = try decoder.decodeIfPresent(Int.self, forKey: "young") ?? 0
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encodeVersion(2, of: Self.archivedClassName)
    try encoder.encode(item, forKey: "item")
    try encoder.encode(young, forKey: "young")
  }
}

private struct Pair<T: ArchivableValue>: ArchivableComposite {
  var item: T

  static var archivedClassName: String { "Pair<\(T.self)>" }
  static var earlierArchivedClassNames: [String] { GeneratedCodeInterface1.earlierNames(of: ["Pair"], [T.self]) }
  init(item: T) { self.item = item }
  init(from decoder: ObjectDecoder) throws { item = try decoder.decode(T.self, forKey: "item") }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encodeVersion(3, of: Self.archivedClassName)
    try encoder.encode(item, forKey: "item")
  }
}

private struct New<T: ArchivableValue>: ArchivableComposite {
  var item: T

  static var archivedClassName: String { "New<\(T.self)>" }
  static var earlierArchivedClassNames: [String] { GeneratedCodeInterface1.earlierNames(of: ["New"], [T.self]) }
  init(item: T) { self.item = item }
  init(from decoder: ObjectDecoder) throws { item = try decoder.decode(T.self, forKey: "item") }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(item, forKey: "item") }
}

private final class Key<T: ArchivableValue>: ArchivableClass {
  let item: T
  let young: Int

  static var archivedClassName: String { "Key<\(T.self)>" }
  static var earlierArchivedClassNames: [String] { GeneratedCodeInterface1.earlierNames(of: ["Key"], [T.self]) }
  static var archivableSubclasses: [any ArchivableClass.Type] { [] }
  init(item: T, young: Int) { (self.item, self.young) = (item, young) }
  init(from decoder: ObjectDecoder) throws {
    item = try decoder.decode(T.self, forKey: "item")
    young = try decoder.decodeIfPresent(Int.self, forKey: "young") ?? 0
  }
  func connect(from decoder: ObjectDecoder) throws {}
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(item, forKey: "item")
    try encoder.encode(young, forKey: "young")
  }
}

@Suite("Generic types for an earlier release")
struct ReleaseGenericTests {
  private func encoder() throws -> ArchiveEncoder { ArchiveEncoder(for: try ReleaseHistory(table).release("1.0")) }

  /// The names of the classes in an archive, and the keys of its objects with their numbers.
  private func content(_ data: Data) throws -> (classes: Set<String>, values: [String: Int]) {
    let list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    let objects = try #require(list["$objects"] as? [Any]).compactMap { $0 as? [String: Any] }
    let values = objects.flatMap { $0 }.compactMap { key, value in (value as? Int).map { (key, $0) } }
    return (
      Set(objects.compactMap { $0["$classname"] as? String }).subtracting(["NSArray"]),
      Dictionary(values) { first, _ in first }
    )
  }

  @Test("A key renamed in a generic class is written under its former name")
  func keyOfClass() throws {
    #expect(try encoder().losses(encoding: [Key(item: 6, young: 7)]).isEmpty)
    let (classes, values) = try content(encoder().encode([Key(item: 6, young: 7)]))
    #expect(classes == ["Key<Int>"])
    #expect(values["old"] == 7 && values["item"] == 6 && values["young"] == nil)
  }

  @Test("A generic type that was renamed has its former name, keys and version")
  func renamedType() throws {
    #expect(try encoder().losses(encoding: [Genus(item: 5, young: 7)]).isEmpty)
    let (classes, values) = try content(encoder().encode([Genus(item: 5, young: 7)]))
    #expect(classes == ["Gen<Int>"])
    #expect(values["old"] == 7 && values["item"] == 5 && values["young"] == nil)
    #expect(values.filter { $0.key.hasSuffix(".version") } == ["$$Gen<Int>.version": 2])
  }

  @Test("Arguments of a generic type have their former names, also where the type itself has not changed")
  func renamedArgument() throws {
    let pairs = [Pair(item: Office.Address(zip: 6))]
    #expect(try encoder().losses(encoding: pairs).isEmpty)
    let (classes, values) = try content(encoder().encode(pairs))
    #expect(classes == ["Pair<Adr>"])
    #expect(values["item.zip"] == 6)
    #expect(values.filter { $0.key.hasSuffix(".version") } == ["$$Pair<Adr>.version": 3])
  }

  @Test("Generic arguments of generic types have their former names")
  func nestedArguments() throws {
    let pairs = [Pair(item: [Genus(item: Office.Address(zip: 6) as Office.Address?, young: 7)])]
    #expect(try encoder().losses(encoding: pairs).isEmpty)
    let (classes, values) = try content(encoder().encode(pairs))
    #expect(classes.isSuperset(of: ["Pair<Array<Gen<Optional<Adr>>>>", "Gen<Optional<Adr>>"]))
    #expect(!classes.contains { $0.contains("Genus") || $0.contains("Address") })
    #expect(values["old"] == 7)
  }

  @Test("A generic type that the release does not have is a loss")
  func newerType() throws {
    let found = try encoder().losses(encoding: [New(item: 1)])
    #expect(found.map(\.reason) == [.newerType] && found.map(\.path) == ["New<Int>"])
  }
}
