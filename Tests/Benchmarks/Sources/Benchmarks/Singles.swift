import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives
import SampleMessages
import SwiftProtobuf

/// Figure 2: one struct, repeatedly, each time in a separate archive.
enum Singles {
  /// The time per archive does not depend on how many there are; the slowest peer takes seconds for all.
  static let count = 100_000
  static let slowCount = 5_000

  static func run(_ aims: inout Aims) throws {
    let values = Samples.make(count)
    let propertyListEncoder = PropertyListEncoder()
    propertyListEncoder.outputFormat = .binary
    let codable = values.map(CodableSample.init)
    let messages = values.map(SampleMessage.init)

    let archive = try ArchiveEncoder().encode(values[0])
    let keyed = try keyedData(values[0])
    let propertyList = try propertyListEncoder.encode(codable[0])
    let json = try JSONEncoder().encode(codable[0])
    let protobuf: Data = try messages[0].serializedBytes()
    let inPlace = InPlacePeer.all(values)
    for peer in inPlace { try peer.check(values) }

    try check("archivegen", ArchiveDecoder().decode(sample.self, from: archive) == values[0])
    try check(
      "PropertyListDecoder", PropertyListDecoder().decode(CodableSample.self, from: propertyList).value == values[0])
    try check("JSONDecoder", JSONDecoder().decode(CodableSample.self, from: json).value == values[0])
    try check("swift-protobuf", SampleMessage(serializedBytes: protobuf).value == values[0])
    try check(
      "NSKeyedUnarchiver",
      NSKeyedUnarchiver.unarchivedObject(ofClass: ObjectSample.self, from: keyed)?.value == values[0])

    let encoded = try contest(
      [
        ("archivegen", archive.count, false, { try ArchiveEncoder().encode(values[$0]).count }),
        ("swift-protobuf", protobuf.count, false, { try (messages[$0].serializedBytes() as Data).count }),
        ("JSONEncoder", json.count, true, { try JSONEncoder().encode(codable[$0]).count }),
        ("PropertyListEncoder", propertyList.count, true, { try propertyListEncoder.encode(codable[$0]).count }),
        ("NSKeyedArchiver", keyed.count, true, { try keyedData(values[$0]).count }),
      ], inPlace.map { ($0.name, try $0.encodeSingle(0), false, $0.encodeSingle) })
    Table(
      "Encode one struct of eight scalars, \(count) times", encoded, unit: .microseconds(1), named: "us",
      reference: "archivegen"
    ).print()

    let decoded = try contest(
      [
        ("archivegen", archive.count, false, { _ in Int(try ArchiveDecoder().decode(sample.self, from: archive).id) }),
        ("swift-protobuf", protobuf.count, false, { _ in Int(try SampleMessage(serializedBytes: protobuf).id) }),
        ("JSONEncoder", json.count, true, { _ in Int(try JSONDecoder().decode(CodableSample.self, from: json).id) }),
        (
          "PropertyListEncoder", propertyList.count, true,
          { _ in Int(try PropertyListDecoder().decode(CodableSample.self, from: propertyList).id) }
        ),
        (
          "NSKeyedArchiver", keyed.count, true,
          { _ in
            Int(try NSKeyedUnarchiver.unarchivedObject(ofClass: ObjectSample.self, from: keyed)?.value.id ?? 0)
          }
        ),
      ],
      inPlace.map { peer in
        (
          "\(peer.name), verified, all fields read", try peer.encodeSingle(0), false,
          { _ in Int(truncatingIfNeeded: try peer.sumSingle()) }
        )
      })
    Table("Decode it", decoded, unit: .microseconds(1), named: "us", reference: "archivegen").print()

    for (name, results) in [("encode", encoded), ("decode", decoded)] {
      aims.add(
        "single, \(name), NSKeyedArchiver's time over ours", results.ratio("NSKeyedArchiver", to: "archivegen"),
        atLeast: 20)
      aims.add(
        "single, \(name), PropertyListEncoder's time over ours", results.ratio("PropertyListEncoder", to: "archivegen"),
        atLeast: 3)
      aims.add(
        "single, \(name), swift-protobuf's time over ours", results.ratio("swift-protobuf", to: "archivegen"),
        atLeast: 2)
    }
    try compare(
      "record of sixteen bit-fields", BitGroups.singles(count), SwitchesMessage.init, { $0.value }, &aims)
    try compare("record with text", Samples.stations(count), StationMessage.init, { $0.record }, &aims)
    try compare("tagged union", Samples.events(count), EventMessage.init, { $0.record }, &aims)
  }

  /// Other records beside the same messages of swift-protobuf.
  private static func compare<Record: ArchivableRecord, Message: SwiftProtobuf.Message>(
    _ name: String, _ records: [Record], _ message: (Record) -> Message, _ record: (Message) -> Record,
    _ aims: inout Aims
  ) throws {
    let messages = records.map(message)
    // Of few, which stay in the caches, as the peers' one archive above.
    let archives = try records.prefix(64).map { try ArchiveEncoder().encode($0) }
    let wires: [Data] = try messages.prefix(64).map { try $0.serializedBytes() }
    for (archive, wire) in zip(archives, wires) {
      // The archive has all fields and no padding.
      let ours = try ArchiveDecoder().decode(Record.self, from: archive)
      try check("archivegen", ArchiveEncoder().encode(ours) == archive)
      try check("swift-protobuf", ArchiveEncoder().encode(record(Message(serializedBytes: wire))) == archive)
    }
    let encoded = try contest(
      [
        ("archivegen", archives[1].count, false, { try ArchiveEncoder().encode(records[$0]).count }),
        ("swift-protobuf", wires[1].count, false, { try (messages[$0].serializedBytes() as Data).count }),
      ], [])
    Table("Encode one \(name)", encoded, unit: .microseconds(1), named: "us", reference: "archivegen").print()
    let decoded = try contest(
      [
        (
          "archivegen", archives[1].count, false,
          { index in
            let value = try ArchiveDecoder().decode(Record.self, from: archives[index % 64])
            return withUnsafeBytes(of: value) { Int($0[0]) }
          }
        ),
        (
          "swift-protobuf", wires[1].count, false,
          { index in withExtendedLifetime(try Message(serializedBytes: wires[index % 64])) { 1 } }
        ),
      ], [])
    Table("Decode it", decoded, unit: .microseconds(1), named: "us", reference: "archivegen").print()
    for (direction, results) in [("encode", encoded), ("decode", decoded)] {
      aims.add(
        "\(name), \(direction), swift-protobuf's time over ours", results.ratio("swift-protobuf", to: "archivegen"),
        atLeast: 2)
    }
  }

  private typealias Contender = (name: String, bytes: Int, isSlow: Bool, body: (Int) throws -> Int)

  /// Times per archive.
  private static func contest(_ decoding: [Contender], _ inPlace: [Contender]) throws -> [Contest.Result] {
    let contenders = decoding + inPlace
    var times = Array(repeating: Times(), count: contenders.count)
    for _ in 0..<3 {
      for (number, contender) in contenders.enumerated() {
        let count = contender.isSlow ? slowCount : count
        let duration = try ContinuousClock().measure {
          for index in 0..<count { Sink.value &+= try contender.body(index) }
        }
        times[number].add(duration / count)
      }
    }
    return zip(contenders, times).map { Contest.Result(name: $0.name, bytes: $0.bytes, times: $1) }
  }

  private static func keyedData(_ value: sample) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: ObjectSample(value), requiringSecureCoding: true)
  }
}
