import Foundation

/// How much of a value is encoded again, because several of its parts are one and the same in memory.
///
/// `Codable` has no references, so a part is encoded at each of its places. A tree whose branches are shared takes little
/// memory and may have 2^60 leaves; encoding it would not end. What is encoded again may be as large as a decoder lets it be for each
/// part that is encoded for the first time.
struct CodedRepeats {
  private var seen = IdentityTable<SharedValues.Bits>()
  /// Keeps the values, so that their storage is not used for others meanwhile.
  private var kept: [Any] = []
  private var isRepeating = false
  private var (first, again) = (0, 0)

  private let limits: ArchiveDecoder.Limits

  /// - Parameter limits: those of the decoder.
  init(_ limits: ArchiveDecoder.Limits) { self.limits = limits }

  /// Counts a value.
  ///
  /// - Throws: `notArchivableValue` for too many that are encoded again.
  mutating func count(_ path: () -> String) throws(ArchiveError) {
    guard isRepeating else { return first += 1 }
    again += 1
    guard again > first else { return }
    let cost = CodableReading.elementCost
    do throws(ArchiveError) { try limits.check(again, of: cost, from: first &* cost) } catch {
      throw .notArchivableValue(
        path: path(), value: "of a Codable type",
        reason:
          "what it has in memory once is encoded for each of its places: \(again) values again, and only \(first) for the first time"
      )
    }
  }

  /// Notes a value before its parts are encoded.
  ///
  /// - Returns: whether it is one that has been encoded and all its parts are encoded again. ``end()`` ends that.
  mutating func begin<Value>(_ value: Value) -> Bool {
    // Only values with storage of their own, such as collections and indirect enumerations, hold more than their bits.
    guard !isRepeating, !_isPOD(Value.self), let bits = SharedValues.Bits(value) else { return false }
    if seen[bits] != nil {
      isRepeating = !isEmpty(value)
      return isRepeating
    }
    seen[bits] = 1
    kept.append(value)
    return false
  }

  mutating func end() { isRepeating = false }

  /// All empty collections of a type have the same storage.
  private func isEmpty<Value>(_ value: Value) -> Bool { (value as? any Collection)?.isEmpty ?? false }
}
