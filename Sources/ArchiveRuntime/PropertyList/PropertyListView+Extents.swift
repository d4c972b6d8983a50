extension PropertyListView {
  /// Reads every object once and checks that no two objects share a byte. Otherwise a small file could contain one
  /// megabyte a thousand times, and memory would not be proportional to the input.
  ///
  /// - Throws: `corrupt`.
  package func checkExtents() throws(ArchiveError) {
    var end = BinaryFormat.headerSize
    let work = WorkMonitor.stage(for: layout.objectCount)
    for index in 0..<layout.objectCount {
      try work?.step()
      let start = try offset(of: index)
      // All known writers write objects in the order of their indices. Other orders are valid, but have to be sorted.
      guard start >= end else { return try checkExtentsInAnyOrder() }
      end = try parse(at: start).end
    }
  }

  private func checkExtentsInAnyOrder() throws(ArchiveError) {
    var extents: [(start: Int, end: Int)] = []
    extents.reserveCapacity(layout.objectCount)
    let work = WorkMonitor.stage(for: layout.objectCount)
    for index in 0..<layout.objectCount {
      try work?.step()
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

  /// - Throws: `limitExceeded` if a text takes more bytes than this.
  func checkTexts(maximumLength: Int) throws(ArchiveError) {
    // No text is longer than the file.
    guard bytes.count > maximumLength else { return }
    for index in 0..<layout.objectCount {
      guard case .string(let text) = try node(index), text.range.count > maximumLength else { continue }
      throw .limitExceeded(limit: "maximumStringLength", value: text.range.count, maximum: maximumLength)
    }
  }

  /// - Throws: `limitExceeded` if a list, set or dictionary other than this one has more elements than this.
  func checkContainers(maximumCount: Int, besides excepted: PropertyListReferences) throws(ArchiveError) {
    // Every element takes at least one byte.
    guard bytes.count > maximumCount else { return }
    for index in 0..<layout.objectCount {
      let count: Int
      switch try node(index) {
      case .array(let list), .set(let list): count = list == excepted ? 0 : list.count
      case .dictionary(let dictionary): count = dictionary.count
      default: continue
      }
      guard count <= maximumCount else {
        throw .limitExceeded(limit: "maximumContainerCount", value: count, maximum: maximumCount)
      }
    }
  }
}
