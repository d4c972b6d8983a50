import ArchiveRuntime
import CGraphs
import Foundation

/// The objects of one run. Their references are removed at its end, because Swift does not free cycles.
nonisolated(unsafe) var livingNodes: [GraphNode] = []
/// The index of the first object of the current decoding. An object may replace only objects of its own archive.
nonisolated(unsafe) var firstNodeOfDecoding = 0
/// The first object named "one" in the current decoding.
nonisolated(unsafe) var firstOne: GraphNode?

/// A class whose initializer reads each child, under its own key.
final class KeyedChildren: ArchivableClass {
  let children: [KeyedChildren]
  /// The number of integers that are read before them, and again whenever the initializer is restarted.
  let numberCount: Int

  init(_ children: [KeyedChildren], numberCount: Int = 0) {
    (self.children, self.numberCount) = (children, numberCount)
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(children.count, forKey: "count")
    if numberCount > 0 { try encoder.encode(numberCount, forKey: "numbers") }
    for index in 0..<numberCount { try encoder.encode(index, forKey: "n\(index)") }
    for (index, child) in children.enumerated() { try encoder.encode(child, forKey: "child\(index)") }
  }

  init(from decoder: ObjectDecoder) throws {
    var children: [KeyedChildren] = []
    numberCount = try decoder.decodeIfPresent(Int.self, forKey: "numbers") ?? 0
    var index = 0
    while index < numberCount {
      _ = try decoder.decode(Int.self, forKey: "n\(index)")
      index += 1
    }
    let count = try decoder.decode(Int.self, forKey: "count")
    while children.count < count {
      children.append(try decoder.decode(KeyedChildren.self, forKey: "child\(children.count)"))
    }
    self.children = children
  }

  static func chain(_ depth: Int) -> KeyedChildren {
    (0..<depth).reduce(KeyedChildren([])) { below, _ in KeyedChildren([below]) }
  }
}

/// A class with both phases of decoding, every kind of reference, a subclass, and an object that replaces others.
class GraphNode: ArchivableClass {
  final let name: String
  final var mark: ArchiveValue = .null
  final var next: GraphNode?
  final weak var boss: GraphNode?
  final var friends: [GraphNode] = []
  final var named: [String: GraphNode] = [:]
  final var any: [any ArchivableObject] = []

  class var archivedClassName: String { "Node" }
  static var earlierArchivedClassNames: [String] { ["OldNode"] }
  class var archivableSubclasses: [any ArchivableObject.Type] { [SpecialNode.self] }

  init(_ name: String) {
    self.name = name
    livingNodes.append(self)
  }

  required init(from decoder: ObjectDecoder) throws {
    name = try decoder.decode(String.self, forKey: "name")
    livingNodes.append(self)
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(mark, forKey: "mark")
    try encoder.encode(next, forKey: "next")
    try encoder.encodeConditionalObject(boss, forKey: "boss")
    try encoder.encode(friends, forKey: "friends")
    try encoder.encode(named, forKey: "named")
    try encoder.encodeObjects(any, forKey: "any")
  }

  func connect(from decoder: ObjectDecoder) throws {
    mark = try decoder.decode(ArchiveValue.self, forKey: "mark")
    next = try decoder.decodeIfPresent(GraphNode.self, forKey: "next")
    boss = try decoder.decodeIfPresent(GraphNode.self, forKey: "boss")
    friends = try decoder.decode([GraphNode].self, forKey: "friends")
    named = try decoder.decode([String: GraphNode].self, forKey: "named")
    any = try decoder.decodeObjects(of: [GraphNode.self, NestedNode.self], forKey: "any")
  }

  /// All objects named "one" are replaced by one of them.
  func replacementAfterDecoding() throws -> any ArchivableObject {
    guard name == "one" else { return self }
    if firstOne == nil { firstOne = livingNodes[firstNodeOfDecoding...].first { $0.name == "one" } }
    return firstOne ?? self
  }

  static func releaseAll() {
    for node in livingNodes {
      node.next = nil
      node.friends = []
      node.named = [:]
      node.any = []
    }
    livingNodes = []
    firstNodeOfDecoding = 0
  }
}

final class SpecialNode: GraphNode {
  var price = Price(amount: 0, tags: [])

  override class var archivedClassName: String { "SpecialNode" }
  override class var archivableSubclasses: [any ArchivableObject.Type] { [] }
  override init(_ name: String) { super.init(name) }

  required init(from decoder: ObjectDecoder) throws {
    price = try decoder.decode(Price.self, forKey: "price")
    try super.init(from: decoder)
  }

  override func encode(to encoder: ObjectEncoder) throws {
    try super.encode(to: encoder)
    try encoder.encode(price, forKey: "price")
  }
}

/// A class whose initializers need each other, with values that are read on the way.
final class NestedNode: ArchivableClass {
  let inner: NestedNode?
  let several: [NestedNode]
  let text: String?

  init(_ inner: NestedNode?, _ several: [NestedNode] = [], _ text: String? = nil) {
    (self.inner, self.several, self.text) = (inner, several, text)
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(inner, forKey: "inner")
    try encoder.encode(several, forKey: "several")
    try encoder.encode(text, forKey: "text")
  }

  init(from decoder: ObjectDecoder) throws {
    // An error that an initializer catches must have no effect.
    inner = try? decoder.decode(NestedNode?.self, forKey: "inner")
    several = try decoder.decode([NestedNode].self, forKey: "several")
    text = try decoder.decodeIfPresent(String.self, forKey: "text")
  }
}

