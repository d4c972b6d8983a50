import Foundation

/// Addresses in the order in which they were found, each with an index, from 1.
final class AddressTable {
  /// The table itself, for loops without reference counting.
  ///
  /// The addresses of one page share consecutive slots, in their order, so that look-ups of nodes that were allocated
  /// together access the same memory.
  struct Storage: BitwiseCopyable {
    fileprivate let addresses: UnsafeMutablePointer<RawList<UInt>.Storage>
    fileprivate var slots: UnsafeMutablePointer<UInt32>
    fileprivate var mask: UInt
    fileprivate var limit: Int
    fileprivate let shift: UInt

    var count: Int {
      @inline(__always) get { addresses.pointee.count }
    }

    @inline(__always)
    func address(_ index: Int) -> UInt { addresses.pointee.base[index] }

    /// The index of the address; 0 if it is not in the table.
    @inline(__always)
    func number(of address: UInt) -> UInt32 {
      var slot = start(address)
      while true {
        let number = slots[Int(slot)]
        if number == 0 || self.address(Int(number) - 1) == address { return number }
        slot = (slot &+ 1) & mask
      }
    }

    /// The index of the address, which is added if it is not in the table.
    @inline(__always)
    mutating func add(_ address: UInt) -> UInt32 {
      var slot = start(address)
      while true {
        let number = slots[Int(slot)]
        if number == 0 { break }
        if self.address(Int(number) - 1) == address { return number }
        slot = (slot &+ 1) & mask
      }
      addresses.pointee.append(address)
      let number = UInt32(truncatingIfNeeded: count)
      slots[Int(slot)] = number
      if count >= limit { grow() }
      return number
    }

    /// Keeps six bits of the address in order, and hashes the rest.
    @inline(__always)
    private func start(_ address: UInt) -> UInt {
      let place = address >> shift
      let run = (place >> 6) &* 0x9E37_79B9_7F4A_7C15
      return ((run >> 32) << 6 &+ (place & 63)) & mask
    }

    @inline(never)
    private mutating func grow() {
      AddressTable.free(slots, Int(mask + 1))
      let slotCount = (mask + 1) * 2
      slots = AddressTable.slots(Int(slotCount))
      mask = slotCount - 1
      limit = Int(slotCount) / 2
      for index in 0..<count {
        var slot = start(address(index))
        while slots[Int(slot)] != 0 { slot = (slot &+ 1) & mask }
        slots[Int(slot)] = UInt32(truncatingIfNeeded: index + 1)
      }
    }
  }

  let addresses = RawList<UInt>()
  /// It exists as long as the table.
  let storage: UnsafeMutablePointer<Storage>

  /// - Parameter size: the minimum distance of two addresses in bytes.
  init(size: Int) {
    storage = .allocate(capacity: 1)
    let shift = UInt(max(0, Int.bitWidth - max(size, 1).leadingZeroBitCount - 2))
    storage.initialize(
      to: Storage(addresses: addresses.storage, slots: Self.slots(256), mask: 255, limit: 128, shift: shift))
  }

  deinit {
    Self.free(storage.pointee.slots, Int(storage.pointee.mask + 1))
    storage.deallocate()
  }

  var count: Int { addresses.count }
  func number(of address: UInt) -> UInt32 { storage.pointee.number(of: address) }
  func add(_ address: UInt) -> UInt32 { storage.pointee.add(address) }

  /// Frees the memory for look-ups, when no more are needed.
  func forgetNumbers() {
    Self.free(storage.pointee.slots, Int(storage.pointee.mask + 1))
    storage.pointee.slots = Self.slots(1)
    storage.pointee.mask = 0
  }

  fileprivate static func slots(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let byteCount = count * MemoryLayout<UInt32>.size
    if LargeMemory.isLarge(byteCount) { return LargeMemory.take(byteCount).assumingMemoryBound(to: UInt32.self) }
    guard let memory = calloc(count, MemoryLayout<UInt32>.size) else { preconditionFailure("out of memory") }
    return memory.assumingMemoryBound(to: UInt32.self)
  }

  fileprivate static func free(_ slots: UnsafeMutablePointer<UInt32>, _ count: Int) {
    let byteCount = count * MemoryLayout<UInt32>.size
    if LargeMemory.isLarge(byteCount) { LargeMemory.giveBack(slots, byteCount) } else { Foundation.free(slots) }
  }
}
