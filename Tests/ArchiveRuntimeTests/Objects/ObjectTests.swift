import ArchiveRuntime
import Foundation
import Testing

@Suite("Objects") struct ObjectTests {
  @Test("Circles come back as they were, each object once") func circles() throws {
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    ann.friends = [bob, ann]
    bob.friends = [ann]
    ann.partner = bob
    bob.boss = ann
    let copy = try ArchiveDecoder().decode(Person.self, from: try ArchiveEncoder().encode(ann))
    #expect(copy.name == "Ann")
    #expect(copy.friends.map(\.name) == ["Bob", "Ann"])
    #expect(copy.friends[1] === copy)
    #expect(copy.partner === copy.friends[0])
    #expect(copy.partner?.friends.first === copy)
    #expect(copy.partner?.boss === copy)
    for person in [ann, bob, copy, copy.friends[0]] {
      person.friends = []
      person.partner = nil
    }
  }

  @Test("A conditional reference is kept if something else archives the object, even later") func conditional() throws {
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    ann.boss = bob
    let alone = try ArchiveDecoder().decode(Person.self, from: try ArchiveEncoder().encode(ann))
    #expect(alone.boss == nil)
    let both = try ArchiveDecoder().decode([Person].self, from: try ArchiveEncoder().encode([ann, bob]))
    #expect(both[0].boss === both[1])
  }

  // Three times as many as there is room for, even with frames of 16 bytes.
  @Test("A chain of a hundred thousand objects fits a stack of 512 KiB") func longChain() throws {
    try onThread(stackSize: 512 << 10) {
      let first = ChainLink.chain(100_000)
      let data = try ArchiveEncoder().encode(first)
      _ = ChainLink.takeApart(first)
      let values = ChainLink.takeApart(try ArchiveDecoder().decode(ChainLink?.self, from: data))
      #expect(values == Array(0..<100_000))
    }
  }

  @Test("A chain whose initializers need each other fits a stack of 512 KiB, too") func nestedChain() throws {
    let count = 100_000
    try onThread(stackSize: 512 << 10) {
      var outer: Nested?
      for depth in 0..<count { outer = Nested(depth, outer) }
      let data = try ArchiveEncoder().encode(outer)
      func takeApart(_ first: Nested?) -> [Int] {
        var depths: [Int] = []
        var next = first
        while let current = next {
          depths.append(current.depth)
          next = current.inner
          current.inner = nil
        }
        return depths
      }
      _ = takeApart(outer)
      #expect(takeApart(try ArchiveDecoder().decode(Nested?.self, from: data)) == Array((0..<count).reversed()))
    }
  }

  @Test("Objects that need each other to be made are an error that names the circle") func initializerCircle() throws {
    let first = Nested(0, nil)
    for length in [1, 2, 31, 32, 33, 64, 1_000] {
      var last = first
      for depth in 1..<length {
        last.inner = Nested(depth, nil)
        last = last.inner ?? last
      }
      last.inner = first
      let data = try ArchiveEncoder().encode(first)
      let error = #expect(throws: ArchiveError.self) { _ = try ArchiveDecoder().decode(Nested.self, from: data) }
      guard let error, error.code == .circularInitialization else {
        Issue.record("A circle of \(length) gave \(String(describing: error)).")
        continue
      }
      #expect(error.path?.hasPrefix("root") == true)
      last.inner = nil
    }
  }

  @Test("A struct is archived among its owner's keys, and by itself in collections and optionals") func structs()
    throws
  {
    var encoder = ArchiveWriter()
    try encoder.encode(Money(5, "EUR"), forKey: "price")
    try encoder.encode([Money(1, "CHF"), Money(2, "CHF")], forKey: "list")
    try encoder.encode(Money?.some(Money(7, "USD")), forKey: "some")
    try encoder.encode(Money?.none, forKey: "none")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(decoder.keys == ["price.amount", "price.currency", "list", "some", "none"])
    #expect(try decoder.decode(Money.self, forKey: "price") == Money(5, "EUR"))
    #expect(try decoder.decode([Money].self, forKey: "list") == [Money(1, "CHF"), Money(2, "CHF")])
    #expect(try decoder.decode(Money?.self, forKey: "some") == Money(7, "USD"))
    #expect(try decoder.decode(Money?.self, forKey: "none") == nil)
    // What became optional since, or ceased to be.
    #expect(try decoder.decode(Money?.self, forKey: "price") == Money(5, "EUR"))
    #expect(try decoder.decode(Money.self, forKey: "some") == Money(7, "USD"))
  }

  @Test("Values of every kind come back exactly") func values() throws {
    let value: ArchiveValue = .dictionary([
      "null": .null, "yes": .bool(true), "one": .integer(1), "min": .integer(.min), "max": .unsigned(.max),
      "float": .float(-0.0), "double": .double(-0.0), "nan": .double(Double(bitPattern: 0x7FF8_0000_0000_1234)),
      "text": .string("naïve 🙂 text, longer than fifteen bytes"), "data": .data(Data([1, 2, 3])),
      "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)),
      "array": .array([.bool(true), .integer(1), .double(1), .array([]), .dictionary([:])]),
    ])
    let copy = try ArchiveDecoder().decode(ArchiveValue.self, from: try ArchiveEncoder().encode(value))
    // NaN equals nothing: compared as text.
    #expect("\(sorted(copy))" == "\(sorted(value))")
  }

  private func sorted(_ value: ArchiveValue) -> String {
    switch value {
    case .set(let elements): "\(elements.map(sorted).sorted())"
    case .dictionary(let entries): "\(entries.sorted { $0.key < $1.key }.map { "\($0.key)=\(sorted($0.value))" })"
    case .array(let elements): "\(elements.map(sorted))"
    case .double(let double): "double \(String(double.bitPattern, radix: 16))"
    case .float(let float): "float \(String(float.bitPattern, radix: 16))"
    default: "\(value)"
    }
  }

  @Test("A document a hundred thousand levels deep fits a stack of 512 KiB") func deepDocument() throws {
    // Swift frees such a value by recursion, so it is kept for good.
    try onThread(stackSize: 512 << 10) {
      var value = ArchiveValue.integer(1)
      for _ in 0..<100_000 { value = .array([value, .integer(2)]) }
      var limits = ArchiveDecoder.Limits()
      limits.maximumValueNesting = 100_000
      var encoder = ArchiveEncoder()
      encoder.readingLimits = limits
      let data = try encoder.encode(value)
      _ = Unmanaged.passRetained(value as AnyObject)
      let copy = try ArchiveDecoder(limits: limits).decode(ArchiveValue.self, from: data)
      _ = Unmanaged.passRetained(copy as AnyObject)
      var depth = 0
      var next = copy
      while case .array(let elements) = next {
        depth += 1
        next = elements[0]
      }
      #expect(depth == 100_000)
    }
  }
}
