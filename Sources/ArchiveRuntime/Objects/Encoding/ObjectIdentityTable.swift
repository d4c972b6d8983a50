/// The indices of objects by identity: a hash table with open addressing. Addresses cannot be chosen by an attacker, so
/// one multiplication is enough as a hash.
struct ObjectIdentityTable {
  private var identities: ContiguousArray<UInt> = []
  private var numbers: ContiguousArray<Int> = []
  private var count = 0

  init() {}

  @inline(__always)
  private func slot(of identity: UInt) -> Int {
    let mask = identities.count &- 1
    // The low bits of an address are always the same.
    var slot = Int(truncatingIfNeeded: (UInt64(identity >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    while identities[slot] != identity, identities[slot] != 0 { slot = (slot &+ 1) & mask }
    return slot
  }

  subscript(object: ObjectIdentifier) -> Int? {
    @inline(__always) get { self[UInt(bitPattern: object)] }
    set { self[UInt(bitPattern: object)] = newValue }
  }

  /// By an address that is not 0.
  subscript(identity: UInt) -> Int? {
    @inline(__always) get {
      if identities.isEmpty { return nil }
      let slot = slot(of: identity)
      return identities[slot] == 0 ? nil : numbers[slot]
    }
    set {
      guard let newValue else { return }
      if count &* 2 >= identities.count { grow() }
      let slot = slot(of: identity)
      if identities[slot] == 0 {
        identities[slot] = identity
        count += 1
      }
      numbers[slot] = newValue
    }
  }

  private mutating func grow() { rebuild(capacity: max(16, identities.count * 2)) { _ in true } }

  /// Removes the objects with other indices.
  mutating func keep(where isKept: (Int) -> Bool) {
    if count > 0 { rebuild(capacity: identities.count, where: isKept) }
  }

  private mutating func rebuild(capacity: Int, where isKept: (Int) -> Bool) {
    let (old, oldNumbers) = (identities, numbers)
    identities = ContiguousArray(repeating: 0, count: capacity)
    numbers = ContiguousArray(repeating: 0, count: capacity)
    count = 0
    for (index, identity) in old.enumerated() where identity != 0 && isKept(oldNumbers[index]) {
      let slot = slot(of: identity)
      identities[slot] = identity
      numbers[slot] = oldNumbers[index]
      count += 1
    }
  }
}
