/// The value that a field takes when an archive has no key for it.
enum FieldDefault: Sendable, Hashable {
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case bool(Bool)
  case text(String)
}

extension FieldDefault {
  /// A real as the nearest number of a narrower format (ties to even, as C initialises): a header's 0.1 is no binary32.
  func rounded(to number: ElementType.Number) -> FieldDefault {
    guard case .real(let value) = self, case .floating(let format) = number, value.isFinite, value != 0 else {
      return self
    }
    switch format {
    case .single: return .real(Double(Float(value)))
    case .half: return .real(Self.rounded(value, bits: 11))
    case .bfloat16: return .real(Self.rounded(value, bits: 8))
    default: return self
    }
  }

  /// Adding and taking away a multiple of the value leaves its leading `bits` bits, rounded (Veltkamp's splitting).
  private static func rounded(_ value: Double, bits: Int) -> Double {
    let scaled = Double((1 << (53 - bits)) + 1) * value
    return scaled.isFinite ? scaled - (scaled - value) : value
  }
}
