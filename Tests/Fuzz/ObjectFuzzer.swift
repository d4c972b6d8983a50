import ArchiveRuntime
import CGraphs
import Foundation

/// Reads any bytes as an archive of objects, documents and Foundation's values.
///
/// The first byte selects the requested type; the archive follows. An error is correct; a trap, a read out of bounds, a
/// leak, a hang, or disproportionate memory use is a finding. Whatever decodes must encode, and the result must be the
/// same, from XML as well.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzObjects(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  GrowthSweep.run(start, count, shapes: growingObjects) { input in
    guard input.count > 1 else { return }
    roots[Int(input[0]) % roots.count].read(Data(input[1...]))
    GraphNode.releaseAll()
  }
}

/// An object with many references to deeply nested objects, for the last of `roots`.
nonisolated(unsafe) private let growingObjects = [
  GrowingShape(name: "initializers above many that nest deep") { byteCount in
    let wide = KeyedChildren(
      (0..<(byteCount / 1_600)).map { _ in KeyedChildren.chain(34) },
      numberCount: byteCount / 40)
    return [UInt8(roots.count - 1)] + required { try ArchiveEncoder().encode(wide) }
  }
]

/// With ARCHIVE_FUZZ_SEEDS=DIR, instead of fuzzing: writes an archive of every kind in both forms.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(_ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["ARCHIVE_FUZZ_SEEDS"] else { return 0 }
  for (index, root) in roots.enumerated() {
    for (form, format) in [("binary", ArchiveEncoder.OutputFormat.binary), ("xml", .xml)] {
      for (number, data) in required({ try root.seeds(format) }).enumerated() {
        root.read(data)
        let file = URL(fileURLWithPath: "\(folder)/object-\(index)-\(number)-\(form)")
        required { try (Data([UInt8(index)]) + data).write(to: file) }
      }
    }
  }
  GraphNode.releaseAll()
  print("\(roots.count) kinds of roots came back as they were")
  exit(0)
}

private struct Root {
  let read: (Data) -> Void
  let seeds: (ArchiveEncoder.OutputFormat) throws -> [Data]

  init<Value: ArchivableValue>(_ type: Value.Type, _ seeds: @escaping () -> [Value]) {
    self.init("\(type)", seeds) {
      try $0.encode($1)
    } decode: {
      try decode(type, $0)
    }
  }

  /// A value by its own coding.
  init<Value: Codable>(codable type: Value.Type, _ seeds: @escaping () -> [Value]) {
    self.init("\(type)", seeds) {
      try $0.encode(codable: $1)
    } decode: {
      try ArchiveDecoder().decode(codable: type, from: $0)
    }
  }

  private init<Value>(
    _ name: String, _ seeds: @escaping () -> [Value], encode: @escaping (ArchiveEncoder, Value) throws -> Data,
    decode: @escaping (Data) throws -> Value
  ) {
    read = { data in
      guard let value = try? decode(data) else { return }
      guard let first = try? encode(ArchiveEncoder(), value) else { return }
      let second = required { try decode(first) }
      let again = required { try encode(ArchiveEncoder(), second) }
      demandSame(again, first, name)
      // A value is written once for each reference to it, so values that an archive shares may become a thousand times
      // as large.
      guard first.count < 1 << 16 || first.count < data.count * 32 else { return }
      var encoder = ArchiveEncoder()
      encoder.outputFormat = .xml
      // XML cannot represent some characters, and only one NaN.
      guard let xml = try? encode(encoder, second) else { return }
      let third = required { try decode(xml) }
      let final = required { try encode(encoder, third) }
      demandSame(final, xml, "\(name) by XML")
    }
    self.seeds = { format in
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      return try seeds().map { try encode(encoder, $0) }
    }
  }

  /// Several values under keys, decoded by every method of the decoder.
  init(several: Void) {
    read = { data in
      guard let decoder = try? ArchiveReader(data) else { return }
      _ = decoder.keys
      _ = try? decoder.decode(GraphNode.self, forKey: "node")
      _ = try? decoder.decodeIfPresent(NestedNode.self, forKey: "nested")
      _ = try? decoder.decode([String: ArchiveValue].self, forKey: "document")
      _ = try? decoder.decode(cn_point.self, forKey: "point")
      _ = try? decoder.readValues { top in
        _ = try? top.decodeObject(of: [NestedNode.self, GraphNode.self], forKey: "node")
        _ = try? top.decodeObjects(of: [GraphNode.self], forKey: "nodes")
        _ = try? top.decodeObjects(of: [NestedNode.self], forKey: "nodes")
        _ = try? top.decode([NestedNode?].self, forKey: "nodes")
        _ = try? top.decode(Set<ArchiveValue>.self, forKey: "set")
        _ = try? top.decode(EveryValue.self, forKey: "every")
        _ = try? top.decode(codable: Coded.Person.self, forKey: "person")
        _ = try? top.decodeIfPresent(codable: [Coded.OwnForms].self, forKey: "forms")
        _ = try? top.decode(codable: [Coded.Lossy<Coded.Address>].self, forKey: "nodes")
        for key in try top.keys {
          let isThere = try top.containsValue(forKey: key)
          precondition(isThere)
        }
      }
    }
    seeds = { format in
      var settings = ArchiveEncoder()
      settings.outputFormat = format
      var encoder = ArchiveWriter(settings: settings)
      try encoder.encode(Seeds.nodes()[0], forKey: "node")
      try encoder.encode(Seeds.nodes(), forKey: "nodes")
      try encoder.encode(Seeds.nested(40), forKey: "nested")
      try encoder.encode(["a": Seeds.document], forKey: "document")
      try encoder.encode(Set([ArchiveValue.integer(1), .array([])]), forKey: "set")
      try encoder.encode(EveryValue(), forKey: "every")
      try encoder.encode(cn_point(), forKey: "point")
      try encoder.encode(codable: Coded.Person(), forKey: "person")
      try encoder.encode(codable: [Coded.OwnForms()], forKey: "forms")
      return [try encoder.finish()]
    }
  }
}

