// The part of the corpus driver that is the same for all headers; driver.py writes the list of types.
//
// Usage: driver INPUT OUTPUT. INPUT holds, for each type in the list's order, UInt64 size and count and then the
// records' bytes. OUTPUT holds blobs, each a UInt64 length and its bytes; for each type: its name, an error text (empty
// if all went well), and without an error for each record its archive and the bytes that decoding it gave, then the
// archive of the array of all and its decoded bytes.

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

  /// Aligned for any C type; the caller deallocates it.
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

/// The state of a run; the driver has one thread.
struct Exercise {
  var input: Input
  var output = Output()

  /// A record that Swift imports.
  mutating func run<Record: ArchivableRecord>(_ name: Swift.String, _: Record.Type) {
    run(name, size: MemoryLayout<Record>.size, make: { $0.load(as: Record.self) }) { record, body in
      withUnsafeBytes(of: record) { body($0) }
    }
  }

  /// A stand-in for one that it does not.
  mutating func run<Record: RawRecord & ArchivableRecord>(_ name: Swift.String, _: Record.Type) {
    run(name, size: Record().withUnsafeBytes(\.count), make: { Record(copying: $0) }) { record, body in
      record.withUnsafeBytes { body($0) }
    }
  }

  private mutating func run<Record: ArchivableRecord>(
    _ name: Swift.String, size: Swift.Int, make: (UnsafeRawPointer) -> Record,
    withBytes: (Record, (UnsafeRawBufferPointer) -> Void) -> Void
  ) {
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
      for record in records {
        let archive = try ArchiveEncoder().encode(record)
        result.append(archive)
        withBytes(try ArchiveDecoder().decode(Record.self, from: archive)) { result.append($0) }
      }
      let archive = try ArchiveEncoder().encode(records)
      result.append(archive)
      let decoded = try ArchiveDecoder().decode([Record].self, from: archive)
      var all = Foundation.Data()
      for record in decoded { withBytes(record) { all.append(contentsOf: $0) } }
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
