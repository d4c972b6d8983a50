/// The keys of dictionaries in their order, most of which have the same keys as others.
struct CodedOrders {
  struct Order {
    /// The keys as they were encoded.
    fileprivate let keys: [String]
    /// Their indices in their order, and their objects in that order.
    let places: [Int]
    let numbers: [Int]
    /// What it costs to hash the keys, as the keys of a dictionary are.
    let hashCost: Int
  }

  /// By the number of keys the last that were written.
  private var known: [Int: Order] = [:]

  /// - Parameter archive: makes the objects of keys, which are given by their indices.
  mutating func order(
    _ keys: some RandomAccessCollection<String>, _ archive: ([Int]) throws -> [Int]
  ) rethrows -> Order {
    if let order = known[keys.count], zip(order.keys, keys).allSatisfy({ $0.isExactly($1) }) { return order }
    let keys = Array(keys)
    let places = ArchiveOrder.places(ofTexts: keys)
    let hashCost = keys.reduce(0) { cost, key in
      cost &+ (key.utf8.count > 15 ? key.utf8.count : 0) &+ (key.utf8.count > 60 ? MarkRuns.cost(of: key) : 0)
    }
    let order = Order(keys: keys, places: places, numbers: try archive(places), hashCost: hashCost)
    known[keys.count] = order
    return order
  }
}
