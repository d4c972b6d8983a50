import Foundation

/// Addresses in the order in which they were found, each with an index, from 1.
final class AddressTable {
  /// The table itself, for loops without reference counting.
  ///
  /// The addresses of one page share consecutive slots, in their order, so that look-ups of nodes that were allocated
  /// together access the same memory. A slot has an index, and a byte of its address's hash in `tags`: the byte shows
  /// nearly always that a slot belongs to another address, which saves two loads from memory that is in no cache (a
  /// list of 1,000,000 nodes that are shuffled in memory is archived in three quarters of the time).
  struct Storage: BitwiseCopyable {
    fileprivate let addresses: UnsafeMutablePointer<RawList<UInt>.Storage>
    fileprivate var slots: UnsafeMutablePointer<UInt32>
    /// 0 for a slot that is free.
    fileprivate var tags: UnsafeMutablePointer<UInt8>
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
      let hash = Hash(address, shift)
      var slot = hash.start & mask
      while true {
        let tag = tags[Int(slot)]
        if tag == 0 { return 0 }
        if tag == hash.tag {
          let number = slots[Int(slot)]
          if self.address(Int(number) - 1) == address { return number }
        }
        slot = (slot &+ 1) & mask
      }
    }

    /// The index of the address, which is added if it is not in the table.
    @inline(__always)
    mutating func add(_ address: UInt) -> UInt32 {
      let hash = Hash(address, shift)
      var slot = hash.start & mask
      while true {
        let tag = tags[Int(slot)]
        if tag == 0 { break }
        if tag == hash.tag {
          let number = slots[Int(slot)]
          if self.address(Int(number) - 1) == address { return number }
        }
        slot = (slot &+ 1) & mask
      }
      addresses.pointee.append(address)
      let number = UInt32(truncatingIfNeeded: count)
      slots[Int(slot)] = number
      tags[Int(slot)] = hash.tag
      if count >= limit { grow() }
      return number
    }

    private struct Hash {
      let start: UInt
      let tag: UInt8

      /// Keeps six bits of the address in order, and hashes the rest.
      @inline(__always)
      init(_ address: UInt, _ shift: UInt) {
        let place = address >> shift
        let run = (place >> 6) &* 0x9E37_79B9_7F4A_7C15
        start = (run >> 32) << 6 &+ (place & 63)
        tag = UInt8(truncatingIfNeeded: (run >> 24) &+ place) | 0x80
      }
    }

    @inline(never)
    private mutating func grow() {
      let slotCount = Int(mask + 1)
      free()
      self = Storage(addresses: addresses, slotCount: slotCount * 2, shift: shift)
      for index in 0..<count {
        let hash = Hash(address(index), shift)
        var slot = hash.start & mask
        while tags[Int(slot)] != 0 { slot = (slot &+ 1) & mask }
        slots[Int(slot)] = UInt32(truncatingIfNeeded: index + 1)
        tags[Int(slot)] = hash.tag
      }
    }

    /// - Parameter slotCount: a power of two.
    fileprivate init(
      addresses: UnsafeMutablePointer<RawList<UInt>.Storage>, slotCount: Int, shift: UInt
    ) {
      self.addresses = addresses
      slots = AddressTable.memory(slotCount, of: UInt32.self)
      tags = AddressTable.memory(slotCount, of: UInt8.self)
      mask = UInt(slotCount - 1)
      limit = slotCount / 2
      self.shift = shift
    }

    fileprivate func free() {
      AddressTable.free(slots, Int(mask + 1))
      AddressTable.free(tags, Int(mask + 1))
    }
  }

  let addresses = RawList<UInt>()
  /// It exists as long as the table.
  let storage: UnsafeMutablePointer<Storage>

  /// - Parameter size: the minimum distance of two addresses in bytes.
  init(size: Int) {
    storage = .allocate(capacity: 1)
    let shift = UInt(max(0, Int.bitWidth - max(size, 1).leadingZeroBitCount - 2))
    storage.initialize(to: Storage(addresses: addresses.storage, slotCount: 256, shift: shift))
  }

  deinit {
    storage.pointee.free()
    storage.deallocate()
  }

  var count: Int { addresses.count }
  func number(of address: UInt) -> UInt32 { storage.pointee.number(of: address) }
  func add(_ address: UInt) -> UInt32 { storage.pointee.add(address) }

  /// Frees the memory for look-ups, when no more are needed.
  func forgetNumbers() {
    storage.pointee.free()
    storage.pointee = Storage(addresses: addresses.storage, slotCount: 1, shift: storage.pointee.shift)
  }

  /// Zeroed memory. Allocation failure traps, as in the standard library.
  fileprivate static func memory<Element: BitwiseCopyable>(
    _ count: Int, of type: Element.Type
  ) -> UnsafeMutablePointer<Element> {
    let byteCount = count * MemoryLayout<Element>.stride
    if LargeMemory.isLarge(byteCount) { return LargeMemory.take(byteCount).assumingMemoryBound(to: type) }
    guard let memory = calloc(count, MemoryLayout<Element>.stride) else { preconditionFailure("out of memory") }
    return memory.assumingMemoryBound(to: type)
  }

  fileprivate static func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>, _ count: Int) {
    let byteCount = count * MemoryLayout<Element>.stride
    if LargeMemory.isLarge(byteCount) { LargeMemory.giveBack(memory, byteCount) } else { Foundation.free(memory) }
  }
}
