import ArchiveEvolution
import Foundation
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Records of schemas that are made up in a test: of a later release, and of an earlier one that does not know all of it.
private struct Later: RawRecord {
  nonisolated(unsafe) static var schema = RecordSchema("r", size: 1, alignment: 1, fields: [])
  static var archiveSchema: RecordSchema { schema }
  var storage: RecordStorage
  init(storage: RecordStorage) { self.storage = storage }
}

private struct Earlier: RawRecord {
  nonisolated(unsafe) static var schema = RecordSchema("r", size: 1, alignment: 1, fields: [])
  static var archiveSchema: RecordSchema { schema }
  var storage: RecordStorage
  init(storage: RecordStorage) { self.storage = storage }
}

extension Later: ArchivableRecord {}
extension Earlier: ArchivableRecord {}

/// What a record consists of, in both releases.
private indirect enum Field {
  case number(ElementType, [Int])
  case text(Int)
  case record([(key: String, field: Field, isKnown: Bool)])
  case records([(key: String, field: Field, isKnown: Bool)], Int)

  static func fields(_ random: inout SeededRandom, depth: Int) -> [(key: String, field: Field, isKnown: Bool)] {
    (0..<Int.random(in: 1...5, using: &random)).map { number in
      let isKnown = number == 0 || Bool.random(using: &random)
      return ("f\(number)", field(&random, depth: depth), isKnown)
    }
  }

  private static func field(_ random: inout SeededRandom, depth: Int) -> Field {
    let types: [ElementType] = [.u8, .u16, .u32, .u64, .i8, .i16, .i32, .i64, .f32, .f64]
    switch Int.random(in: 0..<(depth > 2 ? 6 : 10), using: &random) {
    case 0...3: return .number(types.randomElement(using: &random)!, [])
    case 4: return .number(types.randomElement(using: &random)!, [Int.random(in: 1...4, using: &random)])
    case 5: return .text(Int.random(in: 2...9, using: &random))
    case 6, 7: return .record(fields(&random, depth: depth + 1))
    default: return .records(fields(&random, depth: depth + 1), Int.random(in: 1...3, using: &random))
    }
  }

  /// The schema of a release, in which every field takes a multiple of eight bytes.
  static func schema(
    _ name: String, _ fields: [(key: String, field: Field, isKnown: Bool)], isLater: Bool
  ) -> RecordSchema {
    var offset = 0
    var schemas: [FieldSchema] = []
    // The earlier release has its fields in another order.
    for (key, field, isKnown) in isLater ? fields : fields.reversed() where isLater || isKnown {
      let size: Int
      switch field {
      case .number(let type, let dimensions):
        schemas.append(
          dimensions.isEmpty ? .scalar(key, type, at: offset) : .array(key, dimensions, of: type, at: offset))
        size = type.storage * dimensions.reduce(1, *)
      case .text(let length):
        schemas.append(.text(key, length, .latin1, at: offset))
        size = length
      case .record(let inner):
        let schema = schema("\(name)\(key)", inner, isLater: isLater)
        schemas.append(.record(key, schema, at: offset))
        size = schema.size
      case .records(let inner, let count):
        let schema = schema("\(name)\(key)", inner, isLater: isLater)
        schemas.append(.records(key, [count], of: schema, at: offset))
        size = schema.size * count
      }
      offset += (size + 7) / 8 * 8
    }
    return RecordSchema(name, size: max(offset, 8), alignment: 8, fields: schemas)
  }

  /// Values of the later release's fields.
  static func fill(
    _ fields: [(key: String, field: Field, isKnown: Bool)], _ bytes: inout [UInt8], at start: Int,
    _ random: inout SeededRandom
  ) {
    var offset = start
    for (_, field, _) in fields {
      let size: Int
      switch field {
      case .number(let type, let dimensions):
        size = type.storage * dimensions.reduce(1, *)
        for byte in 0..<size {
          // XML has no NaN with a payload.
          let isExponent = (type == .f32 || type == .f64) && byte % type.storage == type.storage - 1
          bytes[offset + byte] = isExponent ? 0x3F : UInt8.random(in: 0...255, using: &random)
        }
      case .text(let length):
        size = length
        for byte in 0..<Int.random(in: 0..<length, using: &random) {
          bytes[offset + byte] = UInt8.random(in: 65...90, using: &random)
        }
      case .record(let inner):
        size = schema("s", inner, isLater: true).size
        fill(inner, &bytes, at: offset, &random)
      case .records(let inner, let count):
        let one = schema("s", inner, isLater: true).size
        size = one * count
        for place in 0..<count { fill(inner, &bytes, at: offset + place * one, &random) }
      }
      offset += (size + 7) / 8 * 8
    }
  }
}

