import ArchiveRuntime
import Foundation
import Testing

private func isLimit(_ error: ArchiveError?, _ name: String = "memoryPerByte") -> Bool {
  error?.code == .limitExceeded && error?.details.limit == name
}

/// Small archives that stand for much: what is made of them is counted, or is an error; where time would tell, the work is
/// so much that the test would not end.
@Suite("Archives that are bombs") struct BombTests {
  private typealias Number = CraftedArchive.Number

  /// Little enough for the tests to be short.
  private var tight: ArchiveDecoder.Limits {
    var limits = ArchiveDecoder.Limits()
    limits.memoryPerByte = 8
    limits.memoryAllowance = 1 << 20
    return limits
  }

  /// The address of an array's elements.
  private func storage<Element>(_ array: [Element]) -> UInt {
    array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  @Test("Ten references to ten references to ten …, thirty deep, are thirty arrays") func laughs() throws {
    var archive = CraftedArchive()
    var last = archive.array([])
    for _ in 0..<30 { last = archive.array(Array(repeating: last, count: 10)) }
    let value = try ArchiveDecoder().decode(ArchiveValue.self, from: archive.finish(root: last))
    // One of two that are made of each is kept, so that at most twice the arrays exist.
    var distinct: Set<UInt> = []
    var level = [value]
    var depth = 0
    while !level.isEmpty {
      var below: [UInt: ArchiveValue] = [:]
      for case .array(let elements) in level {
        for case .array(let inner) in elements { below[storage(inner)] = .array(inner) }
      }
      distinct.formUnion(below.keys)
      level = below.values.filter { $0 != .array([]) }
      depth += 1
      try #require(below.count <= 4)
    }
    #expect(depth == 30)
    #expect(distinct.count < 100)
  }

  @Test("One long text or one long data named a hundred thousand times is made twice at most") func leaves() throws {
    var archive = CraftedArchive()
    let text = archive.text(String(repeating: "x", count: 1 << 20))
    let bytes = archive.number(archive.data([UInt8](repeating: 7, count: 1 << 20)))
    let texts = archive.array(Array(repeating: text, count: 100_000))
    let pieces = archive.array(Array(repeating: bytes, count: 100_000))
    let top = [("texts", archive.uid(texts)), ("data", archive.uid(pieces))]
    let decoder = try ArchiveReader(archive.finish(top: top))
    var strings = try decoder.decode([String].self, forKey: "texts")
    var places: Set<UInt> = []
    for index in strings.indices { strings[index].withUTF8 { _ = places.insert(UInt(bitPattern: $0.baseAddress)) } }
    #expect(strings.count == 100_000)
    #expect(places.count <= 2)
    let data = try decoder.decode([Data].self, forKey: "data")
    #expect(Set(data.map { $0.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }).count <= 2)
  }

  @Test("So is one that $objects has under many numbers, and one that is in many objects") func aliases() throws {
    var archive = CraftedArchive()
    let text = archive.string(String(repeating: "x", count: 1 << 20))
    let numbers = (0..<20_000).map { _ in archive.number(text) }
    let aliases = archive.array(numbers)
    let objects = (0..<20_000).map { _ in archive.object("NSString", [("NS.string", text)]) }
    let direct = archive.array(objects)
    let top = [("aliases", archive.uid(aliases)), ("direct", archive.uid(direct))]
    let decoder = try ArchiveReader(archive.finish(top: top))
    for key in ["aliases", "direct"] {
      var strings = try decoder.decode([String].self, forKey: key)
      var places: Set<UInt> = []
      for index in strings.indices { strings[index].withUTF8 { _ = places.insert(UInt(bitPattern: $0.baseAddress)) } }
      #expect(strings.count == 20_000)
      #expect(places.count <= 2, "\(key)")
    }
  }

  @Test("One array that ten thousand objects refer to is made twice at most") func sharedArray() throws {
    var archive = CraftedArchive()
    let number = archive.number(archive.integer(1))
    let long = archive.array(Array(repeating: number, count: 100_000))
    let outer = archive.array(Array(repeating: long, count: 10_000))
    let values = try ArchiveDecoder().decode([[Int]].self, from: archive.finish(root: outer))
    #expect(values.count == 10_000)
    #expect(Set(values.map(storage)).count <= 2)
  }

  @Test("One list that ten thousand arrays have in common is refused") func sharedList() throws {
    var archive = CraftedArchive()
    let number = archive.number(archive.integer(1))
    let list = archive.references(Array(repeating: number, count: 100_000))
    let arrays = (0..<10_000).map { _ in archive.object("NSArray", [("NS.objects", list)]) }
    let data = archive.finish(root: archive.array(arrays))
    #expect(isLimit(failure([[Int]].self, data, tight)))
    #expect(isLimit(failure(ArchiveValue.self, data, tight)))
  }

  @Test("An error's path is searched once, whatever lists the objects share") func sharedListInErrors() throws {
    var archive = CraftedArchive()
    let number = archive.number(archive.integer(1))
    let list = archive.references(Array(repeating: number, count: 1_000_000))
    let arrays = (0..<50_000).map { _ in archive.object("NSArray", [("NS.objects", list)]) }
    let bad = archive.text("no number")
    let data = archive.finish(root: archive.array(arrays + [bad]))
    #expect(failure([Int].self, data) != nil)
  }

  @Test("Objects of the second of two classes cost no search each") func secondClass() throws {
    var encoder = ArchiveWriter()
    try encoder.encode((0..<50_000).map { ChainLink($0) }, forKey: "links")
    let decoder = try ArchiveReader(try encoder.finish())
    let count = try decoder.readValues {
      try $0.decodeObjects(of: [Person.self, ChainLink.self], forKey: "links").count
    }
    #expect(count == 50_000)
  }

  @Test("Dictionaries with one long key in common are refused before they are hashed") func longKeys() throws {
    var archive = CraftedArchive()
    let key = archive.text(String(repeating: "k", count: 1 << 20))
    let value = archive.number(archive.integer(1))
    let keys = archive.references([key])
    let values = archive.references([value])
    let dictionaries = (0..<50_000).map { _ in
      archive.object("NSDictionary", [("NS.keys", keys), ("NS.objects", values)])
    }
    let sets = (0..<50_000).map { _ in archive.object("NSSet", [("NS.objects", keys)]) }
    let top = [("dictionaries", archive.uid(archive.array(dictionaries))), ("sets", archive.uid(archive.array(sets)))]
    let decoder = try ArchiveReader(archive.finish(top: top), settings: ArchiveDecoder(limits: tight))
    for read in [
      { _ = try decoder.decode([[String: Int]].self, forKey: "dictionaries") },
      { _ = try decoder.decode([ArchiveValue].self, forKey: "dictionaries") },
      { _ = try decoder.decode([Set<String>].self, forKey: "sets") },
    ] as [() throws -> Void] {
      let error = #expect(throws: ArchiveError.self) { try read() }
      #expect(isLimit(error))
    }
  }

  @Test("Objects with keys of their own and one long key in common cost what their bytes cost") func longKeyOfObjects()
    throws
  {
    var archive = CraftedArchive()
    let long = archive.string(String(repeating: "k", count: 1 << 20))
    let (name, type) = (archive.string("name"), archive.uid(archive.classNumber("ChainLink")))
    let (value, null) = (archive.string("value"), archive.uid(0))
    _ = name
    let links = (0..<20_000).map { index in
      let own = archive.string("key \(index)")
      let number = archive.integer(index)
      return archive.number(
        archive.dictionary([
          (own, null), (long, null), (value, number), (archive.string("next"), null), (archive.string("$class"), type),
        ]))
    }
    let data = archive.finish(root: archive.array(links))
    #expect(try ArchiveDecoder().decode([ChainLink].self, from: data).map(\.value) == Array(0..<20_000))
  }

  @Test("NaNs are refused as keys if there are many") func unequalKeys() throws {
    var archive = CraftedArchive()
    let nan = (0..<200_000).map { _ in archive.real(.nan) }.map { archive.number($0) }
    let data = archive.finish(root: archive.array(nan))
    guard failure(Set<Double>.self, data)?.code == .duplicateKey else {
      Issue.record("A set of many NaNs was made.")
      return
    }
    #expect(
      try ArchiveDecoder().decode(Set<Double>.self, from: try ArchiveEncoder().encode(Set([Double.nan, 1]))).count == 2)
  }

