import Foundation
import UntypedArchive

/// Writes rows of a table without conditions as CSV: a block of rows for each processor at a time, so that their order
/// stays and memory is bounded.
struct CSVBlocks {
  /// A column as the loop over rows needs it: without references that are counted. Its addresses are only read.
  private struct Column: @unchecked Sendable {
    let kind: CSVCell.Kind
    let start: UnsafeRawPointer
    let size: Int
    let count: Int
    let place: Int
  }

  /// Memory of one block.
  private static let blockSize = 512 << 10
  private static let greatestBlocks = 16

  private let cells: [CSVCell]
  private let columns: [Column]
  private let rowCapacity: Int

  /// - Returns: nil if a row may take much memory.
  init?(_ cells: [CSVCell], in bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return nil }
    var capacity = 1
    for cell in cells {
      capacity += cell.capacity
      guard capacity <= 16_384 else { return nil }
    }
    self.cells = cells
    rowCapacity = capacity
    columns = cells.enumerated().map { place, cell in
      Column(kind: cell.kind, start: base + cell.start, size: cell.size, count: cell.count, place: place)
    }
  }

  /// - Returns: the number of texts that are not UTF-8.
  func write(rows: Range<Int>, to output: OutputBuffer) -> Int {
    let rowsPerBlock = Self.blockSize / rowCapacity
    let blocks = max(
      1, min(ProcessInfo.processInfo.activeProcessorCount, Self.greatestBlocks, rows.count / rowsPerBlock))
    let writers = (0..<blocks).map { _ in BlockWriter(cells, capacity: rowsPerBlock * rowCapacity) }
    var next = rows.lowerBound
    while next < rows.upperBound, output.isOpen {
      let write: @Sendable (Int) -> Void = { [columns, first = next] block in
        let begin = min(first + block * rowsPerBlock, rows.upperBound)
        columns.withUnsafeBufferPointer { writers[block].write($0, begin..<min(begin + rowsPerBlock, rows.upperBound)) }
      }
      if blocks == 1 { write(0) } else { DispatchQueue.concurrentPerform(iterations: blocks, execute: write) }
      for writer in writers { output.append(writer.contents) }
      next += blocks * rowsPerBlock
    }
    return writers.reduce(0) { $0 + $1.invalidTexts }
  }

  /// The memory of one block. Only one processor uses it at a time.
  private final class BlockWriter: @unchecked Sendable {
    private let cells: [CSVCell]
    private let base: UnsafeMutablePointer<UInt8>
    private var count = 0
    private let scratch = OutputBuffer(.memory, capacity: 4_096)
    private(set) var invalidTexts = 0

    init(_ cells: [CSVCell], capacity: Int) {
      self.cells = cells
      base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    func write(_ columns: UnsafeBufferPointer<Column>, _ rows: Range<Int>) {
      var target = base
      for row in rows {
        let start = target
        for column in columns {
          var address = column.start + row &* column.count &* column.size
          for _ in 0..<column.count {
            target = write(column, address, to: target)
            target.pointee = UInt8(ascii: ",")
            target += 1
            address += column.size
          }
        }
        // The last comma is the line's end.
        if target == start { target += 1 }
        target[-1] = 0x0A
      }
      count = target - base
    }

    @inline(__always)
    private func write(
      _ column: Column, _ address: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
      switch column.kind {
      case .integer(let bits):
        let value = CSVCell.word(address, bits)
        guard bits.isSigned, Int64(bitPattern: value) < 0 else {
          return target + DecimalDigits.write(value, to: target)
        }
        target.pointee = UInt8(ascii: "-")
        return target + 1 + DecimalDigits.write(Int64(bitPattern: value).magnitude, to: target + 1)
      case .bool:
        let word: StaticString = address.load(as: UInt8.self) == 0 ? "false" : "true"
        UnsafeMutableRawPointer(target).copyMemory(from: word.utf8Start, byteCount: word.utf8CodeUnitCount)
        return target + word.utf8CodeUnitCount
      case .single: return target + RealDigits.write(CSVCell.single(address), to: target)
      case .double: return target + RealDigits.write(CSVCell.double(address), to: target)
      case .text:
        var count = 0
        let bytes = address.assumingMemoryBound(to: UInt8.self)
        while count < column.size {
          let byte = bytes[count]
          if byte == 0 { return target + count }
          guard byte < 0x80, !CSVCell.needsCare(byte) else { return write(careful: column, address, to: target) }
          target[count] = byte
          count &+= 1
        }
        return target + count
      case .uuid, .other: return write(careful: column, address, to: target)
      }
    }

    /// Values that are rare, by a buffer of their own.
    @inline(never)
    private func write(
      careful column: Column, _ address: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
      scratch.restart()
      if !cells[column.place].append(address, to: scratch) { invalidTexts += 1 }
      scratch.flush()
      let count = scratch.data.count
      scratch.data.copyBytes(to: target, count: count)
      return target + count
    }
  }
}
