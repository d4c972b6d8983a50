/// Reads the bytes of a binary property list. Every call checks what it reads.
package struct PropertyListView {
  package let bytes: UnsafeRawBufferPointer
  package let layout: PropertyListLayout

  /// - Parameters: all bytes of the file, and what its trailer says.
  package init(bytes: UnsafeRawBufferPointer, layout: PropertyListLayout) {
    (self.bytes, self.layout) = (bytes, layout)
  }

  package var top: Int { layout.top }
  package var objectCount: Int { layout.objectCount }

  /// The object with this index.
  ///
  /// - Throws: `corrupt` if the list has no such index, or the object is not completely among the objects.
  @inline(never)
  package func node(_ index: Int) throws(ArchiveError) -> PropertyListNode {
    try parse(at: try offset(of: index)).node
  }

  /// A keyed archive's reference in one of the usual forms; nil for every other object, which `node(_:)` reads. Most of
  /// the objects that are looked at in an archive of objects are references, which are not made nodes first.
  @inline(__always)
  func shortUID(_ index: Int) throws(ArchiveError) -> Int? {
    let start = try offset(of: index)
    let contents = start &+ 1
    switch bytes[start] {
    case ObjectMarker.uid where contents < layout.offsetTable: return Int(bytes[contents])
    case ObjectMarker.uid | 1 where layout.offsetTable &- contents >= 2:
      return Int(bytes.bigEndian(at: contents, as: UInt16.self))
    case ObjectMarker.uid | 3 where layout.offsetTable &- contents >= 4:
      return Int(exactly: bytes.bigEndian(at: contents, as: UInt32.self))
    default: return nil
    }
  }

  /// A dictionary of few keys; nil for every other object, which `node(_:)` reads.
  @inline(__always)
  func shortDictionary(_ index: Int) throws(ArchiveError) -> PropertyListDictionary? {
    let start = try offset(of: index)
    let (marker, contents) = (bytes[start], start &+ 1)
    let count = Int(marker & 0x0F)
    let size = count &* layout.referenceSize
    guard marker & 0xF0 == ObjectMarker.dictionary, marker & 0x0F != ObjectMarker.longSize,
      2 &* size <= layout.offsetTable &- contents
    else { return nil }
    return PropertyListDictionary(
      keys: PropertyListReferences(offset: contents, count: count),
      values: PropertyListReferences(offset: contents &+ size, count: count))
  }

  /// An array of few elements; nil for every other object.
  @inline(__always)
  func shortArray(_ index: Int) throws(ArchiveError) -> PropertyListReferences? {
    let start = try offset(of: index)
    let (marker, contents) = (bytes[start], start &+ 1)
    let count = Int(marker & 0x0F)
    guard marker & 0xF0 == ObjectMarker.array, marker & 0x0F != ObjectMarker.longSize,
      count &* layout.referenceSize <= layout.offsetTable &- contents
    else { return nil }
    return PropertyListReferences(offset: contents, count: count)
  }

  /// The offset of the object.
  @inline(__always)
  package func offset(of index: Int) throws(ArchiveError) -> Int {
    guard index >= 0, index < layout.objectCount else { throw noSuchObject(index) }
    let entry = layout.offsetTable &+ index &* layout.offsetSize
    let offset = bytes.bigEndian(at: entry, size: layout.offsetSize)
    guard offset >= BinaryFormat.headerSize, offset < layout.offsetTable else {
      throw outside(index, at: offset, entry)
    }
    return Int(truncatingIfNeeded: offset)
  }

  /// The index of the object to which the reference at `position` (0..<count) refers.
  ///
  /// - Throws: `corrupt` if there is no such position, or if the reference refers to no object.
  @inline(__always)
  package func reference(_ position: Int, in references: PropertyListReferences) throws(ArchiveError) -> Int {
    guard position >= 0, position < references.count else {
      throw noSuchElement(position, references)
    }
    let offset = references.offset &+ position &* layout.referenceSize
    let index = bytes.bigEndian(at: offset, size: layout.referenceSize)
    guard index < UInt64(layout.objectCount) else {
      throw noSuchTarget(index, at: offset)
    }
    return Int(truncatingIfNeeded: index)
  }

  /// The bytes of data or of a string's contents, which must be inside the file.
  @inline(__always)
  package func contents(_ range: Range<Int>) throws(ArchiveError) -> UnsafeRawBufferPointer {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, let start = bytes.baseAddress else {
      throw endsBefore(range.upperBound)
    }
    return UnsafeRawBufferPointer(
      start: start + range.lowerBound, count: range.upperBound &- range.lowerBound)
  }

  // Errors are made out of line: what checks is inlined in many places.

  @inline(never)
  private func noSuchObject(_ index: Int) -> ArchiveError {
    .corrupt(offset: layout.offsetTable, reason: "there is no object \(index) among \(layout.objectCount)")
  }

  @inline(never)
  private func outside(_ index: Int, at offset: UInt64, _ entry: Int) -> ArchiveError {
    .corrupt(offset: entry, reason: "object \(index) is said to lie at byte \(offset), outside the objects")
  }

  @inline(never)
  private func noSuchElement(_ position: Int, _ references: PropertyListReferences) -> ArchiveError {
    .corrupt(offset: references.offset, reason: "element \(position) is asked of \(references.count) elements")
  }

  @inline(never)
  private func endsBefore(_ end: Int) -> ArchiveError {
    .corrupt(offset: bytes.count, reason: "the file ends before byte \(end)")
  }

  @inline(never)
  private func noSuchTarget(_ index: UInt64, at offset: Int) -> ArchiveError {
    .corrupt(offset: offset, reason: "a reference to object \(index) of \(layout.objectCount)")
  }
}
