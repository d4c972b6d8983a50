// The part of the corpus driver that is the same for all headers; driver.py writes the list of types.
//
// Usage: driver INPUT OUTPUT. For each type, in the list's order, INPUT has UInt64 size and count and then the records'
// bytes. OUTPUT has blobs, each a UInt64 length and its bytes. For each type these are its name and an error text
// (empty on success). Without an error follow, for each record, its archive and its decoded bytes, then the archive of
// the array of all records and its decoded bytes.
//
// For a type with pointers INPUT has UInt64 size and count of graphs, and each graph as graphs.py writes it: counts of
// blocks and links, each block's length and bytes, each link's block, offset, target block and offset there. In OUTPUT
// each graph's archive and the bytes of its decoded blocks follow the name and the error.
//
// The current step is printed to standard output, in case it ends the process.

import ArchiveRuntime
import Foundation

struct Input {
  private let bytes: Foundation.Data
  private var position = 0

  init(path: Swift.String) throws { bytes = try Foundation.Data(contentsOf: URL(fileURLWithPath: path)) }

  mutating func number() -> Swift.Int {
    let value = bytes[position..<position + 8].reversed().reduce(0 as Swift.UInt64) { $0 << 8 | Swift.UInt64($1) }
    position += 8
    return Swift.Int(value)
  }

  /// Memory that is aligned for any C type; the caller deallocates it.
  mutating func records(size: Swift.Int, count: Swift.Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(size * count, 1), alignment: 128)
    bytes.copyBytes(to: memory.assumingMemoryBound(to: Swift.UInt8.self), from: position..<position + size * count)
    position += size * count
    return memory
  }
}

struct Output {
  private(set) var bytes = Foundation.Data()

  mutating func append(_ blob: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: Swift.UInt64(blob.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: blob)
  }

  mutating func append(_ blob: Foundation.Data) { blob.withUnsafeBytes { append($0) } }
  mutating func append(_ text: Swift.String) { append(Foundation.Data(text.utf8)) }
}

/// A structure in memory, with its pointers set.
struct Image {
  let blocks: [UnsafeMutableRawPointer]
  private let sizes: [Swift.Int]
  private let links: [(block: Swift.Int, offset: Swift.Int, target: Swift.Int, inside: Swift.Int)]

  init(_ input: inout Input) {
    let (blockCount, linkCount) = (input.number(), input.number())
    let blocks = (0..<blockCount).map { _ in
      let size = input.number()
      return (address: input.records(size: size, count: 1), size: size)
    }
    self.blocks = blocks.map(\.address)
    sizes = blocks.map(\.size)
    links = (0..<linkCount).map { _ in (input.number(), input.number(), input.number(), input.number()) }
    for link in links {
      let address = Swift.UInt(bitPattern: self.blocks[link.target] + link.inside)
      (self.blocks[link.block] + link.offset).storeBytes(of: address, as: Swift.UInt.self)
    }
  }

  func deallocate() { blocks.forEach { $0.deallocate() } }

  /// Follows the same links in a copy of the structure, and returns the copies of the blocks.
  func followed(from root: UnsafeMutableRawPointer?) throws -> [UnsafeRawBufferPointer] {
    var copies = [Swift.UInt?](repeating: nil, count: blocks.count)
    copies[0] = root.map { Swift.UInt(bitPattern: $0) }
    for link in links {
      let place = "the pointer at \(link.offset) in block \(link.block)"
      guard let holder = copies[link.block], let address = UnsafeRawPointer(bitPattern: holder) else {
        throw Difference(description: "\(place) is not reached")
      }
      let value = (address + link.offset).loadUnaligned(as: Swift.UInt.self)
      guard value != 0 else { throw Difference(description: "\(place) came back as NULL") }
      let target = value &- Swift.UInt(link.inside)
      guard copies[link.target] ?? target == target else {
        throw Difference(description: "\(place) leads to something else than the others to block \(link.target)")
      }
      copies[link.target] = target
    }
    return try copies.enumerated().map { index, copy in
      guard let copy else { throw Difference(description: "block \(index) is not reached") }
      return UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: copy), count: sizes[index])
    }
  }
}

