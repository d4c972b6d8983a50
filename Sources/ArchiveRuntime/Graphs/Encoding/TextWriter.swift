import Foundation

/// Writes texts as UTF-8, each with its NUL, from any encoding in memory.
struct TextWriter {
  private let table: TextTable
  private let path: (TextTable.Place) -> String

  /// - Parameter path: the path of a pointer, for errors.
  init(_ table: TextTable, path: @escaping (TextTable.Place) -> String) {
    self.table = table
    self.path = path
  }

  func write<Sink: FieldSink & ~Copyable>(
    _ key: String, parts partsKey: String, into sink: inout Sink
  ) throws(ArchiveError) {
    // Texts that are not UTF-8 in memory are converted once.
    var converted: [Int: [UInt8]] = [:]
    var total = 0
    let work = WorkMonitor.stage(for: table.own.count)
    for index in table.own {
      try work?.step()
      let entry = table.entries[index]
      let length = table.lengths[index]
      if let address = UnsafeRawPointer(bitPattern: entry.address) {
        if entry.encoding == .utf8 {
          guard TextBytes.isValid(UnsafeRawBufferPointer(start: address, count: length), .utf8) else {
            throw invalid(entry)
          }
          total += length + 1
          continue
        }
        guard let bytes = entry.encoding.utf8(address, count: length) else { throw invalid(entry) }
        converted[index] = bytes
      } else {
        converted[index] = Array(entry.name.utf8)
      }
      total += (converted[index]?.count ?? 0) + 1
    }
    var next = (text: 0, offset: 0)
    let data = DataColumns(rowCount: total, rowByteCount: 1) { [table, converted] bytes, target in
      var (target, rest) = (target, bytes.count)
      func append(_ text: UnsafeRawBufferPointer) {
        let count = min(rest, text.count - next.offset)
        if let source = text.baseAddress { target.copyMemory(from: source + next.offset, byteCount: count) }
        target += count
        rest -= count
        next.offset += count
        guard rest > 0 else { return }
        target.storeBytes(of: 0, as: UInt8.self)
        target += 1
        rest -= 1
        next = (next.text + 1, 0)
      }
      while rest > 0 {
        let index = table.own[next.text]
        if let text = converted[index] {
          text.withUnsafeBytes { append($0) }
        } else {
          append(
            UnsafeRawBufferPointer(
              start: UnsafeRawPointer(bitPattern: table.entries[index].address), count: table.lengths[index]))
        }
      }
    }
    try sink.columns(keys: { _ in key }, [data])
    guard !table.parts.isEmpty else { return }
    var words: [UInt64] = []
    for (part, offset) in zip(table.parts, try archivedOffsets()) {
      words += [UInt64(table.rows[part.text]), UInt64(offset)]
    }
    try sink.key(partsKey)
    try sink.data(byteCount: words.count * 8) { (target) throws(ArchiveError) in
      for (index, word) in words.enumerated() {
        target.storeBytes(of: word.littleEndian, toByteOffset: index * 8, as: UInt64.self)
      }
    }
  }

  /// The offset of each suffix in bytes of UTF-8, as in the archive, computed in one pass over the texts.
  private func archivedOffsets() throws(ArchiveError) -> [Int] {
    let parts = table.parts
    var offsets = [Int](repeating: 0, count: parts.count)
    var text = -1
    var (position, offset) = (0, 0)
    for index in parts.indices.sorted(by: { (parts[$0].text, parts[$0].offset) < (parts[$1].text, parts[$1].offset) }) {
      let part = parts[index]
      if part.text != text { (text, position, offset) = (part.text, 0, 0) }
      let entry = table.entries[text]
      guard let address = UnsafeRawPointer(bitPattern: entry.address),
        let between = entry.encoding.utf8(address + position, count: part.offset - position)
      else { throw invalid(entry) }
      offset += between.count
      position = part.offset
      offsets[index] = offset
    }
    return offsets
  }

  private func invalid(_ entry: TextTable.Entry) -> ArchiveError {
    let name =
      switch entry.encoding {
      case .utf8: "UTF-8"
      case .latin1: "Latin-1"
      case .utf16: "UTF-16"
      case .utf32: "UTF-32"
      }
    let advice =
      entry.encoding == .utf8
      ? "; give the pointer 'cstring(latin1)' for Latin-1, or 'bytes(n)', so that n bytes are archived" : ""
    return .invalidText(
      path: path(entry.place), reason: "it is not \(name), or a pointer leads into a character of it\(advice)")
  }
}
