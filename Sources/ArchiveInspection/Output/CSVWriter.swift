@_spi(GeneratedCode) import ArchiveRuntime

/// Writes the columns of a table as CSV (RFC 4180), row by row. Links are row indices, from 1; 0 is NULL.
///
/// Spreadsheets take text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a formula. An apostrophe is
/// put before such a text, and before one that begins with apostrophes and then such a character.
package struct CSVWriter {
  /// More columns than this are not of use to anyone.
  package static let greatestWidth = 16_384

  private let table: ArchiveTable
  private let bytes: UnsafeRawBufferPointer
  private let base: UnsafeRawPointer
  private var output: OutputBuffer
  private var scratch = OutputBuffer(.memory, capacity: 4_096)
  private let cells: [CellWriter]
  /// Texts that were not UTF-8, and are hexadecimal digits in the output.
  package private(set) var invalidTexts = 0

  /// - Returns: nil if the table is too wide.
  package init?(_ table: ArchiveTable, in bytes: UnsafeRawBufferPointer, to output: OutputBuffer) {
    let cells = table.shownColumns.filter { table.columns[$0].problem == nil }
      .map { CellWriter(table.columns[$0], index: $0) }
    var width = 0
    for cell in cells {
      guard cell.count <= Self.greatestWidth, width <= Self.greatestWidth else { return nil }
      width += cell.count
    }
    guard width <= Self.greatestWidth, let base = bytes.baseAddress else { return nil }
    (self.table, self.bytes, self.base, self.output, self.cells) = (table, bytes, base, output, cells)
  }

  package mutating func write(skip: Int = 0, limit: Int = .max) {
    header()
    guard table.rowCount > skip else { return }
    let end = skip + min(limit, table.rowCount - skip)
    if table.hasConditions { return writeConditional(from: skip, to: end) }
    if rowCapacity <= 16_384 { return writeRows(from: skip, to: end) }
    for row in skip..<end {
      guard output.isOpen else { return }
      var isFirst = true
      for cell in cells {
        let start = base + cell.column.bytes.lowerBound + row &* cell.count &* cell.size
        for element in 0..<cell.count {
          if !isFirst { output.append(UInt8(ascii: ",")) }
          isFirst = false
          append(cell, start + element &* cell.size)
        }
      }
      output.append(UInt8(ascii: "\n"))
    }
  }

  /// The most bytes that a row can take.
  private var rowCapacity: Int {
    cells.reduce(8) { size, cell in
      // Wide integers are hexadecimal digits, and at most 64 lanes of a vector are written.
      let own: Int
      switch cell.kind {
      case .text(_, let length): own = length * 4 + 8
      case .other: own = cell.size * 3 + 64 * 64 + 200
      default: own = 160
      }
      return min(size + min(cell.count, 1 << 20) * own, 1 << 40)
    }
  }

  /// Rows whose bytes are written one after another by an address alone.
  private mutating func writeRows(from skip: Int, to end: Int) {
    let capacity = rowCapacity
    for row in skip..<end {
      let start = output.room(capacity)
      guard output.isOpen else { return }
      var target = start
      for cell in cells {
        var address = base + cell.column.bytes.lowerBound + row &* cell.count &* cell.size
        for _ in 0..<cell.count {
          target = write(cell, address, to: target)
          target.pointee = UInt8(ascii: ",")
          target += 1
          address += cell.size
        }
      }
      // The last comma is the line's end.
      if target == start { target += 1 }
      target[-1] = 0x0A
      output.advance(target - start)
    }
  }

  @inline(__always)
  private mutating func write(
    _ cell: CellWriter, _ address: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    switch cell.kind {
    case .unsigned(let size): return target + DecimalDigits.write(CellWriter.unsigned(address, size), to: target)
    case .signed(let size):
      let value = CellWriter.signed(address, size)
      guard value < 0 else { return target + DecimalDigits.write(UInt64(bitPattern: value), to: target) }
      target.pointee = UInt8(ascii: "-")
      return target + 1 + DecimalDigits.write(value.magnitude, to: target + 1)
    case .bool:
      let word: StaticString = address.load(as: UInt8.self) == 0 ? "false" : "true"
      UnsafeMutableRawPointer(target).copyMemory(from: word.utf8Start, byteCount: word.utf8CodeUnitCount)
      return target + word.utf8CodeUnitCount
    case .single:
      return target
        + RealDigits.write(Float(bitPattern: UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))), to: target)
    case .double:
      return target
        + RealDigits.write(Double(bitPattern: UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))), to: target)
    case .text(_, let size):
      var count = 0
      let bytes = address.assumingMemoryBound(to: UInt8.self)
      while count < size {
        let byte = bytes[count]
        if byte == 0 { return target + count }
        guard byte < 0x80, !Self.needsCare(byte) else { return write(careful: cell, address, to: target) }
        target[count] = byte
        count &+= 1
      }
      return target + count
    case .other: return write(careful: cell, address, to: target)
    }
  }

  /// Values that are rare, by a buffer of their own.
  @inline(never)
  private mutating func write(
    careful cell: CellWriter, _ address: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let own = scratch
    own.restart()
    swap(&output, &scratch)
    append(cell, address)
    swap(&output, &scratch)
    own.flush()
    let count = own.data.count
    own.data.copyBytes(to: target, count: count)
    return target + count
  }

  private mutating func writeConditional(from skip: Int, to end: Int) {
    var cursor = TableCursor(table, in: bytes)
    cursor.skip(to: skip)
    while cursor.row < end, output.isOpen {
      var isFirst = true
      for cell in cells {
        let found = cursor.cell(cell.index)
        let width = cell.column.conditions.isEmpty ? cell.count : max(conditionalWidth(cell), 1)
        var position = 0
        for place in 0..<width {
          if !isFirst { output.append(UInt8(ascii: ",")) }
          isFirst = false
          guard let found else { continue }
          let isLive =
            found.live.isEmpty
            || (found.live.count == 1
              ? found.live[0] : place / cell.count < found.live.count && found.live[place / cell.count])
          guard isLive, position < found.count else { continue }
          append(cell, base + found.offset + position &* cell.size)
          position += 1
        }
      }
      output.append(UInt8(ascii: "\n"))
      if !cursor.advance() { return }
    }
  }

  /// The most elements that a row has in a column with conditions: those of the tag's array.
  private func conditionalWidth(_ cell: CellWriter) -> Int {
    let tags = cell.column.conditions.map {
      table.columns.indices.contains($0.column) ? table.columns[$0.column].elementsPerRow : 1
    }
    return min((tags.max() ?? 1) * cell.count, Self.greatestWidth)
  }

  private mutating func header() {
    var isFirst = true
    for cell in cells {
      let isConditional = !cell.column.conditions.isEmpty
      let count = isConditional ? max(conditionalWidth(cell), 1) : cell.count
      let dimensions = isConditional && count != cell.count ? [count] : cell.column.rowDimensions
      for element in 0..<count {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        let subscripts = dimensions.isEmpty ? "" : Description.subscripts(of: element, in: dimensions)
        Self.append(text: cell.column.name + subscripts, to: output)
      }
    }
    output.append(UInt8(ascii: "\n"))
  }

  @inline(__always)
  private mutating func append(_ cell: CellWriter, _ address: UnsafeRawPointer) {
    switch cell.kind {
    case .unsigned(let size): output.append(decimal: CellWriter.unsigned(address, size))
    case .signed(let size): output.append(decimal: CellWriter.signed(address, size))
    case .bool: output.append(address.load(as: UInt8.self) == 0 ? "false" : "true")
    case .single:
      let value = Float(bitPattern: UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)))
      let room = output.room(64)
      output.advance(RealDigits.write(value, to: room))
    case .double:
      let value = Double(bitPattern: UInt64(littleEndian: address.loadUnaligned(as: UInt64.self)))
      let room = output.room(64)
      output.advance(RealDigits.write(value, to: room))
    case .text(let encoding, let size):
      let whole = UnsafeRawBufferPointer(start: address, count: size)
      let text = UnsafeRawBufferPointer(rebasing: whole[..<(whole.firstIndex(of: 0) ?? size)])
      if UTF8Text.isASCII(text), !text.contains(where: Self.needsCare) { return output.append(text) }
      if encoding == .utf8, UTF8Text.firstInvalidOffset(in: text) != nil {
        invalidTexts += 1
        return output.append("0x" + NumberText.digits(text))
      }
      Self.append(text: TypedList.text(encoding, text), to: output)
    case .other: Self.append(text: other(cell, address - base), to: output, isNumber: true)
    }
  }

  private func other(_ cell: CellWriter, _ offset: Int) -> String {
    if let part = cell.column.part, case .number(let type) = cell.column.stored.element {
      let word = ElementNumber(type.number, bytes, at: offset, order: .little).bits ?? 0
      let value = part.value(in: word)
      return part.isSigned ? "\(Int64(bitPattern: value))" : "\(value)"
    }
    return ValueText.element(cell.column.stored, bytes, at: offset)
  }

  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "@"), UInt8(ascii: "'"), 0x09:
      true
    default: false
    }
  }

  /// Whether the text would be taken for a formula, or for one that was made harmless.
  package static func isFormula(_ text: String) -> Bool {
    switch text.utf8.drop(while: { $0 == UInt8(ascii: "'") }).first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }

  package static func append(text: String, to output: OutputBuffer, isNumber: Bool = false) {
    let own = !isNumber && isFormula(text) ? "'" + text : text
    guard own.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D })
    else { return output.append(own) }
    output.append(UInt8(ascii: "\""))
    for byte in own.utf8 {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
