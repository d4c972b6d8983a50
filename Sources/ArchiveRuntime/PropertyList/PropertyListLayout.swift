/// The contents of a binary property list's trailer, checked against the file's size.
package struct PropertyListLayout: Sendable, Equatable {
  /// From 1 to 8 bytes.
  package let offsetSize: Int
  /// From 1 to 8 bytes.
  package let referenceSize: Int
  package let objectCount: Int
  package let top: Int
  /// The offset of the offset table, which is the end of the objects.
  package let offsetTable: Int

  /// A layout that no trailer gives, for a file that has lost its own.
  package init(offsetSize: Int, referenceSize: Int, objectCount: Int, top: Int, offsetTable: Int) {
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = objectCount
    self.top = top
    self.offsetTable = offsetTable
  }

  /// - Throws: `corrupt` at the invalid field of the trailer.
  package init(trailerOf bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
    guard bytes.count >= BinaryFormat.minimumSize else {
      throw .corrupt(offset: bytes.count, reason: "the file is cut short: it ends before its trailer")
    }
    self = try PropertyListLayout(
      trailer: UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - BinaryFormat.trailerSize)...]),
      fileByteCount: bytes.count)
  }

  /// - Parameter bytes: only the trailer.
  /// - Throws: `corrupt` at the invalid field of the trailer.
  package init(trailer bytes: UnsafeRawBufferPointer, fileByteCount: Int) throws(ArchiveError) {
    let trailer = fileByteCount - BinaryFormat.trailerSize
    offsetSize = Int(bytes[6])
    referenceSize = Int(bytes[7])
    guard 1...8 ~= offsetSize else {
      throw Self.wrong(trailer + 6, "offsets of \(offsetSize) bytes")
    }
    guard 1...8 ~= referenceSize else {
      throw Self.wrong(trailer + 7, "references of \(referenceSize) bytes")
    }
    let offsetTable64 = bytes.bigEndian(at: 24, as: UInt64.self)
    guard offsetTable64 > BinaryFormat.headerSize, offsetTable64 < trailer else {
      throw Self.wrong(trailer + 24, "an offset table at byte \(offsetTable64)")
    }
    offsetTable = Int(offsetTable64)
    // Every object takes at least a byte and an offset, so their number is bounded before it is multiplied.
    let count64 = bytes.bigEndian(at: 8, as: UInt64.self)
    guard count64 >= 1, count64 <= offsetTable - BinaryFormat.headerSize,
      count64 <= (trailer - offsetTable) / offsetSize
    else { throw Self.wrong(trailer + 8, "\(count64) objects") }
    objectCount = Int(count64)
    let top64 = bytes.bigEndian(at: 16, as: UInt64.self)
    guard top64 < count64 else {
      throw Self.wrong(trailer + 16, "object \(top64) at the top of \(count64)")
    }
    top = Int(top64)
  }

  /// The trailer is the end of the file. If it is invalid, the file is probably cut off.
  @inline(never)
  private static func wrong(_ offset: Int, _ what: String) -> ArchiveError {
    .corrupt(offset: offset, reason: "the file is cut short, or its trailer is damaged, which speaks of \(what)")
  }
}
