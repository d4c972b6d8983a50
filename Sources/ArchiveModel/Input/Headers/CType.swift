/// The storage format of a floating-point type. In C it depends on the platform for `long double`, so the type's name
/// alone does not determine it. Raw values are the names in archives, see FORMAT.md.
public enum FloatingFormat: String, Sendable, Hashable, CaseIterable {
  case half = "f16"  // IEEE 754 binary16: _Float16
  case bfloat16 = "bf16"  // the upper half of a binary32: __bf16
  case single = "f32"  // binary32
  case double = "f64"  // binary64
  case x87 = "f80"  // 80 bits with an explicit integer bit
  case quad = "f128"  // binary128
  case doubleDouble = "dd"  // the sum of two binary64: long double on ppc64

  /// Bits of the significand, an implicit one included, and of the exponent. A sum of two doubles has at least 106 bits.
  public var bits: (significand: Int, exponent: Int) {
    switch self {
    case .half: (11, 5)
    case .bfloat16: (8, 8)
    case .single: (24, 8)
    case .double: (53, 11)
    case .x87: (64, 15)
    case .quad: (113, 15)
    case .doubleDouble: (106, 11)
    }
  }

  /// Whether this format has every value of `other`. Only a sum of two doubles can have more bits than its own count says.
  public func holdsAll(of other: FloatingFormat) -> Bool {
    self == other
      || other != .doubleDouble && bits.significand >= other.bits.significand && bits.exponent >= other.bits.exponent
  }
}

/// An enumeration as C declares it. `underlying` is always an integer or `_Bool`.
public struct Enumeration: Sendable, Hashable {
  /// The tag; without a tag, the name of a typedef; empty if there is neither.
  public let name: String
  public let underlying: CType
  /// Whether only the values in `cases` are valid: `enum_extensibility(closed)`, and not a set of flags.
  public let isClosed: Bool
  public let cases: [EnumerationCase]
  /// The ID of the record that contains the definition. In C++ the record's name is part of the enumeration's.
  public let enclosing: Record.ID?

  public init(
    name: String, underlying: CType, isClosed: Bool, cases: [EnumerationCase], enclosing: Record.ID? = nil
  ) {
    self.enclosing = enclosing
    self.name = name
    self.underlying = underlying
    self.isClosed = isClosed
    self.cases = cases
  }
}

/// One enumerator. `value` has the same bits as an unsigned 64-bit value above `Int64.max`.
public struct EnumerationCase: Sendable, Hashable {
  public let name: String
  public let value: Int64
  /// The location of the declaration. It is ignored when types are compared.
  public let location: SourceLocation?

  public init(name: String, value: Int64, location: SourceLocation? = nil) {
    self.name = name
    self.value = value
    self.location = location
  }

  public static func == (left: Self, right: Self) -> Bool { (left.name, left.value) == (right.name, right.value) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
  }
}

/// A C type without typedefs and qualifiers. Sizes are in bytes on the target platform.
public indirect enum CType: Sendable, Hashable {
  case bool(size: Int)
  case integer(bits: Int, isSigned: Bool)
  case floating(FloatingFormat, size: Int)
  /// `_Complex`: real part, then imaginary part.
  case complex(CType)
  /// `_BitInt(bits)`; `size` is the result of `sizeof`.
  case bitInt(bits: Int, isSigned: Bool, size: Int)
  /// A vector of `count` lanes; `size` includes the padding of a vector with three lanes.
  case vector(CType, count: Int, size: Int)
  case enumeration(Enumeration)
  case array(CType, count: Int)
  /// `T name[]`, the C99 flexible array member.
  case flexibleArray(CType)
  case record(Record.ID)
  case pointer(to: CType)
  /// A function type, which occurs only behind a pointer.
  case function
  case void
  /// A record or enumeration that is declared but not defined.
  case incomplete(String)
  /// A type that cannot be archived; the reason completes "its type …".
  case unsupported(String)
}

extension CType {
  /// Whether it is an arithmetic type (C17 6.2.5p18) or a vector of one: an element of a packed array.
  public var isArithmetic: Bool {
    switch self {
    case .bool, .integer, .floating, .complex, .bitInt, .vector, .enumeration: true
    default: false
    }
  }

  /// The element type of a fixed array and its dimensions, outermost first; for another type, the type itself.
  public var arrayElement: (type: CType, dimensions: [Int]) {
    guard case .array(let element, let count) = self else { return (self, []) }
    let inner = element.arrayElement
    return (inner.type, [count] + inner.dimensions)
  }
}
