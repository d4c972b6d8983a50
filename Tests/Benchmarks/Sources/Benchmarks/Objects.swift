import ArchiveRuntime
import CSamples
import Foundation

/// Objects of a class, each of eight scalars, in an array.
enum Objects {
  static let count = 50_000

  /// What one writes by hand for `ArchivableObject`: the same calls as `ObjectSample` has for NSCoding.
  final class ArchivedSample: ArchivableClass {
    let value: sample

    init(_ value: sample) { self.value = value }

    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(value.id, forKey: "id")
      try encoder.encode(value.position, forKey: "position")
      try encoder.encode(value.count, forKey: "count")
      try encoder.encode(value.flags, forKey: "flags")
      try encoder.encode(value.weight, forKey: "weight")
      try encoder.encode(value.level, forKey: "level")
      try encoder.encode(value.kind, forKey: "kind")
      try encoder.encode(value.valid, forKey: "valid")
    }

    init(from decoder: ObjectDecoder) throws {
      value = sample(
        id: try decoder.decode(UInt64.self, forKey: "id"),
        position: try decoder.decode(Double.self, forKey: "position"),
        count: try decoder.decode(Int32.self, forKey: "count"), flags: try decoder.decode(UInt32.self, forKey: "flags"),
        weight: try decoder.decode(Float.self, forKey: "weight"),
        level: try decoder.decode(Int16.self, forKey: "level"),
        kind: try decoder.decode(UInt8.self, forKey: "kind"), valid: try decoder.decode(Bool.self, forKey: "valid"))
    }
  }

  static func run(_ aims: inout Aims) throws {
    let values = Samples.make(count)
    let objects = values.map(ArchivedSample.init)
    let foundationObjects = values.map(ObjectSample.init) as NSArray
    let codable = values.map(CodableSample.init)
    let propertyListEncoder = PropertyListEncoder()
    propertyListEncoder.outputFormat = .binary

    let archive = try ArchiveEncoder().encode(objects)
    var keyed = Data()
    let propertyList = try propertyListEncoder.encode(codable)
    let coded = try ArchiveEncoder().encode(codable: codable)
    try check("archivegen", try ArchiveDecoder().decode([ArchivedSample].self, from: archive).map(\.value) == values)

    var encoding = Contest()
    encoding.add("archivegen", bytes: archive.count) { try ArchiveEncoder().encode(objects).count }
    encoding.add("archivegen, by their own Codable coding", bytes: coded.count) {
      try ArchiveEncoder().encode(codable: codable).count
    }
    encoding.add("PropertyListEncoder, as structs", isSlow: true, bytes: propertyList.count) {
      try propertyListEncoder.encode(codable).count
    }
    encoding.add("NSKeyedArchiver", isSlow: true) {
      keyed = try NSKeyedArchiver.archivedData(withRootObject: foundationObjects, requiringSecureCoding: true)
      return keyed.count
    }
    let encoded = try encoding.run()
    Table(
      "Encode \(count) objects of eight scalars, ns an object", encoded, unit: .nanoseconds(1), named: "ns",
      reference: "archivegen", divisor: count
    ).print()

    var decoding = Contest()
    decoding.add("archivegen", bytes: archive.count) {
      try ArchiveDecoder().decode([ArchivedSample].self, from: archive).count
    }
    decoding.add("archivegen, by their own Codable coding", bytes: coded.count) {
      try ArchiveDecoder().decode(codable: [CodableSample].self, from: coded).count
    }
    decoding.add("PropertyListEncoder, as structs", isSlow: true, bytes: propertyList.count) {
      try PropertyListDecoder().decode([CodableSample].self, from: propertyList).count
    }
    decoding.add("NSKeyedArchiver", isSlow: true, bytes: keyed.count) {
      try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, ObjectSample.self], from: keyed)
        .map { ($0 as? NSArray)?.count ?? 0 } ?? 0
    }
    let decoded = try decoding.run()
    Table(
      "Decode them, ns an object", decoded, unit: .nanoseconds(1), named: "ns", reference: "archivegen", divisor: count
    ).print()
    for (name, results) in [("encode", encoded), ("decode", decoded)] {
      aims.add(
        "objects, \(name), NSKeyedArchiver's time over ours", results.ratio("NSKeyedArchiver", to: "archivegen"),
        atLeast: 20)
      aims.add(
        "objects, \(name), PropertyListEncoder's time over ours",
        results.ratio("PropertyListEncoder, as structs", to: "archivegen"), atLeast: 3)
      aims.add(
        "Codable structs by their own coding, \(name), PropertyListEncoder's time over ours",
        results.ratio("PropertyListEncoder, as structs", to: "archivegen, by their own Codable coding"), atLeast: 1)
    }
  }
}
