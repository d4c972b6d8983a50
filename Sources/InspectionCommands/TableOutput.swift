import ArchiveInspection
import ArchiveRuntime
import Foundation
import UntypedArchive

/// Tables of an archive in the forms of other programs.
enum TableOutput {
  /// What to choose from, where one table is needed.
  static func choice(_ tables: [SelectedTable]) -> TableError {
    guard !tables.isEmpty else {
      return TableError(
        description:
          "it has no columns, and no array of dictionaries or of objects of one class; 'archivegen inspect FILE' shows what it has"
      )
    }
    let names = tables.prefix(12).map { "--path '\(TerminalText.escaped($0.name))'" }.joined(separator: ", ")
    return TableError(
      description: "it has \(tables.count) tables; choose one with \(names)\(tables.count > 12 ? ", …" : "")")
  }

  /// The table whose types columns of a CSV get, and the archived name of its records.
  ///
  /// - Throws: `TableError` where there is not one table of columns.
  static func table(of file: String, path: String?) throws -> (table: ArchiveTable, className: String?) {
    let document = try ArchiveDocument.opening(try ArchiveBytes.file(file))
    let selection = try path.map { try document.selection($0) } ?? .value(try document.inspected(document.start))
    let tables = try document.tables(of: selection, name: path ?? "")
    guard let found = tables.first, tables.count == 1 else { throw choice(tables) }
    guard case .columns(let table, _) = found.content else {
      throw TableError(
        description: "'\(TerminalText.escaped(file))' has no columns, but an array of dictionaries or objects")
    }
    return (table, try className(document, path: path ?? ""))
  }

  /// The name of the records that the value at the path is an array of.
  private static func className(_ document: ArchiveDocument, path: String) throws -> String? {
    let path = path.hasSuffix("[]") ? String(path.dropLast(2)) : path
    var selection = try path.isEmpty ? .value(document.inspected(document.start)) : document.selection(path)
    if path.isEmpty, case .value(let top) = selection, let fields = try document.fields(of: top)?.fields,
      fields.count == 1
    {
      selection = try document.content(of: fields[0])
    }
    guard case .value(let value) = selection, let name = value.type?.name, name.hasSuffix("[]") else { return nil }
    return String(name.dropLast(2))
  }

  /// What to say where a CSV of the table does not become the same columns again; nil if nothing is lost.
  static func reasonAgainstCSV(_ selection: Selection, _ document: ArchiveDocument, path: String?) throws -> String? {
    let tables = try document.tables(of: selection, name: path ?? "")
    guard let table = tables.first, tables.count == 1 else { return nil }
    guard case .columns(let table, _) = table.content else {
      return "CSV has text alone: converted back, the dictionaries become records of columns; JSON keeps everything"
    }
    return CSVLosses(table).words
  }

  /// The table that is selected, as CSV.
  ///
  /// - Parameters:
  ///   - path: the key path by which it was selected.
  ///   - damage: gets what cannot be read, and is left out.
  /// - Returns: how many texts are no UTF-8, and hexadecimal digits in the output.
  /// - Throws: `TableError` where there is not one table, or it is too wide.
  static func writeCSV(
    _ selection: Selection, _ document: ArchiveDocument, path: String?, skip: Int = 0, limit: Int = .max,
    to output: OutputBuffer, damage: ([String]) throws -> Void
  ) throws -> Int {
    let tables = try document.tables(of: selection, name: path ?? "")
    guard let table = tables.first, tables.count == 1 else { throw choice(tables) }
    switch table.content {
    case .records(let list):
      try RecordCSVWriter(list, to: output).write(skip: skip, limit: limit)
      return 0
    case .columns(let table, _):
      guard var writer = CSVWriter(table, in: document.view.bytes, to: output) else {
        throw TableError(
          description: "a row has more than \(CSVWriter.greatestWidth) values; choose a column by its key path")
      }
      writer.write(skip: skip, limit: limit)
      try damage(table.damage)
      return writer.invalidTexts
    }
  }
}

/// An archive as an XML property list.
enum XMLOutput {
  /// - Parameter roundsDates: whether fractions of seconds, which XML has no place for, are cut off.
  /// - Throws: `TableError` for dates with fractions; `notRepresentable` for what else XML has nothing for.
  static func data(_ document: ArchiveDocument, roundsDates: Bool) throws -> Data {
    var bytes = Data(document.source.bytes)
    var first: Double?
    var count = 0
    for index in 0..<document.view.objectCount {
      guard case .date(let bits) = try document.view.node(index) else { continue }
      let seconds = Double(bitPattern: bits)
      guard seconds.isFinite, seconds != seconds.rounded(.down) else { continue }
      guard roundsDates else {
        first = first ?? seconds
        count += 1
        continue
      }
      let start = bytes.startIndex + (try document.view.offset(of: index)) + 1
      withUnsafeBytes(of: seconds.rounded(.down).bitPattern.bigEndian) {
        bytes.replaceSubrange(start..<(start + 8), with: $0)
      }
    }
    if let first {
      throw TableError(
        description:
          "\(NumberText.counted(count, "date")) with fractions of a second, the first \(CalendarDate.text(first) ?? "\(first)"), which XML cannot hold; '--round-dates' cuts them off, JSON keeps them"
      )
    }
    return try XMLPropertyListWriter.xml(bytes, maximumByteCount: max(bytes.count &* 200, 64 << 20))
  }
}

extension OutputBuffer {
  func append(_ data: Data) { data.withUnsafeBytes { append($0) } }
}
