import ArchiveInspection
import ArchivePage
import ArchiveRuntime
import Foundation
import UntypedArchive

/// One run of `inspect`: files or BLOBs one after another, with the options that were given.
struct InspectionSession {
  private let command: InspectCommand
  private let output: OutputBuffer
  private let names: ValueNames?
  private let style: LineStyle
  private(set) var hasFailed = false

  init(_ command: InspectCommand, _ output: OutputBuffer, _ names: ValueNames?) {
    self.command = command
    self.names = names
    self.output = output
    style = LineStyle(hasColor: command.color.isOn(STDOUT_FILENO), width: Terminal.width(STDOUT_FILENO))
  }

  mutating func fail(_ message: String) {
    hasFailed = true
    output.flush()
    CommandMessage.error(message)
  }

  private mutating func failIfUnreadable(_ count: Int, _ name: String) {
    if count > 0 { fail("\(name): \(NumberText.counted(count, "unreadable value"))") }
  }

  private func note(_ message: String) {
    output.flush()
    CommandMessage.note(message)
  }

  // MARK: Input

  mutating func inspect(_ path: String, _ keyPath: String?, of count: Int) {
    let name = path == "-" ? "standard input" : path
    do {
      // What is salvaged, or is a part of the file, may begin with anything.
      let isWhole = !command.salvage && command.at == nil
      var source =
        path == "-"
        ? try ArchiveBytes.reading(STDIN_FILENO, name: name, beginsAsList: isWhole)
        : try ArchiveBytes.file(path, beginsAsList: isWhole)
      if let at = command.at.flatMap(InspectCommand.offset) {
        guard !command.salvage else {
          guard at <= source.bytes.count else { throw ArchiveError.notAnArchive(reason: "it has no byte \(at)") }
          return salvage(ArchiveBytes(source, at..<source.bytes.count))
        }
        source = ArchiveBytes(source, try EmbeddedArchive.range(in: source.bytes, from: at))
      }
      if command.salvage { return salvage(source) }
      let prefix = count > 1 ? "\"$file\":" + Self.quoted(path) : ""
      if let page = command.html {
        return try writePage(
          source, name: path == "-" ? name : (path as NSString).lastPathComponent, limit: command.htmlSize, to: page)
      }
      try inspect(try open(source), keyPath, name: name, prefix: prefix)
    } catch let error as ArchiveError where error.code == .file {
      fail(error.description)
    } catch let error as ArchiveError {
      let hint = error.code == .corrupt ? "; 'archivegen inspect --salvage' shows what it still holds" : ""
      let words = ArchiveErrorText.words(of: error)
      fail("\(name): \(hint.isEmpty || words.last != "." ? words : String(words.dropLast()))\(hint)")
    } catch {
      fail("\(name): \(ArchiveErrorText.words(of: error))")
    }
  }

  private func open(_ source: ArchiveBytes) throws -> ArchiveDocument {
    let document = try ArchiveDocument.opening(source)
    document.names = names
    return document
  }

  private mutating func writePage(_ source: ArchiveBytes, name: String, limit: Int?, to path: String) throws {
    let document = try open(source)
    var limits = PageLimits()
    if let limit { limits.bytes = limit * 1_000_000 }
    var problems = 0
    try OutputFile.write(path) { problems = ArchivePage.write(document, name: name, limits: limits, to: $0) }
    failIfUnreadable(problems, name)
  }

