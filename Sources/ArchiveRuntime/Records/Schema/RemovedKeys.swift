/// Keys of former fields that were removed on purpose.
package struct RemovedKeys: Sendable {
  private(set) var keys: [String] = []

  var isEmpty: Bool { keys.isEmpty }

  /// Whether the key belongs to a removed field: its own key, or one inside it.
  func contains(_ key: String) -> Bool {
    keys.contains { key.isExactly($0) || key.hasExactPrefix($0 + ".") || key.hasExactPrefix($0 + "[") }
  }

  mutating func add(_ keys: [String], _ prefixes: [String]) {
    self.keys += prefixes.flatMap { prefix in keys.map { prefix + $0 } }
  }

  mutating func add(_ other: RemovedKeys, _ prefixes: [String]) { add(other.keys, prefixes) }
}
