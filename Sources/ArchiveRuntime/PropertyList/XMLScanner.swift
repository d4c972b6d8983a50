import Foundation

/// Splits an XML property list, as valid UTF-8, into tags and texts.
///
/// It supports as much of XML as property lists use: the prolog, comments, processing instructions and CDATA, the five
/// predefined entities and character references. There are no other entities, so no text expands.
struct XMLScanner: ~Copyable {
  let source: UnsafeRawBufferPointer
  private(set) var position: Int
  /// Buffer for a text in which something is replaced.
  private var scratch = ByteBuffer(capacity: 256)
  /// The range of the last text, if it needs no replacement.
  private var plainText: Range<Int>?

  init(_ source: UnsafeRawBufferPointer, from position: Int) {
    self.source = source
    self.position = position
  }

  /// The last text. It is valid until the next one is read.
  var text: UnsafeRawBufferPointer {
    plainText.map { UnsafeRawBufferPointer(rebasing: source[$0]) } ?? scratch.bytes
  }

  // MARK: Tags

  /// The next tag after white space, comments and processing instructions; nil at the end.
  ///
  /// - Throws: `corrupt` for other contents, `notAnArchive` for an element that property lists do not have.
  mutating func nextTag() throws(ArchiveError) -> XMLTag? {
    try skipToMarkup()
    guard position < source.count else { return nil }
    let offset = position
    position += 1
    let isClosing = take("/")
    let name = position
    while position < source.count, Self.isName(source[position]) { position += 1 }
    let bytes = UnsafeRawBufferPointer(rebasing: source[name..<position])
    guard let element = XMLElement(name: bytes) else {
      guard find(UInt8(ascii: ">"), from: offset) != nil else { throw Self.cutShort(offset, "a tag") }
      let shown = String(decoding: bytes.prefix(40), as: UTF8.self)
      throw .corrupt(offset: offset, reason: "the element '\(shown)', which property lists do not have")
    }
    let isEmpty = try skipAttributes(from: offset)
    guard !(isClosing && isEmpty) else { throw .corrupt(offset: offset, reason: "a tag that both closes and is empty") }
    return XMLTag(element: element, form: isClosing ? .closing : isEmpty ? .empty : .opening, offset: offset)
  }

  /// Skips everything between elements.
  private mutating func skipToMarkup() throws(ArchiveError) {
    while true {
      while position < source.count, XMLCharacter.isSpace(source[position]) { position += 1 }
      guard position < source.count else { return }
      guard source[position] == UInt8(ascii: "<") else {
        throw .corrupt(offset: position, reason: "text where only elements are allowed")
      }
      let offset = position
      if take("<!--") {
        try skip(past: "-->", of: "comment", from: offset)
      } else if take("<?") {
        try skip(past: "?>", of: "processing instruction", from: offset)
        try checkEncoding(in: offset..<position)
      } else if take("<!DOCTYPE") {
        try skipDocumentType(from: offset)
      } else {
        return
      }
    }
  }

  /// Skips to the end of a tag. Property lists do not use attributes.
  ///
  /// - Returns: whether the tag ends in "/>".
  private mutating func skipAttributes(from offset: Int) throws(ArchiveError) -> Bool {
    while position < source.count {
      let byte = source[position]
      position += 1
      switch byte {
      case UInt8(ascii: ">"): return false
      case UInt8(ascii: "/"): if take(">") { return true }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted(byte, from: offset)
      case UInt8(ascii: "<"): throw .corrupt(offset: position - 1, reason: "a tag inside a tag")
      default: break
      }
    }
    throw Self.cutShort(offset, "a tag")
  }

  private mutating func skipDocumentType(from offset: Int) throws(ArchiveError) {
    while position < source.count {
      let byte = source[position]
      position += 1
      switch byte {
      case UInt8(ascii: ">"): return
      case UInt8(ascii: "["):
        throw .corrupt(offset: position - 1, reason: "declarations inside the document type are not read")
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted(byte, from: offset)
      default: break
      }
    }
    throw Self.cutShort(offset, "the document type")
  }

  private mutating func skipQuoted(_ quote: UInt8, from offset: Int) throws(ArchiveError) {
    while position < source.count {
      position += 1
      if source[position - 1] == quote { return }
    }
    throw Self.cutShort(offset, "a quoted value")
  }