  mutating func inspectDatabase(_ database: String, _ query: String) {
    let keyPath = command.path ?? command.named.first
    var (found, others) = (0, 0)
    do {
      // Errors of one BLOB do not end the query.
      var problems: [String] = []
      var own = self
      try SQLiteLibrary().blobs(in: database, query: query) { row, column, bytes in
        let name = "row \(row), \(column)"
        guard
          bytes.starts(with: Array("bplist".utf8)) || bytes.starts(with: Array("<?xml".utf8))
            || bytes.starts(with: Array("<plist".utf8))
        else {
          others += 1
          return
        }
        found += 1
        if command.format == .tree, !command.count {
          var line = StyledLine()
          line.add("\(name), \(NumberText.counted(bytes.count, "byte"))", .note)
          style.write(line, to: output)
        }
        let prefix = "\"$row\":\(row),\"$column\":" + Self.quoted(column)
        do {
          let copy = ArchiveBytes(copying: bytes)
          if command.salvage {
            own.salvage(copy)
          } else {
            try own.inspect(try open(copy), keyPath, name: name, prefix: prefix)
          }
        } catch {
          problems.append("\(name): \(ArchiveErrorText.words(of: error))")
        }
      }
      if own.hasFailed { hasFailed = true }
      for problem in problems { fail(problem) }
      if found == 0 {
        fail("the query has no BLOB that is a property list\(others > 0 ? "; \(others) BLOBs are something else" : "")")
      }
    } catch {
      fail(ArchiveErrorText.words(of: error))
    }
  }

  private static func quoted(_ text: String) -> String {
    let buffer = OutputBuffer(.memory, capacity: 4_096)
    buffer.append(json: text)
    buffer.flush()
    return String(decoding: buffer.data, as: UTF8.self)
  }

  private func salvage(_ source: ArchiveBytes) {
    let isJSON = command.format == .json || command.format == .jsonl
    var left = command.head ?? .max
    let state = Salvage.run(source) { item in
      guard left > 0, output.isOpen else { return }
      left -= 1
      switch item {
      case .found(let found):
        if isJSON {
          output.append("{\"offset\":\(found.offset),\"length\":\(found.length),")
          if let index = found.index { output.append("\"index\":\(index),") }
          output.append("\"kind\":\(Self.quoted(found.kind)),\"text\":\(Self.quoted(found.text))}\n")
          return
        }
        var line = StyledLine()
        line.add("@\(found.offset)+\(found.length)", .note)
        if let index = found.index { line.add("  object \(index)", .note) }
        line.add("  \(found.kind): ", .type)
        line.add(found.text, .text)
        style.write(line, to: output)
      case .lost(let range, let reason):
        if isJSON {
          output.append("{\"offset\":\(range.lowerBound),\"length\":\(range.count),\"lost\":\(Self.quoted(reason))}\n")
          return
        }
        var line = StyledLine()
        line.add("@\(range.lowerBound)+\(range.count)  lost: \(TerminalText.escaped(reason))", .problem)
        style.write(line, to: output)
      }
    }
    note(state)
  }

  // MARK: Output

  private mutating func inspect(
    _ document: ArchiveDocument, _ keyPath: String?, name: String, prefix: String
  ) throws {
    // What is there is shown all the same.
    do throws(ArchiveError) { _ = try document.verifyChecksum() } catch {
      fail("\(name): \(ArchiveErrorText(error).reason)")
    }
    if command.stats {
      let report = try SizeReport(document)
      report.write(
        head: command.head ?? .max, isJSON: command.format == .json || command.format == .jsonl, style: style,
        to: output)
      return
    }
    if command.strings { return try StringList.write(document, head: command.head ?? .max, to: output) }
    if command.schema, command.schemaInputs.isEmpty {
      var printer = SchemaPrinter(document, to: output, style: style)
      return try printer.write()
    }
    let selection =
      try keyPath.map { try document.selection($0) }
      ?? .value(try document.inspected(command.raw ? document.view.top : document.start, isRaw: command.raw))
    if command.count { return output.append("\(try Self.count(selection, document))\n") }
    switch command.format {
    case .tree:
      var options = TreePrinter.Options()
      options.depth = command.depth ?? .max
      options.head = command.head ?? 20
      options.skip = command.skip
      options.isRaw = command.raw
      options.hasOffsets = command.offsets
      options.expandsData = command.expandData
      options.style = style
      var printer = TreePrinter(document, options, to: output)
      printer.show(selection)
      failIfUnreadable(printer.problemCount, name)
    case .json:
      if keyPath == nil, command.head == nil, command.skip == 0 {
        var options = LosslessJSONWriter.Options()
        options.hasOffsets = command.offsets
        options.hasLists = !command.raw
        try LosslessJSONWriter.write(document, options, to: output)
      } else {
        var writer = ValueJSONWriter(document, to: output, depth: command.depth ?? 64)
        try writer.write(selection, head: command.head ?? .max, skip: command.skip)
        output.append("\n")
        for text in writer.damage { fail("\(name): \(text)") }
      }
    case .jsonl: for text in try writeLines(document, selection, keyPath, prefix) { fail("\(name): \(text)") }
    case .csv:
      var damage: [String] = []
      let invalidTexts = try TableOutput.writeCSV(
        selection, document, path: keyPath, skip: command.skip, limit: command.head ?? .max, to: output
      ) { damage = $0 }
      for text in damage { fail("\(name): \(text)") }
      if invalidTexts > 0 {
        note("\(name): \(NumberText.counted(invalidTexts, "text")) without valid UTF-8: the bytes are written as 0x…")
      }
    case .xml1:
      if keyPath != nil { return fail("\(name): '--format xml1' writes whole archives; omit the key path") }
      output.append(try XMLOutput.data(document, roundsDates: command.roundDates))
    }
  }

