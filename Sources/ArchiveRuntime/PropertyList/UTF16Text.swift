/// Big-endian UTF-16, as a binary property list has text beyond ASCII. Four code units are taken as one word where that is possible: that takes
/// half to two thirds of the time, of Cyrillic and Greek less.
enum UTF16Text {
  /// The number of bytes in UTF-8 if surrogates are pairs. It is at least that of any other text up to its first error.
  static func utf8Count(of units: UnsafeRawBufferPointer) -> Int {
    let (words, last) = (units.count & ~7, units.count & ~1)
    var (count, index) = (units.count / 2, 0)
    while index < words {
      // The sums of every fourth unit have 16 bits.
      var sums: UInt64 = 0
      let end = min(words, index &+ 8 &* 0x4000)
      while index < end {
        sums &+= furtherBytes(units.bigEndian(at: index, as: UInt64.self))
        index &+= 8
      }
      count &+= Int(sums & 0xFFFF) &+ Int(sums >> 16 & 0xFFFF) &+ Int(sums >> 32 & 0xFFFF) &+ Int(sums >> 48)
    }
    while index < last {
      count &+= Int(furtherBytes(UInt64(units.bigEndian(at: index, as: UInt16.self))))
      index &+= 2
    }
    return count
  }

  /// How many bytes each of four units takes after its first; a surrogate, which is half of four bytes, one.
  @inline(__always)
  private static func furtherBytes(_ units: UInt64) -> UInt64 {
    let highest: UInt64 = 0x8000_8000_8000_8000
    let rest = units & ~highest
    let from0x80 = rest &+ 0x7F80_7F80_7F80_7F80 | units
    let from0x800 = rest &+ 0x7800_7800_7800_7800 | units
    let prefix = units & 0xF800_F800_F800_F800 ^ 0xD800_D800_D800_D800
    let isOther = prefix & ~highest &+ ~highest | prefix
    return (from0x80 & highest) >> 15 &+ (from0x800 & isOther & highest) >> 15
  }

  /// Writes the text as UTF-8.
  ///
  /// - Parameters: the code units with their offset in the file, and room for `utf8Count(of:)` bytes.
  /// - Returns: the number of written bytes.
  /// - Throws: `corrupt` at an unpaired surrogate.
  static func writeUTF8(
    of units: UnsafeRawBufferPointer, at fileOffset: Int, to target: UnsafeMutableRawBufferPointer
  ) throws(ArchiveError) -> Int {
    guard let start = target.baseAddress else { return 0 }
    let end = start + target.count
    var (target, scalars) = (start, UTF16Scalars(units, at: fileOffset))
    while true {
      while end - target >= 12, let units = scalars.nextFour() { write(four: units, to: &target) }
      guard let scalar = try scalars.next(),
        end - target >= (scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4)
      else {
        return target - start
      }
      write(scalar, to: &target)
    }
  }

  /// - Parameter units: No surrogates; the first one is highest in the word.
  @inline(__always)
  private static func write(four units: UInt64, to target: inout UnsafeMutableRawPointer) {
    if units & 0xFF80_FF80_FF80_FF80 == 0 {
      // 0A0B0C0D: its neighbours are moved together twice.
      let pairs = (units | units >> 8) & 0x0000_FFFF_0000_FFFF
      target.storeBytes(of: UInt32(truncatingIfNeeded: pairs | pairs >> 16).bigEndian, as: UInt32.self)
      target += 4
    } else if units & 0xF800_F800_F800_F800 == 0,
      (units &+ 0x0780_0780_0780_0780) & 0x0800_0800_0800_0800 == 0x0800_0800_0800_0800
    {
      // Each is from 0x80 to 0x7FF: 00000aaa aabbbbbb becomes 110aaaaa 10bbbbbb.
      let bytes = 0xC080_C080_C080_C080 | (units & 0x07C0_07C0_07C0_07C0) << 2 | units & 0x003F_003F_003F_003F
      target.storeBytes(of: bytes.bigEndian, as: UInt64.self)
      target += 8
    } else {
      write(UInt32(truncatingIfNeeded: units >> 48), to: &target)
      write(UInt32(truncatingIfNeeded: units >> 32 & 0xFFFF), to: &target)
      write(UInt32(truncatingIfNeeded: units >> 16 & 0xFFFF), to: &target)
      write(UInt32(truncatingIfNeeded: units & 0xFFFF), to: &target)
    }
  }

  @inline(__always)
  private static func write(_ scalar: UInt32, to target: inout UnsafeMutableRawPointer) {
    // The last two bytes of more than one.
    let end = UInt16(truncatingIfNeeded: 0x8080 | (scalar & 0xFC0) << 2 | scalar & 0x3F)
    switch scalar {
    case ..<0x80:
      target.storeBytes(of: UInt8(truncatingIfNeeded: scalar), as: UInt8.self)
      target += 1
    case ..<0x800:
      target.storeBytes(of: (end | 0x4000).bigEndian, as: UInt16.self)
      target += 2
    case ..<0x10000:
      target.storeBytes(of: UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12), as: UInt8.self)
      target.storeBytes(of: end.bigEndian, toByteOffset: 1, as: UInt16.self)
      target += 3
    default:
      let begin = UInt16(truncatingIfNeeded: 0xF080 | (scalar & 0x1C_0000) >> 10 | (scalar & 0x3_F000) >> 12)
      target.storeBytes(of: begin.bigEndian, as: UInt16.self)
      target.storeBytes(of: end.bigEndian, toByteOffset: 2, as: UInt16.self)
      target += 4
    }
  }
}

/// The Unicode scalars of big-endian UTF-16.
struct UTF16Scalars {
  private let units: UnsafeRawBufferPointer
  private let fileOffset: Int
  private var index = 0

  /// - Parameters: the code units, and their offset in the file for errors.
  init(_ units: UnsafeRawBufferPointer, at fileOffset: Int) {
    self.units = units
    self.fileOffset = fileOffset
  }

  /// - Throws: `corrupt` at an unpaired surrogate.
  @inline(__always)
  mutating func next() throws(ArchiveError) -> UInt32? {
    guard units.count &- index >= 2 else { return nil }
    let unit = UInt32(units.bigEndian(at: index, as: UInt16.self))
    guard 0xD800...0xDFFF ~= unit else {
      index &+= 2
      return unit
    }
    guard unit < 0xDC00, units.count &- index >= 4 else { throw unpaired() }
    let low = UInt32(units.bigEndian(at: index &+ 2, as: UInt16.self))
    guard 0xDC00...0xDFFF ~= low else { throw unpaired() }
    index &+= 4
    return 0x10000 &+ ((unit & 0x3FF) << 10 | low & 0x3FF)
  }

  /// The next four scalars if none of them is a surrogate, the first highest in the word; otherwise nil, and nothing is read.
  @inline(__always)
  mutating func nextFour() -> UInt64? {
    guard units.count &- index >= 8 else { return nil }
    let word = units.bigEndian(at: index, as: UInt64.self)
    let prefix = word & 0xF800_F800_F800_F800 ^ 0xD800_D800_D800_D800
    // A prefix of 0 borrows from the bit above. So may its neighbour, which only takes the slower way then.
    guard (prefix &- 0x0800_0800_0800_0800) & ~prefix & 0x8000_8000_8000_8000 == 0 else { return nil }
    index &+= 8
    return word
  }

  @inline(never)
  private func unpaired() -> ArchiveError {
    .corrupt(offset: fileOffset &+ index, reason: "a UTF-16 surrogate without its partner")
  }
}
