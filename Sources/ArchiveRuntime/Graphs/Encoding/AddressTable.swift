import Foundation

/// Addresses in the order in which they were met, each with a number, from 1 on.
///
/// Addresses of one page share a run of slots, in their order: nodes that were allocated together are looked up
/// together.
final class AddressTable {
  let addresses = RawList<UInt>()
  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<UInt32>
  @exclusivity(unchecked) private var mask: UInt
  @exclusivity(unchecked) private var limit: Int
  private let shift: UInt

  /// - Parameter size: Bytes between two addresses at the least.
  init(size: Int) {
    shift = UInt(max(0, Int.bitWidth - max(size, 1).leadingZeroBitCount - 2))
    mask = 255
    limit = 128
    slots = Self.slots(256)
  }

  deinit { free(slots) }

  var count: Int { addresses.count }

  /// The address's number; 0 if it is not there.
  @inline(__always)
  func number(of address: UInt) -> UInt32 {
    var slot = start(address)
    while true {
      let number = slots[Int(slot)]
      if number == 0 || addresses[Int(number) - 1] == address { return number }
      slot = (slot &+ 1) & mask
    }
  }

  /// The address's number; a new one if it is not there.
  @inline(__always)
  func add(_ address: UInt) -> UInt32 {
    var slot = start(address)
    while true {
      let number = slots[Int(slot)]
      if number == 0 { break }
      if addresses[Int(number) - 1] == address { return number }
      slot = (slot &+ 1) & mask
    }
    addresses.append(address)
    let number = UInt32(truncatingIfNeeded: addresses.count)
    slots[Int(slot)] = number
    if addresses.count >= limit { grow() }
    return number
  }

  /// Six bits of the address in their order; the rest scattered.
  @inline(__always)
  private func start(_ address: UInt) -> UInt {
    let place = address >> shift
    let run = (place >> 6) &* 0x9E37_79B9_7F4A_7C15
    return ((run >> 32) << 6 &+ (place & 63)) & mask
  }

  @inline(never)
  private func grow() {
    free(slots)
    let count = (mask + 1) * 2
    slots = Self.slots(Int(count))
    mask = count - 1
    limit = Int(count) / 2
    for index in 0..<addresses.count {
      var slot = start(addresses[index])
      while slots[Int(slot)] != 0 { slot = (slot &+ 1) & mask }
      slots[Int(slot)] = UInt32(truncatingIfNeeded: index + 1)
    }
  }

  private static func slots(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    guard let memory = calloc(count, MemoryLayout<UInt32>.size) else { preconditionFailure("out of memory") }
    return memory.assumingMemoryBound(to: UInt32.self)
  }
}
