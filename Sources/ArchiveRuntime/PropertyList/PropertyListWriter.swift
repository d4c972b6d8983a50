/// Writes a binary property list directly into its final buffer. Leaves are appended at once in their final form.
/// Containers are appended in `finish`, because their form depends on the size of references, and thus on the number of
/// objects.
///
/// Files have the order that CoreFoundation, Python and GNUstep expect: first the leaves, then the containers, each in
/// the order of the calls. Small equal leaves are written once. Creating a writer takes one malloc.
package struct PropertyListWriter: ~Copyable {
  /// Identifies an object of one writer.
  package struct Reference: Hashable, Sendable, BitwiseCopyable {
    /// The ordinal among the leaves; with the high bit set, the ordinal among the containers.
    let raw: UInt32
    static let containerBit: UInt32 = 1 << 31
  }

  /// A container that is not yet written. Its references are the next `count` (twice as many for a dictionary) of
  /// `containerReferences`.
  struct Container: BitwiseCopyable {
    private let bits: UInt64

    init(marker: UInt8, count: Int) { bits = UInt64(count) << 8 | UInt64(marker) }

    var marker: UInt8 { UInt8(truncatingIfNeeded: bits) }
    var count: Int { Int(bits >> 8) }
  }

  var buffer: ByteBuffer
  var leafOffsets = GrowingArray<Int>()
  var containers = GrowingArray<Container>()
  var containerReferences = GrowingArray<Reference>()
  private var leafTable = LeafTable()
  /// For each object number of a reference, the ordinal of its leaf plus 1; 0 if there is none.
  private var uidLeaves = GrowingArray<UInt32>()
  private var trueReference: Reference?
  private var falseReference: Reference?
  /// Whether the keyed archive gets a checksum.
  package var hasChecksum = false
  /// What takes large data before the list is finished; nil if nothing does. Copies of the writer have none.
  var output: PropertyListOutput?
  /// The bytes of an offset of the file, if its length needs no more.
  var leastOffsetSize = 1
  /// Set if there are more objects than references can identify.
  var isOverfull = false

  /// The longest encoded leaf that is searched for among earlier ones.
  private static let longestMerged = 64

  /// - Parameter capacity: the bytes to reserve; the buffer grows if necessary. With 0 nothing is reserved.
  package init(reservingCapacity capacity: Int = 1_000) {
    buffer = ByteBuffer(capacity: capacity)
    buffer.append(bigEndian: BinaryFormat.magic)
    if capacity == 0 { return }
    // One small allocation is cheaper than four while they grow.
    leafOffsets.reserve(48)
    containers.reserve(8)
    containerReferences.reserve(64)
  }

  /// Reserves memory for more bytes, except where the output is going to take them.
  mutating func reserve(_ byteCount: Int) { buffer.reserve(output?.capacity(for: byteCount) ?? byteCount) }

  /// An independent writer with the same contents.
  func copy() -> PropertyListWriter {
    var copy = PropertyListWriter(reservingCapacity: buffer.capacity)
    copy.buffer.truncate(to: 0)
    copy.buffer.append(buffer.bytes)
    copy.leafOffsets = leafOffsets.copy()
    copy.containers = containers.copy()
    copy.containerReferences = containerReferences.copy()
    copy.leafTable = leafTable.copy()
    copy.uidLeaves = uidLeaves.copy()
    copy.trueReference = trueReference
    copy.falseReference = falseReference
    copy.isOverfull = isOverfull
    copy.hasChecksum = hasChecksum
    copy.leastOffsetSize = leastOffsetSize
    return copy
  }

  // MARK: Leaves

  mutating func null() -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.null)
    return merged(from: start)
  }

  package mutating func bool(_ value: Bool) -> Reference {
    if let known = value ? trueReference : falseReference { return known }
    let start = buffer.count
    buffer.append(value ? ObjectMarker.true : ObjectMarker.false)
    let reference = appended(from: start)
    if value { trueReference = reference } else { falseReference = reference }
    return reference
  }

  package mutating func integer(_ value: Int64) -> Reference {
    let start = buffer.count
    buffer.append(integerObject: value)
    return merged(from: start)
  }

  package mutating func unsigned(_ value: UInt64) -> Reference {
    if let signed = Int64(exactly: value) { return integer(signed) }
    return wide(WideInteger(high: 0, low: value))
  }

  /// Appends an integer of up to 128 bits, in the 16-byte form only if 8 signed bytes are not enough.
  mutating func wide(_ value: WideInteger) -> Reference {
    if let small = value.int64 { return integer(small) }
    let start = buffer.count
    buffer.append(ObjectMarker.integer | 4)
    buffer.append(bigEndian: value.high)
    buffer.append(bigEndian: value.low)
    return merged(from: start)
  }

  package mutating func real32(bitPattern: UInt32) -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.real | 2)
    buffer.append(bigEndian: bitPattern)
    return merged(from: start)
  }

  package mutating func real64(bitPattern: UInt64) -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.real | 3)
    buffer.append(bigEndian: bitPattern)
    return merged(from: start)
  }

  /// Appends a number in a form whose length its type alone decides, and merges it with no other: the file's layout does not
  /// depend on its value.
  ///
  /// - Parameters:
  ///   - marker: `integer` or `real`.
  ///   - byteCount: 1, 2, 4 or 8, which hold the number in this form.
  mutating func number(_ marker: UInt8, _ bits: UInt64, byteCount: Int) -> Reference {
    let start = buffer.count
    buffer.append(marker | UInt8(truncatingIfNeeded: byteCount.trailingZeroBitCount))
    if let target = buffer.extend(by: byteCount) { target.storeBigEndian(bits, size: byteCount) }
    return appended(from: start)
  }

  /// - Parameter bitPattern: the bits of a double, in seconds since 2001-01-01T00:00:00Z.
  package mutating func date(bitPattern: UInt64) -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.date)
    buffer.append(bigEndian: bitPattern)
    return merged(from: start)
  }

  /// Appends a keyed archive's reference to the element `number` of `$objects`.
  ///
  /// Each reference is written once. They are looked up by their number, not by their bytes.
  package mutating func uid(_ number: Int) -> Reference {
    assert(number >= 0)
    let number = max(number, 0)
    if number < uidLeaves.count, uidLeaves[number] != 0 { return Reference(raw: uidLeaves[number] &- 1) }
    let start = buffer.count
    // CoreFoundation writes and reads 1, 2 and 4 bytes. More are written only if necessary.
    switch number {
    case ...0xFF:
      buffer.append(ObjectMarker.uid)
      buffer.append(UInt8(truncatingIfNeeded: number))
    case ...0xFFFF:
      buffer.append(ObjectMarker.uid | 1)
      buffer.append(bigEndian: UInt16(truncatingIfNeeded: number))
    case ...0xFFFF_FFFF:
      buffer.append(ObjectMarker.uid | 3)
      buffer.append(bigEndian: UInt32(truncatingIfNeeded: number))
    default:
      buffer.append(ObjectMarker.uid | 7)
      buffer.append(bigEndian: UInt64(number))
    }
    let reference = appended(from: start)
    // The memory is proportional to what is written: a number far beyond the others is not recorded.
    if number >= uidLeaves.count, number <= leafOffsets.count &* 4 &+ 64 {
      uidLeaves.append(repeating: 0, count: max(number &+ 1 &- uidLeaves.count, uidLeaves.count))
    }
    if number < uidLeaves.count { uidLeaves[number] = reference.raw &+ 1 }
    return reference
  }

  /// Appends text, as ASCII if possible and otherwise as UTF-16.
  package mutating func string(_ text: String) -> Reference {
    let start = buffer.count
    buffer.append(stringObject: text)
    return merged(from: start)
  }

  /// Appends a key, which is a string.
  package mutating func key(_ text: String) -> Reference { string(text) }

  /// - Parameters:
  ///   - utf8: text without a terminating NUL.
  ///   - isMerged: Whether it may be one object with an equal text.
  /// - Returns: nil if the bytes are not UTF-8. Then nothing is written.
  mutating func string(utf8: UnsafeRawBufferPointer, isMerged: Bool = true) -> Reference? {
    let start = buffer.count
    guard buffer.append(stringObjectUTF8: utf8) else { return nil }
    return isMerged ? merged(from: start) : appended(from: start)
  }

  /// - Parameters:
  ///   - latin1: ISO 8859-1 text without a terminating NUL.
  ///   - isMerged: Whether it may be one object with an equal text.
  mutating func string(latin1: UnsafeRawBufferPointer, isMerged: Bool = true) -> Reference {
    let start = buffer.count
    buffer.append(stringObjectLatin1: latin1)
    return isMerged ? merged(from: start) : appended(from: start)
  }

  /// Appends data that `fill` writes in place. It is never merged with equal data.
  ///
  /// - Parameter fill: must write each of the `byteCount` bytes.
  /// - Throws: the error of `fill`, in which case nothing is written; `limitExceeded` if memory runs out.
  package mutating func data(
    byteCount: Int, fill: (UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.data, size: byteCount)
    guard byteCount >= 0, let target = buffer.extend(by: byteCount) else {
      buffer.truncate(to: start)
      throw .limitExceeded(limit: "available memory", value: byteCount, maximum: start)
    }
    do throws(ArchiveError) {
      try fill(UnsafeMutableRawBufferPointer(start: target, count: byteCount))
    } catch {
      buffer.truncate(to: start)
      throw error
    }
    return appended(from: start)
  }

  /// Appends data that exists already. It is never merged with equal data.
  ///
  /// - Throws: the same errors as `data(byteCount:fill:)`, and those of the output.
  package mutating func data(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Reference {
    guard let output, output.takes(bytes.count, behind: buffer.count) else {
      return try data(byteCount: bytes.count) { (target) throws(ArchiveError) in target.copyMemory(from: bytes) }
    }
    let start = buffer.count
    buffer.append(ObjectMarker.data, size: bytes.count)
    output.addGap(at: buffer.count, byteCount: bytes.count)
    do throws(ArchiveError) { try output.write(bytes, hasChecksum: hasChecksum) } catch {
      buffer.truncate(to: start)
      output.removeGaps(from: output.gaps.count - 1)
      throw error
    }
    return appended(from: start)
  }

  /// Appends pieces of data that are filled together, in place or in the output.
  ///
  /// - Returns: the data in the order of the columns.
  /// - Throws: the same errors as `data(_:)`.
  package mutating func data(_ groups: [DataColumns]) throws(ArchiveError) -> [Reference] {
    let start = buffer.count
    let leafCount = leafOffsets.count
    let gapCount = output?.gaps.count ?? 0
    let byteCounts = groups.byteCounts
    let total = byteCounts.reduce(0, &+)
    let output = self.output.flatMap { $0.takes(total, behind: start) ? $0 : nil }
    // All memory is reserved before the addresses are taken, because growing moves the buffer.
    if output == nil { buffer.reserve(total &+ byteCounts.count &* 16) }
    var starts: [Int] = []
    starts.reserveCapacity(byteCounts.count)
    var references: [Reference] = []
    references.reserveCapacity(byteCounts.count)
    for byteCount in byteCounts {
      let leaf = buffer.count
      buffer.append(ObjectMarker.data, size: byteCount)
      starts.append(buffer.count)
      output?.addGap(at: buffer.count, byteCount: byteCount)
      guard byteCount >= 0, output != nil || buffer.extend(by: byteCount) != nil else {
        takeBack(to: start, leafCount: leafCount, gapCount: gapCount)
        throw .limitExceeded(limit: "available memory", value: byteCount, maximum: start)
      }
      references.append(appended(from: leaf))
    }
    guard let base = buffer.base else { return references }
    do throws(ArchiveError) {
      if let output {
        var gap = gapCount
        for group in groups {
          try output.write(group, from: gap, hasChecksum: hasChecksum)
          gap += group.columns.count
        }
      } else {
        try groups.fill(starts.map { base + $0 })
      }
    } catch {
      takeBack(to: start, leafCount: leafCount, gapCount: gapCount)
      throw error
    }
    return references
  }

  private mutating func takeBack(to start: Int, leafCount: Int, gapCount: Int) {
    buffer.truncate(to: start)
    leafOffsets.truncate(to: leafCount)
    output?.removeGaps(from: gapCount)
  }

  /// An object of another list that refers to none: its bytes as they stand there.
  package mutating func leaf(copying bytes: UnsafeRawBufferPointer) -> Reference {
    let start = buffer.count
    buffer.append(bytes)
    // Data is never merged: see `data(byteCount:fill:)`.
    return bytes.first.map { $0 & 0xF0 } == ObjectMarker.data ? appended(from: start) : merged(from: start)
  }

  // MARK: Containers

  package mutating func array(_ elements: [Reference]) -> Reference {
    containerReferences.append(contentsOf: elements)
    return container(ObjectMarker.array, count: elements.count)
  }

  package mutating func set(_ elements: [Reference]) -> Reference {
    containerReferences.append(contentsOf: elements)
    return container(ObjectMarker.set, count: elements.count)
  }

  /// Appends an array of references to the elements of `$objects` with these numbers.
  mutating func array(ofObjects numbers: some Collection<Int>) -> Reference {
    for number in numbers { containerReferences.append(uid(number)) }
    return container(ObjectMarker.array, count: numbers.count)
  }

  mutating func dictionary(_ keys: (Reference, Reference), values: (Reference, Reference)) -> Reference {
    containerReferences.append(keys.0)
    containerReferences.append(keys.1)
    containerReferences.append(values.0)
    containerReferences.append(values.1)
    return container(ObjectMarker.dictionary, count: 2)
  }

  /// Appends a dictionary of the references that were appended last: its keys, and then as many values.
  mutating func dictionary(appended count: Int) -> Reference { container(ObjectMarker.dictionary, count: count) }

  /// - Parameters: the same number of values as of keys.
  package mutating func dictionary(keys: [Reference], values: [Reference]) -> Reference {
    assert(keys.count == values.count)
    containerReferences.append(contentsOf: keys)
    containerReferences.append(contentsOf: values)
    return container(ObjectMarker.dictionary, count: keys.count)
  }

  /// Appends the keys of a block. It is called once for each writer and block.
  package mutating func keys(_ block: EncodedKeys) -> KeyReferences {
    let start = buffer.count
    let first = nextLeaf()
    block.bytes.withUnsafeBytes { buffer.append($0) }
    for offset in block.offsets { leafOffsets.append(start &+ offset) }
    return KeyReferences(first: first, count: block.count)
  }

  /// - Parameter values: one for each key of the block, in the same order.
  package mutating func dictionary(_ keys: KeyReferences, values: [Reference]) -> Reference {
    assert(keys.count == values.count)
    for position in 0..<keys.count { containerReferences.append(keys[position]) }
    containerReferences.append(contentsOf: values)
    return container(ObjectMarker.dictionary, count: keys.count)
  }

  private mutating func container(_ marker: UInt8, count: Int) -> Reference {
    if containers.count >= Int(Int32.max) { isOverfull = true }
    let reference = Reference(raw: UInt32(truncatingIfNeeded: containers.count) | Reference.containerBit)
    containers.append(Container(marker: marker, count: count))
    return reference
  }

  // MARK: Adding leaves

  /// The reference of the next leaf.
  private mutating func nextLeaf() -> Reference {
    if leafOffsets.count >= Int(Int32.max) { isOverfull = true }
    return Reference(raw: UInt32(truncatingIfNeeded: leafOffsets.count) & ~Reference.containerBit)
  }

  /// Adds the leaf that was just appended.
  @inline(__always)
  private mutating func appended(from start: Int) -> Reference {
    let reference = nextLeaf()
    leafOffsets.append(start)
    return reference
  }

  /// Adds the leaf that was just appended, or removes it again if there is one with the same bytes.
  @inline(__always)
  private mutating func merged(from start: Int) -> Reference {
    guard buffer.count &- start <= Self.longestMerged else { return appended(from: start) }
    let found = leafTable.find(
      from: start, in: buffer.bytes, offsets: leafOffsets.elements, orInsert: leafOffsets.count)
    guard let found else { return appended(from: start) }
    buffer.truncate(to: start)
    return Reference(raw: UInt32(truncatingIfNeeded: found))
  }
}
