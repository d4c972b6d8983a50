/// The type of one arithmetic value in a record: its number type and its size in memory.
///
/// A value has one or more *lanes*: one for a number, two for a complex number (real part, then imaginary part), and
/// one for each element of a vector. `ElementTable` has the names of each number type in archives and in code.
public struct ElementType: Sendable, Hashable {
  /// The number type of one lane, by its kind in C.
  public enum Number: Sendable, Hashable {
    case bool
    /// An integer type of C, including `__int128`.
    case integer(bits: Int, isSigned: Bool)
    /// `_BitInt(bits)`
    case bitInt(bits: Int, isSigned: Bool)
    case floating(FloatingFormat)
  }

  public enum Shape: Sendable, Hashable {
    case single, complex
    case vector(lanes: Int)
  }

  public let number: Number
  /// The size of one lane in memory, in bytes.
  public let laneSize: Int
  public let shape: Shape
  /// The size of the whole value in memory, in bytes, including a vector's padding.
  public let size: Int

  private init(_ number: Number, laneSize: Int, shape: Shape = .single, size: Int) {
    self.number = number
    self.laneSize = laneSize
    self.shape = shape
    self.size = size
  }

  /// nil for a type that is not arithmetic, or that has no row in the table.
  public init?(_ type: CType) {
    switch type {
    case .complex(let part):
      guard let lane = ElementType(part), lane.shape == .single else { return nil }
      self.init(lane.number, laneSize: lane.laneSize, shape: .complex, size: lane.laneSize * 2)
    case .vector(let element, let lanes, let size):
      guard let lane = ElementType(element), lane.shape == .single else { return nil }
      self.init(lane.number, laneSize: lane.laneSize, shape: .vector(lanes: lanes), size: size)
    case .enumeration(let enumeration): self.init(enumeration.underlying)
    default:
      guard let number = Number(type), let row = ElementTable.row(of: number) else { return nil }
      var size = row.size
      switch type {
      case .bitInt(_, _, let storage), .floating(_, let storage): size = storage
      default: break
      }
      self.init(number, laneSize: size, size: size)
    }
  }

  /// The archived type of a one-bit flag, whatever its type in C is.
  public static let bool = ElementType(.bool, laneSize: 1, size: 1)
  /// The type of memory about which only the number of bytes is known.
  public static let byte = ElementType(.integer(bits: 8, isSigned: false), laneSize: 1, size: 1)
}

extension ElementType.Number {
  /// nil for a type that is not a single number.
  public init?(_ type: CType) {
    switch type {
    case .bool: self = .bool
    case .integer(let bits, let isSigned): self = .integer(bits: bits, isSigned: isSigned)
    case .bitInt(let bits, let isSigned, _): self = .bitInt(bits: bits, isSigned: isSigned)
    case .floating(let format, _): self = .floating(format)
    case .enumeration(let enumeration): self.init(enumeration.underlying)
    default: return nil
    }
  }

  /// The width and signedness of an integer; nil for a floating-point number.
  public var integerRange: (bits: Int, isSigned: Bool)? {
    switch self {
    case .bool: (1, false)
    case .integer(let bits, let isSigned), .bitInt(let bits, let isSigned): (bits, isSigned)
    case .floating: nil
    }
  }
}

extension ElementType {
  /// The prefix of the archived name of a table of pointers to such values: "u16" of "u16*".
  ///
  /// The name is in archives, so it stays as version 1 wrote it: as generated code spelled the type at that time.
  public var pointeeName: String {
    switch shape {
    case .single: laneName
    case .complex: "complex(.\(laneName))"
    case .vector(let lanes): "vector(.\(laneName), \(lanes), storage: \(size))"
    }
  }

  private var laneName: String {
    guard let row = ElementTable.row(of: number) else { return "" }
    if case .bitInt(let bits, _) = number { return "\(row.pointeeName)(\(bits), storage: \(laneSize))" }
    return laneSize == row.size ? row.pointeeName : "\(row.pointeeName)(storage: \(laneSize))"
  }
}

extension ElementType {
  /// The number type if the value is a single number.
  public var singleNumber: Number? { shape == .single ? number : nil }

  /// The standard library's type with the same bits, without its module.
  public var swiftType: String? { singleNumber.flatMap(ElementTable.row)?.swiftType }
}
