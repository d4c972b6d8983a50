/// What identifies an object or a value while it is in memory.
protocol Identity: Equatable, BitwiseCopyable {
  /// That of nothing.
  static var none: Self { get }
  /// Bits of which as many as are needed are used, from the lowest.
  var hash: UInt64 { get }
}

/// The address of an object. Addresses cannot be chosen by an attacker, so one multiplication is enough as a hash.
extension UInt: Identity {
  static var none: UInt { 0 }
  @inline(__always)
  // The low bits of an address are always the same.
  var hash: UInt64 { (UInt64(self >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 20 }
}

/// The indices of objects by identity: a hash table with open addressing.
struct IdentityTable<Key: Identity> {
  /// Beside each other, so that both are in one line of the cache.
  private struct Entry: BitwiseCopyable {
    /// That of nothing in a free slot.
    var identity = Key.none
    var number = 0
  }

  private var entries: ContiguousArray<Entry> = []
  private var count = 0

  init() {}

  @inline(__always)
  private static func slot(of identity: Key, in entries: UnsafeBufferPointer<Entry>) -> Int {
    let mask = entries.count &- 1
    var slot = Int(truncatingIfNeeded: identity.hash) & mask
    while entries[slot].identity != identity, entries[slot].identity != .none { slot = (slot &+ 1) & mask }
    return slot
  }

  /// - Parameter identity: not that of nothing.
  subscript(identity: Key) -> Int? {
    @inline(__always) get {
      if entries.isEmpty { return nil }
      return entries.withUnsafeBufferPointer { entries in
        let entry = entries[Self.slot(of: identity, in: entries)]
        return entry.identity == .none ? nil : entry.number
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
      if entries[slot].identity == .none { count &+= 1 }
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
    for entry in old where entry.identity != .none && isKept(entry.number) { insert(entry) }
  }
}

typealias ObjectIdentityTable = IdentityTable<UInt>

extension ObjectIdentityTable {
  subscript(object: ObjectIdentifier) -> Int? {
    @inline(__always) get { self[UInt(bitPattern: object)] }
    set { self[UInt(bitPattern: object)] = newValue }
  }
}
