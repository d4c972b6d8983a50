import Foundation

// Optionals, arrays, dictionaries, sets and tuples, in each other.

// archive:
struct Coordinates: Hashable {
  var x: Int
  var y: Int
}

// archive:
struct Collections: Equatable {
  var names: [String] = []
  var counts: [String: Int] = [:]
  var tags: Set<String> = []
  var places: [Coordinates] = []
  var byPlace: [Coordinates: String] = [:]
  var visited: Set<Coordinates> = []
  var grid: [[Coordinates?]] = []
  var groups: [String: [Coordinates]] = [:]
  var nested: [String: [String: [Int?]]] = [:]
  var byNumber: [Int: Date] = [:]
  var ids: Set<UUID> = []
}

// archive:
struct Optionals: Equatable {
  var number: Int?
  var text: String?
  var place: Coordinates?
  var list: [Int]?
  var listOfMaybe: [Int?] = []
  var dictionary: [String: Int?]?
  var set: Set<Int>?
  var date: Date?
  var implicit: String!
  var long: Optional<Int> = nil
  let fixed: Int?
}

// archive:
struct Tuples {
  var pair: (Int, String) = (0, "")
  var labelled: (x: Double, y: Double) = (0, 0)
  var mixed: (name: String, Int) = ("", 0)
  var list: [(key: String, value: Int)] = []
  var byName: [String: (Int, Int)] = [:]
  var maybe: (Int, Coordinates)?
  var nested: (Int, (inner: String, [Int])) = (0, ("", []))
  var functions: (in: Int, default: Int) = (1, 2)
}
