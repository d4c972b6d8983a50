import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// A tree of values, whose branches may share their storage.
struct SharedTree: ArchivableComposite, Hashable {
  var name = ""
  var children: [SharedTree] = []
  var byName: [String: SharedTree] = [:]

  static var isArchivedInPlace: Bool { false }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(children, forKey: "children")
    try encoder.encode(byName, forKey: "byName")
  }

  init(_ name: String = "", _ children: [SharedTree] = [], byName: [String: SharedTree] = [:]) {
    (self.name, self.children, self.byName) = (name, children, byName)
  }

  init(from decoder: ObjectDecoder) throws {
    name = try decoder.decodeIfPresent(String.self, forKey: "name") ?? ""
    children = try decoder.decodeIfPresent([SharedTree].self, forKey: "children") ?? []
    byName = try decoder.decodeIfPresent([String: SharedTree].self, forKey: "byName") ?? [:]
  }

  /// A tree of 2^levels leaves, which takes memory for `levels` of them.
  static func doubled(_ levels: Int) -> SharedTree {
    (0..<levels).reduce(SharedTree("leaf")) { tree, _ in SharedTree("", [tree, tree]) }
  }

  /// The number of levels along the first children.
  var levels: Int {
    var (tree, count) = (self, 0)
    while let first = tree.children.first { (tree, count) = (first, count + 1) }
    return count
  }
}

/// An indirect enumeration, as generated code archives it.
indirect enum SharedTerm: ArchivableEnumeration, Hashable {
  case number(Int)
  case sum(SharedTerm, SharedTerm)

  static var isArchivedInPlace: Bool { false }
  var archivedCase: String { if case .number = self { "number" } else { "sum" } }
  var hasArchivedValues: Bool { true }

  func encodeValues(to encoder: ObjectEncoder) throws {
    switch self {
    case .number(let number): try encoder.encode(number, forKey: "0")
    case .sum(let left, let right):
      try encoder.encode(left, forKey: "left")
      try encoder.encode(right, forKey: "right")
    }
  }

  init?(archivedCase name: String) { nil }

  init?(archivedCase name: String, from decoder: ObjectDecoder) throws {
    switch name {
    case "number": self = .number(try decoder.decode(Int.self, forKey: "0"))
    case "sum":
      self = .sum(
        try decoder.decode(SharedTerm.self, forKey: "left"), try decoder.decode(SharedTerm.self, forKey: "right"))
    default: return nil
    }
  }
}

/// What a program holds once is written once.
@Suite("Values that share their storage") struct SharedValueTests {
  private func written<Value: ArchivableValue>(_ value: Value, within byteCount: Int) throws -> Value {
    let data = try ArchiveEncoder().encode(value)
    #expect(data.count < byteCount)
    return try ArchiveDecoder().decode(Value.self, from: data)
  }

  @Test("A tree of 2^60 leaves whose branches are shared is written with 60 of them") func trees() throws {
    #expect(try written(SharedTree.doubled(60), within: 20_000).levels == 60)
    var byName = SharedTree("leaf")
    for _ in 0..<60 { byName = SharedTree("", byName: ["a": byName, "b": byName]) }
    _ = try written(byName, within: 20_000)
    var term = SharedTerm.number(1)
    for _ in 0..<60 { term = .sum(term, term) }
    _ = try written(term, within: 20_000)
    var lists: [[[[[[[[Int]]]]]]]] = []
    do {
      let a = [Int](repeating: 1, count: 50)
      let b = [[Int]](repeating: a, count: 50)
      let c = [[[Int]]](repeating: b, count: 50)
      let d = [[[[Int]]]](repeating: c, count: 50)
      let e = [[[[[Int]]]]](repeating: d, count: 50)
      let f = [[[[[[Int]]]]]](repeating: e, count: 50)
      lists = [[[[[[[[Int]]]]]]]](repeating: [f, f], count: 50)
    }
    #expect(try written(lists, within: 20_000).count == 50)
  }

