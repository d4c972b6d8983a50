/// The type of one arithmetic value: its number type and its size in memory.
///
/// A value has one or more *lanes*: one for a number, two for a complex number (real part, then imaginary part), and
/// one for each element of a vector. Generated code uses the names of the archive format: `.u32`, `.f64`,
/// `.complex(.f32)`, `.vector(.f32, 4, storage: 16)`.
@_spi(GeneratedCode) public struct ElementType: Sendable, Hashable {
  /// The number type of one lane.
  package enum Number: Sendable, Hashable, BitwiseCopyable {
    case bool
    /// Two's complement in the low `bits` of its storage.
    case integer(bits: Int, isSigned: Bool)
    case floating(FloatFormat)
  }

  package enum Shape: Sendable, Hashable { case single, complex, vector }

  package let number: Number
  package let shape: Shape
  package let lanes: Int
  /// The size of one lane in memory, in bytes.
  let laneStorage: Int
  /// The size of the whole value in memory, in bytes: the result of C's `sizeof`.
  package let storage: Int

  package init(_ number: Number, shape: Shape = .single, lanes: Int = 1, laneStorage: Int, storage: Int? = nil) {
    self.number = number
    self.shape = shape
    self.lanes = lanes
    self.laneStorage = laneStorage
    self.storage = storage ?? laneStorage * lanes
  }

  private static func integer(_ bits: Int, isSigned: Bool) -> ElementType {
    ElementType(.integer(bits: bits, isSigned: isSigned), laneStorage: bits / 8)
  }

  /// C's `_Bool`: any byte other than 0 is true, and 0 or 1 is written.
  public static var bool: ElementType { ElementType(.bool, laneStorage: 1) }
  /// An unsigned integer of 8 bits.
  public static var u8: ElementType { integer(8, isSigned: false) }
  /// An unsigned integer of 16 bits.
  public static var u16: ElementType { integer(16, isSigned: false) }
  /// An unsigned integer of 32 bits.
  public static var u32: ElementType { integer(32, isSigned: false) }
  /// An unsigned integer of 64 bits.
  public static var u64: ElementType { integer(64, isSigned: false) }
  /// An unsigned integer of 128 bits.
  public static var u128: ElementType { integer(128, isSigned: false) }
  /// A signed integer of 8 bits.
  public static var i8: ElementType { integer(8, isSigned: true) }
  /// A signed integer of 16 bits.
  public static var i16: ElementType { integer(16, isSigned: true) }
  /// A signed integer of 32 bits.
  public static var i32: ElementType { integer(32, isSigned: true) }
  /// A signed integer of 64 bits.
  public static var i64: ElementType { integer(64, isSigned: true) }
  /// A signed integer of 128 bits.
  public static var i128: ElementType { integer(128, isSigned: true) }
  /// IEEE 754 binary16.
  public static var f16: ElementType { ElementType(.floating(.half), laneStorage: 2) }
  /// The upper half of a binary32.
  public static var bf16: ElementType { ElementType(.floating(.bfloat16), laneStorage: 2) }
  /// A floating-point number of 32 bits, IEEE 754 binary32.
  public static var f32: ElementType { ElementType(.floating(.single), laneStorage: 4) }
  /// A floating-point number of 64 bits, IEEE 754 binary64.
  public static var f64: ElementType { ElementType(.floating(.double), laneStorage: 8) }
  /// IEEE 754 binary128.
  public static var f128: ElementType { ElementType(.floating(.quad), laneStorage: 16) }
  /// The sum of two binary64, the greater first: `long double` on 64-bit PowerPC.
  public static var doubleDouble: ElementType { ElementType(.floating(.doubleDouble), laneStorage: 16) }
  /// The x87's 80 bits in 16 bytes of storage.
  public static var x87: ElementType { x87(storage: 16) }

  /// The x87's 80 bits in `storage` bytes: 12 on i386, 16 on x86-64.
  public static func x87(storage: Int) -> ElementType { ElementType(.floating(.x87), laneStorage: storage) }

