/// A dictionary whose first entries are searched one by one: most archives have few classes, keys and shapes, and making and filling hash
/// tables for them took a quarter of reading and writing a small one.
struct SmallTable<Key: Hashable, Value> {
  private var first: ContiguousArray<(key: Key, value: Value)> = []
  private var rest: [Key: Value] = [:]
  private static var firstCount: Int { 12 }

  var count: Int { first.count &+ rest.count }

  subscript(key: Key) -> Value? {
    get {
      for place in first.indices where first[place].key == key { return first[place].value }
      return rest.isEmpty ? nil : rest[key]
    }
  }

  mutating func set(_ key: Key, to value: Value) {
    for place in first.indices where first[place].key == key {
      first[place].value = value
      return
    }
    if first.count == Self.firstCount || !rest.isEmpty {
      rest[key] = value
    } else {
      if first.isEmpty { first.reserveCapacity(Self.firstCount) }
      first.append((key, value))
    }
  }

  mutating func keep(where isKept: (Value) -> Bool) {
    first.removeAll { !isKept($0.value) }
    rest = rest.filter { isKept($0.value) }
  }
}

extension SmallTable: Sendable where Key: Sendable, Value: Sendable {}