@Suite("An older program's load and save leaves everything as it was, whatever the types are", .serialized)
struct PreservingRandomTests {
  private func record(_ bytes: [UInt8]) -> Later { bytes.withUnsafeBytes { Later(copying: $0.baseAddress!) } }
  private func bytes(_ record: Later) -> [UInt8] { record.withUnsafeBytes { Array($0) } }

  @Test("Records and arrays of records")
  func records() throws {
    var random = SeededRandom.replayable()
    for round in 0..<100 {
      let fields = Field.fields(&random, depth: 0)
      Later.schema = Field.schema("r", fields, isLater: true)
      Earlier.schema = Field.schema("r", fields, isLater: false)
      let size = Later.schema.size
      let all = (0..<3).map { _ in
        var bytes = [UInt8](repeating: 0, count: size)
        Field.fill(fields, &bytes, at: 0, &random)
        return bytes
      }
      let comment: Comment = "seed \(random.seed), round \(round)"
      var strict = ArchiveDecoder()
      strict.unknownKeys = .reject
      var encoder = ArchiveEncoder()
      encoder.outputFormat = round % 5 == 0 ? .xml : .binary

      let decoder = ArchiveDecoder(preservingUnknown: true)
      let one = try decoder.decode(Earlier.self, from: try encoder.encode(record(all[0])))
      let saved = try ArchiveEncoder(preserving: decoder).encode(one)
      #expect(bytes(try strict.decode(Later.self, from: saved)) == all[0], comment)

      let many = try decoder.decode([Earlier].self, from: try encoder.encode(all.map(record)))
      let columns = try ArchiveEncoder(preserving: decoder).encode(many)
      #expect(try strict.decode([Later].self, from: columns).map(bytes) == all, comment)

      // As values of one archive, and beside an object.
      var several = ArchiveWriter()
      try several.encode(record(all[1]), forKey: "one")
      try several.encode(all.map(record), forKey: "many")
      try several.encode(["key": [1, 2, 3]], forKey: "object")
      let reading = try ArchiveReader(several.finish(), settings: ArchiveDecoder(preservingUnknown: true))
      var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: reading))
      try saving.encode(try reading.decode([Earlier].self, forKey: "many"), forKey: "many")
      try saving.encode(try reading.decode(Earlier.self, forKey: "one"), forKey: "one")
      let back = try ArchiveReader(saving.finish())
      #expect(bytes(try back.decode(Later.self, forKey: "one")) == all[1], comment)
      #expect(try back.decode([Later].self, forKey: "many").map(bytes) == all, comment)
      #expect(try back.decode([String: [Int]].self, forKey: "object") == ["key": [1, 2, 3]], comment)
    }
  }

  @Test("A damaged archive is an error or something that can be read, and never ends the process")
  func hostile() throws {
    var random = SeededRandom.replayable()
    for _ in 0..<100 {
      let fields = Field.fields(&random, depth: 0)
      Later.schema = Field.schema("r", fields, isLater: true)
      Earlier.schema = Field.schema("r", fields, isLater: false)
      var record = [UInt8](repeating: 0, count: Later.schema.size)
      Field.fill(fields, &record, at: 0, &random)
      var encoder = ArchiveWriter()
      try encoder.encode([self.record(record), self.record(record)], forKey: "many")
      try encoder.encode(["a": ["b": ["c"]]], forKey: "object")
      let data = try encoder.finish()
      for _ in 0..<20 {
        var damaged = data
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          damaged[Int.random(in: 8..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let decoder = try? ArchiveReader(damaged, settings: ArchiveDecoder(preservingUnknown: true)),
          let many = try? decoder.decode([Earlier].self, forKey: "many")
        else { continue }
        var saving = ArchiveWriter(settings: ArchiveEncoder(preserving: decoder))
        try saving.encode(many, forKey: "many")
        if let saved = try? saving.finish(), let back = try? ArchiveReader(saved) {
          _ = try? back.decode([Later].self, forKey: "many")
          _ = try? back.decode([String: [String: [String]]].self, forKey: "object")
        }
      }
    }
  }
}
