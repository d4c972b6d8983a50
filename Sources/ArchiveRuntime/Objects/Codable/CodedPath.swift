/// Where a value is within the whole value that is coded. Only keys that a nested value or container has been coded for
/// are kept.
struct CodedPlace: Sendable {
  private let last: Step?
  /// The number of containers and values that are nested here.
  let depth: Int

  private final class Step: Sendable {
    let outer: Step?
    let key: any CodingKey
    init(_ outer: Step?, _ key: any CodingKey) { (self.outer, self.key) = (outer, key) }
  }

  private init(_ last: Step?, depth: Int) { (self.last, self.depth) = (last, depth) }

  /// The whole value.
  static let whole = CodedPlace(nil, depth: 0)

  func element(_ key: any CodingKey) -> CodedPlace { CodedPlace(Step(last, key), depth: depth + 1) }

  /// A value that is coded in place of this one.
  var inner: CodedPlace { CodedPlace(last, depth: depth + 1) }

  /// The keys from the whole value to here.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var step = last
    while let known = step {
      keys.append(known.key)
      step = known.outer
    }
    return keys.reversed()
  }
}

extension Sequence<any CodingKey> {
  /// The keys as a key path: `.window.size[1]`, with a dot or bracket in front.
  var pathText: String {
    map { key in
      if let key = key as? CodedKey, let index = key.intValue { return "[\(index)]" }
      return "." + PathSearch.excerpt(key.stringValue)
    }.joined()
  }
}
