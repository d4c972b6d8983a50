import Foundation

/// Maps a file's bytes.
enum FileMapping {
  /// The file's bytes, whose mapping keeps the file open; nil if the file cannot be mapped. In that case, and after an
  /// error, the caller has to close the file.
  ///
  /// - Parameter isPopulated: whether to read all of it now, in steps. Read errors of the disk are then found by this
  ///   call, and not by a later access.
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
      // This is MADV_POPULATE_READ, which Linux has since 5.14 and some C libraries do not define.
      while madvise(address, count, 22) == -1 {
        guard errno == EINTR else { return false }
      }
      return true
    #else
      return false
    #endif
  }
}
