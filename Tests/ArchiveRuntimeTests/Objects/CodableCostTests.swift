import Foundation
import Testing

@testable import ArchiveRuntime

/// Values of Codable types that cost more than their size, in an archive or in memory.
@Suite("Values of Codable types that are made to be expensive") struct CodableCostTests {
  private struct Piece: Codable, Hashable {
    var data: Data
    var note = "note"
  }

  private struct Model<Key: Codable & Hashable>: Codable {
    var set: Set<Key>?
    var byText: [String: Set<Key>] = [:]
    var lists: [[Key: Int]] = []
  }

  /// What a model is made of, as lists.
  private struct Lists<Key: Encodable>: Encodable {
    let byText: [String: [Key]]
    let lists: [[Entry<Key>]]
  }

  private enum Entry<Key: Encodable>: Encodable {
    case key(Key)
    case value(Int)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .key(let key): try container.encode(key)
      case .value(let value): try container.encode(value)
      }
    }
  }

  private var tight: ArchiveDecoder.Limits {
    var limits = ArchiveDecoder.Limits()
    (limits.memoryPerByte, limits.memoryAllowance) = (64, 1 << 20)
    return limits
  }

  private func expectRefused<Value: Codable>(
    _ type: Value.Type, _ data: Data, _ location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: ArchiveError.self, sourceLocation: location) {
      try ArchiveDecoder(limits: tight).decode(codable: type, from: data)
    }
    #expect(error?.code == .limitExceeded, sourceLocation: location)
  }

  /// Reads the elements of a list wherever they are hashed.
  private func expectRefused<Key: Codable & Hashable>(_ keys: [Key]) throws {
    let list = try ArchiveEncoder().encode(codable: keys)
    _ = try ArchiveDecoder(limits: tight).decode(codable: [Key].self, from: list)
    expectRefused(Set<Key>.self, list)
    expectRefused(Set<Key>?.self, list)
    expectRefused(Set<Key?>.self, list)
    expectRefused(Set<[Key]>.self, try ArchiveEncoder().encode(codable: keys.map { [$0] }))
    expectRefused(Model<Key>.self, try ArchiveEncoder().encode(codable: ["set": keys]))
    expectRefused([String: Set<Key>].self, try ArchiveEncoder().encode(codable: ["a": keys]))
    expectRefused([Set<Key>].self, try ArchiveEncoder().encode(codable: [keys]))
    let entries = keys.flatMap { [Entry.key($0), .value(1)] }
    expectRefused(Model<Key>.self, try ArchiveEncoder().encode(codable: Lists(byText: [:], lists: [entries])))
    expectRefused(Model<Key>.self, try ArchiveEncoder().encode(codable: Lists(byText: ["a": keys], lists: [])))
    expectRefused([Key: Int].self, try ArchiveEncoder().encode(codable: entries))
  }

  private func data(_ number: Int, _ count: Int = 100) -> Data {
    Data(repeating: 7, count: count - 8) + withUnsafeBytes(of: number) { Data($0) }
  }

  @Test("Keys and elements whose hashes are equal because Foundation leaves parts out are refused, wherever they are")
  func collisions() throws {
    try expectRefused((0..<6_000).map { data($0) })
    try expectRefused((0..<6_000).map { Piece(data: data($0)) })
    let base = try #require(Decimal(string: "12345678901234567890123456789012345678"))
    try expectRefused((0..<6_000).map { base + Decimal($0) })
    try expectRefused(
      (0..<3_000).map { try #require(URL(string: "a", relativeTo: URL(string: "http://example.org/\($0)/"))) })
  }

  @Test("Numbers that equal nothing are refused at the seventeenth") func notANumber() throws {
    let list = try ArchiveEncoder().encode(codable: [Double](repeating: .nan, count: 17))
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(codable: Set<Double>.self, from: list)
    }
    #expect(error?.code == .duplicateKey)
    let set = Set<Double>((0..<17).map { _ in .nan })
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(codable: set) }
  }

  @Test("Sets and dictionaries of many values that are alike are read as JSON's decoder reads them") func honest()
    throws
  {
    func expectRead<Key: Codable & Hashable>(_ keys: [Key]) throws {
      let dictionary = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
      let data = try ArchiveEncoder().encode(codable: dictionary)
      #expect(try ArchiveDecoder().decode(codable: [Key: Int].self, from: data) == dictionary)
      let set = try ArchiveEncoder().encode(codable: Set(keys))
      #expect(try ArchiveDecoder().decode(codable: Set<Key>.self, from: set) == Set(keys))
    }
    try expectRead((0..<10_000).map { data($0, 32) })
    try expectRead((0..<300).map { data($0, 3_000) })
    try expectRead((0..<5_000).map { Decimal($0) / 100 })
    try expectRead((0..<1_000).compactMap { URL(string: "https://example.org/\($0)") })
    try expectRead((0..<5_000).map { Piece(data: data($0, 24)) })
    try expectRead(Coded.Kind.allCases)
    try expectRead((0..<2_000).map { [$0, 1] })
    // One element that a list has thousands of times is compared with itself.
    let repeated = try ArchiveEncoder().encode(codable: [Data](repeating: data(1, 3_000), count: 2_000))
    #expect(try ArchiveDecoder().decode(codable: Set<Data>.self, from: repeated).count == 1)
  }

  @Test("What is no list of keys and values is refused as by the type's own code") func wrongForms() throws {
    let odd = try ArchiveEncoder().encode(codable: [[1, 2], [3]])
    let single = try ArchiveEncoder().encode(codable: [[1]])
    let half = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(codable: [[Int]: [Int]].self, from: single)
    }
    #expect(half?.code == .codingFailed)
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(codable: [Data: Int].self, from: odd) }
    let unknown = try ArchiveEncoder().encode(codable: ["medium": 1])
    let refused = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(codable: [Coded.Kind: Int].self, from: unknown)
    }
    #expect(refused?.code == .codingFailed)
    let nested = try ArchiveEncoder().encode(codable: ["a": [1]])
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(codable: [String: Set<Data>].self, from: nested)
    }
    #expect(error?.code == .wrongType)
  }

  @Test("Made-up locales are not kept in any number") func locales() throws {
    let names = (0..<2_000).map { Coded.Pair(first: "made up \($0)", second: 1) }
    struct Identified: Encodable { let identifier: String }
    let data = try ArchiveEncoder().encode(codable: names.map { Identified(identifier: $0.first) })
    let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(codable: [Locale].self, from: data) }
    #expect(error?.code == .limitExceeded)
  }

  private indirect enum Term: Codable {
    case number(Int)
    case sum(Term, Term)
  }

  private struct Branch: Codable {
    var children: [Branch] = []
  }

  @Test("A value of 2^40 parts that the program has in memory once is refused, and one of some thousands is not")
  func shared() throws {
    let branch = (0..<40).reduce(Branch()) { branch, _ in Branch(children: [branch, branch]) }
    let term = (0..<40).reduce(Term.number(1)) { term, _ in .sum(term, term) }
    let lists = [[[[[[Int]]]]]](
      repeating: [[[[[Int]]]]](
        repeating: [[[[Int]]]](
          repeating: [[[Int]]](repeating: [[Int]](repeating: [Int](repeating: 1, count: 90), count: 90), count: 90),
          count: 90), count: 90), count: 90)
    for encode in [
      { _ = try ArchiveEncoder().encode(codable: branch) }, { _ = try ArchiveEncoder().encode(codable: term) },
      { _ = try ArchiveEncoder().encode(codable: lists) },
    ] as [() throws -> Void] {
      let error = #expect(throws: ArchiveError.self) { try encode() }
      #expect(error?.code == .notArchivableValue)
    }
    let table = [[Int]](repeating: Array(0..<100), count: 200)
    let data = try ArchiveEncoder().encode(codable: table)
    #expect(try ArchiveDecoder().decode(codable: [[Int]].self, from: data) == table)
  }
}
