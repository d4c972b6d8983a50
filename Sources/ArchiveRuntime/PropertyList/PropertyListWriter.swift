/// Writes a binary property list straight into its final buffer. Leaves are appended at once in their final form;
/// containers, whose bytes depend on the width of references and so on the number of objects, wait until `finish`.
///
/// Files come out as CoreFoundation, Python and GNUstep expect them: leaves first, then containers, both in the order
/// of the calls. Small leaves that repeat are written once. Making a writer costs one malloc.
struct PropertyListWriter: ~Copyable {
  /// Names an object of one writer.
  struct Reference: Hashable, Sendable {
    /// The ordinal among the leaves, or among the containers with the high bit set.
    let raw: UInt32
    static let containerBit: UInt32 = 1 << 31
  }

  /// A container that waits: its references are the next `count` (twice as many for a dictionary) of
  /// `containerReferences`.
  struct Container {
    let marker: UInt8
    let count: Int
  }

  var buffer: ByteBuffer
  var leafOffsets: ContiguousArray<Int> = []
  var containers: ContiguousArray<Container> = []
  var containerReferences: ContiguousArray<Reference> = []
  private var leafTable = LeafTable()
  /// The ordinals of references' leaves, plus 1, by the numbers they name; 0 where there is none.
  private var uidLeaves: ContiguousArray<UInt32> = []
  private var trueReference: Reference?
  private var falseReference: Reference?
  /// Set when there are more objects than references can name.
  var isOverfull = false

  /// The longest encoded leaf that is looked up for merging.
  private static let longestMerged = 64

  /// - Parameter capacity: bytes to set aside; the buffer grows as needed.
  init(reservingCapacity capacity: Int = 1_000) {
    buffer = ByteBuffer(capacity: capacity)
    buffer.append(bigEndian: BinaryFormat.magic)
    // One small allocation each instead of four while they grow.
    leafOffsets.reserveCapacity(48)
    containers.reserveCapacity(8)
    containerReferences.reserveCapacity(64)
  }

  /// A writer that holds what this one holds, and goes its own way from here.
  func copy() -> PropertyListWriter {
    var copy = PropertyListWriter(reservingCapacity: buffer.capacity)
    copy.buffer.truncate(to: 0)
    copy.buffer.append(buffer.bytes)
    copy.leafOffsets = leafOffsets
    copy.containers = containers
    copy.containerReferences = containerReferences
    copy.leafTable = leafTable
    copy.uidLeaves = uidLeaves
    copy.trueReference = trueReference
    copy.falseReference = falseReference
    copy.isOverfull = isOverfull
    return copy
  }

  // MARK: Leaves

