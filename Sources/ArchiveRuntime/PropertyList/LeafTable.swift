/// Finds a leaf among those already written by its encoded bytes, that is by kind, width and bits: `true` is not 1,
/// −0.0 is not 0.0, and a NaN equals only itself.
///
/// It is a hash table with open addressing over (hash, ordinal). At most eight slots are searched for a leaf, so that
/// prepared collisions prevent the merging of equal leaves, but cost no time. The hash has no random seed, so equal
/// input gives equal files.
struct LeafTable: ~Copyable {
  /// The hash in the high 32 bits, the leaf's ordinal + 1 in the low 32 bits; 0 is a free slot.
  private var slots = GrowingArray<UInt64>()
  private var used = 0

  private static let probes = 8
  /// 512 KiB of slots, which fit into a second-level cache. Beyond that, new leaves replace old ones: repeated values
  /// usually follow soon, and each search for others would cost a cache miss.
  private static let maximumSlots = 1 << 16

  /// The ordinal of an earlier leaf with the same bytes as the one at `start..<bytes.count`; nil after this leaf was
  /// added under `ordinal`. `offsets[ordinal]` is the offset of a leaf.
  mutating func find(
    from start: Int, in bytes: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int>, orInsert ordinal: Int
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
        // No encoding is a prefix of another and the new leaf is the last, so comparing its length is enough and in
        // bounds.
        if Self.equal(bytes, offsets[candidate], start, size) { return candidate }
      }
      slot = (slot &+ 1) & mask
    }
    slots[home] = Self.entry(hash, ordinal)
    return nil
  }

  func copy() -> LeafTable {
    var copy = LeafTable()
    copy.slots = slots.copy()
    copy.used = used
    return copy
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
    // A leaf has eight bytes of the file before it at least.
    if index == size { return true }
    let a = bytes.loadUnaligned(fromByteOffset: left &+ size &- 8, as: UInt64.self).littleEndian
    let b = bytes.loadUnaligned(fromByteOffset: right &+ size &- 8, as: UInt64.self).littleEndian
    return (a ^ b) >> UInt64(truncatingIfNeeded: (8 &- (size &- index)) &* 8) == 0
  }

  /// A multiply-and-fold hash, with eight bytes per step.
  @inline(__always)
  private static func hash(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt32 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: bytes.count &- start)
    var index = start
    while index &+ 8 <= bytes.count {
      state = fold(state ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index &+= 8
    }
    var rest: UInt64 = 0
    if index < bytes.count {
      // The last bytes, the first of which is the most significant. A leaf has eight bytes of the file before it at least.
      let last = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self))
      rest = last & (1 &<< UInt64(truncatingIfNeeded: (bytes.count &- index) &* 8) &- 1)
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
    var grown = GrowingArray<UInt64>()
    grown.append(repeating: 0, count: max(64, slots.count &* 2))
    let mask = grown.count &- 1
    used = 0
    for entry in slots.elements where entry != 0 {
      var slot = Int(truncatingIfNeeded: entry >> 32) & mask
      for _ in 0..<Self.probes {
        if grown[slot] == 0 {
          grown[slot] = entry
          used &+= 1
          break
        }
        slot = (slot &+ 1) & mask
      }
    }
    slots = grown
  }
}