struct Price: ArchivableComposite, Equatable {
  var amount: Int32
  var tags: Set<String>

  init(amount: Int32, tags: Set<String>) { (self.amount, self.tags) = (amount, tags) }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(amount, forKey: "amount")
    try encoder.encode(tags, forKey: "tags")
  }

  init(from decoder: ObjectDecoder) throws {
    amount = try decoder.decode(Int32.self, forKey: "amount")
    tags = try decoder.decode(Set<String>.self, forKey: "tags")
  }
}

enum Suit: UInt8, ArchivableValue, Comparable {
  case clubs, hearts

  static func < (left: Suit, right: Suit) -> Bool { left.rawValue < right.rawValue }
}

/// A struct with every type of value, under a key and in collections.
struct EveryValue: ArchivableComposite {
  var data = Data([1, 2, 3])
  var date = Date(timeIntervalSinceReferenceDate: 1.5)
  var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var url = URL(string: "b?c#d", relativeTo: URL(string: "http://a.example/x/"))
  var locale: Locale? = Locale(identifier: "de_CH")
  var zone = TimeZone(identifier: "Europe/Zurich")
  var decimal: Decimal? = Decimal(string: "-12345678901234567890.12345")
  var point = CGPoint(x: 1, y: -2.5)
  var rects = [CGRect(x: 1, y: 2, width: 3, height: 4)]
  var sizes = ["s": CGSize(width: 1, height: 2)]
  var range = NSRange(location: 3, length: 4)
  var indices: [IndexSet] = [[], [1, 2, 3], [1, 5, 300, 70_000]]
  var swiftRange = 1..<5
  var closed: [ClosedRange<Double>] = [0...1]
  var numbers: [Double?] = [0, -0.0, nil, .infinity]
  var bytes: Set<UInt8> = [1, 255]
  var wide: [UInt64] = [0, .max]
  var float = Float(0.5)
  var flag = true
  var suits = [Suit.clubs: [Suit.hearts: 3]]
  var price: Price? = Price(amount: 5, tags: ["a", "a longer tag than fifteen"])
  var inPlace = Price(amount: 6, tags: [])
  var nested: [String: [[Int16]]] = ["a": [[1, 2], []], "b": []]

  init() {}

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(data, forKey: "data")
    try encoder.encode([data, data], forKey: "several")
    try encoder.encodeBytes(data, forKey: "bytes")
    try encoder.encode(date, forKey: "date")
    try encoder.encode(uuid, forKey: "uuid")
    try encoder.encode(url, forKey: "url")
    try encoder.encode(locale, forKey: "locale")
    try encoder.encode(zone, forKey: "zone")
    try encoder.encode(decimal, forKey: "decimal")
    try encoder.encode(point, forKey: "point")
    try encoder.encode(rects, forKey: "rects")
    try encoder.encode(sizes, forKey: "sizes")
    try encoder.encode(range, forKey: "range")
    try encoder.encode(indices, forKey: "indices")
    try encoder.encode(swiftRange, forKey: "swiftRange")
    try encoder.encode(closed, forKey: "closed")
    try encoder.encode(numbers, forKey: "numbers")
    try encoder.encode(self.bytes, forKey: "set")
    try encoder.encode(wide, forKey: "wide")
    try encoder.encode(float, forKey: "float")
    try encoder.encode(flag, forKey: "flag")
    try encoder.encode(suits, forKey: "suits")
    try encoder.encode(price, forKey: "price")
    try encoder.encode(inPlace, forKey: "inPlace")
    try encoder.encode(nested, forKey: "nested")
  }

  /// A value that cannot be read is ignored, so that after one change the other values are still checked.
  init(from decoder: ObjectDecoder) throws {
    func read<Value: ArchivableValue>(_ value: inout Value, _ key: String) {
      if let found = try? decoder.decode(Value.self, forKey: key) { value = found }
    }
    read(&data, "data")
    _ = try? decoder.decode([Data].self, forKey: "several")
    _ = try? decoder.decodeBytes(forKey: "bytes")
    read(&date, "date")
    read(&uuid, "uuid")
    read(&url, "url")
    read(&locale, "locale")
    read(&zone, "zone")
    read(&decimal, "decimal")
    read(&point, "point")
    read(&rects, "rects")
    read(&sizes, "sizes")
    read(&range, "range")
    read(&indices, "indices")
    read(&swiftRange, "swiftRange")
    read(&closed, "closed")
    read(&numbers, "numbers")
    read(&bytes, "set")
    read(&wide, "wide")
    read(&float, "float")
    read(&flag, "flag")
    read(&suits, "suits")
    read(&price, "price")
    read(&inPlace, "inPlace")
    read(&nested, "nested")
  }
}

/// C data among an object's keys: a record, an array of records, and a list that C has built.
final class CDataHolder: ArchivableClass {
  var point = cn_point()
  var points = [cn_point(), cn_point()]
  var list: ArchiveGraph<sl_node>?
  var document: ArchiveValue = .null

  init() {}

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(document, forKey: "document")
    try encoder.encode(point, forKey: "point")
    try encoder.encode(points, forKey: "points")
    try withExtendedLifetime(list) { try encoder.encode(graph: UnsafePointer($0?.root), forKey: "list") }
  }

  init(from decoder: ObjectDecoder) throws {
    document = try decoder.decode(ArchiveValue.self, forKey: "document")
    point = try decoder.decode(cn_point.self, forKey: "point")
    points = try decoder.decode([cn_point].self, forKey: "points")
    list = try decoder.decodeGraph(sl_node.self, forKey: "list")
  }
}
