/// The indices of objects by identity: a hash table with open addressing. Addresses cannot be chosen by an attacker, so
/// one multiplication is enough as a hash.
struct ObjectIdentityTable {
  /// Beside each other, so that both are in one line of the cache.
  private struct Entry: BitwiseCopyable {
    /// 0 is a free slot.
    var identity: UInt = 0
    var number = 0
  }

  private var entries: ContiguousArray<Entry> = []
  private var count = 0

  init() {}

  @inline(__always)
  private static func slot(of identity: UInt, in entries: UnsafeBufferPointer<Entry>) -> Int {
    let mask = entries.count &- 1
    // The low bits of an address are always the same.
    var slot = Int(truncatingIfNeeded: (UInt64(identity >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    while entries[slot].identity != identity, entries[slot].identity != 0 { slot = (slot &+ 1) & mask }
    return slot
  }

  subscript(object: ObjectIdentifier) -> Int? {
    @inline(__always) get { self[UInt(bitPattern: object)] }
    set { self[UInt(bitPattern: object)] = newValue }
  }

  /// By an address, which is not 0.
  subscript(identity: UInt) -> Int? {
    @inline(__always) get {
      if entries.isEmpty { return nil }
      return entries.withUnsafeBufferPointer { entries in
        let entry = entries[Self.slot(of: identity, in: entries)]
        return entry.identity == 0 ? nil : entry.number
      }
    }
    set {
      guard let newValue else { return }
      if count &* 2 >= entries.count { rebuild(capacity: max(16, entries.count * 2)) { _ in true } }
      insert(Entry(identity: identity, number: newValue))
    }
  }

  @inline(__always)
  private mutating func insert(_ entry: Entry) {
    entries.withUnsafeMutableBufferPointer { entries in
      let slot = Self.slot(of: entry.identity, in: UnsafeBufferPointer(entries))
      if entries[slot].identity == 0 { count &+= 1 }
      entries[slot] = entry
    }
  }

  /// Removes the objects with other indices.
  mutating func keep(where isKept: (Int) -> Bool) {
    if count > 0 { rebuild(capacity: entries.count, where: isKept) }
  }

  @inline(never)
  private mutating func rebuild(capacity: Int, where isKept: (Int) -> Bool) {
    let old = entries
    entries = ContiguousArray(repeating: Entry(), count: capacity)
    count = 0
    for entry in old where entry.identity != 0 && isKept(entry.number) { insert(entry) }
  }
}
