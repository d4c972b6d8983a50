import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
@testable import ModelFixtures

@Suite("Values that are archived as other values") struct ConvertedTests {
  private var query: Query {
    var query = Query()
    query.first = URLQueryItem(name: "q", value: "x")
    query.items = [URLQueryItem(name: "b", value: nil), URLQueryItem(name: "c", value: "")]
    (query.last, query.region) = (URLQueryItem(name: "l", value: "z"), Locale.Region("DE"))
    (query.note, query.notes) = (Notification.Name("n"), [Notification.Name("m"), nil])
    (query.part, query.link) = ("middle", NSURL(string: "https://example.org/a?b"))
    (query.numbers, query.pairs) = ([1, -2, .max], [("a", 1), ("b", 2)])
    query.slice = [RegionForm(code: "s", isContinent: true), RegionForm(code: "t")][1...]
    query.nested = ["k": [RegionForm(code: "u")]]
    query.indices = CollectionOfOne(7)
    return query
  }

  @Test("They come back, in optionals, arrays and dictionaries too") func roundTrips() throws {
    #expect(try roundTrip(query) == query)
    #expect(try roundTrip(Query()) == Query())
    #expect(try roundTrip([query, Query()]) == [query, Query()])
    let filters: [Filter] = [.item(URLQueryItem(name: "i", value: "j")), .named(Notification.Name("f"), times: 3)]
    #expect(try roundTrip(filters) == filters)
  }

  @Test("An archive has the values that the functions return") func stored() throws {
    struct Plain: ArchivableComposite {
      static var archivedClassName: String { "Query" }
      let (first, region, note, numbers): ([String], RegionForm, String, [Int32])
      func encode(to encoder: ObjectEncoder) throws {}
      init(from decoder: ObjectDecoder) throws {
        first = try decoder.decode([String].self, forKey: "first")
        region = try decoder.decode(RegionForm.self, forKey: "land")
        note = try decoder.decode(String.self, forKey: "note")
        numbers = try decoder.decode([Int32].self, forKey: "numbers")
      }
    }
    let plain = try ArchiveDecoder().decode(Plain.self, from: try ArchiveEncoder().encode(query))
    #expect(plain.first == ["q", "x"] && plain.region == RegionForm(code: "DE"))
    #expect(plain.note == "n" && plain.numbers == [1, -2, .max])
  }

  @Test("An error of the app's function is thrown, and a text of no value is an error with its place") func errors()
    throws
  {
    struct Wrong: ArchivableComposite {
      static var archivedClassName: String { "Query" }
      var items: [String?] = ["only one"]
      init() {}
      func encode(to encoder: ObjectEncoder) throws { try encoder.encode(items, forKey: "first") }
      init(from decoder: ObjectDecoder) throws {}
    }
    #expect(throws: NotAnItem.self) {
      try ArchiveDecoder().decode(Query.self, from: try ArchiveEncoder().encode(Wrong()))
    }
  }

  @Test("An ordered set keeps its order, is an NSArray, and has no element twice") func orderedSets() throws {
    let data = try ArchiveEncoder().encode(ArchivedOrderedElements(["c", "a", "b"]))
    #expect(try ArchiveDecoder().decode(ArchivedOrderedElements<String>.self, from: data).elements == ["c", "a", "b"])
    let theirs = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSString.self], from: data)
    #expect(theirs as? [String] == ["c", "a", "b"])
    let twice = try ArchiveEncoder().encode([1, 2, 1])
    #expect(try ArchiveDecoder().decode(ArchivedOrderedElements<Int>.self, from: twice).elements == [1, 2])
    let list = try ArchiveEncoder().encode([3, 1, 2])
    #expect(try ArchiveDecoder().decode(ArchivedOrderedElements<Int>.self, from: list).elements == [3, 1, 2])
  }

  @Test("An ordered dictionary keeps its order, is an NSDictionary, and has no key twice") func orderedDictionaries()
    throws
  {
    let entries = ArchivedOrderedEntries(keys: ["z", "a"], values: [1, 2])
    let data = try ArchiveEncoder().encode(entries)
    let read = try ArchiveDecoder().decode(ArchivedOrderedEntries<String, Int>.self, from: data)
    #expect(read.keys == ["z", "a"] && read.values == [1, 2])
    #expect(try ArchiveDecoder().decode([String: Int].self, from: data) == ["z": 1, "a": 2])
    let twice = try ArchiveEncoder().encode(ArchivedOrderedEntries(keys: ["a", "a"], values: [1, 2]))
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(ArchivedOrderedEntries<String, Int>.self, from: twice)
    }
  }
}