  /// Refuses an XML declaration with another encoding than the one that was detected.
  private func checkEncoding(in range: Range<Int>) throws(ArchiveError) {
    let declaration = source[range].prefix(200)
    guard declaration.starts(with: "<?xml".utf8) else { return }
    let words = String(decoding: declaration, as: UTF8.self).lowercased().split { " \t\r\n=\"'?".contains($0) }
    guard let label = words.firstIndex(of: "encoding"), label + 1 < words.count else { return }
    let encoding = words[label + 1]
    // A byte order mark has selected the UTF-16 variant before, and the text is UTF-8 here.
    guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding) || encoding.hasPrefix("utf-16") else {
      throw .corrupt(offset: range.lowerBound, reason: "the encoding '\(encoding)' is not read; save the file as UTF-8")
    }
  }

  // MARK: Texts

  /// Reads an element's text and its closing tag. `text` then returns the text.
  mutating func readText(of tag: XMLTag) throws(ArchiveError) {
    scratch.truncate(to: 0)
    plainText = nil
    guard tag.form == .opening else { return }
    let start = position
    position = find(UInt8(ascii: "<"), from: position) ?? source.count
    let isPlain = !source[start..<position].contains(UInt8(ascii: "&"))
    if isPlain, position + 1 < source.count, source[position + 1] == UInt8(ascii: "/") {
      plainText = start..<position
    } else {
      position = start
      try collectText(of: tag)
    }
    guard let closing = try nextTag() else { throw Self.cutShort(tag) }
    guard closing.form == .closing, closing.element == tag.element else {
      throw .corrupt(offset: tag.offset, reason: "the element '\(tag.element.rawValue)' does not end after its text")
    }
  }

  private mutating func collectText(of tag: XMLTag) throws(ArchiveError) {
    while position < source.count {
      let offset = position
      switch source[position] {
      case UInt8(ascii: "&"):
        position += 1
        try collectReference(from: offset)
      case UInt8(ascii: "<"):
        if take("<![CDATA[") {
          let start = position
          try skip(past: "]]>", of: "CDATA section", from: offset)
          scratch.append(UnsafeRawBufferPointer(rebasing: source[start..<(position - 3)]))
        } else if take("<!--") {
          try skip(past: "-->", of: "comment", from: offset)
        } else {
          return
        }
      default:
        while position < source.count, source[position] != UInt8(ascii: "<"), source[position] != UInt8(ascii: "&") {
          position += 1
        }
        scratch.append(UnsafeRawBufferPointer(rebasing: source[offset..<position]))
      }
      guard !scratch.isExhausted else {
        throw .limitExceeded(limit: "available memory", value: source.count, maximum: scratch.count)
      }
    }
    throw Self.cutShort(tag)
  }

  /// Appends the replacement for an entity or character reference whose "&" has been read.
  private mutating func collectReference(from offset: Int) throws(ArchiveError) {
    for (name, byte) in Self.entities where take(name) {
      scratch.append(byte)
      return
    }
    guard take("#") else {
      guard source[position...].contains(UInt8(ascii: ";")) else { throw Self.cutShort(offset, "an entity") }
      throw .corrupt(offset: offset, reason: "an entity other than &lt; &gt; &amp; &apos; and &quot;")
    }
    let radix: UInt32 = take("x") ? 16 : 10
    let digits = position
    var value: UInt32 = 0
    while position < source.count, let digit = Self.digit(source[position]), digit < radix {
      // 0x10FFFF × 16 fits, so one step beyond the limit cannot overflow.
      guard value <= 0x10FFFF else { break }
      value = value * radix + digit
      position += 1
    }
    guard position > digits, take(";"), let scalar = Unicode.Scalar(value), let utf8 = Unicode.UTF8.encode(scalar)
    else {
      guard position < source.count else { throw Self.cutShort(offset, "a character reference") }
      throw .corrupt(offset: offset, reason: "a character reference that names no character")
    }
    for byte in utf8 { scratch.append(byte) }
  }

  private static let entities: [(name: StaticString, byte: UInt8)] = [
    ("lt;", UInt8(ascii: "<")), ("gt;", UInt8(ascii: ">")), ("amp;", UInt8(ascii: "&")),
    ("apos;", UInt8(ascii: "'")), ("quot;", UInt8(ascii: "\"")),
  ]

  // MARK: Steps

  /// The error for a construct that begins at this byte and has no end.
  static func cutShort(_ offset: Int, _ what: String) -> ArchiveError {
    .corrupt(offset: offset, reason: "\(what) does not end; the file is cut short")
  }

  static func cutShort(_ tag: XMLTag) -> ArchiveError { cutShort(tag.offset, "the element '\(tag.element.rawValue)'") }

  /// Skips these bytes if they are next.
  private mutating func take(_ word: StaticString) -> Bool {
    guard source.count - position >= word.utf8CodeUnitCount else { return false }
    let here = UnsafeRawBufferPointer(rebasing: source[position..<(position + word.utf8CodeUnitCount)])
    guard word.withUTF8Buffer({ here.elementsEqual($0) }) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  private mutating func skip(past end: StaticString, of what: String, from offset: Int) throws(ArchiveError) {
    let last = end.withUTF8Buffer { $0.last ?? 0 }
    let size = end.utf8CodeUnitCount
    let start = position
    while let next = find(last, from: position) {
      position = next + 1
      guard position - start >= size else { continue }
      let tail = UnsafeRawBufferPointer(rebasing: source[(position - size)..<position])
      if end.withUTF8Buffer({ tail.elementsEqual($0) }) { return }
    }
    throw Self.cutShort(offset, "a \(what)")
  }

  private func find(_ byte: UInt8, from start: Int) -> Int? {
    guard start < source.count, let base = source.baseAddress,
      let found = memchr(base + start, Int32(byte), source.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
    default: false
    }
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
