@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Which keys take how many bytes of the file. Each byte is counted once, with the key by which it is met first.
package struct SizeReport {
  package struct Entry: Sendable {
    package let key: String
    package let bytes: Int
    package let count: Int
  }

  package let entries: [Entry]
  package let total: Int

  /// - Throws: `corrupt`.
  package init(_ document: ArchiveDocument) throws(ArchiveError) {
    let view = document.view
    total = view.bytes.count
    var counted = [Bool](repeating: false, count: view.objectCount)
    var sizes: [ExactText: (bytes: Int, count: Int)] = [:]
    func add(_ index: Int, _ key: String) throws(ArchiveError) {
      guard !counted[index] else { return }
      counted[index] = true
      let known = sizes[ExactText(key)] ?? (0, 0)
      sizes[ExactText(key)] = (known.bytes + (try document.extent(of: index)).count, known.count + 1)
    }
    /// A dictionary's values, and the leaves that they refer to.
    func addValues(_ dictionary: PropertyListDictionary, _ owner: String) throws(ArchiveError) {
      for position in 0..<dictionary.count {
        let keyIndex = try view.reference(position, in: dictionary.keys)
        guard case .string(let text) = try view.node(keyIndex) else { continue }
        let key = owner + "." + ((try? view.string(text)) ?? "?")
        try add(keyIndex, "(keys)")
        let index = try view.reference(position, in: dictionary.values)
        let node = try view.node(index)
        try add(index, key)
        switch node {
        case .uid(let uid):
          guard uid > 0, uid < document.objectCount else { continue }
          let target = try document.index(ofObject: uid)
          if case .dictionary = try view.node(target) { continue }
          try add(target, key)
        case .array(let list), .set(let list):
          for element in 0..<list.count {
            let own = try view.reference(element, in: list)
            switch try view.node(own) {
            case .array, .set, .dictionary: continue
            default: try add(own, key)
            }
          }
        default: break
        }
      }
    }
    if let keyed = document.keyed {
      try add(keyed.topIndex, "$top")
      try addValues(keyed.top, "$top")
      try add(keyed.objectsIndex, "(table of objects)")
      for uid in 0..<document.objectCount {
        let index = try document.index(ofObject: uid)
        guard case .dictionary(let dictionary) = try view.node(index) else { continue }
        guard let type = try document.objectClass(of: dictionary) else {
          try add(index, "(classes)")
          try addValues(dictionary, "(classes)")
          continue
        }
        try add(index, type.name + " (objects)")
        try addValues(dictionary, type.name)
      }
    }
    for index in counted.indices {
      switch try view.node(index) {
      case .dictionary(let dictionary) where document.keyed == nil:
        try add(index, "(dictionaries)")
        for position in 0..<dictionary.count {
          let keyIndex = try view.reference(position, in: dictionary.keys)
          guard case .string(let text) = try view.node(keyIndex) else { continue }
          try add(keyIndex, "(keys)")
          let own = try view.reference(position, in: dictionary.values)
          switch try view.node(own) {
          case .dictionary: continue
          default: try add(own, (try? view.string(text)) ?? "?")
          }
        }
      default: continue
      }
    }
    for index in counted.indices { try add(index, "(other objects)") }
    var entries = sizes.map { Entry(key: $0.key.text, bytes: $0.value.bytes, count: $0.value.count) }
    entries.append(Entry(key: "(offset table)", bytes: view.layout.objectCount * view.layout.offsetSize, count: 1))
    entries.append(
      Entry(key: "(header, trailer)", bytes: BinaryFormat.headerSize + BinaryFormat.trailerSize, count: 1))
    let rest = total - entries.reduce(0) { $0 + $1.bytes }
    if rest > 0 { entries.append(Entry(key: "(gaps)", bytes: rest, count: 1)) }
    self.entries = entries.sorted { ($1.bytes, $0.key) < ($0.bytes, $1.key) }
  }

  package func write(head: Int, isJSON: Bool, style: LineStyle, to output: OutputBuffer) {
    if isJSON {
      output.append("[")
      for (place, entry) in entries.prefix(head).enumerated() {
        output.append(place == 0 ? "" : ",\n")
        output.append("{\"key\":")
        output.append(json: entry.key)
        output.append(",\"bytes\":\(entry.bytes),\"objects\":\(entry.count)}")
      }
      return output.append("]\n")
    }
    let width = max(5, String(total).count)
    var line = StyledLine()
    line.add(Self.right("bytes", width) + "   share  objects  key", .note)
    style.write(line, to: output)
    for entry in entries.prefix(head) {
      let tenths = total == 0 ? 0 : (entry.bytes * 1_000 + total / 2) / total
      var line = StyledLine()
      line.add(Self.right("\(entry.bytes)", width), .number)
      line.add("  " + Self.right("\(tenths / 10).\(tenths % 10)%", 6) + "  " + Self.right("\(entry.count)", 7) + "  ")
      line.add(TerminalText.escaped(entry.key), .key)
      style.write(line, to: output)
    }
    if entries.count > head {
      var line = StyledLine()
      line.add("… \(entries.count - head) more", .note)
      style.write(line, to: output)
    }
    line = StyledLine()
    line.add(Self.right("\(total)", width) + "  100.0%", .number)
    style.write(line, to: output)
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
