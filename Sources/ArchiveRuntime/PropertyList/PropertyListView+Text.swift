extension PropertyListView {
  /// The text as a `String`.
  ///
  /// - Throws: `corrupt` at the first byte that is not ASCII, or at an unpaired surrogate.
  package func string(_ text: PropertyListText) throws(ArchiveError) -> String {
    if text.isASCII {
      let bytes = try contents(text.range)
      // The count is that of the bytes, or it throws the error.
      if !UTF8Text.isASCII(bytes) { _ = try utf8Count(text) }
      return String(decoding: bytes, as: UTF8.self)
    }
    if let short = try shortUTF16(text) { return short }
    let count = try utf8Count(text)
    var failure: ArchiveError?
    let string = String(unsafeUninitializedCapacity: count) { target in
      do throws(ArchiveError) {
        return try copyUTF8(text, into: UnsafeMutableRawBufferPointer(target))
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return string
  }

  /// A short text of UTF-16 units without surrogates; nil for others. It is converted at once, and not counted before.
  private func shortUTF16(_ text: PropertyListText) throws(ArchiveError) -> String? {
    let units = try contents(text.range)
    guard text.count <= 256 else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: text.count &* 3, alignment: 1) { target in
      var count = 0
      for index in 0..<text.count {
        let unit = units.bigEndian(at: index &* 2, as: UInt16.self)
        if unit < 0x80 {
          target[count] = UInt8(truncatingIfNeeded: unit)
          count &+= 1
        } else if unit < 0x800 {
          target[count] = UInt8(truncatingIfNeeded: 0xC0 | unit >> 6)
          target[count &+ 1] = UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F)
          count &+= 2
        } else if unit & 0xF800 != 0xD800 {
          target[count] = UInt8(truncatingIfNeeded: 0xE0 | unit >> 12)
          target[count &+ 1] = UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F)
          target[count &+ 2] = UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F)
          count &+= 3
        } else {
          return nil
        }
      }
      return String(decoding: UnsafeRawBufferPointer(rebasing: target[..<count]), as: UTF8.self)
    }
  }

  /// The number of bytes of the text in UTF-8. It checks the text.
  ///
  /// - Throws: the same errors as `string(_:)`.
  package func utf8Count(_ text: PropertyListText) throws(ArchiveError) -> Int {
    let units = try contents(text.range)
    if text.isASCII {
      guard UTF8Text.isASCII(units) else {
        let index = units.firstIndex { $0 >= 0x80 } ?? 0
        throw .corrupt(offset: text.offset &+ index, reason: "a byte above 127 in a string marked as ASCII")
      }
      return units.count
    }
    var count = 0
    var scalars = UTF16Scalars(units, at: text.offset)
    while let scalar = try scalars.next() {
      count &+= scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    }
    return count
  }

  /// Writes the text as UTF-8, as much as fits, without partial characters.
  ///
  /// - Returns: the number of written bytes.
  /// - Throws: the same errors as `string(_:)`.
  package func copyUTF8(_ text: PropertyListText, into target: UnsafeMutableRawBufferPointer) throws(ArchiveError)
    -> Int
  {
    let units = try contents(text.range)
    var scalars = UTF16Scalars(units, at: text.offset, isASCII: text.isASCII)
    var count = 0
    while let scalar = try scalars.next() {
      let room = target.count &- count
      switch scalar {
      case ..<0x80:
        guard room >= 1 else { return count }
        target[count] = UInt8(truncatingIfNeeded: scalar)
        count &+= 1
      case ..<0x800:
        guard room >= 2 else { return count }
        target[count] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
        target[count &+ 1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
        count &+= 2
      case ..<0x10000:
        guard room >= 3 else { return count }
        target[count] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
        target[count &+ 1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
        target[count &+ 2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
        count &+= 3
      default:
        guard room >= 4 else { return count }
        target[count] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
        target[count &+ 1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
        target[count &+ 2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
        target[count &+ 3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
        count &+= 4
      }
    }
    return count
  }

  /// Whether the text has exactly these UTF-8 bytes; canonically equivalent text is different.
  @inline(__always)
  package func text(_ text: PropertyListText, equals utf8: UnsafeRawBufferPointer) -> Bool {
    guard let units = try? contents(text.range) else { return false }
    if text.isASCII { return units.hasSameBytes(as: utf8) }
    return Self.utf16(units, equals: utf8)
  }

  private static func utf16(_ units: UnsafeRawBufferPointer, equals utf8: UnsafeRawBufferPointer) -> Bool {
    guard UTF8Text.utf16Count(ofValid: utf8) &* 2 == units.count else { return false }
    var scalars = UTF16Scalars(units, at: 0)
    var expected = Unicode.UTF8.ForwardParser()
    var iterator = utf8.makeIterator()
    while true {
      guard let scalar = try? scalars.next() else {
        if case .emptyInput = expected.parseScalar(from: &iterator) { return true }
        return false
      }
      guard case .valid(let encoded) = expected.parseScalar(from: &iterator),
        Unicode.UTF8.decode(encoded).value == scalar
      else { return false }
    }
  }
}

/// The Unicode scalars of ASCII or big-endian UTF-16 text.
struct UTF16Scalars {
  private let bytes: UnsafeRawBufferPointer
  private let fileOffset: Int
  private let isASCII: Bool
  private var index = 0

  /// - Parameters: the code units, and their offset in the file for errors.
  init(_ bytes: UnsafeRawBufferPointer, at fileOffset: Int, isASCII: Bool = false) {
    self.bytes = bytes
    self.fileOffset = fileOffset
    self.isASCII = isASCII
  }

  /// - Throws: `corrupt` at an unpaired surrogate or a byte that is not ASCII.
  @inline(__always)
  mutating func next() throws(ArchiveError) -> UInt32? {
    guard index < bytes.count else { return nil }
    if isASCII {
      let byte = bytes[index]
      guard byte < 0x80 else {
        throw .corrupt(offset: fileOffset &+ index, reason: "a byte above 127 in a string marked as ASCII")
      }
      index &+= 1
      return UInt32(byte)
    }
    guard bytes.count &- index >= 2 else { return nil }
    let unit = UInt32(bytes.bigEndian(at: index, as: UInt16.self))
    guard 0xD800...0xDFFF ~= unit else {
      index &+= 2
      return unit
    }
    guard unit < 0xDC00, bytes.count &- index >= 4 else { throw unpaired() }
    let low = UInt32(bytes.bigEndian(at: index &+ 2, as: UInt16.self))
    guard 0xDC00...0xDFFF ~= low else { throw unpaired() }
    index &+= 4
    return 0x10000 &+ ((unit & 0x3FF) << 10 | low & 0x3FF)
  }

  @inline(never)
  private func unpaired() -> ArchiveError {
    .corrupt(offset: fileOffset &+ index, reason: "a UTF-16 surrogate without its partner")
  }
}
