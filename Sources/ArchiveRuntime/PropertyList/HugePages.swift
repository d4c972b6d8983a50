import Foundation

/// Huge pages for large memory. Most of the time that large arrays take is the system's, for fresh pages.
enum HugePages {
  static let size = 2 << 20

  /// Requests huge pages for a block of `malloc` that is about to be filled, which saves 511 of 512 page faults: 3,000,000 structs of 32
  /// bytes are encoded and decoded in a quarter of the time.
  static func request(_ block: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if os(Linux)
      guard byteCount >= 2 * size else { return }
      // Of all pages of the block: a mapping of which only a part has huge pages cannot be moved, and `realloc` would copy it. In
      // glibc's mappings the block is followed by 8 bytes.
      let page = MappedFile.pageSize
      let start = block.alignedDown(toMultipleOf: page)
      madvise(start, (block + byteCount + 8).alignedUp(toMultipleOf: page) - start, MADV_HUGEPAGE)
    #endif
  }
}
