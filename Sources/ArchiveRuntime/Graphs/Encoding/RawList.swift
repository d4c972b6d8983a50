import Foundation

/// A growing list of plain values. Unlike with an array, a loop that appends to `storage` needs no checks and no
/// reference counting.
final class RawList<Element: BitwiseCopyable> {
  struct Storage: BitwiseCopyable {
    fileprivate(set) var base: UnsafeMutablePointer<Element>
    fileprivate(set) var count: Int
    fileprivate var capacity: Int

    @inline(__always)
    mutating func append(_ element: Element) {
      if count == capacity { grow() }
      (base + count).initialize(to: element)
      count &+= 1
    }

    @inline(never)
    private mutating func grow() {
      base = RawList.memory(base, capacity, capacity * 2)
      capacity *= 2
    }
  }

  /// It exists as long as the list.
  let storage: UnsafeMutablePointer<Storage>

  init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(base: Self.memory(nil, 0, 16), count: 0, capacity: 16))
  }

  init(repeating element: Element, count: Int) {
    storage = .allocate(capacity: 1)
    let base = Self.memory(nil, 0, max(count, 1))
    base.initialize(repeating: element, count: count)
    storage.initialize(to: Storage(base: base, count: count, capacity: max(count, 1)))
  }

  deinit {
    Self.free(storage.pointee.base, storage.pointee.capacity)
    storage.deallocate()
  }

  var base: UnsafeMutablePointer<Element> { storage.pointee.base }
  var count: Int { storage.pointee.count }

  @inline(__always)
  func append(_ element: Element) { storage.pointee.append(element) }

  /// Frees the memory of the elements.
  func removeAll() {
    Self.free(storage.pointee.base, storage.pointee.capacity)
    storage.pointee = Storage(base: Self.memory(nil, 0, 16), count: 0, capacity: 16)
  }

  /// Replaces the elements by at most as many others.
  func replace(with elements: [Element]) {
    precondition(elements.count <= count, "a list only shrinks")
    storage.pointee.count = 0
    for element in elements { append(element) }
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { storage.pointee.base[index] }
    set { storage.pointee.base[index] = newValue }
  }

  var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  /// Allocation failure traps, as in the standard library.
  fileprivate static func memory(
    _ old: UnsafeMutablePointer<Element>?, _ oldCapacity: Int, _ capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let byteCount = capacity * MemoryLayout<Element>.stride
    guard LargeMemory.isLarge(byteCount) else {
      guard let new = realloc(old, byteCount) else { preconditionFailure("out of memory") }
      return new.assumingMemoryBound(to: Element.self)
    }
    let new = LargeMemory.take(byteCount).assumingMemoryBound(to: Element.self)
    if let old {
      new.initialize(from: old, count: oldCapacity)
      free(old, oldCapacity)
    }
    return new
  }

  private static func free(_ base: UnsafeMutablePointer<Element>, _ capacity: Int) {
    let byteCount = capacity * MemoryLayout<Element>.stride
    if LargeMemory.isLarge(byteCount) { LargeMemory.giveBack(base, byteCount) } else { Foundation.free(base) }
  }
}
