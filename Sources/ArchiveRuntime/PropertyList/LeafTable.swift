/// Finds a leaf among those already written by its encoded bytes: kind, width and bits, so `true` is not 1, −0.0 not
/// 0.0, and every NaN only itself.
///
/// Open addressing over (hash, ordinal). A leaf looks at no more than eight slots: input chosen to collide costs the
/// merging of equal leaves, not time. The hash has no random seed, so equal input gives equal files.
struct LeafTable {
  /// The hash in the high 32 bits, the leaf's ordinal + 1 in the low; 0 is free.
  private var slots: ContiguousArray<UInt64> = []
  private var used = 0

  private static let probes = 8
  /// 512 KiB of slots, which a second-level cache holds; beyond, new leaves displace old ones. Values that repeat come
  /// again soon, and looking for those that do not would cost a cache miss each.
  private static let maximumSlots = 1 << 16

  /// The ordinal of an earlier leaf with the same bytes as the one at `start..<bytes.count`, or nil after taking
  /// this one in under `ordinal`. `offsets[ordinal]` is where a leaf begins.
  mutating func find(
    from start: Int, in bytes: UnsafeRawBufferPointer, offsets: borrowing ContiguousArray<Int>, orInsert ordinal: Int
  ) -> Int? {
    if used &* 2 >= slots.count, slots.count < Self.maximumSlots { grow() }
    let hash = Self.hash(bytes, from: start)
    let size = bytes.count &- start
    let mask = slots.count &- 1
    let home = Int(truncatingIfNeeded: hash) & mask
    var slot = home
    for _ in 0..<Self.probes {
      let entry = slots[slot]
      if entry == 0 {
        used &+= 1
        slots[slot] = Self.entry(hash, ordinal)
        return nil
      }
      if UInt32(truncatingIfNeeded: entry >> 32) == hash {
        let candidate = Int(UInt32(truncatingIfNeeded: entry)) &- 1
        // Encodings are prefix-free and the new leaf is the last, so comparing its length decides and stays inside.
        if Self.equal(bytes, offsets[candidate], start, size) { return candidate }
      }
      slot = (slot &+ 1) & mask
    }
    slots[home] = Self.entry(hash, ordinal)
    return nil
  }

  private static func entry(_ hash: UInt32, _ ordinal: Int) -> UInt64 {
    UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: ordinal &+ 1))
  }

  @inline(__always)
  private static func equal(_ bytes: UnsafeRawBufferPointer, _ left: Int, _ right: Int, _ size: Int) -> Bool {
    var index = 0
    while index &+ 8 <= size {
      let a = bytes.loadUnaligned(fromByteOffset: left &+ index, as: UInt64.self)
      let b = bytes.loadUnaligned(fromByteOffset: right &+ index, as: UInt64.self)
      if a != b { return false }
      index &+= 8
    }
    while index < size {
      if bytes[left &+ index] != bytes[right &+ index] { return false }
      index &+= 1
    }
    return true
  }

  /// A multiply-and-fold hash, eight bytes a step.
  @inline(__always)
  private static func hash(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt32 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: bytes.count &- start)
    var index = start
    while index &+ 8 <= bytes.count {
      state = fold(state ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index &+= 1
    }
    state = fold(state ^ rest)
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }

  @inline(__always)
  private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  @inline(never)
  private mutating func grow() {
    let old = slots
    slots = ContiguousArray(repeating: 0, count: old.isEmpty ? 64 : old.count &* 2)
    let mask = slots.count &- 1
    used = 0
    for entry in old where entry != 0 {
      var slot = Int(truncatingIfNeeded: entry >> 32) & mask
      for _ in 0..<Self.probes {
        if slots[slot] == 0 {
          slots[slot] = entry
          used &+= 1
          break
        }
        slot = (slot &+ 1) & mask
      }
    }
  }
}