  @Test("A set that names one element a million times hashes it once") func repeatedElement() throws {
    var archive = CraftedArchive()
    let number = archive.number(archive.integer(1))
    let long = archive.array(Array(repeating: number, count: 100_000))
    let set = archive.array(Array(repeating: long, count: 1_000_000))
    #expect(try ArchiveDecoder().decode(Set<[Int]>.self, from: archive.finish(root: set)).count == 1)
  }

  @Test("Keys made to collide are spread by Swift's seed: a hundred thousand similar ones are read") func similarKeys()
    throws
  {
    // Multiples of a power of two, and words of a known weak hash: which keys collide differs with every process.
    let numbers = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ($0 << 32, $0) })
    #expect(try ArchiveDecoder().decode([Int: Int].self, from: try ArchiveEncoder().encode(numbers)) == numbers)
    let words = (0..<65_536).map { bits in String((0..<16).flatMap { bits >> $0 & 1 == 0 ? "Aa" : "BB" }) }
    let texts = Dictionary(uniqueKeysWithValues: words.map { ($0, true) })
    #expect(try ArchiveDecoder().decode([String: Bool].self, from: try ArchiveEncoder().encode(texts)) == texts)
  }

  @Test("A chain of URLs, each the base of the next, is refused") func urls() throws {
    var archive = CraftedArchive()
    var last = archive.object(
      "NSURL", [("NS.base", archive.uid(0)), ("NS.relative", archive.uid(archive.text("http://a/")))])
    let step = archive.uid(archive.text("x/"))
    for _ in 0..<20_000 {
      let base = archive.uid(last)
      last = archive.object("NSURL", [("NS.base", base), ("NS.relative", step)])
    }
    #expect(isLimit(failure(URL.self, archive.finish(root: last), tight)))
  }

  @Test("Index sets with their ranges in common are refused, and ranges may stand in any order") func indexSets() throws
  {
    var archive = CraftedArchive()
    var bytes: [UInt8] = []
    let count = 100_000
    for place in (0..<count).reversed() {
      var rest = place * 2
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes += [UInt8(rest), 1]
    }
    let (ranges, number) = (archive.uid(archive.number(archive.data(bytes))), archive.integer(count))
    let sets = (0..<2_000).map { _ in archive.object("NSIndexSet", [("NSRangeCount", number), ("NSRangeData", ranges)])
    }
    let top = [("one", archive.uid(sets[0])), ("all", archive.uid(archive.array(sets)))]
    let decoder = try ArchiveReader(archive.finish(top: top))
    #expect(try decoder.decode(IndexSet.self, forKey: "one").rangeView.count == count)
    let error = #expect(throws: ArchiveError.self) { try decoder.decode([IndexSet].self, forKey: "all") }
    #expect(isLimit(error))
  }

  @Test("Objects that overlap, and counts beyond the file, are errors") func overlaps() throws {
    var archive = CraftedArchive()
    let list = archive.array((0..<20).map { archive.number(archive.integer($0)) })
    let data = archive.finish(root: list)
    #expect(try ArchiveDecoder().decode([Int].self, from: data) == Array(0..<20))
    // The offset table is the last before the trailer of 32 bytes; each offset has four.
    let table = data.suffix(8).reduce(0) { $0 << 8 | Int($1) }
    for (entry, other) in [(4, 5), (20, 21), (10, 30)] {
      var bytes = [UInt8](data)
      for place in 0..<4 { bytes[table + entry * 4 + place] = bytes[table + other * 4 + place] }
      guard failure([Int].self, Data(bytes))?.code == .corrupt else {
        Issue.record("Two objects at one place were read.")
        continue
      }
    }
    for marker in [0x4F, 0x5F, 0x6F, 0xAF, 0xDF] as [UInt8] {
      var bytes = [UInt8](data)
      bytes.replaceSubrange(8..<18, with: [marker, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
      #expect(failure([Int].self, Data(bytes)) != nil)
    }
  }

  @Test("Nesting needs no stack: typed values, and documents when the option allows it") func deepNesting() throws {
    // Recursion would end at some thousand levels. More only take time: the testing library records every throw's calls.
    let depth = 20_000
    var archive = CraftedArchive()
    var last = archive.array([])
    for _ in 0..<depth { last = archive.array([last]) }
    let documents = archive.finish(root: last)
    archive = CraftedArchive()
    last = 0
    for _ in 0..<depth {
      let inner = archive.uid(last)
      last = archive.object("BombTests.Level", [("inner", inner)])
    }
    let typed = archive.finish(root: last)
    try onThread(stackSize: 512 << 10) {
      // The default protects the stack of whoever frees the value.
      #expect(
        failure(ArchiveValue.self, documents)
          == .limitExceeded(limit: "maximumValueNesting", value: 1_001, maximum: 1_000))
      // Swift frees what is nested by recursion: these are kept for good.
      var limits = ArchiveDecoder.Limits()
      limits.maximumValueNesting = .max
      _ = Unmanaged.passRetained(Kept(try ArchiveDecoder(limits: limits).decode(ArchiveValue.self, from: documents)))
      _ = Unmanaged.passRetained(Kept(try ArchiveDecoder().decode(Level.self, from: typed)))
      // Typed arrays nest as deep as their type does.
      #expect(failure([[[[Int]]]].self, documents) != nil)
    }
  }

  private final class Kept<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private indirect enum Level: ArchivableComposite {
    case end
    case inner(Level)

    static var isArchivedInPlace: Bool { false }
    func encode(to encoder: ObjectEncoder) throws {}
    init(from decoder: ObjectDecoder) throws {
      self = try decoder.decodeIfPresent(Level.self, forKey: "inner").map { .inner($0) } ?? .end
    }
  }
}

