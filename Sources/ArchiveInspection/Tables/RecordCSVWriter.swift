@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Writes an array of dictionaries as CSV (RFC 4180). A cell is empty where a row has no such key. Dates are ISO 8601, data
/// is base64, and what has values of its own is JSON.
package struct RecordCSVWriter {
  private let list: RecordList
  private let output: OutputBuffer

  package init(_ list: RecordList, to output: OutputBuffer) { (self.list, self.output) = (list, output) }

  package func write(skip: Int = 0, limit: Int = .max) throws {
    for (place, column) in list.shownColumns.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      CSVCell.append(text: list.name(of: column), to: output)
    }
    output.append(UInt8(ascii: "\n"))
    guard skip < list.rowCount else { return }
    let most = output.total &+ Self.greatestLength(list.document.source.bytes.count)
    for row in skip..<(skip + min(limit, list.rowCount - skip)) where output.isOpen {
      for (place, cell) in try list.cells(row).enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        if let cell { try append(cell) }
      }
      output.append(UInt8(ascii: "\n"))
      guard output.total <= most else {
        throw TableError(
          description:
            "row \(row) is the last that is written: rows share values so often that the table is far longer than the file; use '--format jsonl', or '--head'"
        )
      }
    }
  }

  /// How long the rows of a file may be. Cells have no references, and one long value may be that of every row.
  private static func greatestLength(_ byteCount: Int) -> Int { 256 &* byteCount &+ 16 << 20 }

  private func append(_ value: InspectedValue) throws {
    let view = list.document.view
    switch value.meaning {
    case .null: break
    case .text(let text), .plain(.string(let text)): CSVCell.append(text: try view.string(text), to: output)
    case .date(let seconds): append(date: seconds)
    case .plain(.date(let bits)): append(date: Double(bitPattern: bits))
    case .data(let range), .plain(.data(let range)): Base64Text.append(try view.contents(range), to: output)
    case .plain(.bool(let value)): output.append(value ? "true" : "false")
    case .plain(.integer(let number)): output.append(decimal: number)
    case .plain(.wideInteger(let number)): output.append("\(number)")
    case .plain(.real64(let bits)): output.append(NumberText.real(Double(bitPattern: bits)))
    case .plain(.real32(let bits)): output.append(NumberText.real(Float(bitPattern: bits)))
    case .uuid(let range): output.append(ValueText(list.document).uuid(range))
    default:
      let buffer = OutputBuffer(.memory, capacity: 4_096)
      var writer = ValueJSONWriter(list.document, to: buffer)
      try writer.write(value)
      buffer.flush()
      CSVCell.append(text: String(decoding: buffer.data, as: UTF8.self), to: output, isNumber: true)
    }
  }

  private func append(date seconds: Double) {
    output.append(CalendarDate.exactText(seconds) ?? NumberText.real(seconds))
  }
}
