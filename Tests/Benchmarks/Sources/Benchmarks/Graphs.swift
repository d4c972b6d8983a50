import ArchiveRuntime
import CSamples
import CerealPeer
import Foundation
import SampleArchives

/// Figure 5: a doubly linked list of C nodes, each in a separate block from malloc.
enum Graphs {
  static let count = 1_000_000
  /// Foundation takes seconds for more, and about as long for each object.
  static let objectCount = 50_000

  static func run(_ options: Options, _ aims: inout Aims) throws {
    let ordered = UnsafePointer(list_make(count, false))
    let shuffled = UnsafePointer(list_make(count, true))
    let cereal = cereal_list_make(count, false)
    let cerealShuffled = cereal_list_make(count, true)
    defer {
      list_free(UnsafeMutablePointer(mutating: ordered))
      list_free(UnsafeMutablePointer(mutating: shuffled))
      cereal_list_free(cereal)
      cereal_list_free(cerealShuffled)
    }
    let objects = (0..<objectCount).map(ObjectNode.init) as NSArray
    let size = count * MemoryLayout<list_node>.stride
    let (nodes, copies) = (Memory(size), Memory(size))

    let archive = try ArchiveEncoder().encode(graph: ordered)
    try check("archivegen", try ArchiveEncoder().encode(graph: shuffled) == archive)
    let cerealSize = cereal_list_encode(cereal)
    try check("cereal", cereal_list_encode(cerealShuffled) == cerealSize)
    var keyed = try encodeKeyed(objects)

    var encoding = Contest()
    encoding.add("memcpy of the nodes", bytes: size) { copies.copy(nodes) }
    encoding.add("archivegen", bytes: archive.count) { try ArchiveEncoder().encode(graph: ordered).count }
    encoding.add("archivegen, shuffled in memory", bytes: archive.count) {
      try ArchiveEncoder().encode(graph: shuffled).count
    }
    encoding.add("cereal", bytes: cerealSize) { cereal_list_encode(cereal) }
    encoding.add("cereal, shuffled in memory", bytes: cerealSize) { cereal_list_encode(cerealShuffled) }
    encoding.add(foundation, isSlow: true, bytes: keyed.count) {
      keyed = try encodeKeyed(objects)
      return keyed.count
    }
    let encoded = try encoding.run()
    table("Encode a doubly linked list of \(count) nodes of three scalars", encoded).print()

    for allocation in [GraphAllocation.individual, .pooled] {
      let graph = try ArchiveDecoder().decodeGraph(list_node.self, from: archive, allocation: allocation)
      try check("archivegen", list_is_right(graph.root, count))
    }
    try check("cereal", cereal_list_decode(cereal, true) == count)
    try check("NSKeyedUnarchiver", decodeKeyed(keyed).enumerated().allSatisfy { $1.isRight($0) })

    var decoding = Contest()
    decoding.add("memcpy of the nodes", bytes: size) { copies.copy(nodes) }
    decoding.add("malloc and free of the nodes") { copies.allocate(count, MemoryLayout<list_node>.size) }
    decoding.add("archivegen, .individual", bytes: archive.count) {
      try Int(ArchiveDecoder().decodeGraph(list_node.self, from: archive).root?.pointee.flags ?? 0)
    }
    decoding.add("archivegen, .pooled", bytes: archive.count) {
      try Int(
        ArchiveDecoder().decodeGraph(list_node.self, from: archive, allocation: .pooled).root?.pointee.flags ?? 0)
    }
    decoding.add("cereal", bytes: cerealSize) { cereal_list_decode(cereal, false) }
    decoding.add(foundation, isSlow: true, bytes: keyed.count) { try decodeKeyed(keyed).count }
    let decoded = try decoding.run()
    table("Decode it and free it again", decoded).print()
    print(
      """
        A shuffled list has the same archive. Chains of objects overflow NSKeyedArchiver's stack: it gets \(objectCount)
        in an array, without links. cereal goes a call deeper for every node: it needed
        \(Table.number(Double(cereal_stack_bytes()) / 1e6)) MB of stack, and has them from the beginning.
      """)

    for (name, results, ours) in [("encode", encoded, "archivegen"), ("decode", decoded, "archivegen, .individual")] {
      aims.add(
        "list, \(name), NSKeyedArchiver's time a node over ours",
        results.ratio(foundation, to: ours) * Double(count) / Double(objectCount), atLeast: 200)
      aims.add("list, \(name), cereal's time over ours", results.ratio("cereal", to: ours), atLeast: 1)
    }
    aims.add(
      "list, decode, .individual, times malloc and free",
      decoded.ratio("archivegen, .individual", to: "malloc and free of the nodes"), atMost: 2)
    aims.add(
      "list, encode, shuffled in memory, times in order",
      encoded.ratio("archivegen, shuffled in memory", to: "archivegen"), atMost: 1.5)
    aims.add(
      "list, encode, cereal's time over ours, shuffled in memory",
      encoded.ratio("cereal, shuffled in memory", to: "archivegen, shuffled in memory"), atLeast: 1)
    try Peak.run(options, archive, &aims)
  }