  /// - Returns: what cannot be read, and is left out.
  private func writeLines(
    _ document: ArchiveDocument, _ selection: Selection, _ keyPath: String?, _ prefix: String
  ) throws -> [String] {
    let (head, skip) = (command.head ?? Int.max, command.skip)
    let selection = try document.tableItself(selection)
    var table: SelectedTable?
    var writer = ValueJSONWriter(document, to: output, depth: command.depth ?? 64)
    switch selection {
    case .table, .graphTable: table = try document.tables(of: selection).first
    case .records(let list):
      for row in skip..<max(skip, skip + min(head, max(0, list.rowCount - skip))) where output.isOpen {
        try writeLine(&writer, prefix) { writer in try writer.write(list, row) }
      }
      return writer.damage
    default: break
    }
    if case .columns(let table, let graph)? = table?.content {
      var rows = RowJSONWriter(table, graph, document, to: output)
      rows.writeAll(head: head, skip: skip, separator: "\n", prefix: prefix)
      if table.rowCount > skip { output.append("\n") }
      return table.damage
    }
    if case .value(let value) = selection, let elements = document.elements(of: value) {
      for position in skip..<max(skip, skip + min(head, max(0, elements.count - skip))) where output.isOpen {
        let element = try document.inspected(try document.view.reference(position, in: elements))
        try writeLine(&writer, prefix) { writer in try writer.write(element) }
      }
      return writer.damage
    }
    try writeLine(&writer, prefix) { writer in try writer.write(selection, head: head, skip: skip) }
    return writer.damage
  }

  private func writeLine(
    _ writer: inout ValueJSONWriter, _ prefix: String, _ write: (inout ValueJSONWriter) throws -> Void
  ) throws {
    writer.nextLine()
    if !prefix.isEmpty { output.append("{\(prefix),\"value\":") }
    try write(&writer)
    output.append(prefix.isEmpty ? "\n" : "}\n")
  }

  private static func count(_ selection: Selection, _ document: ArchiveDocument) throws -> Int {
    switch try document.tableItself(selection) {
    case .table(let table, _), .column(let table, _, _): table.rowCount
    case .records(let list): list.rowCount
    case .row(let table, _, _): table.shownColumns.count
    case .array(let array): array.elementCount
    case .graph(let graph): graph.tables.count
    case .graphTable(let graph, let number): graph.tables[number].rowCount
    case .group(let group, _): group.parts.count
    case .element, .part, .text: 1
    case .cell(let table, _): table.columns[0].elementsPerRow
    case .value(let value):
      if let elements = document.elements(of: value) {
        elements.count
      } else if case .dictionary(let keys, _) = value.meaning {
        keys.count
      } else {
        try document.fields(of: value)?.fields.count ?? 1
      }
    }
  }
}
