@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Writes columns as NumPy's npz: a zip archive, stored without compression, with an array in each file.
///
/// A column that only some rows have is an array of its values; `NAME.rows` beside it has the row of each, from 0.
package struct NPZWriter {
  private let output: OutputBuffer
  private var entries: [Entry] = []

  private struct Entry {
    let name: [UInt8]
    let checksum: UInt32
    let size: UInt64
    let offset: UInt64
  }

  package init(to output: OutputBuffer) { self.output = output }

  /// - Parameter prefix: what stands before the names of columns: nothing if there is one table.
  package mutating func write(_ table: ArchiveTable, prefix: String, in bytes: UnsafeRawBufferPointer) {
    for index in table.shownColumns where table.columns[index].problem == nil {
      let column = table.columns[index]
      let type = NumPyType(column)
      let perRow = Description.product(column.rowDimensions) ?? 0
      let elements = column.elementSize == 0 ? 0 : column.bytes.count / column.elementSize
      let isFlat = !column.conditions.isEmpty
      let rows = isFlat ? (perRow == 0 ? 0 : elements / perRow) : table.rowCount
      let leading = isFlat ? [rows] : table.dimensions
      let header = Self.header(type.descriptor, leading + column.rowDimensions + type.lanes)
      add(prefix + column.name, header) { append in
        if type.isCopied {
          append(UnsafeRawBufferPointer(rebasing: bytes[column.bytes]))
        } else {
          type.append(column, bytes, to: append)
        }
      }
      if isFlat { addRows(table, index, prefix + column.name + ".rows", in: bytes) }
    }
  }

  private mutating func addRows(_ table: ArchiveTable, _ index: Int, _ name: String, in bytes: UnsafeRawBufferPointer) {
    let column = table.columns[index]
    let perRow = max(Description.product(column.rowDimensions) ?? 0, 1)
    let count = column.elementSize == 0 ? 0 : column.bytes.count / column.elementSize / perRow
    add(name, Self.header("<i8", [count])) { append in
      var cursor = TableCursor(table, in: bytes)
      var left = count
      repeat {
        guard let cell = cursor.cell(index) else { continue }
        for _ in 0..<min(cell.count / perRow, left) {
          left -= 1
          withUnsafeBytes(of: Int64(cursor.row).littleEndian, append)
        }
      } while left > 0 && cursor.advance()
      // Values that no row claims keep the array's length.
      for _ in 0..<left { withUnsafeBytes(of: Int64(-1).littleEndian, append) }
    }
  }

  /// The beginning of a `.npy` file, version 1.0 or, if that has no room for it, 2.0.
  static func header(_ descriptor: String, _ shape: [Int]) -> [UInt8] {
    let tuple = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    var text = "{'descr': '\(descriptor)', 'fortran_order': False, 'shape': (\(tuple)), }"
    let isLong = text.utf8.count > 60_000
    let fixed = isLong ? 12 : 10
    text += String(repeating: " ", count: 63 - (fixed + text.utf8.count) % 64) + "\n"
    let count = text.utf8.count
    var bytes: [UInt8] =
      [0x93] + Array("NUMPY".utf8) + [isLong ? 2 : 1, 0, UInt8(count & 0xFF), UInt8(count >> 8 & 0xFF)]
    if isLong { bytes += [UInt8(count >> 16 & 0xFF), UInt8(count >> 24 & 0xFF)] }
    return bytes + Array(text.utf8)
  }

  // MARK: zip

  /// Adds one file. `contents` is asked twice: for the checksum, which comes first, and for the bytes.
  private mutating func add(_ name: String, _ header: [UInt8], _ contents: ((UnsafeRawBufferPointer) -> Void) -> Void) {
    var checksum = Checksum()
    var size = UInt64(header.count)
    header.withUnsafeBytes { checksum.add($0) }
    contents {
      checksum.add($0)
      size += UInt64($0.count)
    }
    // A name with a slash or a drive would be a path to those who unpack the file.
    let safe = name.isEmpty ? "value" : name.replacing("/", with: "_").replacing("\\", with: "_")
    let entry = Entry(
      name: Array((safe + ".npy").utf8.prefix(60_000)), checksum: checksum.value, size: size,
      offset: UInt64(output.total))
    let isLarge = size >= 0xFFFF_FFFF
    put32(0x0403_4B50)
    putVersion(entry, isLarge: isLarge)
    put32(isLarge ? .max : UInt32(size))
    put32(isLarge ? .max : UInt32(size))
    put16(UInt16(entry.name.count))
    put16(isLarge ? 20 : 0)
    entry.name.withUnsafeBytes { output.append($0) }
    if isLarge {
      put16(1)
      put16(16)
      put64(size)
      put64(size)
    }
    header.withUnsafeBytes { output.append($0) }
    contents { output.append($0) }
    entries.append(entry)
  }

  /// The version that is needed, flags (names are UTF-8), no compression, 1980-01-01, the checksum.
  private func putVersion(_ entry: Entry, isLarge: Bool) {
    put16(isLarge ? 45 : 20)
    put16(0x0800)
    put16(0)
    put16(0)
    put16(0x21)
    put32(entry.checksum)
  }

  /// Writes the directory of the zip archive.
  package func finish() {
    let start = UInt64(output.total)
    for entry in entries {
      let isLarge = entry.size >= 0xFFFF_FFFF || entry.offset >= 0xFFFF_FFFF
      put32(0x0201_4B50)
      put16(isLarge ? 45 : 20)
      putVersion(entry, isLarge: isLarge)
      put32(isLarge ? .max : UInt32(entry.size))
      put32(isLarge ? .max : UInt32(entry.size))
      put16(UInt16(entry.name.count))
      put16(isLarge ? 28 : 0)
      put16(0)
      put16(0)
      put16(0)
      put32(0)
      put32(isLarge ? .max : UInt32(entry.offset))
      entry.name.withUnsafeBytes { output.append($0) }
      if isLarge {
        put16(1)
        put16(24)
        put64(entry.size)
        put64(entry.size)
        put64(entry.offset)
      }
    }
    let size = UInt64(output.total) - start
    let isLarge = start >= 0xFFFF_FFFF || entries.count >= 0xFFFF
    if isLarge {
      let end = UInt64(output.total)
      put32(0x0606_4B50)
      put64(44)
      put16(45)
      put16(45)
      put32(0)
      put32(0)
      put64(UInt64(entries.count))
      put64(UInt64(entries.count))
      put64(size)
      put64(start)
      put32(0x0706_4B50)
      put32(0)
      put64(end)
      put32(1)
    }
    put32(0x0605_4B50)
    put16(0)
    put16(0)
    put16(isLarge ? .max : UInt16(entries.count))
    put16(isLarge ? .max : UInt16(entries.count))
    put32(isLarge ? .max : UInt32(size))
    put32(isLarge ? .max : UInt32(start))
    put16(0)
  }

  private func put16(_ value: UInt16) { withUnsafeBytes(of: value.littleEndian) { output.append($0) } }
  private func put32(_ value: UInt32) { withUnsafeBytes(of: value.littleEndian) { output.append($0) } }
  private func put64(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { output.append($0) } }
}

/// The CRC-32 of zip (ISO 3309), eight bytes at a time.
struct Checksum {
  private var state: UInt32 = .max

  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
      tables[byte] = value
    }
    for byte in 0..<256 {
      for slice in 1..<8 {
        let before = tables[(slice - 1) * 256 + byte]
        tables[slice * 256 + byte] = tables[Int(before & 0xFF)] ^ before >> 8
      }
    }
    return tables
  }()

  var value: UInt32 { ~state }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    Self.tables.withUnsafeBufferPointer { tables in
      var index = 0
      while index &+ 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(state)
        var next: UInt32 = 0
        for slice in 0..<8 {
          next ^= tables[(7 &- slice) &* 256 &+ Int(truncatingIfNeeded: word >> UInt64(slice &* 8) & 0xFF)]
        }
        state = next
        index &+= 8
      }
      while index < bytes.count {
        state = tables[Int((state ^ UInt32(bytes[index])) & 0xFF)] ^ state >> 8
        index &+= 1
      }
    }
    self.state = state
  }
}
