@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import UntypedArchive

/// Writes a property list as the JSON that `LosslessJSONReader` turns back into the same list. InspectionJSON.md has
/// the form.
package struct LosslessJSONWriter {
  package struct Options {
    /// Whether to add where each object is in the file.
    package var hasOffsets = false
    /// Whether to add what makes the same bytes again.
    package var hasLayout = true
    /// Whether packed numbers are lists, and not bytes.
    package var hasLists = true

    package init() {}
  }

  private let document: ArchiveDocument
  private let view: PropertyListView
  private let output: OutputBuffer
  private let options: Options
  private var frames: [Frame] = []
  private var seen: SeenContainers

  private struct Frame {
    enum Kind { case array, set, dictionary, pairs }
    let kind: Kind
    let keys: PropertyListReferences?
    let values: PropertyListReferences
    /// What descriptions say of data, by its first byte.
    var explained: [Int: Explanation] = [:]
    /// Whether each element is on a line of its own.
    let isLong: Bool
    var next = 0
  }

  private enum Explanation {
    case list(ArchivedArray, ByteOrder)
    case texts
  }

  /// Words that begin an object which stands for a value that JSON does not have.
  static let tags: Set<String> = [
    "$ref", "$int", "$real", "$f32", "$date", "$data", "$set", "$utf16", "$ascii", "$dict", "$values", "$texts",
    "$again",
  ]

  /// - Throws: `corrupt` if the list cannot be read completely. What was written until then stays written.
  package static func write(
    _ document: ArchiveDocument, _ options: Options = Options(), to output: OutputBuffer
  ) throws(ArchiveError) {
    output.append("{\"archivegen\":1,\"format\":\"\(document.format == .xml ? "xml" : "binary")\"")
    if options.hasLayout, document.format == .binary || document.format == .json {
      output.append(",\n\"layout\":")
      append(try ListLayout(of: document.view), to: output)
    }
    output.append(",\n\"list\":")
    var writer = LosslessJSONWriter(document, options, output)
    try writer.write()
    if options.hasOffsets, document.hasOffsets { try writer.appendOffsets() }
    output.append("}\n")
  }

  private init(_ document: ArchiveDocument, _ options: Options, _ output: OutputBuffer) {
    (self.document, self.options, self.output) = (document, options, output)
    view = document.view
    seen = SeenContainers(view.objectCount)
  }

  private static func append(_ layout: ListLayout, to output: OutputBuffer) {
    func runs(_ runs: [ListLayout.Run]) -> String {
      "[" + runs.map { "[\($0.first),\($0.count)]" }.joined(separator: ",") + "]"
    }
    output.append("{\"offsetSize\":\(layout.offsetSize),\"referenceSize\":\(layout.referenceSize),\"leaves\":")
    output.append(runs(layout.leaves))
    output.append(",\"containers\":")
    output.append(runs(layout.containers))
    if !layout.apart.isEmpty {
      output.append(",\"apart\":[" + layout.apart.map(String.init).joined(separator: ",") + "]")
    }
    if !layout.same.isEmpty {
      output.append(",\"same\":[" + layout.same.map { "[\($0.slot),\($0.leaf)]" }.joined(separator: ",") + "]")
    }
    if layout.uidSize > 1 { output.append(",\"uidSize\":\(layout.uidSize)") }
    func forms(_ key: String, _ forms: [(Int, ObjectForm)]) {
      if forms.isEmpty { return }
      output.append(",\"\(key)\":[" + forms.map { "[\($0),\"\($1.text)\"]" }.joined(separator: ",") + "]")
    }
    forms("leafForms", layout.leafForms.map { ($0.slot, $0.form) })
    forms("containerForms", layout.containerForms.map { ($0.number, $0.form) })
    if !layout.unused.isEmpty {
      let unused = layout.unused.map { "[\($0.index),\"\(NumberText.digits($0.bytes))\"]" }
      output.append(",\"unused\":[" + unused.joined(separator: ",") + "]")
    }
    output.append("}")
  }

  private func appendOffsets() throws(ArchiveError) {
    output.append(",\n\"offsets\":[")
    for uid in 0..<document.objectCount where output.isOpen {
      let extent = try document.extent(of: try document.index(ofObject: uid))
      output.append("\(uid == 0 ? "" : ",")[\(extent.lowerBound),\(extent.count)]")
    }
    output.append("]")
  }

  private mutating func write() throws(ArchiveError) {
    try object(view.top, explanation: nil)
    while let frame = frames.last, output.isOpen {
      let place = frames.count - 1
      guard frame.next < frame.values.count else {
        frames.removeLast()
        if frame.isLong, frame.values.count > 0 { output.append(UInt8(ascii: "\n")) }
        switch frame.kind {
        case .array: output.append("]")
        case .set, .pairs: output.append("]}")
        case .dictionary: output.append("}")
        }
        continue
      }
      frames[place].next += 1
      if frame.next > 0 { output.append(UInt8(ascii: ",")) }
      if frame.isLong { output.append(UInt8(ascii: "\n")) }
      let index = try view.reference(frame.next, in: frame.values)
      guard let keys = frame.keys else {
        try object(index, explanation: nil)
        continue
      }
      let key = try view.reference(frame.next, in: keys)
      if frame.kind == .pairs {
        // The two elements of a pair are not two of the frame's, so that its end needs no frame of its own.
        try leafKey(key)
        output.append(UInt8(ascii: ","))
      } else {
        guard case .string(let text) = try view.node(key) else { continue }
        output.append(json: try view.string(text))
        output.append(UInt8(ascii: ":"))
      }
      let explanation: Explanation? =
        if case .data(let range) = try view.node(index) { frame.explained[range.lowerBound] } else { nil }
      try object(index, explanation: explanation)
    }
  }

  /// A key that is not a string, or occurs twice. A container as a key has no place here.
  private func leafKey(_ index: Int) throws(ArchiveError) {
    let node = try view.node(index)
    switch node {
    case .array, .set, .dictionary:
      throw .corrupt(offset: try view.offset(of: index), reason: "\(node.kindName) as a key of a dictionary")
    default: try leaf(node, explanation: nil)
    }
  }

  private mutating func object(_ index: Int, explanation: Explanation?) throws(ArchiveError) {
    let node = try view.node(index)
    switch node {
    case .array(let list):
      if try isAgain(index) { return }
      output.append(UInt8(ascii: "["))
      let isLong = index == document.keyed?.objectsIndex
      frames.append(Frame(kind: .array, keys: nil, values: list, isLong: isLong))
    case .set(let list):
      if try isAgain(index) { return }
      output.append("{\"$set\":[")
      frames.append(Frame(kind: .set, keys: nil, values: list, isLong: false))
    case .dictionary(let dictionary):
      if try isAgain(index) { return }
      let isPlain = try hasPlainKeys(dictionary)
      output.append(isPlain ? "{" : "{\"$dict\":[")
      frames.append(
        Frame(
          kind: isPlain ? .dictionary : .pairs, keys: dictionary.keys, values: dictionary.values,
          explained: try explanations(dictionary), isLong: frames.isEmpty))
    default: try leaf(node, explanation: explanation)
    }
  }

  private mutating func isAgain(_ index: Int) throws(ArchiveError) -> Bool {
    guard let number = seen.number(of: index) else { return false }
    output.append("{\"$again\":\(number)}")
    return true
  }

  /// Whether the keys can be those of a JSON object.
  private func hasPlainKeys(_ dictionary: PropertyListDictionary) throws(ArchiveError) -> Bool {
    var known: Set<ExactText> = []
    for position in 0..<dictionary.count {
      guard case .string(let text) = try view.node(try view.reference(position, in: dictionary.keys)),
        let key = try? view.string(text), known.insert(ExactText(key)).inserted
      else { return false }
      if position == 0, Self.tags.contains(key) { return false }
    }
    return true
  }

  // MARK: Leaves

  private func leaf(_ node: PropertyListNode, explanation: Explanation?) throws(ArchiveError) {
    if case .data(let range) = node { return try data(range, explanation) }
    try Self.append(leaf: node, view, to: output)
  }

  /// Writes a leaf without what a description says of it.
  static func append(leaf node: PropertyListNode, _ view: PropertyListView, to output: OutputBuffer)
    throws(ArchiveError)
  {
    switch node {
    case .null: output.append("null")
    case .bool(let value): output.append(value ? "true" : "false")
    case .integer(let value):
      if value.magnitude <= UInt64(JSONText.greatestInteger) {
        output.append(decimal: value)
      } else {
        output.append("{\"$int\":\"\(value)\"}")
      }
    case .wideInteger(let value): output.append("{\"$int\":\"\(value)\"}")
    case .real32(let bits):
      let value = Float(bitPattern: bits)
      output.append(
        "{\"$f32\":" + (value.isFinite ? "\(value)" : "\"\(special(UInt64(bits), 8, value < 0, value.isNaN))\"") + "}")
    case .real64(let bits):
      let value = Double(bitPattern: bits)
      output.append(
        value.isFinite ? "\(value)" : "{\"$real\":\"\(special(bits, 16, value < 0, value.isNaN))\"}")
    case .date(let bits):
      let value = Double(bitPattern: bits)
      output.append("{\"$date\":")
      output.append(CalendarDate.text(value).map { "\"\($0)\"" } ?? "null")
      output.append(",\"seconds\":")
      output.append(value.isFinite ? "\(value)" : "\"\(special(bits, 16, value < 0, value.isNaN))\"")
      output.append("}")
    case .data(let range):
      output.append("{\"$data\":\"")
      Base64Text.append(try view.contents(range), to: output)
      output.append("\"}")
    case .string(let text):
      if let string = try? view.string(text) {
        output.append(json: string)
      } else {
        output.append(text.isASCII ? "{\"$ascii\":\"" : "{\"$utf16\":\"")
        output.append(NumberText.digits(try view.contents(text.range)))
        output.append("\"}")
      }
    case .uid(let number): output.append("{\"$ref\":\(number)}")
    case .array, .set, .dictionary: break
    }
  }

  private static func special(_ bits: UInt64, _ digits: Int, _ isNegative: Bool, _ isNaN: Bool) -> String {
    guard isNaN else { return isNegative ? "-inf" : "inf" }
    let text = String(bits, radix: 16)
    return "0x" + String(repeating: "0", count: digits - text.utf8.count) + text
  }

  private func data(_ range: Range<Int>, _ explanation: Explanation?) throws(ArchiveError) {
    let bytes = try view.contents(range)
    switch explanation {
    case .list(let array, let order)? where order == .little || array.isSingleBytes:
      guard TypedList.isExact(array, bytes) else { break }
      output.append("{\"$values\":\"\(array.name)\",\"list\":[")
      TypedList.append(array, bytes, to: output)
      output.append("]}")
      return
    case .texts?:
      guard bytes.isEmpty || bytes.last == 0, UTF8Text.firstInvalidOffset(in: bytes) == nil else { break }
      output.append("{\"$texts\":[")
      for (number, text) in GraphTables.texts(range, in: view.bytes).enumerated() {
        if number > 0 { output.append(UInt8(ascii: ",")) }
        output.append(json: String(decoding: view.bytes[text], as: UTF8.self))
      }
      output.append("]}")
      return
    default: break
    }
    try Self.append(leaf: .data(range), view, to: output)
  }

  // MARK: Descriptions

  private func explanations(_ dictionary: PropertyListDictionary) throws(ArchiveError) -> [Int: Explanation] {
    guard options.hasLists, document.keyed != nil else { return [:] }
    var explained: [Int: Explanation] = [:]
    func add(_ range: Range<Int>, _ explanation: Explanation) {
      if !range.isEmpty { explained[range.lowerBound] = explanation }
    }
    func add(_ table: ArchiveTable) {
      for column in table.columns where column.part == nil && column.problem == nil {
        add(column.bytes, .list(column.stored, .little))
      }
    }
    func numbers(_ range: Range<Int>, _ type: ElementType) {
      add(range, .list(ArchivedArray(.number(type), []), .little))
    }
    for field in try document.fields(of: dictionary).fields {
      switch field.content {
      case .array(let array): add(array.bytes, .list(array.array, array.order))
      case .table(let table): add(table)
      case .graph(let graph):
        numbers(graph.roots, .u32)
        for table in graph.tables {
          numbers(table.blocks, .u64)
          numbers(table.parts, .u64)
          switch table.content {
          case .records(let records): add(records)
          case .numbers(let column): add(column.bytes, .list(column.array, .little))
          case .texts(let range): add(range, .texts)
          case .handles(let lengths, _): numbers(lengths, .u64)
          case .missing: break
          }
        }
      case .value, .group, .description: break
      }
    }
    return explained
  }
}

extension ArchivedArray {
  /// Whether the order of bytes does not matter.
  var isSingleBytes: Bool {
    switch element {
    case .number(let type): type.number.archivedSize == 1
    case .text: true
    }
  }
}
