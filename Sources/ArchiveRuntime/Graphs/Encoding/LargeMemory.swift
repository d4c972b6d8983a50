import Foundation

/// Memory for large tables: pages that are returned to the system when they are freed. From some megabytes on, huge
/// pages are used if possible, which reduces page faults and TLB misses.
enum LargeMemory {
  private static let hugePage = HugePages.size

  static func isLarge(_ byteCount: Int) -> Bool { byteCount >= hugePage / 4 }

  /// Zeroed memory. Allocation failure traps, as in the standard library.
  static func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let size = pageEnd(byteCount)
    guard size >= 2 * hugePage else { return pages(size) }
    // The additional size ensures that a huge page begins in it.
    let whole = pages(size + hugePage)
    let start = whole.alignedUp(toMultipleOf: hugePage)
    let rest = whole + hugePage - start
    if start > whole { munmap(whole, start - whole) }
    if rest > 0 { munmap(start + size, rest) }
    #if os(Linux)
      madvise(start, size, MADV_HUGEPAGE)
    #endif
    return start
  }

  private static func pages(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { preconditionFailure("out of memory") }
    return memory
  }

  static func giveBack(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) { munmap(memory, pageEnd(byteCount)) }

  private static func pageEnd(_ byteCount: Int) -> Int {
    let page = Int(getpagesize())
    return (byteCount + page - 1) / page * page
  }
}
