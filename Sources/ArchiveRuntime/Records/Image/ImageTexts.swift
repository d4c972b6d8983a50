import Foundation

/// The texts of an image. The image has each of them empty, as an object of one byte. In an archive all that stands behind a text is
/// farther back by what its object is longer, and so are the entries of the offset table; everything else is the image's.
///
/// An archive is compared after it is brought into the image's form, which loses nothing but the texts, so that what is equal then
/// has every byte where the general way would have written it.
struct ImageTexts: Sendable {
  struct Text: BitwiseCopyable, Sendable {
    /// In the record.
    let offset: Int
    let room: Int
    let encoding: TextEncoding
    /// Of the empty text's object in the image.
    let place: Int
    /// Its number in the property list.
    let object: Int

    @inline(__always)
    func bytes(of record: UnsafeRawPointer) -> UnsafeRawBufferPointer {
      let start = record + offset
      return UnsafeRawBufferPointer(start: start, count: TextBytes.length(start, count: room))
    }
  }

  private let texts: [Text]
  /// The image's.
  private let layout: PropertyListLayout
  private let byteCount: Int

  /// - Parameter view: The image.
  /// - Returns: nil if the texts may be too long, or the objects are not in the order of their numbers.
  init?(_ texts: [Text], in view: PropertyListView) {
    // The longest texts have two bytes for each of the record's, and a count before them.
    let longest = view.bytes.count + texts.reduce(0) { $0 + 2 * $1.room + 4 }
    let offsets = (0..<view.objectCount).compactMap { try? view.offset(of: $0) }
    guard view.layout.offsetSize == PropertyListSink.offsetSizeWithText, longest <= Int(UInt16.max),
      offsets.count == view.objectCount, zip(offsets, offsets.dropFirst()).allSatisfy(<),
      zip(texts, texts.dropFirst()).allSatisfy({ $0.object < $1.object })
    else { return nil }
    (self.texts, layout, byteCount) = (texts, view.layout, view.bytes.count)
  }

  /// The archive with the texts of a record.
  ///
  /// - Parameter fill: Writes the image with the record's other values; returns false if it has no place for them.
  /// - Returns: nil without such a place, and for text that is not valid.
  func archive(_ record: UnsafeRawPointer, _ fill: (UnsafeMutableRawPointer) -> Bool) -> Data? {
    // The image is at the end of the memory, and moves to the front piece by piece. A text's object is at most this much longer
    // than its empty one.
    let room = texts.reduce(0) { $0 &+ 2 &* $1.bytes(of: record).count &+ 4 }
    var buffer = ByteBuffer(capacity: room &+ byteCount)
    guard let memory = buffer.extend(by: room &+ byteCount), fill(memory + room) else { return nil }
    let image = memory + room
    buffer.truncate(to: 0)
    var start = 0
    for (index, text) in texts.enumerated() {
      buffer.append(UnsafeRawBufferPointer(start: image + start, count: text.place &- start))
      switch text.encoding {
      case .utf8: guard buffer.append(stringObjectUTF8: text.bytes(of: record)) else { return nil }
      case .latin1: buffer.append(stringObjectLatin1: text.bytes(of: record))
      }
      start = text.place &+ 1
      move(behind: index, by: buffer.count &- start, in: image)
    }
    buffer.append(UnsafeRawBufferPointer(start: image + start, count: byteCount &- start))
    return buffer.takeData()
  }

  /// Makes an archive with empty texts of one with others.
  ///
  /// - Parameter image: As many bytes as the image has.
  /// - Returns: false if it is not the image with texts.
  func empty(_ archive: UnsafeRawBufferPointer, into image: UnsafeMutableRawPointer) -> Bool {
    guard let view = view(archive), let source = archive.baseAddress else { return false }
    // The table first, whose entries change with each text.
    let end = view.layout.offsetTable
    (image + layout.offsetTable).copyMemory(from: source + end, byteCount: archive.count &- end)
    var start = 0
    var shift = 0
    for (index, text) in texts.enumerated() {
      let place = text.place &+ shift
      guard place < end, let found = Self.text(at: place, in: view) else { return false }
      (image + start).copyMemory(from: source + start + shift, byteCount: text.place &- start)
      image.storeBytes(of: ObjectMarker.asciiString, toByteOffset: text.place, as: UInt8.self)
      start = text.place &+ 1
      shift = found.range.upperBound &- start
      move(behind: index, by: 0 &- shift, in: image)
    }
    guard shift == end &- layout.offsetTable else { return false }
    (image + start).copyMemory(from: source + start + shift, byteCount: layout.offsetTable &- start)
    return true
  }

  /// Reads the texts of an archive that is the image but for them.
  ///
  /// - Returns: false for what the general way has to read or to refuse.
  func load(_ archive: UnsafeRawBufferPointer, into record: UnsafeMutableRawPointer) -> Bool {
    guard let view = view(archive) else { return false }
    for text in texts {
      guard let place = try? view.offset(of: text.object), let found = Self.text(at: place, in: view),
        let contents = try? view.contents(found.range), let source = contents.baseAddress
      else { return false }
      let target = record + text.offset
      if found.isASCII, found.count <= text.room, UTF8Text.isASCII(contents),
        TextBytes.length(source, count: found.count) == found.count
      {
        target.copyMemory(from: source, byteCount: found.count)
        continue
      }
      guard let string = try? view.string(found),
        (try? TextBytes.put(string, text.encoding, target, room: text.room, "")) != nil
      else { return false }
    }
    return true
  }

  /// Moves the offsets of the objects behind a text up to the next text, and after the last text the place of their table.
  private func move(behind index: Int, by shift: Int, in image: UnsafeMutableRawPointer) {
    let isLast = index &+ 1 == texts.count
    let end = isLast ? layout.objectCount : texts[index &+ 1].object &+ 1
    let table = image + layout.offsetTable
    for object in (texts[index].object &+ 1)..<end {
      let entry = UInt16(bigEndian: table.loadUnaligned(fromByteOffset: object &* 2, as: UInt16.self))
      let moved = entry &+ UInt16(truncatingIfNeeded: shift)
      table.storeBytes(of: moved.bigEndian, toByteOffset: object &* 2, as: UInt16.self)
    }
    guard isLast else { return }
    let place = byteCount &- MemoryLayout<UInt64>.size
    let offset = UInt64(bigEndian: image.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    image.storeBytes(
      of: (offset &+ UInt64(truncatingIfNeeded: shift)).bigEndian, toByteOffset: place, as: UInt64.self)
  }

  /// An archive that may be the image with longer texts.
  private func view(_ archive: UnsafeRawBufferPointer) -> PropertyListView? {
    // Farther back than an offset can say, an object would not be the one that the offset leads to.
    guard archive.count >= byteCount, archive.count <= Int(UInt16.max) else { return nil }
    return PropertyListView(
      bytes: archive,
      layout: PropertyListLayout(
        offsetSize: layout.offsetSize, referenceSize: layout.referenceSize, objectCount: layout.objectCount,
        top: layout.top, offsetTable: layout.offsetTable &+ archive.count &- byteCount))
  }

  @inline(never)
  private static func text(at place: Int, in view: PropertyListView) -> PropertyListText? {
    guard case .string(let text)? = try? view.parse(at: place).node else { return nil }
    return text
  }
}
