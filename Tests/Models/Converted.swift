import Foundation

// Values of types that other modules declare, which are archived as other values.

nonisolated func packItem(_ item: URLQueryItem) -> [String?] { [item.name, item.value] }

nonisolated func unpackItem(_ parts: [String?]) throws -> URLQueryItem {
  guard parts.count == 2, let name = parts[0] else { throw NotAnItem() }
  return URLQueryItem(name: name, value: parts[1])
}

struct NotAnItem: Error {}

/// A struct of the app as the form of a type of another module.
// archive:
struct RegionForm: Equatable {
  var code: String
  var isContinent = false
}

extension Locale.Region {
  static func form(_ region: Locale.Region) -> RegionForm { RegionForm(code: region.identifier) }
  static func made(of form: RegionForm) throws -> Locale.Region { Locale.Region(form.code) }
  static func region(_ form: RegionForm) throws -> Locale.Region { Locale.Region(form.code) }
}

// archive:
struct Query: Equatable {
  var first = URLQueryItem(name: "a", value: nil)  // archive: via(packItem, unpackItem)
  var items: [URLQueryItem] = []  // archive: via(packItem, unpackItem)
  var last: URLQueryItem?  // archive: via(packItem, unpackItem)
  var region: Locale.Region?  // archive: via(Locale.Region.form, Locale.Region.region), key("land")
  var note = Notification.Name("none")  // archive: as(rawValue)
  var notes: [Notification.Name?] = []  // archive: as(rawValue)
  var part: Substring = "part"  // archive: as(description)
  var link: NSURL?  // archive: as(securecoding)
  var numbers: ContiguousArray<Int32> = []
  var pairs: ContiguousArray<(String, Int)>?
  var slice: ArraySlice<RegionForm> = []
  var nested: [String: ContiguousArray<RegionForm>] = [:]
  var indices: CollectionOfOne<Int>?  // archive: via(Query.pack, Query.unpack)

  nonisolated static func pack(_ one: CollectionOfOne<Int>) -> Int { one[0] }
  nonisolated static func unpack(_ number: Int) throws -> CollectionOfOne<Int> { CollectionOfOne(number) }

  static func == (left: Query, right: Query) -> Bool {
    left.first == right.first && left.items == right.items && left.last == right.last && left.region == right.region
      && left.note == right.note && left.notes == right.notes && left.part == right.part && left.link == right.link
      && left.numbers == right.numbers && left.slice == right.slice && left.nested == right.nested
      && left.indices.map { $0[0] } == right.indices.map { $0[0] }
      && left.pairs.map { $0.map { "\($0)" } } == right.pairs.map { $0.map { "\($0)" } }
  }
}

// archive:
enum Filter: Equatable {
  case item( /* archive: via(packItem, unpackItem) */URLQueryItem)
  case named( /* archive: as(rawValue) */Notification.Name, times: Int)
}