  mutating func null() -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.null)
    return merged(from: start)
  }

  mutating func bool(_ value: Bool) -> Reference {
    if let known = value ? trueReference : falseReference { return known }
    let start = buffer.count
    buffer.append(value ? ObjectMarker.true : ObjectMarker.false)
    let reference = appended(from: start)
    if value { trueReference = reference } else { falseReference = reference }
    return reference
  }

  mutating func integer(_ value: Int64) -> Reference {
    let start = buffer.count
    buffer.append(integerObject: value)
    return merged(from: start)
  }

  mutating func unsigned(_ value: UInt64) -> Reference {
    if let signed = Int64(exactly: value) { return integer(signed) }
    return wide(WideInteger(high: 0, low: value))
  }

  /// An integer of up to 128 bits; the 16-byte form only where 8 signed bytes do not hold it.
  mutating func wide(_ value: WideInteger) -> Reference {
    if let small = value.int64 { return integer(small) }
    let start = buffer.count
    buffer.append(ObjectMarker.integer | 4)
    buffer.append(bigEndian: value.high)
    buffer.append(bigEndian: value.low)
    return merged(from: start)
  }

  mutating func real32(bitPattern: UInt32) -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.real | 2)
    buffer.append(bigEndian: bitPattern)
    return merged(from: start)
  }

  mutating func real64(bitPattern: UInt64) -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.real | 3)
    buffer.append(bigEndian: bitPattern)
    return merged(from: start)
  }

  /// - Parameter bitPattern: of a double, seconds since 2001-01-01T00:00:00Z.
  mutating func date(bitPattern: UInt64) -> Reference {
    let start = buffer.count
    buffer.append(ObjectMarker.date)
    buffer.append(bigEndian: bitPattern)
    return merged(from: start)
  }

  /// A keyed archive's reference to the element `number` of `$objects`.
  ///
  /// Each is written once. They are numbered in their order and looked up by that, not by their bytes.
  mutating func uid(_ number: Int) -> Reference {
    assert(number >= 0)
    let number = max(number, 0)
    if number < uidLeaves.count, uidLeaves[number] != 0 { return Reference(raw: uidLeaves[number] &- 1) }
    let start = buffer.count
    // CoreFoundation writes and reads 1, 2 and 4 bytes; more only when there is no way round.
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
    // Room in proportion to what is written: a number far beyond the others is not looked up again.
    if number >= uidLeaves.count, number <= leafOffsets.count &* 4 &+ 64 {
      uidLeaves.append(contentsOf: repeatElement(0, count: max(number &+ 1 &- uidLeaves.count, uidLeaves.count)))
    }
    if number < uidLeaves.count { uidLeaves[number] = reference.raw &+ 1 }
    return reference
  }

  /// Text, as ASCII when it is ASCII, else as UTF-16.
  mutating func string(_ text: String) -> Reference {
    let start = buffer.count
    buffer.append(stringObject: text)
    return merged(from: start)
  }

  /// A key: the same as a string.
  mutating func key(_ text: String) -> Reference { string(text) }

  /// - Parameter utf8: text without a terminating NUL.
  /// - Returns: nil, and nothing is written, when the bytes are not UTF-8.
  mutating func string(utf8: UnsafeRawBufferPointer) -> Reference? {
    let start = buffer.count
    guard buffer.append(stringObjectUTF8: utf8) else { return nil }
    return merged(from: start)
  }

  /// - Parameter latin1: ISO 8859-1 text without a terminating NUL.
  mutating func string(latin1: UnsafeRawBufferPointer) -> Reference {
    let start = buffer.count
    buffer.append(stringObjectLatin1: latin1)
    return merged(from: start)
  }

  /// Data written by `fill` right where it stays. Never merged with equal data.
  ///
  /// - Parameter fill: must write every byte of the `byteCount` it is given.
  /// - Throws: what `fill` throws, and nothing is written then; `limitExceeded` when memory runs out.
  mutating func data(
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

  /// Several datas at once, filled together right where they stay: one pass over rows fills many columns.
  ///
  /// - Parameter fill: must write every byte of each of `byteCounts`, at the addresses it is given in their order.
  /// - Throws: as `data(byteCount:fill:)`.
  mutating func data(
    byteCounts: [Int], fill: ([UnsafeMutableRawPointer]) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> [Reference] {
    let start = buffer.count
    let leafCount = leafOffsets.count
    // All room is made before any address is taken: growing moves the buffer.
    buffer.reserve(byteCounts.reduce(byteCounts.count &* 16, &+))
    var starts: [Int] = []
    starts.reserveCapacity(byteCounts.count)
    var references: [Reference] = []
    references.reserveCapacity(byteCounts.count)
    for byteCount in byteCounts {
      let leaf = buffer.count
      buffer.append(ObjectMarker.data, size: byteCount)
      starts.append(buffer.count)
      guard byteCount >= 0, buffer.extend(by: byteCount) != nil else {
        buffer.truncate(to: start)
        leafOffsets.removeSubrange(leafCount...)
        throw .limitExceeded(limit: "available memory", value: byteCount, maximum: start)
      }
      references.append(appended(from: leaf))
    }
    guard let base = buffer.base else { return references }
    do throws(ArchiveError) {
      try fill(starts.map { base + $0 })
    } catch {
      buffer.truncate(to: start)
      leafOffsets.removeSubrange(leafCount...)
      throw error
    }
    return references
  }

  /// An object of another list that refers to none: its bytes as they stand there.
  mutating func leaf(copying bytes: UnsafeRawBufferPointer) -> Reference {
    let start = buffer.count
    buffer.append(bytes)
    // Data is never merged: see `data(byteCount:fill:)`.
    return bytes.first.map { $0 & 0xF0 } == ObjectMarker.data ? appended(from: start) : merged(from: start)
  }

  // MARK: Containers

  mutating func array(_ elements: [Reference]) -> Reference {
    containerReferences.append(contentsOf: elements)
    return container(ObjectMarker.array, count: elements.count)
  }

  mutating func set(_ elements: [Reference]) -> Reference {
    containerReferences.append(contentsOf: elements)
    return container(ObjectMarker.set, count: elements.count)
  }

  /// An array of references to the elements of `$objects` with these numbers.
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

  /// - Parameters: as many values as keys.
  mutating func dictionary(keys: [Reference], values: [Reference]) -> Reference {
    assert(keys.count == values.count)
    containerReferences.append(contentsOf: keys)
    containerReferences.append(contentsOf: values)
    return container(ObjectMarker.dictionary, count: keys.count)
  }

  /// Takes in a block's keys. Call once a writer and block, and keep the list.
  mutating func keys(_ block: EncodedKeys) -> KeyReferences {
    let start = buffer.count
    let first = nextLeaf()
    block.bytes.withUnsafeBytes { buffer.append($0) }
    for offset in block.offsets { leafOffsets.append(start &+ offset) }
    return KeyReferences(first: first, count: block.count)
  }

  /// - Parameter values: one a key of the list, in its order.
  mutating func dictionary(_ keys: KeyReferences, values: [Reference]) -> Reference {
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

  // MARK: Taking leaves in

  /// The reference the next leaf will have.
  private mutating func nextLeaf() -> Reference {
    if leafOffsets.count >= Int(Int32.max) { isOverfull = true }
    return Reference(raw: UInt32(truncatingIfNeeded: leafOffsets.count) & ~Reference.containerBit)
  }

  /// Takes in the leaf that was just appended.
  @inline(__always)
  private mutating func appended(from start: Int) -> Reference {
    let reference = nextLeaf()
    leafOffsets.append(start)
    return reference
  }

  /// Takes in the leaf that was just appended, or takes it away again when there is one with the same bytes.
  @inline(__always)
  private mutating func merged(from start: Int) -> Reference {
    guard buffer.count &- start <= Self.longestMerged else { return appended(from: start) }
    let found = leafTable.find(from: start, in: buffer.bytes, offsets: leafOffsets, orInsert: leafOffsets.count)
    guard let found else { return appended(from: start) }
    buffer.truncate(to: start)
    return Reference(raw: UInt32(truncatingIfNeeded: found))
  }
}
