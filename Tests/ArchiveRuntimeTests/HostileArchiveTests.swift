import Foundation
import RuntimeTestC
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
import TestRandom

@Suite("Archives that were damaged or made to harm")
struct HostileArchiveTests {
  /// One archive of every shape, and a call that reads it.
  private static func shapes() throws -> [(Data, (Data) throws -> Void)] {
    var drawing = RuntimeTestC.drawing()
    drawing.lines.0.from = point(x: 1, y: 2)
    var several = ArchiveWriter()
    try several.encode(someOrder(), forKey: "a")
    try several.encode([point(x: 1, y: 2)], forKey: "b")
    try several.encode("text", forKey: "c")
    var types = schema()
    var offset = 0
    var fields: [FieldSchema] = []
    for (index, element) in everyType.enumerated() {
      fields.append(.scalar("s\(index)", element.type, at: offset))
      fields.append(.array("n\(index)", [2], of: element.type, at: offset, as: index % 2 == 0 ? .native : .elements))
      offset += element.type.storage * 2
    }
    types = RecordSchema("r", size: offset, alignment: 1, fields: fields)
    let all = types
    let record = [UInt8](repeating: 0, count: offset)
    return [
      (try ArchiveEncoder().encode(someOrder()), { _ = try ArchiveDecoder().decode(order.self, from: $0) }),
      (
        try ArchiveEncoder().encode([someOrder(), someOrder()]),
        { _ = try ArchiveDecoder().decode([order].self, from: $0) }
      ),
      (try ArchiveEncoder().encode(drawing), { _ = try ArchiveDecoder().decode(RuntimeTestC.drawing.self, from: $0) }),
      (
        try several.finish(),
        {
          let decoder = try ArchiveReader($0)
          _ = decoder.keys
          _ = try decoder.decode(order.self, forKey: "a")
          _ = try decoder.decode([point].self, forKey: "b")
          _ = try decoder.decode(String.self, forKey: "c")
        }
      ),
      (try archive(all, record), { _ = try unarchive(all, $0) }),
    ]
  }

  /// Reads, and lets nothing but an `ArchiveError` out.
  private func survive(_ data: Data, _ read: (Data) throws -> Void, _ what: String) {
    do { try read(data) } catch is ArchiveError {} catch { Issue.record("\(what): \(error)") }
  }

  @Test("cut short anywhere, an archive is an error")
  func truncated() throws {
    for (data, read) in try Self.shapes() {
      try read(data)
      for count in 0..<data.count {
        #expect(throws: ArchiveError.self, "\(count) of \(data.count) bytes") { try read(data.prefix(count)) }
      }
    }
  }

  @Test("with any byte changed, an archive is read or is an error")
  func changed() throws {
    for (data, read) in try Self.shapes() {
      for index in data.indices {
        for change: UInt8 in [0x01, 0x80, 0xFF, 0x10, 0x7F] {
          var damaged = data
          damaged[index] ^= change
          survive(damaged, read, "byte \(index) changed by \(change)")
        }
      }
    }
  }

