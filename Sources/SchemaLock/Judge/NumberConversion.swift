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
      return bits - (isSigned ? 1 : 0) <= format.bits.significand ? .exact : .partial
    case (.floating, .integer): return .partial
    case (.floating(let format), .floating(let target)):
      return target.holdsAll(of: format) ? .exact : .partial
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
