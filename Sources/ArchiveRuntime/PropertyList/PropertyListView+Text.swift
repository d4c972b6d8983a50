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
    let units = try contents(text.range)
    if let short = try shortUTF16(units, at: text.offset) { return short }
    var failure: ArchiveError?
    let string = String(unsafeUninitializedCapacity: UTF16Text.utf8Count(of: units)) { target in
      do throws(ArchiveError) {
        return try UTF16Text.writeUTF8(of: units, at: text.offset, to: UnsafeMutableRawBufferPointer(target))
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return string
  }

  /// A short text of UTF-16 units. It is converted at once, and not counted before.
  private func shortUTF16(_ units: UnsafeRawBufferPointer, at offset: Int) throws(ArchiveError) -> String? {
    guard units.count <= 512 else { return nil }
    var failure: ArchiveError?
    let string = withUnsafeTemporaryAllocation(byteCount: units.count / 2 &* 3, alignment: 1) { target in
      do throws(ArchiveError) {
        return String(decoding: target[..<(try UTF16Text.writeUTF8(of: units, at: offset, to: target))], as: UTF8.self)
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
    var scalars = UTF16Scalars(units, at: text.offset)
    while true {
      while scalars.nextFour() != nil {}
      guard try scalars.next() != nil else { return UTF16Text.utf8Count(of: units) }
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
