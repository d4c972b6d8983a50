@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Reads CSV (RFC 4180) with a line of names as columns of an archive. Columns `x[0]`, `x[1]` are one, of an array in each row.
///
/// Without a table to follow they are integers of 64 bits, doubles, booleans, else texts as long as the longest. A column with a cell
/// that a number would change, such as `007`, is text.
package enum CSVReader {
  /// - Parameter like: a table whose columns have the types of those in the CSV that have their names.
  /// - Throws: `TableError`.
  package static func archive(
    _ bytes: UnsafeRawBufferPointer, name: String, like: ArchiveTable? = nil
  ) throws -> TableArchive {
    var rows = try Rows(bytes)
    guard let names = try rows.next(), names != [""] else {
      throw TableError(description: "the CSV has no line of names")
    }
    var columns = names.map { CSVTexts(name: unmarked($0)) }
    var lines: [Int] = []
    while let row = try rows.next() {
      if row == [""], names.count > 1 { continue }
      guard row.count == names.count else {
        throw TableError(
          description:
            "line \(rows.line) of the CSV has \(NumberText.counted(row.count, "cell")), and the first line \(NumberText.counted(names.count, "name"))"
        )
      }
      for (place, text) in row.enumerated() { columns[place].add(text) }
      lines.append(rows.line)
    }
    var seen: Set<ExactText> = []
    for column in columns
    where column.name.isEmpty || column.name.contains("\n") || !seen.insert(ExactText(column.name)).inserted {
      throw TableError(
        description: "the CSV's column '\(TerminalText.escaped(column.name))' has no name of its own in one line")
    }
    let joined = try CSVColumn.joined(columns)
    let archived =
      try like.map { try CSVTyping($0, joined, lines).typed() } ?? joined.map { $0.typedByName() ?? $0.inferred() }
    return TableArchive(name: name, dimensions: [lines.count], columns: archived)
  }

  /// Without the apostrophe that makes a formula a text.
  static func unmarked(_ text: String) -> String {
    text.first == "'" && CSVCell.isFormula(text) ? String(text.dropFirst()) : text
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