  @Test("A document of 2^60 leaves is written, and is refused where a shared part makes it too deep")
  func documents() throws {
    func doubled(_ levels: Int) -> ArchiveValue {
      (0..<levels).reduce(.integer(1)) { value, level in
        level % 2 == 0 ? .array([value, value]) : .dictionary(["a": value, "b": value])
      }
    }
    _ = try written(doubled(60), within: 20_000)
    // The shared part is met at a small depth first.
    let deep = (0..<700).reduce(ArchiveValue.integer(1)) { value, _ in .array([value]) }
    let wrapped = (0..<400).reduce(deep) { value, _ in .array([value]) }
    for document in [ArchiveValue.array([deep, wrapped]), .array([wrapped, deep])] {
      let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(document) }
      #expect(error?.code == .notArchivableValue)
    }
    let good = (0..<290).reduce(deep) { value, _ in .array([value]) }
    _ = try written(ArchiveValue.array([deep, good, deep]), within: 100_000)
  }

  @Test("One long text, data, URL or index set that many structs share is written once") func leaves() throws {
    let text = String(repeating: "text ", count: 10_000)
    let trees = (0..<1_000).map { SharedTree(text, [SharedTree("\($0)")]) }
    #expect(try written(trees, within: 300_000) == trees)
    let data = Data(repeating: 7, count: 50_000)
    #expect(try written([Data](repeating: data, count: 1_000), within: 100_000).count == 1_000)
    let url = try #require(URL(string: "https://example.org/" + String(repeating: "x", count: 5_000)))
    #expect(try written([URL](repeating: url, count: 1_000), within: 20_000).count == 1_000)
    var indices = IndexSet()
    for index in 0..<5_000 { indices.insert(index * 2) }
    #expect(try written([IndexSet](repeating: indices, count: 1_000), within: 40_000).count == 1_000)
    let numbers: Set<Int> = Set(0..<5_000)
    #expect(try written([Set<Int>](repeating: numbers, count: 1_000), within: 100_000).count == 1_000)
  }

  @Test("Bytes that many objects share are written once") func bytes() throws {
    struct Piece: ArchivableComposite, Equatable {
      var bytes: Data
      init(_ bytes: Data) { self.bytes = bytes }
      func encode(to encoder: ObjectEncoder) throws { try encoder.encodeBytes(bytes, forKey: "bytes") }
      init(from decoder: ObjectDecoder) throws { bytes = try decoder.decodeBytes(forKey: "bytes") }
    }
    let pieces = [Piece](repeating: Piece(Data(repeating: 7, count: 50_000)), count: 1_000)
    #expect(try written(pieces, within: 150_000) == pieces)
  }

  /// A tree that tells itself from others by its name, so that a set of it is quickly made.
  private struct NamedTree: ArchivableComposite, Hashable {
    var name = ""
    var children: [NamedTree] = []
    static var isArchivedInPlace: Bool { false }
    init(_ name: String, _ children: [NamedTree] = []) { (self.name, self.children) = (name, children) }
    static func == (left: NamedTree, right: NamedTree) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(name, forKey: "name")
      try encoder.encode(children, forKey: "children")
    }
    init(from decoder: ObjectDecoder) throws {
      name = try decoder.decode(String.self, forKey: "name")
      children = try decoder.decode([NamedTree].self, forKey: "children")
    }
  }

  @Test("A key or an element of 2^60 leaves, which its type hashes quickly, is refused when it is written") func keys()
    throws
  {
    let tree = (0..<60).reduce(NamedTree("leaf")) { tree, level in NamedTree("\(level)", [tree, tree]) }
    // Once with the limits of every decoder, the others with little memory, which is used up sooner.
    var encoder = ArchiveEncoder()
    (encoder.readingLimits.memoryPerByte, encoder.readingLimits.memoryAllowance) = (64, 1 << 20)
    for encode in [
      { _ = try ArchiveEncoder().encode(Set([tree])) }, { _ = try encoder.encode([[tree]: 1]) },
      {
        var writer = ArchiveWriter(settings: encoder)
        try writer.encode([tree: 1], forKey: "a")
      },
    ] as [() throws -> Void] {
      let error = #expect(throws: ArchiveError.self) { try encode() }
      #expect(error?.code == .notArchivableValue)
    }
    // Parts that keys share are written for each.
    let part = (0..<5).reduce(NamedTree("leaf")) { tree, level in NamedTree("\(level)", [tree, tree]) }
    let set = Set((0..<300).map { NamedTree("a\($0)", [part, part]) })
    #expect(try ArchiveDecoder().decode(Set<NamedTree>.self, from: ArchiveEncoder().encode(set)) == set)
    // A writer that has refused a value goes on.
    var writer = ArchiveWriter(settings: encoder)
    #expect(throws: ArchiveError.self) { try writer.encode(Set([tree]), forKey: "set") }
    try writer.encode(Set([part]), forKey: "set")
    #expect(try ArchiveReader(try writer.finish()).decode(Set<NamedTree>.self, forKey: "set") == [part])
  }

  @Test("One long text that is a key of many dictionaries is written once, unless a decoder would refuse that")
  func textKeys() throws {
    let key = String(repeating: "key ", count: 3_000)
    let dictionaries = (0..<1_000).map { [key: $0] }
    #expect(try written(dictionaries, within: 100_000) == dictionaries)
    let more = (0..<3_000).map { [key: $0, "b": 1] }
    #expect(try ArchiveDecoder().decode([[String: Int]].self, from: ArchiveEncoder().encode(more)) == more)
  }

  @Test("Saved again, an archive with shared parts stays as small as it was") func savedAgain() throws {
    var archive = CraftedArchive()
    let text = archive.text(String(repeating: "x", count: 50_000))
    let name = archive.uid(text)
    let trees = (0..<1_000).map { _ in archive.object("SharedTree", [("name", name)]) }
    let data = archive.finish(root: archive.array(trees))
    let again = try ArchiveEncoder().encode(try ArchiveDecoder().decode([SharedTree].self, from: data))
    #expect(again.count < data.count * 3)
  }

  @Test("The same holds in XML, of lists of texts and of numbers, of dictionaries, and of long text") func otherRounds()
    throws
  {
    func check<Value: ArchivableValue>(_ value: Value) throws {
      for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
        var encoder = ArchiveEncoder()
        encoder.outputFormat = format
        let first = try encoder.encode([Value](repeating: value, count: 5))
        let second = try encoder.encode(try ArchiveDecoder().decode([Value].self, from: first))
        #expect(try encoder.encode(try ArchiveDecoder().decode([Value].self, from: second)) == first, "\(Value.self)")
      }
    }
    try check(["a", "text of more than fifteen bytes"])
    try check([[1, 2], [3]])
    try check(["key": [1.5]])
    try check(String(repeating: "x", count: 100))
    try check(Data(repeating: 7, count: 100))
    try check([Date(timeIntervalSinceReferenceDate: 1)])
  }

  @Test("However often it is read and written, a value that is shared stays shared") func rounds() throws {
    let shared: [ArchiveValue] = [.string("a"), .array([.integer(1), .dictionary(["k": .double(2)])])]
    let first = try ArchiveEncoder().encode(ArchiveValue.array(shared + Array(repeating: shared[1], count: 9)))
    var archive = first
    for _ in 0..<5 {
      archive = try ArchiveEncoder().encode(try ArchiveDecoder().decode(ArchiveValue.self, from: archive))
      #expect(archive == first)
    }
  }

  @Test("A value that changes between two calls is written as it is at each") func changes() throws {
    final class Holder { var number = 1 }
    struct Window: ArchivableComposite {
      let holder: Holder
      func encode(to encoder: ObjectEncoder) throws { try encoder.encode(holder.number, forKey: "number") }
      init(_ holder: Holder) { self.holder = holder }
      init(from decoder: ObjectDecoder) throws {
        holder = Holder()
        holder.number = try decoder.decode(Int.self, forKey: "number")
      }
    }
    let windows = [Window(Holder())]
    var encoder = ArchiveWriter()
    try encoder.encode(windows, forKey: "first")
    windows[0].holder.number = 2
    try encoder.encode(windows, forKey: "second")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode([Window].self, forKey: "first")[0].holder.number == 1)
    #expect(try decoder.decode([Window].self, forKey: "second")[0].holder.number == 2)
  }
}
