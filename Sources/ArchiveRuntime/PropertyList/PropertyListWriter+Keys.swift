extension PropertyListWriter {
  /// Whether no two of these leaves have the same bytes. Equal strings have equal bytes.
  func areDistinct(_ leaves: [Reference]) -> Bool {
    if leaves.count <= 8 {
      for (index, leaf) in leaves.enumerated() {
        for other in leaves[..<index] where other == leaf || encoded(other).elementsEqual(encoded(leaf)) {
          return false
        }
      }
      return true
    }
    var seen: Set<[UInt8]> = []
    seen.reserveCapacity(leaves.count)
    for leaf in leaves where !seen.insert(Array(encoded(leaf))).inserted { return false }
    return true
  }

  /// A leaf's bytes, until the next is written. Before `finish` there are only leaves, one behind the other.
  private func encoded(_ leaf: Reference) -> UnsafeRawBufferPointer {
    let ordinal = Int(leaf.raw)
    guard ordinal < leafOffsets.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let end = ordinal + 1 < leafOffsets.count ? leafOffsets[ordinal + 1] : buffer.count
    return UnsafeRawBufferPointer(rebasing: buffer.bytes[leafOffsets[ordinal]..<end])
  }
}
