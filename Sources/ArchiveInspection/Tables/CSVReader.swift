@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Reads CSV (RFC 4180) with a line of names as columns of an archive: integers of 64 bits, doubles, booleans, else texts
/// as long as the longest. A column with a cell that a number would change, such as `007`, is text.
package enum CSVReader {
  /// - Throws: `TableError`.
  package static func archive(_ bytes: UnsafeRawBufferPointer, name: String) throws -> TableArchive {
    var rows = try Rows(bytes)
    guard let names = try rows.next(), names != [""] else {
      throw TableError(description: "the CSV has no line of names")
    }
    var columns = names.map { Cells(name: unmarked($0)) }
    var count = 0
    while let row = try rows.next() {
      if row == [""], names.count > 1 { continue }
      guard row.count == names.count else {
        throw TableError(
          description:
            "line \(rows.line) of the CSV has \(NumberText.counted(row.count, "cell")), and the first line \(NumberText.counted(names.count, "name"))"
        )
      }
      for (place, text) in row.enumerated() { columns[place].add(text) }
      count += 1
    }
    var seen: Set<ExactText> = []
    for column in columns
    where column.name.isEmpty || column.name.contains("\n") || !seen.insert(ExactText(column.name)).inserted {
      throw TableError(
        description: "the CSV's column '\(TerminalText.escaped(column.name))' has no name of its own in one line")
    }
    return TableArchive(name: name, dimensions: [count], columns: columns.map { $0.column() })
  }

  /// Without the apostrophe that makes a formula a text.
  private static func unmarked(_ text: String) -> String {
    text.first == "'" && CSVCell.isFormula(text) ? String(text.dropFirst()) : text
  }

  private struct Cells {
    let name: String
    private var texts: [String] = []
    private var isInteger = true
    private var isUnsigned = true
    private var isReal = true
    private var isBoolean = true

    init(name: String) { self.name = name }

    mutating func add(_ text: String) {
      texts.append(text)
      let isNumber = !Self.isPadded(text)
      if isInteger, !isNumber || Int64(text) == nil { isInteger = false }
      if isUnsigned, !isNumber || UInt64(text) == nil { isUnsigned = false }
      if isReal, !isNumber || !Self.isReal(text) { isReal = false }
      if isBoolean, text != "true", text != "false" { isBoolean = false }
    }

    /// Whether a number would lose characters of the text: zeros before it, or a sign.
    private static func isPadded(_ text: String) -> Bool {
      if text.utf8.first == UInt8(ascii: "+") || text == "-0" { return true }
      let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }.prefix(2)
      return digits.count == 2 && digits.first == UInt8(ascii: "0") && digits.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Whether the text is a real number, and an integer only if it is the same one as a double.
    private static func isReal(_ text: String) -> Bool {
      guard let value = TypedList.real(text) else { return false }
      let isInteger = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
      if !isInteger || abs(value) <= 0x1p53 { return true }
      return Int64(exactly: value).map { "\($0)" == text } ?? UInt64(exactly: value).map { "\($0)" == text } ?? false
    }

    func column() -> TableArchive.Column {
      func packed(_ type: ElementType, _ token: (String) -> JSONToken) -> TableArchive.Column {
        var bytes: [UInt8] = []
        let array = ArchivedArray(.number(type), [])
        for text in texts { _ = TypedList.append(token(text), as: array, to: &bytes) }
        return .init(name: name, array: array, bytes: bytes)
      }
      if texts.isEmpty { return packed(.f64) { .string($0) } }
      if isBoolean { return packed(.bool) { .bool($0 == "true") } }
      if isInteger { return packed(.i64) { .number(String(Int64($0) ?? 0)) } }
      if isUnsigned { return packed(.u64) { .number($0) } }
      if isReal {
        return packed(.f64) { $0 == "nan" ? .string("0x7ff8000000000000") : .string($0) }
      }
      let unmarked = self.texts.map(CSVReader.unmarked)
      // A NUL ends a text in a column; it becomes the mark for what is missing.
      let encoded = unmarked.map { Array($0.utf8).map { $0 == 0 ? UInt8(ascii: "?") : $0 } }
      let length = max(encoded.map(\.count).max() ?? 1, 1)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(length * encoded.count)
      for text in encoded { bytes += text + [UInt8](repeating: 0, count: length - text.count) }
      return .init(name: name, array: ArchivedArray(.text(.utf8), [length]), bytes: bytes)
    }
  }

  /// The rows of a CSV text.
  private struct Rows {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private(set) var line = 0

    init(_ bytes: UnsafeRawBufferPointer) throws {
      self.bytes = bytes
      guard UTF8Text.firstInvalidOffset(in: bytes) == nil else { throw TableError(description: "the CSV is not UTF-8") }
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func next() throws -> [String]? {
      guard position < bytes.count else { return nil }
      line += 1
      var cells: [String] = []
      while true {
        cells.append(try cell())
        guard position < bytes.count else { return cells }
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: ",") { continue }
        if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
        return cells
      }
    }

    private mutating func cell() throws -> String {
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        let start = position
        while position < bytes.count, !Self.isEnd(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      }
      var own: [UInt8] = []
      position += 1
      while true {
        guard position < bytes.count else {
          throw TableError(description: "a cell in line \(line) of the CSV has no closing quote")
        }
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "\"") {
          guard position < bytes.count, bytes[position] == byte else { break }
          position += 1
        }
        own.append(byte)
      }
      guard position == bytes.count || Self.isEnd(bytes[position]) else {
        throw TableError(description: "something follows a closing quote in line \(line) of the CSV")
      }
      return String(decoding: own, as: UTF8.self)
    }

    private static func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D }
  }
}
