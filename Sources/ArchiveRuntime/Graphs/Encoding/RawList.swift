import Foundation

/// A growing list of plain values. As an array, but growing moves pages instead of copying them, and a loop that appends
/// checks nothing.
final class RawList<Element: BitwiseCopyable> {
  @exclusivity(unchecked) private(set) var base: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity: Int

  init() {
    capacity = 16
    base = Self.memory(nil, capacity)
  }

  init(repeating element: Element, count: Int) {
    capacity = max(count, 1)
    base = Self.memory(nil, capacity)
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { free(base) }

  @inline(__always)
  func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    set { base[index] = newValue }
  }

  var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(never)
  private func grow() {
    capacity *= 2
    base = Self.memory(base, capacity)
  }

  /// As everywhere in Swift, there is no going on without memory.
  private static func memory(_ old: UnsafeMutablePointer<Element>?, _ capacity: Int) -> UnsafeMutablePointer<Element> {
    guard let new = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    return new.assumingMemoryBound(to: Element.self)
  }
}
