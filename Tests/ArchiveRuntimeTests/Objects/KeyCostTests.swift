import ArchiveRuntime
import Foundation
import Testing

/// Keys and elements whose hashing takes long. The refused ones would take minutes, or never end.
@Suite("Keys that are made to be expensive") struct KeyCostTests {
  /// A struct of the app with a value whose hash leaves parts out.
  private struct Labeled<Value: ArchivableValue & Hashable>: ArchivableComposite, Hashable {
    var label = 1
    var value: Value

    static var archivedClassName: String { "Labeled" }
    init(_ value: Value) { self.value = value }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(label, forKey: "label")
      try encoder.encode(value, forKey: "value")
    }
    init(from decoder: ObjectDecoder) throws {
      label = try decoder.decode(Int.self, forKey: "label")
      value = try decoder.decode(Value.self, forKey: "value")
    }
  }

  private func expectRefused<Value: ArchivableValue>(
    _ type: Value.Type, _ data: Data, _ limit: String = "memoryPerByte"
  ) {
    // Little enough for the test to be short.
    var limits = ArchiveDecoder.Limits()
    limits.memoryPerByte = 64
    limits.memoryAllowance = 1 << 20
    let error = failure(type, data, limits)
    #expect(
      error?.code == .limitExceeded && error?.details.limit == limit,
      "\(type): \(String(describing: error))")
  }

  /// The archive of an array is that of a set, but for the name of its class.
  private func expectRefused<Value: ArchivableValue & Hashable>(elements: [Value]) throws {
    let data = try ArchiveEncoder().encode(elements)
    expectRefused(Set<Value>.self, data)
    expectRefused(Set<Value?>.self, data)
    expectRefused(Set<[Value]>.self, try ArchiveEncoder().encode(elements.map { [$0] }))
    expectRefused(Set<Labeled<Value>>.self, try ArchiveEncoder().encode(elements.map { Labeled($0) }))
  }

  private func data(_ number: Int, _ count: Int = 100) -> Data {
    Data(repeating: 7, count: count - 8) + withUnsafeBytes(of: number) { Data($0) }
  }

  @Test("Values whose hashes are equal because Foundation leaves parts out are refused")
  func collisions() throws {
    try expectRefused(elements: (0..<6_000).map { data($0) })
    let base = try #require(Decimal(string: "12345678901234567890123456789012345678"))
    try expectRefused(elements: (0..<6_000).map { base + Decimal($0) })
    let urls = try (0..<6_000).map {
      try #require(URL(string: "a", relativeTo: URL(string: "http://example.org/\($0)/")))
    }
    try expectRefused(elements: urls)
    expectRefused(
      Set<ArchiveValue>.self,
      try ArchiveEncoder().encode((0..<6_000).map { ArchiveValue.data(data($0)) }))
  }

  @Test("So are keys of dictionaries") func dictionaries() throws {
    var archive = CraftedArchive()
    let keys = (0..<6_000).map { number in archive.number(archive.data(Array(data(number)))) }
    let value = archive.number(archive.integer(1))
    let (keyList, valueList) = (
      archive.references(keys), archive.references(Array(repeating: value, count: keys.count))
    )
    let dictionary = archive.object(
      "NSDictionary", [("NS.keys", keyList), ("NS.objects", valueList)])
    expectRefused([Data: Int].self, archive.finish(root: dictionary))
  }

  @Test("The encoder says beforehand that they will be refused") func encoder() throws {
    var colliding: Set<Data> = []
    for number in 0..<3_000 { colliding.insert(data(number)) }
    var encoder = ArchiveEncoder()
    encoder.readingLimits.memoryPerByte = 32
    encoder.readingLimits.memoryAllowance = 0
    let error = #expect(throws: ArchiveError.self) { try encoder.encode(colliding) }
    #expect(error?.code == .notArchivableValue)
  }

  @Test("Keys of equal length, and keys of which hundreds share a beginning, are read")
  func honestKeys() throws {
    func expectRead<Value: ArchivableValue & Hashable>(_ elements: some Sequence<Value>) throws {
      let set = Set(elements)
      #expect(
        try ArchiveDecoder().decode(Set<Value>.self, from: ArchiveEncoder().encode(set)) == set)
      let dictionary = Dictionary(uniqueKeysWithValues: set.map { ($0, 1) })
      #expect(
        try ArchiveDecoder().decode([Value: Int].self, from: ArchiveEncoder().encode(dictionary))
          == dictionary)
    }
    try expectRead((0..<10_000).map { data($0, 32) })
    try expectRead((0..<100_000).map { data($0, 16) })
    // Pictures of one size with the same header.
    try expectRead((0..<500).map { data($0, 3_000) })
    try expectRead((0..<10_000).map { Decimal($0) / 100 })
    try expectRead((0..<2_000).compactMap { URL(string: "https://example.org/\($0)") })
    try expectRead((0..<10_000).map { Labeled($0) })
    try expectRead((0..<5_000).map { ["a", "\($0)"] })
    try expectRead((0..<2_000).map { ArchiveValue.array([.integer($0), .string("text")]) })
    try expectRead((0..<1_000).map { SharedTree("\($0)", [SharedTree("a"), SharedTree("b")]) })
  }

  @Test("Values of an app's type that hashes little of itself are read") func poorHash() throws {
    struct Point: ArchivableComposite, Hashable {
      var (x, y) = (0, 0)
      init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
      func hash(into hasher: inout Hasher) { hasher.combine(x) }
      func encode(to encoder: ObjectEncoder) throws {
        try encoder.encode(x, forKey: "x")
        try encoder.encode(y, forKey: "y")
      }
      init(from decoder: ObjectDecoder) throws {
        x = try decoder.decode(Int.self, forKey: "x")
        y = try decoder.decode(Int.self, forKey: "y")
      }
    }
    let points = Set((0..<10_000).map { Point($0 % 100, $0 / 100) })
    #expect(
      try ArchiveDecoder().decode(Set<Point>.self, from: ArchiveEncoder().encode(points)) == points)
  }

  // MARK: Expanded sizes

  private func doubled(_ levels: Int, _ archive: inout CraftedArchive) -> CraftedArchive.Number {
    var last = archive.object("SharedTree", [("name", archive.uid(archive.text("leaf")))])
    for _ in 0..<levels {
      let children = archive.uid(archive.array([last, last]))
      last = archive.object("SharedTree", [("children", children)])
    }
    return last
  }

  @Test("An element with 2^60 leaves is refused as an element, and is a value elsewhere")
  func sharedTrees() throws {
    var archive = CraftedArchive()
    let tree = doubled(60, &archive)
    var term = archive.object(
      "SharedTerm",
      [("case", archive.uid(archive.text("number"))), ("number.0", archive.integer(1))])
    let sum = archive.uid(archive.text("sum"))
    for _ in 0..<60 {
      let part = archive.uid(term)
      term = archive.object("SharedTerm", [("case", sum), ("sum.left", part), ("sum.right", part)])
    }
    var list = archive.array([])
    for _ in 0..<60 { list = archive.array([list, list]) }
    let set = archive.references([tree])
    let top: [(String, CraftedArchive.Index)] = [
      ("trees", archive.uid(archive.object("NSSet", [("NS.objects", set)]))),
      ("terms", archive.uid(archive.array([term]))), ("values", archive.uid(archive.array([list]))),
      ("tree", archive.uid(tree)),
    ]
    let decoder = try ArchiveReader(archive.finish(top: top))
    #expect(try decoder.decode(SharedTree.self, forKey: "tree").levels == 60)
    for read in [
      { _ = try decoder.decode(Set<SharedTree>.self, forKey: "trees") },
      { _ = try decoder.decode(Set<SharedTree?>.self, forKey: "trees") },
      { _ = try decoder.decode(Set<SharedTerm>.self, forKey: "terms") },
      { _ = try decoder.decode(Set<ArchiveValue>.self, forKey: "values") },
      {
        try decoder.readValues {
          _ = try $0.decode(SharedTree.self, forKey: "tree")
          _ = try $0.decode(Set<SharedTree>.self, forKey: "trees")
        }
      },
    ] as [() throws -> Void] {
      #expect(throws: ArchiveError.self) { try read() }
    }
  }

  @Test("One large part that many elements share is charged for each") func sharedParts() throws {
    var archive = CraftedArchive()
    let part = archive.array((0..<10_000).map { number in archive.number(archive.integer(number)) })
    let labels = (0..<10_000).map { number in
      archive.object("Labeled", [("label", archive.integer(number)), ("value", archive.uid(part))])
    }
    expectRefused(Set<Labeled<[Int]>>.self, archive.finish(root: archive.array(labels)))
  }

  @Test(
    "An element that is nested too deeply to be hashed is refused, on a small stack, in both directions"
  )
  func deepElements() throws {
    expectRefused(Set<Labeled<SharedTree>>.self, try deepLabels(), "maximumValueNesting")
    var deep = SharedTree("leaf")
    for _ in 0..<600 { deep = SharedTree("", [deep]) }
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(Set([deep])) }
    #expect(error?.code == .notArchivableValue)
    var fine = SharedTree("leaf")
    for _ in 0..<490 { fine = SharedTree("", [fine]) }
    let again = try ArchiveDecoder().decode(
      Set<SharedTree>.self, from: ArchiveEncoder().encode(Set([fine])))
    #expect(again.first?.levels == 490)
  }

  private func deepLabels() throws -> Data {
    var archive = CraftedArchive()
    var last = archive.object("SharedTree", [("name", archive.uid(archive.text("leaf")))])
    for _ in 0..<3_000 {
      let children = archive.uid(archive.array([last]))
      last = archive.object("SharedTree", [("children", children)])
    }
    let label = archive.object(
      "Labeled", [("label", archive.integer(1)), ("value", archive.uid(last))])
    return archive.finish(root: archive.array([label]))
  }
}