struct Difference: Error, CustomStringConvertible { let description: Swift.String }

/// The state of a run; the driver has one thread.
struct Exercise {
  var input: Input
  var output = Output()

  /// Checks a record that Swift imports.
  mutating func run<Record: ArchivableRecord>(_ name: Swift.String, _: Record.Type) {
    run(name, size: MemoryLayout<Record>.size, make: { $0.load(as: Record.self) }) { record, body in
      withUnsafeBytes(of: record) { body($0) }
    }
  }

  /// Checks the mirror of a record that Swift does not import.
  mutating func run<Record: RawRecord & ArchivableRecord>(_ name: Swift.String, _: Record.Type) {
    run(name, size: Record().withUnsafeBytes(\.count), make: { Record(copying: $0) }) { record, body in
      record.withUnsafeBytes { body($0) }
    }
  }

  /// Checks a record with pointers that Swift imports.
  mutating func graph<Node: ArchivableNode>(_ name: Swift.String, _: Node.Type) {
    graph(name, of: Node.self, size: MemoryLayout<Node>.size) { root in
      try ArchiveEncoder().encode(graph: UnsafePointer(root.assumingMemoryBound(to: Node.self)))
    }
  }

  /// Checks the mirror of a record with pointers that Swift does not import.
  mutating func graph<Node: RawRecord>(_ name: Swift.String, _: Node.Type) {
    graph(name, of: Node.self, size: Node().withUnsafeBytes(\.count)) { root in
      try ArchiveEncoder().encode(graph: UnsafeRawPointer(root), of: Node.self)
    }
  }

  private mutating func graph<Node: ArchivableNode>(
    _ name: Swift.String, of type: Node.Type, size: Swift.Int,
    encode: (UnsafeMutableRawPointer) throws -> Foundation.Data
  ) {
    print(name)
    let expectedSize = input.number()
    let images = (0..<input.number()).map { _ in Image(&input) }
    defer { images.forEach { $0.deallocate() } }
    output.append(name)
    var result = Output()
    do {
      guard size == expectedSize else {
        output.append("Swift has \(size) bytes for it, C \(expectedSize)")
        return
      }
      for image in images {
        let archive = try encode(image.blocks[0])
        result.append(archive)
        let graph = try ArchiveDecoder().decodeGraph(type, from: archive)
        try withExtendedLifetime(graph) {
          for block in try image.followed(from: graph.rawRoot) { result.append(block) }
        }
      }
    } catch {
      output.append("\(error)")
      return
    }
    output.append("")
    output.append(all: result)
  }

  private mutating func run<Record: ArchivableRecord>(
    _ name: Swift.String, size: Swift.Int, make: (UnsafeRawPointer) -> Record,
    withBytes: (Record, (UnsafeRawBufferPointer) -> Void) -> Void
  ) {
    print(name)
    let expectedSize = input.number()
    let count = input.number()
    let bytes = input.records(size: expectedSize, count: count)
    defer { bytes.deallocate() }
    output.append(name)
    var result = Output()
    do {
      guard size == expectedSize else {
        output.append("Swift has \(size) bytes for it, C \(expectedSize)")
        return
      }
      let records = (0..<count).map { make(UnsafeRawPointer(bytes + $0 * size)) }
      // An iterator would make an optional of each record, which is nil where a `bool` has the byte 2.
      for index in records.indices {
        let archive = try ArchiveEncoder().encode(records[index])
        result.append(archive)
        withBytes(try ArchiveDecoder().decode(Record.self, from: archive)) { result.append($0) }
      }
      let archive = try ArchiveEncoder().encode(records)
      result.append(archive)
      let decoded = try ArchiveDecoder().decode([Record].self, from: archive)
      var all = Foundation.Data()
      for index in decoded.indices { withBytes(decoded[index]) { all.append(contentsOf: $0) } }
      result.append(all)
    } catch {
      output.append("\(error)")
      return
    }
    output.append("")
    output.append(all: result)
  }
}

extension Output {
  mutating func append(all other: Output) { bytes.append(other.bytes) }
}
