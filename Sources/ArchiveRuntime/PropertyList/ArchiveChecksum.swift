import Foundation

/// The checksum that an archive may carry: at `$crc32`, beside `$objects`, the CRC-32 of the file without these four bytes,
/// and at `$hasChecksum` the value true. There are two keys, because a flipped bit in a single one would turn the archive
/// into one without a checksum.
package enum ArchiveChecksum {
  static let key = "$crc32"
  static let mark = "$hasChecksum"
  static let byteCount = 4

  /// What the outer dictionary of an archive has under the two keys; nil for nothing.
  package struct Found {
    let checksum: PropertyListNode?
    let mark: PropertyListNode?

    /// Whether there is neither.
    package var isAbsent: Bool { checksum == nil && mark == nil }

    init(checksum: PropertyListNode?, mark: PropertyListNode?) {
      (self.checksum, self.mark) = (checksum, mark)
    }
  }

  /// - Throws: `corrupt` for a dictionary that cannot be read.
  package static func find(in outer: PropertyListDictionary, _ view: PropertyListView)
    throws(ArchiveError) -> Found
  {
    var matcher = matcher
    try matcher.match(outer, in: view)
    func value(_ index: Int) throws(ArchiveError) -> PropertyListNode? {
      guard let position = matcher.position(of: index) else { return nil }
      return try view.node(try view.reference(position, in: outer.values))
    }
    return Found(checksum: try value(0), mark: try value(1))
  }

  private static let matcher = KeyLookup([key, mark])

  /// Verifies the bytes of a file.
  ///
  /// - Parameters:
  ///   - file: the file; for a list that was XML not the list that it was converted to.
  ///   - isXML: Whether it is XML.
  /// - Throws: `checksumMismatch`.
  package static func verify(
    _ found: Found, of file: UnsafeRawBufferPointer, isXML: Bool, _ view: PropertyListView
  ) throws(ArchiveError) {
    guard found.mark == .bool(true), case .data(let range) = found.checksum,
      range.count == byteCount
    else {
      throw .checksumMismatch(
        reason: "one of the keys '\(key)' and '\(mark)' is missing or has another value")
    }
    guard let own = isXML ? digits(in: file) : range else {
      throw .checksumMismatch(reason: "the checksum is not in the file's UTF-8 text")
    }
    let expected = UInt32(
      truncatingIfNeeded: view.bytes.bigEndian(at: range.lowerBound, size: byteCount))
    let value = value(of: file, without: own)
    // Other digits than these may stand for the same bytes.
    let hasOwnDigits = !isXML || file[own].elementsEqual(digits(of: value))
    guard value == expected, hasOwnDigits else {
      throw .checksumMismatch(
        reason: "it has \(hexadecimal(expected)), and its bytes have \(hexadecimal(value))")
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The checksum's bytes, the most significant first.
  private static func bytes(of value: UInt32) -> Data {
    Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
  }

  /// The checksum in XML.
  private static func digits(of value: UInt32) -> Data { bytes(of: value).base64EncodedData() }

  static func value(of file: UnsafeRawBufferPointer, without own: Range<Int>) -> UInt32 {
    var checksum = CRC32()
    checksum.update(UnsafeRawBufferPointer(rebasing: file[..<own.lowerBound]))
    checksum.update(UnsafeRawBufferPointer(rebasing: file[own.upperBound...]))
    return checksum.value
  }

  /// The archive with the checksum of its present bytes, if it has one at all.
  ///
  /// - Throws: the errors of reading it.
  package static func renewed(_ archive: Data) throws(ArchiveError) -> Data {
    let list = try PropertyList(archive)
    let place = try list.read { (view) throws(ArchiveError) -> Range<Int>? in
      guard case .dictionary(let outer) = try view.node(view.top) else { return nil }
      guard case .data(let range) = try find(in: outer, view).checksum, range.count == byteCount
      else { return nil }
      return list.wasXML
        ? try archive.withBytes { (bytes) throws(ArchiveError) in digits(in: bytes) } : range
    }
    guard let place else { return archive }
    let value = try archive.withBytes { (bytes) throws(ArchiveError) in
      Self.value(of: bytes, without: place)
    }
    var renewed = archive
    let start = renewed.startIndex
    renewed.replaceSubrange(
      (start + place.lowerBound)..<(start + place.upperBound),
      with: list.wasXML ? digits(of: value) : bytes(of: value))
    return renewed
  }

  /// The place of the checksum's digits in XML: what is between the tags of the data element behind the key.
  private static func digits(in file: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let key = place(of: "<key>\(key)</key>", in: file, from: 0),
      let start = place(of: "<data>", in: file, from: key.upperBound),
      file[key.upperBound..<start.lowerBound].allSatisfy(XMLCharacter.isSpace),
      let end = place(of: "</data>", in: file, from: start.upperBound)
    else { return nil }
    return start.upperBound..<end.lowerBound
  }

  private static func place(of text: String, in file: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    let wanted = Array(text.utf8)
    var offset = start
    while offset + wanted.count <= file.count {
      guard let found = file[offset...].firstIndex(of: wanted[0]), found + wanted.count <= file.count else {
        return nil
      }
      let range = found..<(found + wanted.count)
      if file[range].elementsEqual(wanted) { return range }
      offset = found + 1
    }
    return nil
  }
}

extension PropertyListWriter {
  /// Writes the checksum of a finished file over the four bytes that were kept free for it.
  mutating func sealFile(_ checksum: Reference) {
    let offset = leafOffsets[Int(checksum.raw)] + 1
    guard let base = buffer.base, offset + ArchiveChecksum.byteCount <= buffer.count else { return }
    let own = offset..<(offset + ArchiveChecksum.byteCount)
    var checksum = CRC32()
    var start = 0
    func update(to end: Int) {
      let bytes = buffer.bytes
      if start < own.lowerBound, own.upperBound <= end {
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[start..<own.lowerBound]))
        start = own.upperBound
      }
      checksum.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end
    }
    for gap in output?.gaps ?? [] {
      update(to: gap.position)
      checksum.append(gap.checksum, byteCount: gap.byteCount)
    }
    update(to: buffer.count)
    let value = checksum.value
    (base + offset).storeBytes(of: value.bigEndian, as: UInt32.self)
  }
}
