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
    let count = utf8Count(ofUTF16: try contents(text.range))
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

  /// A short text of UTF-16 units. It is converted at once, and not counted before.
  private func shortUTF16(_ text: PropertyListText) throws(ArchiveError) -> String? {
    guard text.count <= 256 else { return nil }
    var failure: ArchiveError?
    let string = withUnsafeTemporaryAllocation(byteCount: text.count &* 3, alignment: 1) { target in
      do throws(ArchiveError) {
        return String(decoding: target[..<(try copyUTF8(text, into: target))], as: UTF8.self)
      } catch {
        failure = error
        return ""
      }
    }
    if let failure { throw failure }
    return string
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
    while true {
      while scalars.nextASCII() != nil { count &+= 4 }
      guard let scalar = try scalars.next() else { return count }
      count &+= scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    }
  }

  /// The number of bytes in UTF-8 of UTF-16 whose surrogates are pairs. It is at least that of any other up to its first error.
  private func utf8Count(ofUTF16 units: UnsafeRawBufferPointer) -> Int {
    var count = units.count / 2
    for index in 0..<units.count / 2 {
      let unit = units.bigEndian(at: index &* 2, as: UInt16.self)
      // A surrogate is half of four bytes.
      count &+= (unit >= 0x80 ? 1 : 0) &+ (unit >= 0x800 && unit & 0xF800 != 0xD800 ? 1 : 0)
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
    while true {
      while target.count &- count >= 4, let ascii = scalars.nextASCII() {
        target.storeBytes(of: ascii.littleEndian, toByteOffset: count, as: UInt32.self)
        count &+= 4
      }
      guard let scalar = try scalars.next() else { return count }
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

  /// The next four scalars if they are ASCII in UTF-16, the first in the lowest byte; otherwise nil, and nothing is read.
  @inline(__always)
  mutating func nextASCII() -> UInt32? {
    guard !isASCII, bytes.count &- index >= 8 else { return nil }
    let units = bytes.bigEndian(at: index, as: UInt64.self)
    guard units & 0xFF80_FF80_FF80_FF80 == 0 else { return nil }
    index &+= 8
    // 0A0B0C0D: its neighbours are moved together twice.
    let pairs = (units | units >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: pairs | pairs >> 16).byteSwapped
  }

  @inline(never)
  private func unpaired() -> ArchiveError {
    .corrupt(offset: fileOffset &+ index, reason: "a UTF-16 surrogate without its partner")
  }
}
