import Foundation

/// The checked texts of a graph. Memory for a text is allocated when the first pointer to it is decoded.
final class GraphTexts {
  private let bytes: UnsafeRawBufferPointer
  /// The start of each text, and the end of the last one.
  private let starts: [Int]
  private var made: [StringEncoding: [UInt]] = [:]
  private var pool: UInt = 0
  /// The suffixes of texts that have rows of their own: the text, and the offset in bytes.
  private var parts: [(text: Int, offset: Int)] = []
  /// The offset of each suffix in memory, from the start of its text; nil if the encoding cannot represent it.
  private var offsets: [StringEncoding: [Int?]] = [:]

  /// No texts.
  init() {
    bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    starts = [0]
  }

  /// - Throws: `wrongType` unless the bytes are exactly `count` texts in UTF-8, each with its NUL.
  init(_ bytes: UnsafeRawBufferPointer, count: Int, path: String) throws(ArchiveError) {
    self.bytes = bytes
    var starts = [0]
    guard count <= bytes.count else {
      throw .wrongType(path: path, expected: "\(count) texts", found: "\(bytes.count) bytes")
    }
    starts.reserveCapacity(count + 1)
    var position = 0
    while position < bytes.count, let base = bytes.baseAddress {
      guard let end = memchr(base + position, 0, bytes.count - position) else {
        throw .invalidText(path: path, reason: "text \(starts.count) has no end")
      }
      let length = UnsafeRawPointer(end) - (base + position)
      guard TextBytes.isValid(UnsafeRawBufferPointer(start: base + position, count: length), .utf8) else {
        throw .invalidText(path: path, reason: "text \(starts.count) is not UTF-8")
      }
      position += length + 1
      starts.append(position)
    }
    guard starts.count == count + 1 else {
      throw .wrongType(path: path, expected: "\(count) texts", found: "\(starts.count - 1)")
    }
    self.starts = starts
  }

  /// Adds suffixes of texts as further rows.
  ///
  /// - Throws: `linkOutOfRange` for one that does not begin at a character of a text.
  func add(parts words: ArchivedWords, count: Int, path: String) throws(ArchiveError) {
    for index in 0..<count {
      let (text, offset) = (words.word(index * 2), words.word(index * 2 + 1))
      guard text > 0, text <= UInt64(starts.count - 1), let place = Int(exactly: offset),
        case let start = starts[Int(text) - 1], place < starts[Int(text)] - start,
        bytes[start + place] & 0xC0 != 0x80
      else { throw .linkOutOfRange(path: "\(path)[\(index)]", link: text, count: starts.count - 1) }
      parts.append((Int(text) - 1, place))
    }
  }

  var count: Int { starts.count - 1 + parts.count }

  /// Where each text that is no end of another is in memory, in whichever encoding it is; 0 for one that no pointer leads to.
  var addresses: [UInt] {
    var addresses = [UInt](repeating: 0, count: starts.count - 1)
    for made in made.values {
      for row in addresses.indices where addresses[row] == 0 { addresses[row] = made[row] }
    }
    return addresses
  }

  /// The text's bytes without its NUL.
  private func utf8(_ row: Int) -> UnsafeRawBufferPointer {
    guard row >= starts.count - 1 else {
      return UnsafeRawBufferPointer(rebasing: bytes[starts[row]..<(starts[row + 1] - 1)])
    }
    let part = parts[row - starts.count + 1]
    return UnsafeRawBufferPointer(rebasing: bytes[(starts[part.text] + part.offset)..<(starts[part.text + 1] - 1)])
  }

  func string(_ row: Int) -> String { String(decoding: utf8(row), as: UTF8.self) }

  /// Whether the text equals this one. At most the other text's length is compared.
  func isText(_ row: Int, _ text: String) -> Bool {
    let own = utf8(row)
    return own.count == text.utf8.count && own.elementsEqual(text.utf8)
  }