  @Test("with many bytes changed, an archive is read or is an error")
  func noise() throws {
    var noise = SeededRandom(seed: 13)
    for (data, read) in try Self.shapes() {
      for round in 0..<2_000 {
        var damaged = data
        for _ in 0..<Int.random(in: 1...8, using: &noise) {
          damaged[Int.random(in: 0..<data.count, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
        }
        survive(damaged, read, "round \(round)")
      }
    }
  }

  /// An archive of one array of points with this description and these columns.
  private func points(_ description: String, _ columns: [String: Int]) throws -> Data {
    var sink = PropertyListSink(.written)
    sink.reserveRoot()
    try sink.key("[]")
    sink.description(description)
    for (name, count) in columns.sorted(by: { $0.key < $1.key }) {
      try sink.key("[].\(name)")
      try sink.data(byteCount: count) { $0.initializeMemory(as: UInt8.self, repeating: 0, count: count) }
    }
    return try sink.finishRoot(nil, name: "point[]")
  }

  @Test("a count that the columns do not bear out is an error before memory is taken")
  func counts() throws {
    let good = try points("count 3\ni32 x\ni32 y", ["x": 12, "y": 12])
    #expect(try ArchiveDecoder().decode([point].self, from: good).count == 3)
    for (description, columns) in [
      ("count 1000000000\ni32 x\ni32 y", ["x": 12, "y": 12]),
      ("count 281474976710656\ni32 x\ni32 y", ["x": 12, "y": 12]),
      ("count 281474976710656 281474976710656\ni32 x", ["x": 12]),
      ("count 2\ni32 x\ni32 y", ["x": 12, "y": 12]),
      ("count 3\ni32 x\ni32 y", ["x": 12]),
      ("count 3\ni32 x\ni32 x", ["x": 12]),
      ("count 281474976710656\nu8[0] x", ["x": 0]),
      ("count 3\nu8 z", ["z": 3]),
      ("count 281474976710656\nu8 z", ["z": 3]),
    ] {
      #expect(throws: ArchiveError.self, "\(description)") {
        try ArchiveDecoder().decode([point].self, from: try points(description, columns))
      }
    }
  }

  @Test("a count without columns is held by the limit")
  func unverified() throws {
    var sink = PropertyListSink(.written)
    sink.reserveRoot()
    try sink.key("[]")
    sink.description("count 281474976710656")
    let data = try sink.finishRoot(nil, name: "empty[]")
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode([empty].self, from: data) }
    var limits = ArchiveDecoder.Limits()
    limits.memoryAllowance = 0
    limits.memoryPerByte = 0
    let points = try ArchiveEncoder().encode([point(x: 1, y: 2)])
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder(limits: limits).decode([point].self, from: points)
    }
    #expect(error == .limitExceeded(limit: "memoryPerByte", value: 8, maximum: 0))
  }

  @Test("other files are no archives")
  func others() throws {
    for data in [
      Data(), Data("{}".utf8), Data("bplist00".utf8),
      try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0),
      try PropertyListSerialization.data(fromPropertyList: [1], format: .binary, options: 0),
    ] {
      #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(order.self, from: data) }
      #expect(throws: ArchiveError.self) { try ArchiveReader(data) }
    }
  }

  @Test("an archive rewritten as XML is read as well")
  func xml() throws {
    let data = try ArchiveEncoder().encode(someOrder())
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    guard let xml = try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0) else {
      return
    }
    #expect(bytes(try ArchiveDecoder().decode(order.self, from: xml)) == bytes(someOrder()))
  }
}

@Suite("Several values in one archive")
struct SeveralValuesTests {
  @Test("are taken as they are at the call")
  func snapshot() throws {
    var encoder = ArchiveWriter()
    var value = point(x: 1, y: 2)
    try encoder.encode(value, forKey: "p")
    value.x = 9
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(point.self, forKey: "p").x == 1)
  }

  @Test("need keys of their own; a call that fails leaves nothing behind")
  func duplicates() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(point(x: 1, y: 2), forKey: "p")
    #expect(throws: ArchiveError.duplicateKey(path: "p.x")) { try encoder.encode(point(x: 3, y: 4), forKey: "p") }
    var bad = someOrder()
    withUnsafeMutableBytes(of: &bad.name) { $0[0] = 0xFF }
    #expect(throws: ArchiveError.self) { try encoder.encode(bad, forKey: "o") }
    try encoder.encode(someOrder(), forKey: "o")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(point.self, forKey: "p").y == 2)
    #expect(bytes(try decoder.decode(order.self, forKey: "o")) == bytes(someOrder()))
  }

  @Test("a copy of an encoder is independent")
  func copies() throws {
    var one = ArchiveWriter()
    try one.encode(1, forKey: "a")
    var two = one
    try one.encode(2, forKey: "b")
    try two.encode("zwei", forKey: "b")
    let first = try ArchiveReader(try one.finish())
    let second = try ArchiveReader(try two.finish())
    #expect(try first.decode(Int.self, forKey: "b") == 2)
    #expect(try second.decode(String.self, forKey: "b") == "zwei")
    #expect(try second.decode(UInt8.self, forKey: "a") == 1)
  }

  @Test("numbers, text and bytes stand beside records")
  func simple() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(UInt64.max, forKey: "u")
    try encoder.encode(Int64.min, forKey: "i")
    try encoder.encode(true, forKey: "b")
    try encoder.encode(Double(bitPattern: 0x7FF4_0000_0000_0001), forKey: "d")
    try encoder.encode(Data([1, 2, 3]), forKey: "data")
    try encoder.encode("Käse €", forKey: "$text")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(UInt64.self, forKey: "u") == .max)
    #expect(try decoder.decode(Int64.self, forKey: "i") == .min)
    #expect(try decoder.decode(Bool.self, forKey: "b"))
    #expect(try decoder.decode(Double.self, forKey: "d").bitPattern == 0x7FF4_0000_0000_0001)
    #expect(try decoder.decode(Data.self, forKey: "data") == Data([1, 2, 3]))
    #expect(try decoder.decode(String.self, forKey: "$text") == "Käse €")
    #expect(decoder.keys == ["u", "i", "b", "d", "data", "$text"])
    #expect(throws: ArchiveError.outOfRange(path: "i", value: "\(Int64.min)", type: "Int8")) {
      try decoder.decode(Int8.self, forKey: "i")
    }
    #expect(throws: ArchiveError.missingKey(path: "none")) { try decoder.decode(Int.self, forKey: "none") }
  }
}
