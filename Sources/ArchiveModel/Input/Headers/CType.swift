/// The storage format of a floating type. C leaves the format of `long double` to the platform, so the name of
/// the type alone does not say how its bits are read.
public enum FloatingFormat: String, Sendable, Hashable, CaseIterable {
  case half  // IEEE 754 binary16: _Float16
  case bfloat16  // the upper half of a binary32: __bf16
  case single  // binary32
  case double  // binary64
  case x87  // 80 bits with an explicit integer bit
  case quad  // binary128
  case doubleDouble  // the sum of two binary64: long double on ppc64
}

/// An enumeration as C declares it. `underlying` is always an integer or `_Bool`.
public struct Enumeration: Sendable, Hashable {
  /// The tag or, without one, the typedef's name; empty when it has neither.
  public let name: String
  public let underlying: CType
  /// Declared with `enum_extensibility(closed)` and not a flag set: only the values in `cases` are valid.
  public let isClosed: Bool
  public let cases: [EnumerationCase]
  /// For one that is defined inside a record: that record's id. C++ has it under the record's name.
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

/// One enumerator. `value` holds the bits of a 64-bit unsigned one above `Int64.max` as they are.
public struct EnumerationCase: Sendable, Hashable {
  public let name: String
  public let value: Int64
  /// Where it is declared, which makes no difference to the type.
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

/// A C type after typedefs and qualifiers are taken off. Sizes are in bytes as the target lays them out.
public indirect enum CType: Sendable, Hashable {
  case bool(size: Int)
  case integer(bits: Int, isSigned: Bool)
  case floating(FloatingFormat, size: Int)
  /// `_Complex`: real part, then imaginary part.
  case complex(CType)
  /// `_BitInt(bits)`; `size` is what `sizeof` gives.
  case bitInt(bits: Int, isSigned: Bool, size: Int)
  /// A vector of `count` lanes; `size` includes the padding of a three-lane vector.
  case vector(CType, count: Int, size: Int)
  case enumeration(Enumeration)
  case array(CType, count: Int)
  /// `T name[]`, the C99 flexible array member.
  case flexibleArray(CType)
  case record(Record.ID)
  case pointer(to: CType)
  /// A function; only ever behind a pointer.
  case function
  case void
  /// A record or enumeration that is declared but never defined.
  case incomplete(String)
  /// Something that has no meaning in a record that is archived; the reason completes "its type …".
  case unsupported(String)
}

extension CType {
  /// Arithmetic types in C's sense (C17 6.2.5p18) and their vectors: what one element of a packed array can be.
  public var isArithmetic: Bool {
    switch self {
    case .bool, .integer, .floating, .complex, .bitInt, .vector, .enumeration: true
    default: false
    }
  }

  /// The element type under any dimensions of fixed arrays, and those dimensions, outermost first.
  public var arrayElement: (type: CType, dimensions: [Int]) {
    guard case .array(let element, let count) = self else { return (self, []) }
    let inner = element.arrayElement
    return (inner.type, [count] + inner.dimensions)
  }
}