  /// C23's `_BitInt(bits)`, in `storage` bytes.
  public static func bitInt(_ bits: Int, storage: Int) -> ElementType {
    ElementType(.integer(bits: bits, isSigned: true), laneStorage: storage)
  }

  /// C23's `unsigned _BitInt(bits)`, in `storage` bytes.
  public static func unsignedBitInt(_ bits: Int, storage: Int) -> ElementType {
    ElementType(.integer(bits: bits, isSigned: false), laneStorage: storage)
  }

  /// C's `_Complex`: real part, then imaginary part.
  public static func complex(_ part: ElementType) -> ElementType {
    ElementType(part.number, shape: .complex, lanes: 2, laneStorage: part.storage)
  }

  /// A vector of `count` lanes in `storage` bytes, including padding: a three-lane vector usually has the size of four.
  public static func vector(_ lane: ElementType, _ count: Int, storage: Int) -> ElementType {
    ElementType(lane.number, shape: .vector, lanes: count, laneStorage: lane.storage, storage: storage)
  }
}

/// The floating-point formats of C compilers, by their names in an archive's descriptions.
package enum FloatFormat: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case half = "f16"
  case bfloat16 = "bf16"
  case single = "f32"
  case double = "f64"
  case x87 = "f80"
  case quad = "f128"
  case doubleDouble = "dd"

  /// The size in an archive, and the widths of exponent and fraction in bits. Those of a double-double are of each of its
  /// two numbers. The x87 has an explicit integer bit between them, which is not counted.
  package var layout: (size: Int, exponent: Int, fraction: Int, hasIntegerBit: Bool) {
    switch self {
    case .half: (2, 5, 10, false)
    case .bfloat16: (2, 8, 7, false)
    case .single: (4, 8, 23, false)
    case .double: (8, 11, 52, false)
    case .x87: (10, 15, 63, true)
    case .quad: (16, 15, 112, false)
    case .doubleDouble: (16, 11, 52, false)
    }
  }

  package var archivedSize: Int { layout.size }
}

extension ElementType.Number {
  /// The size of a lane in an archive: the fewest whole bytes that hold its bits.
  package var archivedSize: Int {
    switch self {
    case .bool: 1
    case .integer(let bits, _): (bits + 7) / 8
    case .floating(let format): format.archivedSize
    }
  }

  /// The bytes of an integer object in a property list that holds every value of up to 64 bits: those with a sign have 8.
  var fixedByteCount: Int {
    guard case .integer(let bits, let isSigned) = self else { return archivedSize }
    return isSigned || bits > 32 ? 8 : bits > 16 ? 4 : bits > 8 ? 2 : 1
  }

  /// The value of a signed integer, whose archived bits may have anything above them.
  @inline(__always)
  func extended(_ bits: UInt64) -> Int64 {
    let unused = UInt64(64 - archivedSize * 8)
    return Int64(bitPattern: bits << unused) >> Int64(unused)
  }
}

extension ElementType {
  /// The size of the value in an archive, in bytes.
  package var archivedSize: Int { number.archivedSize * lanes }

  /// The archived form, without padding. Types of different platforms are compared in this form.
  package var archived: ElementType {
    ElementType(number, shape: shape, lanes: lanes, laneStorage: number.archivedSize)
  }

  /// Whether the value is stored in a keyed archive as a boolean, integer or real object.
  var isPlain: Bool {
    guard shape == .single else { return false }
    switch number {
    case .bool: return true
    case .integer(let bits, _): return bits <= 64
    case .floating(let format): return format.archivedSize <= 8
    }
  }

  /// The reason why no compiler can have this type; nil if it is valid.
  var flaw: String? {
    if case .integer(let bits, _) = number, bits < 1 || bits > 1 << 23 { return "an integer of \(bits) bits" }
    if laneStorage < number.archivedSize { return "\(laneStorage) bytes cannot hold \(name)" }
    if lanes < 1 || lanes > 1 << 20 || laneStorage > 1 << 24 { return "\(lanes) lanes of \(laneStorage) bytes" }
    if storage < lanes * laneStorage { return "\(storage) bytes cannot hold \(name)" }
    return nil
  }
}
