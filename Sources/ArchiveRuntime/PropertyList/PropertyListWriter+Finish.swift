import Foundation

extension PropertyListWriter {
  /// Appends the containers, the offset table and the trailer.
  ///
  /// - Parameters:
  ///   - top: the list's top object.
  ///   - checksum: the data that gets the checksum of the file's other bytes; nil for none.
  /// - Returns: the file, in the buffer in which it was written, without what is in the output.
  /// - Throws: `limitExceeded` if memory ran out or there are more than 2^31 leaves or containers.
  package consuming func finish(top: Reference, checksum: Reference? = nil) throws(ArchiveError)
    -> Data
  {
    guard !isOverfull else {
      throw .limitExceeded(limit: "objects in one property list", value: .max, maximum: Int(Int32.max))
    }
    let leafCount = leafOffsets.count
    let objectCount = leafCount &+ containers.count
    let referenceSize = BinaryFormat.width(holding: objectCount)

    // The size is known in advance, so the buffer grows at most once.
    let containerBytes = containers.count &* 10 &+ containerReferences.count &* referenceSize
    buffer.reserve(containerBytes &+ objectCount &* 8 &+ BinaryFormat.trailerSize)
    switch referenceSize {
    case 1: appendContainers(UInt8.self, leafCount: leafCount)
    case 2: appendContainers(UInt16.self, leafCount: leafCount)
    case 4: appendContainers(UInt32.self, leafCount: leafCount)
    default: appendContainers(UInt64.self, leafCount: leafCount)
    }

    let offsetTable = buffer.count &+ (output?.byteCount ?? 0)
    let offsetSize = max(BinaryFormat.width(holding: offsetTable), leastOffsetSize)
    switch offsetSize {
    case 1: appendOffsets(UInt8.self)
    case 2: appendOffsets(UInt16.self)
    case 4: appendOffsets(UInt32.self)
    default: appendOffsets(UInt64.self)
    }

    buffer.append(bigEndian: UInt64(offsetSize) << 8 | UInt64(referenceSize))
    buffer.append(bigEndian: UInt64(objectCount))
    buffer.append(bigEndian: UInt64(index(of: top, leafCount: leafCount)))
    buffer.append(bigEndian: UInt64(offsetTable))
    guard !buffer.isExhausted else {
      throw .limitExceeded(limit: "available memory", value: .max, maximum: buffer.count)
    }
    if let checksum { sealFile(checksum) }
    return buffer.takeData()
  }

  /// The final object index of a reference: containers come after the leaves.
  @inline(__always)
  private func index(of reference: Reference, leafCount: Int) -> Int {
    let ordinal = Int(reference.raw & ~Reference.containerBit)
    return reference.raw & Reference.containerBit == 0 ? ordinal : leafCount &+ ordinal
  }

  // A loop for each width of numbers takes half of the instructions of one loop for all.

  @inline(__always)
  private mutating func appendContainers<Index: FixedWidthInteger>(_ type: Index.Type, leafCount: Int) {
    leafOffsets.reserve(leafCount &+ containers.count)
    let (containers, references) = (containers.elements, containerReferences.elements)
    var next = 0
    for container in containers {
      leafOffsets.append(buffer.count)
      buffer.append(container.marker, size: container.count)
      let isDictionary = container.marker == ObjectMarker.dictionary
      let count = isDictionary ? container.count &* 2 : container.count
      guard var target = buffer.extend(by: count &* MemoryLayout<Index>.size) else { return }
      for reference in UnsafeBufferPointer(rebasing: references[next..<(next &+ count)]) {
        let index = Index(truncatingIfNeeded: index(of: reference, leafCount: leafCount))
        target.storeBytes(of: index.bigEndian, as: Index.self)
        target += MemoryLayout<Index>.size
      }
      next &+= count
    }
  }

  @inline(__always)
  private mutating func appendOffsets<Offset: FixedWidthInteger>(_ type: Offset.Type) {
    guard var target = buffer.extend(by: leafOffsets.count &* MemoryLayout<Offset>.size) else { return }
    var rest = leafOffsets.elements[...]
    var shift = 0
    func append(_ offsets: Slice<UnsafeBufferPointer<Int>>) {
      for offset in UnsafeBufferPointer(rebasing: offsets) {
        target.storeBytes(of: Offset(truncatingIfNeeded: offset &+ shift).bigEndian, as: Offset.self)
        target += MemoryLayout<Offset>.size
      }
    }
    for gap in output?.gaps ?? [] {
      // The offsets ascend. Data begins in front of its gap.
      var (low, high) = (rest.startIndex, rest.endIndex)
      while low < high {
        let middle = (low &+ high) / 2
        if rest[middle] < gap.position { low = middle &+ 1 } else { high = middle }
      }
      append(rest[..<low])
      rest = rest[low...]
      shift &+= gap.byteCount
    }
    append(rest)
  }
}
