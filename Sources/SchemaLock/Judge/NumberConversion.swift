import ArchiveModel

/// The result when a field of one number type reads archived numbers of another, by the engine's rules.
enum Conversion: Hashable {
  case exact
  /// Values that do not fit are refused.
  case partial
  case never
}

extension ArchivedNumber {
  func conversion(to target: ArchivedNumber) -> Conversion {
    guard shape == target.shape else { return .never }
    switch (scalar, target.scalar) {
    case (.bool, .bool): return .exact
    case (.bool, .integer(let bits, let isSigned)): return isSigned && bits == 1 ? .partial : .exact
    case (.integer, .bool): return .partial
    case (.bool, .floating), (.floating, .bool): return .never
    case (.integer(let bits, let isSigned), .integer(let targetBits, let targetIsSigned)):
      if isSigned == targetIsSigned { return bits <= targetBits ? .exact : .partial }
      return !isSigned && bits < targetBits ? .exact : .partial
    case (.integer(let bits, let isSigned), .floating(let format)):
      return bits - (isSigned ? 1 : 0) <= format.exactBits ? .exact : .partial
    case (.floating, .integer): return .partial
    case (.floating(let format), .floating(let target)):
      return format == target || format.wider.contains(target) ? .exact : .partial
    }
  }
}

extension ArchivedNumber.Floating {
  /// The greatest width of integers that are exact; for `f16` less than its precision, because of its range.
  fileprivate var exactBits: Int {
    switch self {
    case .f16: 11
    case .bf16: 8
    case .f32: 24
    case .f64: 53
    case .f80: 64
    case .f128: 113
    // The sum of two doubles has 106 bits at least.
    case .dd: 106
    }
  }

  /// The formats that hold every value of this one.
  fileprivate var wider: Set<Self> {
    switch self {
    case .f16, .bf16: [.f32, .f64, .f80, .f128, .dd]
    case .f32: [.f64, .f80, .f128, .dd]
    case .f64: [.f80, .f128, .dd]
    case .f80: [.f128]
    case .f128, .dd: []
    }
  }
}

extension ArchivedNumber {
  /// The number of Swift's integer type with this name.
  init?(swiftInteger name: String) {
    let isSigned = !name.hasPrefix("U")
    let rest = isSigned ? name[...] : name.dropFirst()
    guard rest.hasPrefix("Int") else { return nil }
    let digits = rest.dropFirst("Int".count)
    guard let bits = digits.isEmpty ? 64 : Int(digits) else { return nil }
    self.init(.integer(bits: bits, isSigned: isSigned))
  }
}