  /// The address of the text in this encoding.
  func address(
    _ row: Int, _ encoding: StringEncoding, _ memory: GraphMemory, path: () -> String
  ) throws(ArchiveError) -> UInt {
    if row >= starts.count - 1 {
      let part = parts[row - starts.count + 1]
      guard let offset = offset(row - starts.count + 1, encoding) else { throw unsuitable(path) }
      return try address(part.text, encoding, memory, path: path) + UInt(offset)
    }
    if made[encoding] == nil { made[encoding] = Array(repeating: 0, count: count) }
    if let known = made[encoding]?[row], known != 0 { return known }
    let address = try make(row, encoding, memory, path)
    made[encoding]?[row] = address
    return address
  }

  private func offset(_ part: Int, _ encoding: StringEncoding) -> Int? {
    if encoding == .utf8 { return parts[part].offset }
    if let known = offsets[encoding] { return known[part] }
    let found = findOffsets(encoding)
    offsets[encoding] = found
    return found[part]
  }

  /// Computes the offsets of all suffixes in one pass over the texts.
  private func findOffsets(_ encoding: StringEncoding) -> [Int?] {
    var found = [Int?](repeating: nil, count: parts.count)
    var text = -1
    var (position, offset): (Int, Int?) = (0, 0)
    for index in parts.indices.sorted(by: { (parts[$0].text, parts[$0].offset) < (parts[$1].text, parts[$1].offset) }) {
      let part = parts[index]
      if part.text != text { (text, position, offset) = (part.text, 0, 0) }
      if let known = offset {
        let start = starts[text]
        let between = UnsafeRawBufferPointer(rebasing: bytes[(start + position)..<(start + part.offset)])
        offset = encoding.byteCount(ofUTF8: between).map { known + $0 }
      }
      position = part.offset
      found[index] = offset
    }
    return found
  }

  private func make(
    _ row: Int, _ encoding: StringEncoding, _ memory: GraphMemory, _ path: () -> String
  ) throws(ArchiveError) -> UInt {
    let range = starts[row]..<starts[row + 1]
    switch encoding {
    case .utf8:
      if memory.isPooled {
        if pool == 0 { pool = try copy(bytes, memory, alignment: 1) }
        return pool + UInt(range.lowerBound)
      }
      return try copy(UnsafeRawBufferPointer(rebasing: bytes[range]), memory, alignment: 1)
    case .latin1:
      guard let bytes = TextBytes.bytes(string(row), .latin1) else {
        throw unsuitable(path)
      }
      return try copy(bytes + [0], memory)
    case .utf16: return try copy(Array(string(row).utf16) + [0], memory)
    case .utf32: return try copy(string(row).unicodeScalars.map(\.value) + [0], memory)
    }
  }

  private func unsuitable(_ path: () -> String) -> ArchiveError {
    .invalidText(path: path(), reason: "it has characters that Latin-1 has not")
  }

  private func copy<Unit: BitwiseCopyable>(_ units: [Unit], _ memory: GraphMemory) throws(ArchiveError) -> UInt {
    try units.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      try copy(UnsafeRawBufferPointer(buffer), memory, alignment: MemoryLayout<Unit>.alignment)
    }
  }

  private func copy(
    _ bytes: UnsafeRawBufferPointer, _ memory: GraphMemory, alignment: Int
  ) throws(ArchiveError) -> UInt {
    let target = try memory.allocate(bytes.count, alignment: alignment)
    if let source = bytes.baseAddress { target.copyMemory(from: source, byteCount: bytes.count) }
    return UInt(bitPattern: target)
  }
}

/// The bytes from which the program's functions make pointers.
final class GraphHandles {
  struct Key: Hashable {
    let row: Int
    let owner: HandleOwner
  }

  private let entries: [Data]
  private var made: [Key: UInt] = [:]

  init(_ entries: [Data]) { self.entries = entries }

  var count: Int { entries.count }

  func address(
    _ key: Key, _ handle: HandleSchema, _ memory: GraphMemory, path: () -> String
  ) throws(ArchiveError) -> UInt {
    if let known = made[key] { return known }
    let pointer: UnsafeMutableRawPointer?
    do {
      pointer = try handle.unpack(entries[key.row])
    } catch {
      throw .handleFailed(path: path(), reason: "unpacking threw \(error)")
    }
    guard let pointer else { throw .handleFailed(path: path(), reason: "unpacking gave no pointer") }
    if let release = handle.release { memory.keep(pointer, release) }
    made[key] = UInt(bitPattern: pointer)
    return UInt(bitPattern: pointer)
  }
}