@Suite("The limits of decoding objects") struct LimitTests {
  private func limits(_ change: (inout ArchiveDecoder.Limits) -> Void) -> ArchiveDecoder.Limits {
    var limits = ArchiveDecoder.Limits()
    change(&limits)
    return limits
  }

  @Test("Each names itself in its error, in both forms") func options() throws {
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      let numbers = try encoder.encode(Array(0..<100))
      #expect(
        failure([Int].self, numbers, limits { $0.maximumObjectCount = 50 })
          == .limitExceeded(limit: "maximumObjectCount", value: 103, maximum: 50))
      #expect(
        failure([Int].self, numbers, limits { $0.maximumContainerCount = 99 })
          == .limitExceeded(limit: "maximumContainerCount", value: 100, maximum: 99))
      #expect(failure([Int].self, numbers, limits { $0.maximumContainerCount = 100 }) == nil)
      let text = try encoder.encode(String(repeating: "x", count: 1_000))
      #expect(
        failure(String.self, text, limits { $0.maximumStringLength = 999 })
          == .limitExceeded(limit: "maximumStringLength", value: 1_000, maximum: 999))
      #expect(failure(String.self, text, limits { $0.maximumStringLength = 1_000 }) == nil)
      let nested = try encoder.encode(ArchiveValue.array([.array([.array([]), .dictionary(["a": .array([])])])]))
      #expect(
        failure(ArchiveValue.self, nested, limits { $0.maximumValueNesting = 3 })
          == .limitExceeded(limit: "maximumValueNesting", value: 4, maximum: 3))
      #expect(failure(ArchiveValue.self, nested, limits { $0.maximumValueNesting = 4 }) == nil)
      let error = failure([Int].self, numbers, limits { $0.maximumByteCount = 10 })
      #expect(isLimit(error, "maximumByteCount") && error?.details.maximum == 10)
    }
  }

  @Test("Memory is in proportion to the archive, by the two options for it") func memory() throws {
    let numbers = try ArchiveEncoder().encode([Int](repeating: 1, count: 50_000))
    let tight = limits {
      $0.memoryPerByte = 1
      $0.memoryAllowance = 0
    }
    let error = failure([Int].self, numbers, tight)
    #expect(isLimit(error) && error?.details.maximum == numbers.count)
  }
}
