import Foundation

/// A growing array of trivial values with one owner.
///
/// Unlike an `Array` it is never asked whether it is shared, and its memory is in huge pages if it is large: archives of many objects
/// have tables of tens of megabytes, and a quarter of the time of writing them was page faults.
struct GrowingArray<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  init(reservingCapacity capacity: Int = 0) { reserve(capacity) }

  deinit { free(base) }

  /// The elements, until the next change.
  @inline(__always)
  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return base.unsafelyUnwrapped[index]
    }
    @inline(__always) set {
      precondition(index >= 0 && index < count)
      base.unsafelyUnwrapped[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    base.unsafelyUnwrapped[count] = element
    count &+= 1
  }

  @inline(__always)
  mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    guard let source = elements.baseAddress, !elements.isEmpty else { return }
    if elements.count > capacity &- count { grow(by: elements.count) }
    (base.unsafelyUnwrapped + count).initialize(from: source, count: elements.count)
    count &+= elements.count
  }

  @inline(__always)
  mutating func append(contentsOf elements: [Element]) {
    elements.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  mutating func append(repeating element: Element, count added: Int) {
    guard added > 0 else { return }
    if added > capacity &- count { grow(by: added) }
    (base.unsafelyUnwrapped + count).initialize(repeating: element, count: added)
    count &+= added
  }

  /// Removes all elements from `end` on.
  mutating func truncate(to end: Int) { count = min(count, max(end, 0)) }

  mutating func reserve(_ wanted: Int) {
    if wanted > capacity { grow(by: wanted &- count) }
  }

  func copy() -> GrowingArray {
    var copy = GrowingArray(reservingCapacity: count)
    copy.append(contentsOf: elements)
    return copy
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    let wanted = max(count &+ added, capacity &* 2, 16)
    let (size, overflow) = wanted.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    // As for any array, there is no way on without memory.
    guard !overflow, let grown = realloc(base, size) else { preconditionFailure("out of memory") }
    HugePages.request(grown, size)
    base = grown.bindMemory(to: Element.self, capacity: wanted)
    capacity = wanted
  }
}
