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
      let length = max(FileSteps.length(of: count) / pageSize, 1) * pageSize
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

  fileprivate static let pageSize = Int(getpagesize())

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

/// A file that is mapped into memory, and open as long as somebody has its bytes.
final class MappedFile: @unchecked Sendable {
  private let descriptor: Int32
  private let address: UnsafeMutableRawPointer
  private let count: Int

  /// From here on pages of one's own are cheaper than a copy.
  static let mappingThreshold = 256 << 10

  fileprivate init(descriptor: Int32, address: UnsafeMutableRawPointer, count: Int) {
    self.descriptor = descriptor
    self.address = address
    self.count = count
  }

  deinit {
    munmap(address, count)
    close(descriptor)
  }

  /// All of the file, only to be read: nobody but the decoder gets it.
  var data: Data {
    Data(bytesNoCopy: address, count: count, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }

  /// A part of the file in pages that belong to the data alone: the system copies a page when it is written to, so no
  /// other value changes with it, nor does the file. nil if it cannot be mapped once more.
  func privatePages(_ range: Range<Int>) -> Data? {
    let start = range.lowerBound / FileMapping.pageSize * FileMapping.pageSize
    let lead = range.lowerBound - start
    guard range.upperBound <= count,
      let pages = mmap(
        nil, lead + range.count, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, off_t(start)),
      pages != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    return Data(
      bytesNoCopy: pages + lead, count: range.count,
      deallocator: .custom { address, count in munmap(address - lead, lead + count) })
  }
}
