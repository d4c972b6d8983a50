import Foundation

/// A file's bytes as memory.
enum FileMapping {
  /// The file's bytes, whose mapping keeps the file open; nil if it cannot be mapped, and it is the caller's to close
  /// then, as after an error.
  ///
  /// - Parameter isPopulated: Whether to fetch all of it now, in steps: what the disk fails to give is found here, by a
  ///   call that says so, and not by whoever looks at it later.
  static func map(
    _ descriptor: Int32, _ count: Int, isPopulated: Bool, _ steps: FileSteps
  ) throws(FileFailure) -> MappedFile? {
    guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
      address != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    var isKept = false
    defer { if !isKept { munmap(address, count) } }
    steps.report(0, of: count)
    if isPopulated {
      let length = max(FileSteps.length(of: count) / MappedFile.pageSize, 1) * MappedFile.pageSize
      var start = 0
      while start < count {
        try steps.check()
        guard populate(address + start, min(length, count - start)) else { return nil }
        start += length
        if start < count { steps.report(start, of: count) }
      }
    }
    try steps.check()
    steps.report(count, of: count)
    isKept = true
    return MappedFile(descriptor: descriptor, address: address, count: count)
  }

  private static func populate(_ address: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    #if os(Linux)
      // MADV_POPULATE_READ, which Linux has since 5.14 and not every C library's headers know.
      while madvise(address, count, 22) == -1 {
        guard errno == EINTR else { return false }
      }
      return true
    #else
      return false
    #endif
  }
}
