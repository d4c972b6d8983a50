import ArchiveRuntime
import Foundation

/// Arrays of Swift structs, and of objects, in columns.
enum ModelArrays {
  private static let count = 50_000

  private static var entries: [Entry] {
    let grades: [Grade] = [.poor, .fair, .good, .perfect]
    return (0..<count).map { id in
      Entry(
        id: id, name: "Entry number \(id)", place: Place(x: Double(id) / 7, y: -Double(id % 1_000) / 3),
        grade: grades[id % 4], note: id % 5 == 0 ? "note \(id % 100)" : nil, limit: id % 3 == 0 ? Double(id) : nil)
    }
  }

  private static var buoys: [Buoy] {
    let grades: [Grade] = [.poor, .fair, .good, .perfect]
    return (0..<count).map { id in
      Buoy(
        id: id, name: "Buoy \(id)", placed: Date(timeIntervalSinceReferenceDate: Double(id) * 1_000),
        depth: Double(id) / 7, level: Int32(id % 90), isLit: id % 3 == 0, grade: grades[id % 4],
        note: id % 5 == 0 ? "note \(id % 100)" : nil)
    }
  }

  static func run(_ aims: inout Aims) throws {
    let readings = Samples.make(count).map { value in
      Reading(
        id: value.id, position: value.position, count: value.count, flags: value.flags, weight: value.weight,
        level: value.level, kind: value.kind, valid: value.valid)
    }
    let numbers = try compare(readings, "eight scalars", memory: true)
    let peer = SwiftFlatBuffers.entries(entries)
    if let peer { try check(peer.name, peer.decode() == entries) }
    let texts = try compare(
      entries, "numbers, text, a struct, an enumeration and optionals", memory: false,
      encoding: { contest in if let peer { contest.add(peer.name, bytes: peer.encode(), peer.encode) } },
      decoding: { contest in
        if let peer { contest.add("\(peer.name), verified and copied") { try peer.decode().count } }
      })
    let objects = try compare(buoys, "objects of eight properties, text and dates among them", memory: false)
    for (name, results) in [("encode", objects.encoded), ("decode", objects.decoded)] {
      aims.add(
        "array of objects with columns, \(name), JSONEncoder's time over ours",
        results.ratio("JSONEncoder", to: "archivegen"), atLeast: 10)
    }
    for (name, results) in [("encode", numbers.encoded), ("decode", numbers.decoded)] {
      aims.add("array of Swift structs, \(name), times memcpy", results.ratio("archivegen", to: "memcpy"), atMost: 6)
    }
    for (name, results) in [("encode", texts.encoded), ("decode", texts.decoded)] {
      aims.add(
        "array of Swift structs with text, \(name), JSONEncoder's time over ours",
        results.ratio("JSONEncoder", to: "archivegen"), atLeast: 10)
    }
    aims.add("array of Swift structs with text, size over JSONEncoder's", texts.size, atMost: 1)
  }

  /// - Parameter memory: whether the values are nothing but memory.
  private static func compare<Value: ArchivableValue & Codable & Equatable>(
    _ values: [Value], _ words: String, memory: Bool, encoding addEncoders: (inout Contest) -> Void = { _ in },
    decoding addDecoders: (inout Contest) -> Void = { _ in }
  ) throws -> (encoded: [Contest.Result], decoded: [Contest.Result], size: Double) {
    let archive = try ArchiveEncoder().encode(values)
    let json = try JSONEncoder().encode(values)
    let propertyListEncoder = PropertyListEncoder()
    propertyListEncoder.outputFormat = .binary
    let propertyList = try propertyListEncoder.encode(values)
    try check("archivegen", ArchiveDecoder().decode([Value].self, from: archive) == values)
    try check("JSONDecoder", JSONDecoder().decode([Value].self, from: json) == values)
    try check("PropertyListDecoder", PropertyListDecoder().decode([Value].self, from: propertyList) == values)
    let size = values.count * MemoryLayout<Value>.stride
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    func copy() -> Int {
      values.withUnsafeBytes { buffer.copyMemory(from: $0) }
      return Int(buffer[size - 1])
    }

    var encoding = Contest()
    if memory { encoding.add("memcpy", bytes: size) { copy() } }
    encoding.add("archivegen", bytes: archive.count) { try ArchiveEncoder().encode(values).count }
    encoding.add("JSONEncoder", bytes: json.count) { try JSONEncoder().encode(values).count }
    encoding.add("PropertyListEncoder", bytes: propertyList.count) { try propertyListEncoder.encode(values).count }
    addEncoders(&encoding)
    let encoded = try encoding.run()
    Table(
      "Encode an array of \(count) Swift values: \(words)", encoded, unit: .milliseconds(1), named: "ms",
      reference: "archivegen"
    ).print()
    var decoding = Contest()
    if memory { decoding.add("memcpy") { copy() } }
    decoding.add("archivegen") { try ArchiveDecoder().decode([Value].self, from: archive).count }
    decoding.add("JSONEncoder") { try JSONDecoder().decode([Value].self, from: json).count }
    decoding.add("PropertyListEncoder") { try PropertyListDecoder().decode([Value].self, from: propertyList).count }
    addDecoders(&decoding)
    let decoded = try decoding.run()
    Table("Decode it", decoded, unit: .milliseconds(1), named: "ms", reference: "archivegen").print()
    return (encoded, decoded, Double(archive.count) / Double(json.count))
  }
}
