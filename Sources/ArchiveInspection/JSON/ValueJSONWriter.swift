@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Writes one value as JSON for programs that look at values: objects in place of references, columns as lists of rows.
/// It is not turned back into an archive; `LosslessJSONWriter` writes what is.
package struct ValueJSONWriter {
  private let document: ArchiveDocument
  private let output: OutputBuffer
  private let values: ValueText
  private let depth: Int
  /// The containers of the current line.
  private var written: Set<Int> = []
  /// The containers and long leaves of all lines.
  private var earlier: Set<Int> = []
  /// The length of the output from which nothing is repeated: a list of lists that share everything would otherwise
  /// give output with the square of its size.
  private let repeatingLength: Int
  private var frames: [Frame] = []
  /// How many rows and elements of each are written, and how many of the outermost are left out.
  private var head = Int.max
  private var skip = 0
  /// The long keys of dictionaries, by where they are in the file and by what they are.
  private var longNames: [Int: Int] = [:]
  private var longTexts: [ExactText: Int] = [:]
  /// The columns that are left out, because they cannot be read.
  package private(set) var damage: [String] = []

  private enum Items {
    case fields([DescribedFields.Field])
    case elements(ElementList)
    case pairs(keys: ElementList, values: ElementList)
    /// Keys and values in turn, where JSON has no names for the keys.
    case list(keys: ElementList, values: ElementList)
  }

  private struct Frame {
    let items: Items
    let count: Int
    var next = 0
    let closing: String
    var isFirst: Bool
  }

  /// - Parameter depth: how deep objects are nested; deeper ones are `{"$ref": 7}`.
  package init(_ document: ArchiveDocument, to output: OutputBuffer, depth: Int = 64) {
    (self.document, self.output, self.depth) = (document, output, depth)
    values = ValueText(document)
    repeatingLength = output.total + Self.repeatedBytes(document.source.bytes.count)
  }

  /// How long the output may get with values that were written before.
  private static func repeatedBytes(_ byteCount: Int) -> Int { 8 * byteCount + 1 << 20 }

  /// The shortest leaf that counts as large. A reference takes as many bytes as a shorter one.
  private static let largeLeaf = 64

  /// Begins another line, in which every value that it leads to is written again.
  package mutating func nextLine() { written.removeAll(keepingCapacity: true) }

  /// Notes a value that is written.
  ///
  /// - Returns: whether it was written before, and the output is already so long that it has to be a reference.
  private mutating func isRepeated(_ identity: Int) -> Bool {
    !earlier.insert(identity).inserted && output.total > repeatingLength
  }

  private func reference(to value: InspectedValue) -> String {
    value.uid.map { "{\"$ref\":\($0)}" } ?? "{\"$again\":\"@\(value.index)\"}"
  }

  // MARK: Selections

  package mutating func write(_ selection: Selection, head: Int = .max, skip: Int = 0) throws {
    switch selection {
    case .value(let value):
      (self.head, self.skip) = (head, skip)
      try write(value)
    case .array(let array): writeArray(array.prefix(head, skip: skip))
    case .element(let array, let place):
      let size = array.elementCount == 0 ? 0 : array.bytes.count / array.elementCount
      let start = array.bytes.lowerBound + place * size
      TypedList.append(
        ArchivedArray(
          array.array.element, array.array.dimensions.isEmpty ? [] : Array(array.array.dimensions.suffix(1))),
        UnsafeRawBufferPointer(rebasing: document.view.bytes[start..<(start + size)]), to: output)
    case .group(let group, let word):
      output.append("{")
      for (place, part) in group.parts.enumerated() {
        if place > 0 { output.append(",") }
        output.append(json: part.name)
        output.append(":" + part.number(in: word).text)
      }
      output.append("}")
    case .part(let part, let word): output.append(part.number(in: word).text)
    case .text(let text): output.append(json: text)
    case .table(let table, let graph): writeRows(table, graph, head: head, skip: skip)
    case .column(let table, let graph, let column): writeRows(table.only(column), graph, head: head, skip: skip)
    case .row(let table, let graph, let row): writeRow(table, graph, row)
    case .cell(let table, let graph): writeRow(table, graph, 0)
    case .graph(let graph):
      output.append("{")
      for number in graph.tables.indices {
        if number > 0 { output.append(",\n") }
        output.append(json: graph.tables[number].name)
        output.append(":")
        try writeTable(graph, number, head: head, skip: skip)
      }
      output.append("}")
    case .graphTable(let graph, let number): try writeTable(graph, number, head: head, skip: skip)
    case .records(let list):
      output.append("[")
      var isFirst = true
      for row in min(
        skip, list.rowCount)..<(min(skip, list.rowCount) + min(head, list.rowCount - min(skip, list.rowCount)))
      where output.isOpen {
        if !isFirst { output.append(",\n") }
        isFirst = false
        try write(list, row)
      }
      output.append("]")
    }
  }

  /// One row of a table of dictionaries: its value if it is one column.
  package mutating func write(_ list: RecordList, _ row: Int) throws {
    guard list.isColumn else { return try write(try list.element(row)) }
    if let cell = try list.cells(row).first, let cell { try write(cell) } else { output.append("null") }
  }

  private mutating func writeTable(_ graph: GraphTables, _ number: Int, head: Int, skip: Int) throws {
    let table = graph.tables[number]
    switch table.content {
    case .records(let records): writeRows(records, graph, head: head, skip: skip)
    case .numbers(let column):
      output.append("[")
      TypedList.append(column.array, UnsafeRawBufferPointer(rebasing: document.view.bytes[column.bytes]), to: output)
      output.append("]")
    case .texts(let range):
      output.append("[")
      for (place, text) in GraphTables.texts(range, in: document.view.bytes).dropFirst(skip).prefix(head).enumerated() {
        if place > 0 { output.append(",") }
        output.append(json: String(decoding: document.view.bytes[text], as: UTF8.self))
      }
      output.append("]")
    case .handles, .missing: output.append("null")
    }
  }

  private mutating func writeRows(_ table: ArchiveTable, _ graph: GraphTables?, head: Int, skip: Int) {
    damage += table.damage
    output.append("[")
    var rows = RowJSONWriter(table, graph, document, to: output)
    rows.writeAll(head: head, skip: skip, separator: ",\n")
    output.append("]")
  }

  private mutating func writeRow(_ table: ArchiveTable, _ graph: GraphTables?, _ row: Int) {
    damage += table.damage
    var rows = RowJSONWriter(table, graph, document, to: output)
    rows.write(row)
  }

  private func writeArray(_ packed: DescribedArray) {
    let bytes = UnsafeRawBufferPointer(rebasing: document.view.bytes[packed.bytes])
    if packed.order == .little || packed.array.isSingleBytes {
      output.append("[")
      TypedList.append(packed.array, bytes, to: output)
      output.append("]")
    } else if case .number(let type) = packed.array.element {
      output.append("[")
      let size = type.number.archivedSize
      for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
        if start > 0 { output.append(",") }
        let own = Array(bytes[start..<(start + size)].reversed())
        own.withUnsafeBytes { TypedList.append(ArchivedArray(.number(type), []), $0, to: output) }
      }
      output.append("]")
    }
  }

  // MARK: Values

  /// Writes a value with everything that it leads to.
  package mutating func write(_ value: InspectedValue) throws {
    try begin(value)
    while let frame = frames.last, output.isOpen {
      guard frame.next < frame.count else {
        output.append(frame.closing)
        frames.removeLast()
        continue
      }
      let place = frames.count - 1
      frames[place].next += 1
      if !frame.isFirst { output.append(UInt8(ascii: ",")) }
      frames[place].isFirst = false
      switch frame.items {
      case .elements(let elements):
        try begin(try document.inspected(try document.view.reference(frame.next, in: elements)))
      case .pairs(let keys, let values):
        let key = try document.inspected(try document.view.reference(frame.next, in: keys))
        output.append(json: isRepeatedKey(key) ? repeatedKey(key) : keyText(key))
        output.append(":")
        try begin(try document.inspected(try document.view.reference(frame.next, in: values)))
      case .list(let keys, let values):
        let half = frame.next % 2 == 0 ? keys : values
        try begin(try document.inspected(try document.view.reference(frame.next / 2, in: half)))
      case .fields(let fields):
        let field = fields[frame.next]
        output.append(json: field.pathKey.isEmpty ? "[]" : field.pathKey)
        output.append(":")
        if case .value = field.content {
          try begin(try document.inspected(field.index))
        } else {
          try write(try document.content(of: field), head: head)
        }
      }
    }
    frames = []
  }

  /// Whether it is a long text that was written before, when nothing may be repeated any more.
  private mutating func isRepeatedKey(_ key: InspectedValue) -> Bool {
    switch key.meaning {
    case .text(let text), .plain(.string(let text)):
      text.range.count > Self.largeLeaf && isRepeated(identity(of: key))
    default: false
    }
  }

  /// A reference in place of a key.
  private func repeatedKey(_ key: InspectedValue) -> String {
    key.uid.map { "$ref:\($0)" } ?? "$again:@\(key.index)"
  }

  /// Whether the keys are texts, numbers and the like, which are different names in JSON.
  private mutating func haveNames(_ keys: ElementList) throws(ArchiveError) -> Bool {
    var names: Set<ExactText> = []
    var longNames: Set<Int> = []
    for place in 0..<keys.count {
      let key = try document.inspected(try document.view.reference(place, in: keys))
      switch key.meaning {
      case .text(let text), .plain(.string(let text)):
        // Many dictionaries may share a long text, which is looked at once.
        if text.range.count > Self.largeLeaf {
          guard longNames.insert(longName(of: key, text)).inserted else { return false }
          continue
        }
      case .uuid, .plain(.integer), .plain(.wideInteger), .plain(.bool), .plain(.real32), .plain(.real64): break
      default: return false
      }
      guard names.insert(ExactText(keyText(key))).inserted else { return false }
    }
    return true
  }

  /// A number that equal long texts have in common.
  private mutating func longName(of key: InspectedValue, _ text: PropertyListText) -> Int {
    if let known = longNames[text.offset] { return known }
    let number = longTexts[ExactText(keyText(key)), default: longTexts.count]
    longTexts[ExactText(keyText(key))] = number
    longNames[text.offset] = number
    return number
  }

  private func keyText(_ value: InspectedValue) -> String {
    switch value.meaning {
    case .text(let text), .plain(.string(let text)): (try? document.view.string(text)) ?? values.text(text)
    case .uuid(let range): values.uuid(range)
    case .plain(let node): (try? values.leaf(node)) ?? ""
    default: value.uid.map { "#\($0)" } ?? ""
    }
  }

  private mutating func begin(_ value: InspectedValue) throws(ArchiveError) {
    switch value.meaning {
    case .null: return output.append("null")
    case .text(let text): return try leaf(.string(text), of: value)
    case .data(let range): return try leaf(.data(range), of: value)
    case .date(let seconds): return try leaf(.date(bitPattern: seconds.bitPattern))
    case .uuid(let range): return output.append("\"\(values.uuid(range))\"")
    case .url(let relative, let base):
      guard base != nil else { return output.append(json: relative) }
    case .plain(let node):
      switch node {
      case .array, .set, .dictionary: break
      default: return try leaf(node, of: value)
      }
    default: break
    }
    // An object, list or dictionary: once in a line, and no deeper than allowed.
    let identity = identity(of: value)
    guard frames.count < depth, written.insert(identity).inserted, !isRepeated(identity) else {
      return output.append(reference(to: value))
    }
    if let elements = document.elements(of: value) {
      output.append("[")
      let first = frames.isEmpty ? min(skip, elements.count) : 0
      frames.append(
        Frame(
          items: .elements(elements), count: first + min(head, elements.count - first), next: first, closing: "]",
          isFirst: true))
    } else if case .dictionary(let keys, let values) = value.meaning, try !haveNames(keys) {
      output.append("{\"$dict\":[")
      frames.append(
        Frame(items: .list(keys: keys, values: values), count: keys.count * 2, closing: "]}", isFirst: true))
    } else if case .dictionary(let keys, let values) = value.meaning {
      output.append("{")
      frames.append(Frame(items: .pairs(keys: keys, values: values), count: keys.count, closing: "}", isFirst: true))
    } else if let fields = try fields(of: value) {
      output.append("{")
      var isFirst = true
      if let type = value.type {
        output.append("\"$class\":")
        output.append(json: type.name)
        isFirst = false
      }
      if let uid = value.uid {
        output.append((isFirst ? "" : ",") + "\"$id\":\(uid)")
        isFirst = false
      }
      frames.append(Frame(items: .fields(fields), count: fields.count, closing: "}", isFirst: isFirst))
    } else {
      output.append("null")
    }
  }

  private func fields(of value: InspectedValue) throws(ArchiveError) -> [DescribedFields.Field]? {
    if case .url = value.meaning, case .dictionary(let dictionary) = value.node {
      return try document.fields(of: dictionary).fields
    }
    return try document.fields(of: value)?.fields
  }

  private func identity(of value: InspectedValue) -> Int { value.uid ?? -1 - value.index }

  private mutating func leaf(_ node: PropertyListNode, of value: InspectedValue)
    throws(ArchiveError)
  {
    switch node {
    case .string(let text)
    where text.range.count > Self.largeLeaf && isRepeated(identity(of: value)):
      return output.append(reference(to: value))
    case .data(let range) where range.count > Self.largeLeaf && isRepeated(identity(of: value)):
      return output.append(reference(to: value))
    default: try leaf(node)
    }
  }

  private func leaf(_ node: PropertyListNode) throws(ArchiveError) {
    switch node {
    case .date(let bits):
      let seconds = Double(bitPattern: bits)
      guard let text = CalendarDate.text(seconds) else { fallthrough }
      output.append("\"\(text)\"")
    default: try LosslessJSONWriter.append(leaf: node, document.view, to: output)
    }
  }
}