  private static let foundation = "NSKeyedArchiver, no links"

  /// Times and bytes a node.
  private static func table(_ title: String, _ results: [Contest.Result]) -> Table {
    var table = Table(title, ["", "nodes", "least ns a node", "median", "bytes a node", "times archivegen"])
    func nanoseconds(_ result: Contest.Result, _ time: Duration) -> Double {
      time.seconds * 1e9 / Double(nodeCount(result))
    }
    let base = results.first { $0.name.hasPrefix("archivegen") }.map { nanoseconds($0, $0.times.least) }
    for result in results {
      let least = nanoseconds(result, result.times.least)
      table.add([
        result.name, "\(nodeCount(result))", Table.number(least),
        Table.number(nanoseconds(result, result.times.median)),
        result.bytes.map { Table.number(Double($0) / Double(nodeCount(result))) } ?? "",
        base.map { Table.number(least / $0) } ?? "",
      ])
    }
    return table
  }

  private static func nodeCount(_ result: Contest.Result) -> Int { result.name == foundation ? objectCount : count }

  private static func encodeKeyed(_ objects: NSArray) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: objects, requiringSecureCoding: true)
  }

  private static func decodeKeyed(_ data: Data) throws -> [ObjectNode] {
    try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, ObjectNode.self], from: data) as? [ObjectNode]
      ?? []
  }
}

/// Bytes that are there: every page has been written to.
private final class Memory {
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ count: Int) {
    bytes = .allocate(byteCount: count, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 1)
  }

  deinit { bytes.deallocate() }

  /// Allocates blocks, writes their addresses here, and frees them.
  func allocate(_ count: Int, _ size: Int) -> Int {
    let blocks = bytes.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    for index in 0..<count { blocks[index] = malloc(size) }
    for index in 0..<count { free(blocks[index]) }
    return count
  }

  func copy(_ other: Memory) -> Int {
    bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
    return Int(bytes[bytes.count - 1])
  }
}

/// For NSKeyedArchiver: a node's scalars.
final class ObjectNode: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private let number: Int32
  private let flags: UInt32
  private let weight: Double

  init(_ index: Int) { (number, flags, weight) = (list_number(index), list_flags(index), list_weight(index)) }

  func isRight(_ index: Int) -> Bool {
    number == list_number(index) && flags == list_flags(index) && weight == list_weight(index)
  }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode(Int64(flags), forKey: "flags")
    coder.encode(weight, forKey: "weight")
  }

  required init?(coder: NSCoder) {
    number = coder.decodeInt32(forKey: "number")
    flags = UInt32(truncatingIfNeeded: coder.decodeInt64(forKey: "flags"))
    weight = coder.decodeDouble(forKey: "weight")
  }
}
