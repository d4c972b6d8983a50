/// The values of a closed enumeration, checked in archived form.
package struct AllowedValues: Sendable, Hashable {
  package let values: Set<Int64>
  package let size: Int
  let isSigned: Bool

  package init(_ values: [Int64], size: Int, isSigned: Bool) {
    self.values = Set(values)
    self.size = size
    self.isSigned = isSigned
  }

  /// The number of consecutive valid values at the start of the archived integers at `bytes`.
  func validCount(_ bytes: UnsafeRawPointer, count: Int) -> Int {
    for index in 0..<count where !values.contains(value(bytes + index * size)) { return index }
    return count
  }

  /// The archived integer at `bytes`.
  package func value(_ bytes: UnsafeRawPointer) -> Int64 {
    let bits = Bits128(littleEndian: bytes, count: size).low
    let unused = UInt64(64 - size * 8)
    return isSigned ? Int64(bitPattern: bits << unused) >> unused : Int64(bitPattern: bits)
  }
}
