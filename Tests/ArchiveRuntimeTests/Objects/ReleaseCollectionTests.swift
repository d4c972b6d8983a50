@_spi(GeneratedCode) import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// In 1.0 all integers in the collections had fewer bits.
private let table = """
  releases\t1.0
  type\tShelf\t0-\tkind=class
  \tcounts\t<[String: Int32]>\t0-0
  \tcounts\t<[String: Int]>\t1-
  \tids\t<Set<Int16>>\t0-0
  \tids\t<Set<Int>>\t1-
  \tspan\t<Range<UInt8>>\t0-0
  \tspan\t<Range<Int>>\t1-
  \tpages\t<[[String: Int8]]>\t0-0
  \tpages\t<[[String: Int]]>\t1-
  \tmixed\t<[Int: Int8]>\t0-0
  \tmixed\t<[Int: Int]>\t1-
  """

private final class Shelf: ArchivableClass {
  var counts = ["a": 70_000]
  var ids: Set = [1, -300]
  var span = 3..<200
  var pages = [["x": 1], [:]]
  var mixed: [Int: Int]?
  static var archivedClassName: String { "Shelf" }

  init() {}
  init(from decoder: ObjectDecoder) throws {
    counts = try decoder.decode([String: Int32].self, forKey: "counts").mapValues(Int.init)
    ids = Set(try decoder.decode(Set<Int16>.self, forKey: "ids").map(Int.init))
    let range = try decoder.decode(Range<UInt8>.self, forKey: "span")
    span = Int(range.lowerBound)..<Int(range.upperBound)
    pages = try decoder.decode([[String: Int8]].self, forKey: "pages").map { $0.mapValues(Int.init) }
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(counts, forKey: "counts")
    try encoder.encode(ids, forKey: "ids")
    try encoder.encode(span, forKey: "span")
    try encoder.encode(pages, forKey: "pages")
    if let mixed { try encoder.encode(mixed, forKey: "mixed") }
  }
}

@Suite("Collections of integers for an earlier release") struct ReleaseCollectionTests {
  private func encoder() throws -> ArchiveEncoder { ArchiveEncoder(for: try ReleaseHistory(table).release("1.0")) }

  @Test("Sets, dictionaries, ranges and lists of these are written if all integers fit those that the release had")
  func fitting() throws {
    let shelf = Shelf()
    #expect(try encoder().losses(encoding: shelf).isEmpty)
    let copy = try ArchiveDecoder().decode(Shelf.self, from: encoder().encode(shelf))
    #expect(
      copy.counts == shelf.counts && copy.ids == shelf.ids && copy.span == shelf.span && copy.pages == shelf.pages)
  }

  @Test("An integer that does not fit is named and refused, and so are integers of which only some have changed")
  func tooLarge() throws {
    let shelf = Shelf()
    shelf.counts["b"] = 1 << 40
    shelf.ids.insert(70_000)
    shelf.span = 3..<256
    shelf.pages[1]["y"] = -129
    let found = try encoder().losses(encoding: shelf)
    #expect(Set(found.map(\.path)) == ["Shelf.counts", "Shelf.ids", "Shelf.span", "Shelf.pages"])
    #expect(found.allSatisfy { $0.reason == .doesNotFit && $0.isRefused })
    let mixed = Shelf()
    mixed.mixed = [1: 2]
    #expect(try encoder().losses(encoding: mixed).map(\.reason) == [.form])
  }
}
