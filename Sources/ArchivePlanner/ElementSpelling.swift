import ArchiveModel

/// How the runtime's `ElementType` is spelled for a C type, and the Swift type of a property that holds one.
enum ElementSpelling {
  /// nil for anything that is not arithmetic.
  static func element(_ type: CType) -> String? {
    switch type {
    case .bool: ".bool"
    case .integer(let bits, let isSigned): ".\(isSigned ? "i" : "u")\(bits)"
    case .floating(let format, let size): floating(format, size)
    case .complex(let part): element(part).map { ".complex(\($0))" }
    case .bitInt(let bits, let isSigned, let size):
      isSigned ? ".bitInt(\(bits), storage: \(size))" : ".unsignedBitInt(\(bits), storage: \(size))"
    case .vector(let lane, let count, let size): element(lane).map { ".vector(\($0), \(count), storage: \(size))" }
    case .enumeration(let enumeration): element(enumeration.underlying)
    default: nil
    }
  }

  private static func floating(_ format: FloatingFormat, _ size: Int) -> String {
    switch format {
    case .half: ".f16"
    case .bfloat16: ".bf16"
    case .single: ".f32"
    case .double: ".f64"
    case .x87: size == 16 ? ".x87" : ".x87(storage: \(size))"
    case .quad: ".f128"
    case .doubleDouble: ".doubleDouble"
    }
  }

  /// The standard library's type with the same bits, without its module; nil where it has none on every platform.
  static func swiftType(_ type: CType) -> String? {
    switch type {
    case .bool: "Bool"
    case .integer(let bits, let isSigned) where bits <= 64: "\(isSigned ? "" : "U")Int\(bits)"
    case .floating(.single, _): "Float"
    case .floating(.double, _): "Double"
    case .enumeration(let enumeration): swiftType(enumeration.underlying)
    default: nil
    }
  }
}

extension CType {
  /// The type's own range check and bit count, for integers of every kind.
  var integerShape: (bits: Int, isSigned: Bool)? {
    switch self {
    case .bool: (1, false)
    case .integer(let bits, let isSigned), .bitInt(let bits, let isSigned, _): (bits, isSigned)
    case .enumeration(let enumeration): enumeration.underlying.integerShape
    default: nil
    }
  }

  /// `char` in any signedness: what text is made of.
  var isByte: Bool {
    if case .integer(8, _) = self { true } else { false }
  }
}
