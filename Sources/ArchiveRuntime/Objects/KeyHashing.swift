import Foundation

/// What hashing the keys of one dictionary, or the elements of one set, costs.
///
/// Swift seeds its hash function anew in every process, but a type decides what it passes to that function. Foundation's
/// types leave parts out: `Data` passes its length and its first 80 bytes, `Decimal` itself as a `Double`, `URL` its
/// relative text without the base. So keys with equal hashes can be made without the seed, and each is compared with
/// all earlier ones. Types of the app, and collections of such values, are no different. Therefore the keys are grouped by
/// their hashes, whatever their type, and the comparisons within a group are charged.
struct KeyHashing<Key: Hashable> {
  /// The number of keys for each hash. There are groups of more than one only if the type leaves parts out: by chance
  /// two of a million keys have equal hashes once in 10^7 archives.
  private var groups: [Int: Int] = [:]
  private let isWhole: Bool

  init(count: Int) {
    isWhole = Self.isHashedWhole
    if !isWhole { groups.reserveCapacity(count) }
  }

  /// Whether the type passes all of itself to the hash function.
  static var isHashedWhole: Bool {
    Key.self == String.self || Key.self == UUID.self || Key.self == Date.self
      || Key.self == Double.self
      || Key.self == Float.self || Key.self == Bool.self || Key.self is any FixedWidthInteger.Type
  }

  /// The cost of comparing a key with earlier ones.
  ///
  /// - Parameter work: the work of hashing it.
  private mutating func comparisons(_ key: Key, _ work: Int) -> Int {
    let earlier = groups[key.hashValue, default: 0]
    groups[key.hashValue] = earlier + 1
    let (product, overflow) = earlier.multipliedReportingOverflow(by: ValueExtent.comparison(work))
    return overflow ? .max : product
  }

  /// Charges a key before it is hashed.
  ///
  /// - Throws: `limitExceeded` if the keys of the archive cost too much, or are nested too deeply to be hashed.
  @inline(__always)
  mutating func charge(_ key: Key, _ number: Int, in decoder: ObjectDecoder) throws {
    if isWhole {
      if let text = sameType(key, as: String.self) { try decoder.chargeHash(of: text) }
      return
    }
    try chargeGrouped(key, number, in: decoder)
  }

  @inline(never)
  private mutating func chargeGrouped(_ key: Key, _ number: Int, in decoder: ObjectDecoder) throws {
    var work: Int
    if Key.self == Data.self, let data = key as? Data {
      work = ValueExtent.work(ofBytes: data.count)
      try decoder.archive.charge(data.count)
    } else {
      let extent = try decoder.extent(of: number)
      let maximum = decoder.settings.limits.maximumValueNesting
      guard extent.depth <= maximum else {
        throw ArchiveError.limitExceeded(
          limit: "maximumValueNesting", value: Int(extent.depth), maximum: maximum)
      }
      work = extent.work
      try decoder.archive.charge(work)
    }
    try decoder.archive.charge(comparisons(key, work))
  }

  /// Charges a key whose work is known, before it is hashed.
  ///
  /// - Throws: `limitExceeded`.
  mutating func charge(_ key: Key, ofWork work: Int, in decoder: ObjectDecoder) throws {
    if isWhole { return }
    try decoder.archive.charge(work)
    try decoder.archive.charge(comparisons(key, work))
  }

  /// Does not count a key that equals an earlier one.
  mutating func takeBack(_ key: Key) {
    if !isWhole { groups[key.hashValue, default: 1] -= 1 }
  }

  /// Notes what reading the keys will cost.
  static func note(_ keys: [Key], in encoder: ObjectEncoder) throws {
    var hashing = KeyHashing(count: keys.count)
    if hashing.isWhole {
      guard let texts = sameType(keys, as: [String].self) else { return }
      for text in texts { try encoder.noteHash(of: text) }
      return
    }
    let ownWork =
      Key.self == URL.self ? ValueExtent.url : Key.self == Decimal.self ? ValueExtent.decimal : 0
    for key in keys {
      // The size of other keys is at most that of their bytes in the archive.
      let count = (key as? Data)?.count ?? 0
      encoder.sink.cost.add(count)
      encoder.sink.cost.add(hashing.comparisons(key, ownWork + ValueExtent.work(ofBytes: count)))
    }
  }
}
