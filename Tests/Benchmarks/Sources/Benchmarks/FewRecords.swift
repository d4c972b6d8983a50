import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives
import SampleMessages

/// Small archives of more than one struct: an array of a few, and several values under keys.
enum FewRecords {
  static let count = 2_000
  static let length = 8

  static func run(_ aims: inout Aims) throws {
    let values = Samples.make(length)
    let codable = values.map(CodableSample.init)
    let messages = SampleMessages.with { $0.samples = values.map(SampleMessage.init) }
    let propertyListEncoder = PropertyListEncoder()
    propertyListEncoder.outputFormat = .binary

    let archive = try ArchiveEncoder().encode(values)
    let protobuf: Data = try messages.serializedBytes()
    let json = try JSONEncoder().encode(codable)
    let propertyList = try propertyListEncoder.encode(codable)
    try check("archivegen", ArchiveDecoder().decode([sample].self, from: archive) == values)
    try check("swift-protobuf", SampleMessages(serializedBytes: protobuf).samples.map(\.value) == values)
    try check("JSONDecoder", JSONDecoder().decode([CodableSample].self, from: json).map(\.value) == values)
    try check(
      "PropertyListDecoder",
      PropertyListDecoder().decode([CodableSample].self, from: propertyList).map(\.value) == values)

    var encoding = Contest()
    encoding.add("archivegen", bytes: archive.count) { try repeated { try ArchiveEncoder().encode(values).count } }
    encoding.add("swift-protobuf", bytes: protobuf.count) {
      try repeated { try (messages.serializedBytes() as Data).count }
    }
    encoding.add("JSONEncoder", bytes: json.count) { try repeated { try JSONEncoder().encode(codable).count } }
    encoding.add("PropertyListEncoder", bytes: propertyList.count) {
      try repeated { try propertyListEncoder.encode(codable).count }
    }
    let encoded = try encoding.run()
    Table(
      "Encode an array of \(length) structs of eight scalars, \(count) times", encoded, unit: .microseconds(1),
      named: "us", reference: "archivegen", divisor: count
    ).print()

    var decoding = Contest()
    decoding.add("archivegen") {
      try repeated { Int(try ArchiveDecoder().decode([sample].self, from: archive)[length - 1].id) }
    }
    decoding.add("swift-protobuf") {
      try repeated { Int(try SampleMessages(serializedBytes: protobuf).samples[length - 1].id) }
    }
    decoding.add("JSONEncoder") {
      try repeated { Int(try JSONDecoder().decode([CodableSample].self, from: json)[length - 1].id) }
    }
    decoding.add("PropertyListEncoder") {
      try repeated { Int(try PropertyListDecoder().decode([CodableSample].self, from: propertyList)[length - 1].id) }
    }
    let decoded = try decoding.run()
    Table("Decode it", decoded, unit: .microseconds(1), named: "us", reference: "archivegen", divisor: count).print()

    for (name, results) in [("encode", encoded), ("decode", decoded)] {
      aims.add(
        "a few structs, \(name), swift-protobuf's time over ours", results.ratio("swift-protobuf", to: "archivegen"),
        atLeast: 2)
    }
    try runKeys(values, &aims)
  }

  private struct Pair: Codable {
    var first: CodableSample
    var second: CodableSample
  }

  /// Two structs under keys, as the properties of one that Codable knows.
  private static func runKeys(_ values: [sample], _ aims: inout Aims) throws {
    func archive() throws -> Data {
      var writer = ArchiveWriter()
      try writer.encode(values[0], forKey: "first")
      try writer.encode(values[1], forKey: "second")
      return try writer.finish()
    }
    let data = try archive()
    let pair = Pair(first: CodableSample(values[0]), second: CodableSample(values[1]))
    let json = try JSONEncoder().encode(pair)
    var encoding = Contest()
    encoding.add("archivegen", bytes: data.count) { try repeated { try archive().count } }
    encoding.add("JSONEncoder", bytes: json.count) { try repeated { try JSONEncoder().encode(pair).count } }
    var decoding = Contest()
    decoding.add("archivegen") {
      try repeated {
        let reader = try ArchiveReader(data)
        return Int(try reader.decode(sample.self, forKey: "first").id)
          &+ Int(try reader.decode(sample.self, forKey: "second").id)
      }
    }
    decoding.add("JSONEncoder") {
      try repeated {
        let pair = try JSONDecoder().decode(Pair.self, from: json)
        return Int(pair.first.id) &+ Int(pair.second.id)
      }
    }
    for (name, title, contest) in [
      ("encode", "Encode two structs of eight scalars under keys", encoding), ("decode", "Decode them", decoding),
    ] {
      let results = try contest.run()
      Table(title, results, unit: .microseconds(1), named: "us", reference: "archivegen", divisor: count).print()
      aims.add(
        "structs under keys, \(name), JSONEncoder's time over ours", results.ratio("JSONEncoder", to: "archivegen"),
        atLeast: 2)
    }
  }

  private static func repeated(_ body: () throws -> Int) rethrows -> Int {
    var sum = 0
    for _ in 0..<count { sum &+= try body() }
    return sum
  }
}
