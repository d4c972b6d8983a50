/// Keys of a dictionary, in the order in which a value has encoded them.
final class CodedOrder {
  let keys: [String]
  /// The indices of the keys in the order in which they are written. Of a key that is there several times only the last is written.
  let places: [Int]
  /// What it costs to hash the keys, as the keys of a dictionary are.
  let hashCost: Int
  /// The objects of the keys in the order in which they are written, when they have been.
  var numbers: [Int]?

  init(_ keys: [String]) {
    self.keys = keys
    places = Self.last(ArchiveOrder.places(ofTexts: keys), of: keys)
    hashCost = places.reduce(0) { cost, place in
      let key = keys[place]
      return cost &+ (key.utf8.count > 15 ? key.utf8.count : 0) &+ (key.utf8.count > 60 ? MarkRuns.cost(of: key) : 0)
    }
  }

  /// Of equal keys, which are beside each other, the last one's index.
  private static func last(_ places: [Int], of keys: [String]) -> [Int] {
    guard zip(places, places.dropFirst()).contains(where: { keys[$0].isExactly(keys[$1]) }) else { return places }
    var last: [Int] = []
    for place in places {
      if let other = last.last, keys[other].isExactly(keys[place]) {
        last[last.count - 1] = max(other, place)
      } else {
        last.append(place)
      }
    }
    return last
  }

  fileprivate func begins(with other: ArraySlice<String>) -> Bool {
    keys.count >= other.count && zip(keys, other).allSatisfy { $0.isExactly($1) }
  }
}

/// The last orders of the keys of one type. Most values of a type encode the same keys, with or without some optional ones.
final class CodedKeyOrders {
  private var recent: [CodedOrder] = []
  private static let maximumCount = 4

  /// The order that a value is expected to follow.
  var expected: CodedOrder? { recent.first }

  /// An order that begins with the first keys of another one, and goes on with `key`.
  func order(_ first: ArraySlice<String>, then key: String) -> CodedOrder? {
    recent.first { first.count < $0.keys.count && $0.keys[first.count].isExactly(key) && $0.begins(with: first) }
  }

  func order(of keys: ArraySlice<String>) -> CodedOrder {
    if let known = recent.first(where: { $0.keys.count == keys.count && $0.begins(with: keys) }) { return known }
    let order = CodedOrder(Array(keys))
    if recent.count == Self.maximumCount { recent.removeLast() }
    recent.insert(order, at: 0)
    return order
  }
}

/// The orders of the keys that an archive's values have encoded, by the types of their keys.
struct CodedOrders {
  private var places = ObjectIdentityTable()
  private var known: [CodedKeyOrders] = []
  /// The objects of the keys: a dictionary's keys come in an order that differs from run to run, and equal values have equal archives.
  var keyNumbers: [ExactText: Int] = [:]

  mutating func orders(of type: Any.Type) -> CodedKeyOrders {
    if let place = places[ObjectIdentifier(type)] { return known[place] }
    let orders = CodedKeyOrders()
    places[ObjectIdentifier(type)] = known.count
    known.append(orders)
    return orders
  }
}
