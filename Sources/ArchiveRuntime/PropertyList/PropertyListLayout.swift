/// What a binary property list's trailer says, checked against the file's size.
struct PropertyListLayout: Sendable, Equatable {
  /// 1…8 bytes an offset.
  let offsetSize: Int
  /// 1…8 bytes a reference.
  let referenceSize: Int
  let objectCount: Int
  let top: Int
  /// Where the offset table begins and the objects end.
  let offsetTable: Int

  /// - Throws: `corrupt` at the field of the trailer that is wrong.
  init(trailerOf bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
    guard bytes.count >= BinaryFormat.minimumSize else {
      throw .corrupt(offset: bytes.count, reason: "the file ends before its trailer")
    }
    let trailer = bytes.count - BinaryFormat.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetSize else {
      throw .corrupt(offset: trailer + 6, reason: "offsets of \(offsetSize) bytes")
    }
    guard 1...8 ~= referenceSize else {
      throw .corrupt(offset: trailer + 7, reason: "references of \(referenceSize) bytes")
    }
    let offsetTable64 = bytes.bigEndian(at: trailer + 24, as: UInt64.self)
    guard offsetTable64 > BinaryFormat.headerSize, offsetTable64 < trailer else {
      throw .corrupt(offset: trailer + 24, reason: "the offset table at \(offsetTable64) is outside the file")
    }
    offsetTable = Int(offsetTable64)
    // Every object takes a byte and an offset of its own, so their number is bounded before it is multiplied.
    let count64 = bytes.bigEndian(at: trailer + 8, as: UInt64.self)
    guard count64 >= 1, count64 <= offsetTable - BinaryFormat.headerSize,
      count64 <= (trailer - offsetTable) / offsetSize
    else { throw .corrupt(offset: trailer + 8, reason: "a file of this size cannot hold \(count64) objects") }
    objectCount = Int(count64)
    let top64 = bytes.bigEndian(at: trailer + 16, as: UInt64.self)
    guard top64 < count64 else {
      throw .corrupt(offset: trailer + 16, reason: "the top object \(top64) is none of the \(count64) objects")
    }
    top = Int(top64)
  }
}
