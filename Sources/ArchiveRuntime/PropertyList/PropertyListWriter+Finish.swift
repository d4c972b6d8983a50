import Foundation

extension PropertyListWriter {
  /// Appends the containers, the offset table and the trailer.
  ///
  /// - Parameters:
  ///   - top: the list's top object.
  ///   - checksum: the data that gets the checksum of the file's other bytes; nil for none.
  /// - Returns: the file, in the buffer in which it was written.
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
    appendContainers(referenceSize: referenceSize, leafCount: leafCount)

    let offsetTable = buffer.count
    let offsetSize = BinaryFormat.width(holding: offsetTable)
    appendOffsets(size: offsetSize)

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

  private mutating func appendContainers(referenceSize: Int, leafCount: Int) {
    var next = 0
    for container in containers {
      leafOffsets.append(buffer.count)
      buffer.append(container.marker, size: container.count)
      let isDictionary = container.marker == ObjectMarker.dictionary
      let count = isDictionary ? container.count &* 2 : container.count
      guard var target = buffer.extend(by: count &* referenceSize) else { return }
      for position in next..<(next &+ count) {
        let index = index(of: containerReferences[position], leafCount: leafCount)
        target.storeBigEndian(UInt64(index), size: referenceSize)
        target += referenceSize
      }
      next &+= count
    }
  }

  private mutating func appendOffsets(size: Int) {
    guard var target = buffer.extend(by: leafOffsets.count &* size) else { return }
    for offset in leafOffsets {
      target.storeBigEndian(UInt64(offset), size: size)
      target += size
    }
  }
}