private func decode<Value: ArchivableValue>(_ type: Value.Type, _ data: Data) throws -> Value {
  firstNodeOfDecoding = livingNodes.count
  firstOne = nil
  return try ArchiveDecoder().decode(type, from: data)
}

private func demandSame(_ found: Data, _ expected: Data, _ what: String) {
  guard found != expected else { return }
  fatalError("\(what): another round gave \(found.base64EncodedString()) for \(expected.base64EncodedString())")
}

/// Archives that this program wrote must not lead to an error.
@discardableResult
private func required<Result>(_ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch {
    fatalError("what decoded does not survive another round: \(error)")
  }
}

private enum Seeds {
  static func nodes() -> [GraphNode] {
    let (ann, bob, one) = (GraphNode("Ann"), SpecialNode("Bob, who has a long name"), GraphNode("one"))
    ann.next = bob
    ann.friends = [ann, bob, one]
    ann.named = ["b": bob, "a": ann]
    ann.mark = document
    ann.any = [bob, nested(2)]
    bob.boss = ann
    bob.next = one
    bob.price = Price(amount: 7, tags: ["x"])
    one.mark = .string("é")
    return [ann, bob, one]
  }

  static func nested(_ depth: Int) -> NestedNode {
    var node = NestedNode(nil, [], "the innermost of all of them")
    for level in 0..<depth { node = NestedNode(level % 3 == 0 ? nil : node, level % 3 == 0 ? [node, node] : [], nil) }
    return node
  }

  static let document: ArchiveValue = .dictionary([
    "null": .null, "yes": .bool(true), "min": .integer(.min), "max": .unsigned(.max), "float": .float(-0.0),
    "double": .double(0.1), "text": .string("naïve 🙂 text, longer than fifteen bytes"), "data": .data(Data([1, 2])),
    "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "array": .array([.array([]), .dictionary([:]), .null]),
  ])

  static func deep(_ depth: Int) -> ArchiveValue {
    var value = ArchiveValue.integer(1)
    for level in 0..<depth { value = level % 2 == 0 ? .array([value]) : .dictionary(["k": value]) }
    return value
  }

  static func cData() -> CDataHolder {
    let holder = CDataHolder()
    holder.document = deep(3)
    let list = sl_build()
    defer { sl_free(list) }
    holder.list = try? ArchiveDecoder().decodeGraph(
      sl_node.self, from: try ArchiveEncoder().encode(graph: UnsafePointer(list)))
    return holder
  }
}

nonisolated(unsafe) private let roots: [Root] = [
  Root(GraphNode.self) { Seeds.nodes() }, Root([GraphNode].self) { [Seeds.nodes()] },
  Root(NestedNode.self) { [Seeds.nested(3), Seeds.nested(70)] },
  Root(ArchiveValue.self) { [Seeds.document, Seeds.deep(70)] }, Root(EveryValue.self) { [EveryValue()] },
  Root([EveryValue?].self) { [[EveryValue(), nil]] },
  Root([String: [Set<Int>]].self) { [["a": [[1, 2], []], "b": [[1, 2]]]] },
  // These keys have an order, in which they are written; others are written in the order of Swift's hashing.
  Root([UInt8: [Int64: Date?]].self) { [[7: [-1: Date(timeIntervalSinceReferenceDate: 0), 0: nil], 8: [:]]] },
  Root(CDataHolder.self) { [Seeds.cData()] }, Root(several: ()),
  Root([Locale].self) { [["de_DE", "en", "fr_FR"].map { Locale(identifier: $0) }] },
  Root(Set<String>.self) { [["text", "other", "naïve"]] },
  Root(codable: Coded.JSON.self) {
    [
      .object(["a": .array([.int(1), .double(1), .bool(true), .string("long enough text"), .null]), "b": .object([:])])
    ]
  },
  Root(codable: Coded.Lossy<Coded.JSON>.self) { [Coded.Lossy([.int(1), .array([.null])])] },
  Root(codable: Coded.Shape.self) { [.masked(.group([.line(1, to: 2), .point]), by: .circle(radius: 3))] },
  Root(codable: [String: Coded.Values].self) { [["a": Coded.Values(), "b": Coded.Values()]] },
  Root(codable: Coded.Pair<Coded.Numbers, [Coded.Flat]>.self) {
    [Coded.Pair(first: Coded.Numbers(), second: [Coded.Flat(), Coded.Flat()])]
  },
  Root(codable: [Coded.Wrapped].self) { [[Coded.Wrapped(), Coded.Wrapped()]] },
  // What hashes its values, with types of them that leave parts of themselves out. Each has one: their order is that of
  // Swift's hashing.
  Root(codable: [Decimal: Set<Data>].self) { [[1.5: [Data([1])]]] },
  Root(codable: Coded.Pair<[URL?: Set<Double>], [Coded.Kind: Set<[Coded.Level: Data]>]>.self) {
    [Coded.Pair(first: [URL(string: "a:b"): [1]], second: [.small: [[.low: Data([7])]]])]
  },
  Root(KeyedChildren.self) { [KeyedChildren.chain(40)] },
]
