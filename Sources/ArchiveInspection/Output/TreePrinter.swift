@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Shows an archive as a tree for people. An object is shown where it is met first, and `→ #17` elsewhere, so that
/// cycles end and sharing is seen. It needs no stack for deep data, and memory only for the objects that were shown.
package struct TreePrinter {
  package struct Options {
    package var depth = Int.max
    /// Rows, elements and keys of each container.
    package var head = 20
    package var skip = 0
    package var isRaw = false
    package var hasOffsets = false
    package var expandsData = false
    package var style = LineStyle()

    package init() {}
  }

  private let document: ArchiveDocument
  private let options: Options
  private let output: OutputBuffer
  private let values: ValueText
  private var shown: Set<Int> = []
  private var frames: [Frame] = []
  /// What could not be read: nothing is left out in silence.
  package private(set) var problemCount = 0
  /// How many lists are around this one.
  private let nesting: Int
  private let lists: EmbeddedLists

  private enum Items {
    case fields([DescribedFields.Field])
    case elements(ElementList)
    case pairs(keys: ElementList, values: ElementList)
  }

  private struct Frame {
    let items: Items
    let indent: Int
    var next: Int
    let end: Int
    let count: Int
  }

  package init(_ document: ArchiveDocument, _ options: Options, to output: OutputBuffer) {
    self.init(document, options, to: output, nesting: 0, EmbeddedLists(byteCount: document.source.bytes.count))
  }

  private init(
    _ document: ArchiveDocument, _ options: Options, to output: OutputBuffer, nesting: Int, _ lists: EmbeddedLists
  ) {
    (self.document, self.options, self.output) = (document, options, output)
    (self.nesting, self.lists) = (nesting, lists)
    values = ValueText(document)
  }

  // MARK: Selections

  package mutating func show(_ selection: Selection, label: String? = nil, indent: Int = 0) {
    var line = StyledLine(indent)
    if let label {
      line.add(label, .key)
      line.add(": ")
    }
    switch selection {
    case .value(let value): show(value, line, indent, isTop: true)
    case .array(let array):
      line.add(array.array.name + " ", .type)
      line.add(values.array(array, head: max(options.head, 1)), .number)
      write(line, array.bytes)
    case .element(let array, let place):
      let size = array.elementCount == 0 ? 0 : array.bytes.count / array.elementCount
      let offset = array.bytes.lowerBound + place * size
      line.add(ValueText.element(array.array, document.view.bytes, at: offset, order: array.order), .number)
      write(line, offset..<(offset + size))
    case .group(let group, let word):
      line.add("0x" + String(word, radix: 16), .number)
      line.add("  " + ValueText.parts(group, word), .note)
      write(line, nil)
    case .part(let part, let word):
      line.add(part.number(in: word).text, .number)
      write(line, nil)
    case .text(let text):
      line.add(TerminalText.quoted(text), .text)
      write(line, nil)
    case .table(let table, let graph): printer(of: [table]).show(table, graph, line, indent)
    case .row(let table, let graph, let row): printer(of: [table]).show(table, graph, row: row, indent)
    case .cell(let table, let graph): printer(of: [table]).show(table, graph, row: 0, indent)
    case .column(let table, let graph, let column):
      let table = table.only(column)
      printer(of: [table]).show(table, graph, line, indent)
    case .graph(let graph): printer(of: graph).show(graph, line, indent)
    case .graphTable(let graph, let number): printer(of: graph, number).show(graph, number, indent)
    case .records(let list):
      line.add(NumberText.counted(list.rowCount, "row"), .number)
      line.add(" of " + NumberText.counted(list.shownColumns.count, "column"))
      write(line, nil)
      do { try RecordTablePrinter(list, options).write(indent + 1, to: output) } catch { problem(error, indent + 1) }
    }
    run()
  }

  /// The printer of tables, of which one is about to be shown.
  private mutating func printer(of tables: [ArchiveTable]) -> TablePrinter {
    problemCount += tables.reduce(0) { $0 + $1.damage.count }
    return TablePrinter(document, options, to: output)
  }

  private mutating func printer(of graph: GraphTables, _ number: Int? = nil) -> TablePrinter {
    let shown = number.map { [graph.tables[$0]] } ?? graph.tables
    return printer(of: shown.compactMap { if case .records(let table) = $0.content { table } else { nil } })
  }

  private mutating func run() {
    while let frame = frames.last, output.isOpen {
      guard frame.next < frame.end else {
        frames.removeLast()
        if frame.end < frame.count {
          var line = StyledLine(frame.indent)
          line.add("… \(frame.count - frame.end) more", .note)
          options.style.write(line, to: output)
        }
        continue
      }
      frames[frames.count - 1].next += 1
      do throws(ArchiveError) {
        try item(frame.items, frame.next, frame.indent)
      } catch {
        problem(error, frame.indent)
      }
    }
    frames = []
  }

  private mutating func problem(_ error: any Error, _ indent: Int) {
    problemCount += 1
    var line = StyledLine(indent)
    line.add("unreadable: \(error)", .problem)
    options.style.write(line, to: output)
  }

  private mutating func item(_ items: Items, _ position: Int, _ indent: Int) throws(ArchiveError) {
    var line = StyledLine(indent)
    switch items {
    case .elements(let elements):
      line.add("[\(position)]", .key)
      line.add(" ")
      let place = try document.view.reference(position, in: elements)
      show(try document.inspected(place, isRaw: options.isRaw), line, indent, isTop: false)
    case .pairs(let keys, let values):
      let key = try document.inspected(try document.view.reference(position, in: keys), isRaw: options.isRaw)
      line.add(self.values.summary(key), .key)
      line.add(": ")
      let place = try document.view.reference(position, in: values)
      show(try document.inspected(place, isRaw: options.isRaw), line, indent, isTop: false)
    case .fields(let fields):
      let field = fields[position]
      line.add(TerminalText.key(field.key), .key)
      line.add(": ")
      switch field.content {
      case .value:
        let value = try document.inspected(field.index, isRaw: options.isRaw)
        if let reading = field.reading, case .plain(.integer(let number)) = value.meaning,
          let text = NamedNumber.text(number, reading)
        {
          line.add(text, .number)
          return write(line, try? document.extent(of: value.index))
        }
        show(value, line, indent, isTop: false)
      case .array(let array):
        line.add(array.array.name + " ", .type)
        line.add(values.array(array, head: max(options.head, 1)), .number)
        write(line, array.bytes)
      case .group(let group):
        if let word = try document.view.node(field.index).word {
          line.add("0x" + String(word, radix: 16), .number)
          line.add("  " + ValueText.parts(group, word), .note)
          write(line, try? document.extent(of: field.index))
        } else {
          show(try document.inspected(field.index), line, indent, isTop: false)
        }
      case .description(let text):
        line.add(TerminalText.quoted(text), .text)
        write(line, nil)
      case .table(let table): printer(of: [table]).show(table, nil, line, indent)
      case .graph(let graph): printer(of: graph).show(graph, line, indent)
      }
    }
  }

  // MARK: Values

  private mutating func show(_ value: InspectedValue, _ start: StyledLine, _ indent: Int, isTop: Bool) {
    var line = start
    do throws(ArchiveError) {
      try describe(value, &line, indent, isTop: isTop)
    } catch {
      line.add("unreadable: \(TerminalText.escaped(error.description))", .problem)
      problemCount += 1
      write(line, nil)
    }
  }

  private mutating func describe(
    _ value: InspectedValue, _ line: inout StyledLine, _ indent: Int, isTop: Bool
  ) throws(ArchiveError) {
    let isContainer = hasItems(value)
    let extent = try? document.extent(of: value.index)
    // Numbers and texts are shown again, because that takes no more than saying where they were shown.
    if let uid = value.uid, isContainer, !shown.insert(uid).inserted {
      line.add("→ #\(uid)", .note)
      if let type = value.type { line.add(" " + TerminalText.escaped(type.name), .type) }
      return write(line, nil)
    }
    if !isContainer, value.uid == nil || value.type == nil, case .plain = value.meaning {
      return try leaf(value, &line, indent)
    }
    switch value.meaning {
    case .null: line.add("nil", .note)
    case .text(let text): line.add(values.text(text), .text)
    case .data(let range): return try data(range, value, &line, indent)
    case .date(let seconds): line.add(values.date(seconds), .number)
    case .uuid(let range): line.add(values.uuid(range), .number)
    case .url(let relative, let base):
      line.add(TerminalText.quoted(relative), .text)
      if let base {
        line.add(" relative to ", .note)
        line.add(values.summary(try document.object(base)), .text)
      }
    case .list(let kind, let elements):
      line.add(value.type.map { TerminalText.escaped($0.name) } ?? kind.rawValue, .type)
      line.add(" of \(elements.count)")
    case .dictionary(let keys, _):
      line.add(value.type.map { TerminalText.escaped($0.name) } ?? "dictionary", .type)
      line.add(" of \(keys.count)")
    case .object:
      line.add(value.type.map { TerminalText.escaped($0.name) } ?? "object", .type)
      if let decimal = values.decimal(value) { line.add(" " + decimal, .number) }
    case .classDescription(let type): line.add("class " + TerminalText.escaped(type.name), .type)
    case .plain(let node):
      if isTop, value.index == document.keyed?.topIndex {
        line.add("keyed archive" + (document.format.statement.map { ", \($0)" } ?? ""), .type)
        line.add(", \(NumberText.counted(document.objectCount, "object"))")
      } else {
        line.add(try values.leaf(node), .type)
      }
    }
    if value.type != nil, !isContainer, let name = value.type?.name {
      line.add("  " + TerminalText.escaped(name), .type)
    }
    if let uid = value.uid, uid != 0, isContainer { line.add(" #\(uid)", .note) }
    if isContainer, indent >= options.depth {
      line.add(" …", .note)
      return write(line, extent)
    }
    write(line, extent)
    if isContainer { try enter(value, indent + 1) }
  }

  private mutating func leaf(_ value: InspectedValue, _ line: inout StyledLine, _ indent: Int) throws(ArchiveError) {
    if case .data(let range) = value.node, options.expandsData, document.beginsList(within: range) {
      return try data(range, value, &line, indent)
    }
    let style: StyledLine.Style
    switch value.node {
    case .string: style = .text
    case .null: style = .note
    default: style = .number
    }
    line.add(try values.leaf(value.node), style)
    write(line, try? document.extent(of: value.index))
  }

  private mutating func data(_ range: Range<Int>, _ value: InspectedValue, _ line: inout StyledLine, _ indent: Int)
    throws(ArchiveError)
  {
    line.add(values.data(range), .number)
    if let type = value.type { line.add("  " + TerminalText.escaped(type.name), .type) }
    let inner = lists.open(range, in: document, depth: nesting)
    if inner != nil {
      line.add(" (a property list)", .note)
    } else if document.beginsList(within: range) {
      line.add(" (begins as a property list, and is not opened)", .note)
    }
    write(line, try? document.extent(of: value.index))
    guard options.expandsData, let inner else { return }
    var printer = TreePrinter(inner, options, to: output, nesting: nesting + 1, lists)
    do throws(ArchiveError) {
      let top = try inner.inspected(options.isRaw ? inner.view.top : inner.start, isRaw: options.isRaw)
      printer.show(.value(top), indent: indent + 1)
      problemCount += printer.problemCount
    } catch {
      problem(error, indent + 1)
    }
  }

  private func hasItems(_ value: InspectedValue) -> Bool {
    switch value.meaning {
    case .object, .list, .dictionary, .plain(.dictionary), .plain(.array), .plain(.set): true
    default: false
    }
  }

  private mutating func enter(_ value: InspectedValue, _ indent: Int) throws(ArchiveError) {
    let items: Items
    let count: Int
    if let elements = document.elements(of: value) {
      (items, count) = (.elements(elements), elements.count)
    } else if case .dictionary(let keys, let values) = value.meaning {
      (items, count) = (.pairs(keys: keys, values: values), keys.count)
    } else if options.isRaw, case .dictionary(let dictionary) = value.node {
      let fields = try document.plainFields(of: dictionary).fields
      (items, count) = (.fields(fields), fields.count)
    } else if let fields = try document.fields(of: value)?.fields {
      (items, count) = (.fields(fields), fields.count)
    } else {
      return
    }
    // A raw list that contains itself: each container of the list once on the way down.
    if value.uid == nil, !shown.insert(-1 - value.index).inserted {
      var line = StyledLine(indent)
      line.add("(shown above)", .note)
      return options.style.write(line, to: output)
    }
    if !options.isRaw, case .elements = items, try isTable(value, indent) { return }
    let isLong: Bool = if case .fields = items { false } else { true }
    let first = frames.isEmpty ? min(options.skip, count) : 0
    let end = isLong ? first + min(options.head, count - first) : count
    frames.append(Frame(items: items, indent: indent, next: first, end: end, count: count))
  }

  /// Shows an array of dictionaries as a table where nothing is missing in it.
  private mutating func isTable(_ value: InspectedValue, _ indent: Int) throws(ArchiveError) -> Bool {
    guard !options.hasOffsets, let list = try document.records(of: value) else { return false }
    var options = options
    if !frames.isEmpty { options.skip = 0 }
    let table = RecordTablePrinter(list, options)
    // Where a value cannot be read, the tree says which.
    guard (try? table.isWhole(indent)) == true else { return false }
    do { try table.write(indent, to: output) } catch { problem(error, indent) }
    return true
  }

  private func write(_ line: StyledLine, _ extent: Range<Int>?) {
    var line = line
    if options.hasOffsets, let extent, document.hasOffsets {
      line.add("  @\(extent.lowerBound)+\(extent.count)", .note)
    }
    options.style.write(line, to: output)
  }
}

extension ArchiveDocument.Format {
  /// What the file is if it is not binary.
  package var statement: String? {
    switch self {
    case .binary: nil
    case .xml: "XML"
    case .json: "JSON"
    case .openStep: "OpenStep text"
    }
  }
}
