import ArchiveRuntime
import CSamples
import CerealPeer
import Foundation
import ProtobufPeer
import SampleArchives
import SampleMessages

/// Figure 1: an array of structs.
enum Arrays {
  static let count = 50_000

  static func run(_ aims: inout Aims) throws {
    let values = Samples.make(count)
    let size = count * MemoryLayout<sample>.stride
    let codable = values.map(CodableSample.init)
    let objects = values.map(ObjectSample.init)
    let messages = SampleMessages.with { $0.samples = values.map(SampleMessage.init) }

    let archive = try ArchiveEncoder().encode(values)
    let propertyListEncoder = PropertyListEncoder()
    propertyListEncoder.outputFormat = .binary
    let propertyList = try propertyListEncoder.encode(codable)
    let json = try JSONEncoder().encode(codable)
    let protobuf: Data = try messages.serializedBytes()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    var keyed = Data()
    let cereal = cereal_samples_make(values, count)
    let cpp = protobuf_samples_make(values, count)
    defer {
      cereal_samples_free(cereal)
      protobuf_samples_free(cpp)
    }
    let cerealSize = cereal_samples_encode(cereal)
    let cppSize = protobuf_samples_encode(cpp)
    let inPlace = InPlacePeer.all(values)
    for peer in inPlace { try peer.check(values) }

    var encoding = Contest()
    encoding.add("memcpy", bytes: size) {
      values.withUnsafeBytes { buffer.copyMemory(from: $0) }
      return Int(buffer[size - 1])
    }
    encoding.add("a copy as Data", bytes: size) { values.withUnsafeBytes { Data($0) }.count }
    encoding.add("archivegen", bytes: archive.count) { try ArchiveEncoder().encode(values).count }
    encoding.add("cereal", bytes: cerealSize) { cereal_samples_encode(cereal) }
    encoding.add("protobuf C++", bytes: cppSize) { protobuf_samples_encode(cpp) }
    encoding.add("swift-protobuf", bytes: protobuf.count) { try (messages.serializedBytes() as Data).count }
    for peer in inPlace { encoding.add(peer.name, bytes: try peer.encode(), peer.encode) }
    encoding.add("JSONEncoder", bytes: json.count) { try JSONEncoder().encode(codable).count }
    encoding.add("PropertyListEncoder", bytes: propertyList.count) { try propertyListEncoder.encode(codable).count }
    encoding.add("NSKeyedArchiver", isSlow: true) {
      keyed = try NSKeyedArchiver.archivedData(withRootObject: objects as NSArray, requiringSecureCoding: true)
      return keyed.count
    }
    let encoded = try encoding.run()
    Table(
      "Encode an array of \(count) structs of eight scalars (NSKeyedArchiver: \(keyed.count) bytes)", encoded,
      unit: .milliseconds(1), named: "ms", reference: "archivegen"
    ).print()

    try check("archivegen", ArchiveDecoder().decode([sample].self, from: archive) == values)
    try check(
      "PropertyListDecoder",
      PropertyListDecoder().decode([CodableSample].self, from: propertyList).map(\.value) == values)
    try check("JSONDecoder", JSONDecoder().decode([CodableSample].self, from: json).map(\.value) == values)
    try check("swift-protobuf", SampleMessages(serializedBytes: protobuf).samples.map(\.value) == values)
    try check("cereal", cereal_samples_decode(cereal, true) == count)
    try check("protobuf C++", protobuf_samples_decode(cpp, true) == count)
    try check("NSKeyedUnarchiver", decodeKeyed(keyed).map(\.value) == values)

    var decoding = Contest()
    decoding.add("memcpy") {
      values.withUnsafeBytes { buffer.copyMemory(from: $0) }
      return Int(buffer[size - 1])
    }
    let copied = values.withUnsafeBytes { Data($0) }
    decoding.add("a copy as an array") {
      copied.withUnsafeBytes { bytes in
        [sample](unsafeUninitializedCapacity: count) { target, initialized in
          UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
          initialized = count
        }.count
      }
    }
    decoding.add("archivegen") { try ArchiveDecoder().decode([sample].self, from: archive).count }
    decoding.add("cereal") { cereal_samples_decode(cereal, false) }
    decoding.add("protobuf C++") { protobuf_samples_decode(cpp, false) }
    decoding.add("swift-protobuf") { try SampleMessages(serializedBytes: protobuf).samples.count }
    for peer in inPlace { decoding.add("\(peer.name), verified and copied") { try peer.decode(false) } }
    decoding.add("JSONEncoder") { try JSONDecoder().decode([CodableSample].self, from: json).count }
    decoding.add("PropertyListEncoder") {
      try PropertyListDecoder().decode([CodableSample].self, from: propertyList).count
    }
    decoding.add("NSKeyedArchiver", isSlow: true) { try decodeKeyed(keyed).count }
    let decoded = try decoding.run()
    Table("Decode it", decoded, unit: .milliseconds(1), named: "ms", reference: "archivegen").print()
    try readAll(values, archive, inPlace)

    for (name, results) in [("encode", encoded), ("decode", decoded)] {
      aims.add("array, \(name), times memcpy", results.ratio("archivegen", to: "memcpy"), atMost: 3)
      aims.add(
        "array, \(name), swift-protobuf's time over ours", results.ratio("swift-protobuf", to: "archivegen"),
        atLeast: 20)
      for peer in ["protobuf C++", "cereal"] {
        aims.add("array, \(name), \(peer)'s time over ours", results.ratio(peer, to: "archivegen"), atLeast: 1)
      }
    }
    aims.add("array, archive's size over the fields' own", Double(archive.count) / Double(size), atMost: 1.02)
  }

  /// What it takes until every field has been used, and until one struct has: formats that are read in place decode nothing
  /// before.
  private static func readAll(_ values: [sample], _ archive: Data, _ inPlace: [InPlacePeer]) throws {
    var contest = Contest()
    contest.add("the array in memory") { Int(truncatingIfNeeded: values.sum) }
    contest.add("archivegen, decoded") {
      Int(truncatingIfNeeded: try ArchiveDecoder().decode([sample].self, from: archive).sum)
    }
    for peer in inPlace {
      contest.add("\(peer.name), verified, in place") { Int(truncatingIfNeeded: try peer.sum()) }
    }
    Table(
      "Add up all fields of all structs of an archive", try contest.run(), unit: .milliseconds(1), named: "ms",
      reference: "archivegen, decoded"
    ).print()

    var one = Contest()
    let middle = count / 2
    for peer in inPlace {
      one.add(peer.name) {
        var total: UInt64 = 0
        for index in middle..<middle + 1_000 { total &+= try peer.sumOne(index) }
        return Int(truncatingIfNeeded: total)
      }
    }
    Table(
      "Verify an archive, and add up the fields of one struct of it", try one.run(), unit: .nanoseconds(1_000),
      named: "ns", reference: "FlatBuffers C++"
    ).print()
  }

  private static func decodeKeyed(_ data: Data) throws -> [ObjectSample] {
    try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, ObjectSample.self], from: data) as? [ObjectSample]
      ?? []
  }
}

struct CheckFailure: Error, CustomStringConvertible {
  let description: String
}

/// A figure for something that does not work says nothing.
func check(_ name: String, _ isRight: Bool) throws {
  guard isRight else { throw CheckFailure(description: "\(name) does not give back what was stored") }
}
