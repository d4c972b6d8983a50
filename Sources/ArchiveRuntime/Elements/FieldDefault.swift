/// The value of a field if an archive has no key for it.
package enum FieldDefault: Sendable, Hashable {
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case bool(Bool)
  case text(String)
}

extension FieldDefault {
  /// The real rounded to a narrower format (ties to even, as in C's initializers): 0.1 in a header is not exact in
  /// binary32.
  package func rounded(to number: ElementType.Number) -> FieldDefault {
    guard case .real(let value) = self, case .floating(let format) = number, value.isFinite, value != 0 else {
      return self
    }
    if format == .single { return .real(Double(Float(value))) }
    return format.archivedSize == 2 ? .real(Self.rounded(value, bits: format.layout.fraction + 1)) : self
  }

  /// Rounds to `bits` bits by adding and subtracting a multiple of the value (Veltkamp's splitting).
  private static func rounded(_ value: Double, bits: Int) -> Double {
    let scaled = Double((1 << (53 - bits)) + 1) * value
    return scaled.isFinite ? scaled - (scaled - value) : value
  }
}
