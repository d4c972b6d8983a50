/// Where a value is within the whole value that is coded.
struct CodedPlace: Sendable {
  enum Key: Sendable {
    case index(Int)
    case key(any CodingKey)

    fileprivate var codingKey: any CodingKey {
      switch self {
      case .index(let index): CodedKey(intValue: index)
      case .key(let key): key
      }
    }
  }

  /// The place of a value with other values in it, which share this. Most values are numbers and texts, so places are only made where
  /// something is nested or wrong.
  final class Container: Sendable {
    fileprivate let place: CodedPlace
    init(_ place: CodedPlace) { self.place = place }
  }

  /// Nil for the whole value.
  private let element: (container: Container, key: Key)?
  /// The number of containers and values that are nested here.
  let depth: Int

  private init(_ element: (container: Container, key: Key)?, depth: Int) {
    (self.element, self.depth) = (element, depth)
  }

  /// A value in the container.
  ///
  /// - Parameter depth: that of the value whose container this is.
  init(_ key: Key, in container: Container, depth: Int) { self.init((container, key), depth: depth + 1) }

  /// The whole value.
  static let whole = CodedPlace(nil, depth: 0)

  /// A value that is coded in place of this one.
  var inner: CodedPlace { CodedPlace(element, depth: depth + 1) }

  /// The keys from the whole value to here.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var place = self
    while let (container, key) = place.element {
      keys.append(key.codingKey)
      place = container.place
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
