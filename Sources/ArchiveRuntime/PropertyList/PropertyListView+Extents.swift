extension PropertyListView {
  /// Reads every object once and checks that no two share a byte: else a small file could hold one megabyte a
  /// thousand times over, and memory would no longer be in proportion to the input.
  ///
  /// - Throws: `corrupt`.
  func checkExtents() throws(ArchiveError) {
    var end = BinaryFormat.headerSize
    for index in 0..<layout.objectCount {
      let start = try offset(of: index)
      // All writers known write objects in the order of their indices. Others are legal, at the price of a sort.
      guard start >= end else { return try checkExtentsInAnyOrder() }
      end = try parse(at: start).end
    }
  }

  private func checkExtentsInAnyOrder() throws(ArchiveError) {
    var extents: [(start: Int, end: Int)] = []
    extents.reserveCapacity(layout.objectCount)
    for index in 0..<layout.objectCount {
      let start = try offset(of: index)
      extents.append((start, try parse(at: start).end))
    }
    extents.sort { $0.start < $1.start }
    var end = BinaryFormat.headerSize
    for extent in extents {
      guard extent.start >= end else {
        throw .corrupt(offset: extent.start, reason: "two objects overlap here")
      }
      end = extent.end
    }
  }
}
