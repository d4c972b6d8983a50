import Foundation

/// A file that is mapped into memory, and stays open as long as its bytes are used.
final class MappedFile: @unchecked Sendable {
  private let descriptor: Int32
  private let address: UnsafeMutableRawPointer
  private let count: Int

  static let pageSize = Int(getpagesize())
  /// The size from which separate pages cost less than a copy.
  static let mappingThreshold = 256 << 10

  init(descriptor: Int32, address: UnsafeMutableRawPointer, count: Int) {
    self.descriptor = descriptor
    self.address = address
    self.count = count
  }

  deinit {
    munmap(address, count)
    close(descriptor)
  }

  /// The whole file, for reading by the decoder only.
  var data: Data {
    Data(bytesNoCopy: address, count: count, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }

  /// A part of the file in pages that only this data uses. The system copies a page when it is written to, so neither
  /// other values nor the file change. nil if the file cannot be mapped again.
  func privatePages(_ range: Range<Int>) -> Data? {
    let start = range.lowerBound / Self.pageSize * Self.pageSize
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
