import ArchiveModel

/// The integer type of a text's units.
struct TextUnit {
  let bits: Int

  init?(_ type: CType) {
    guard case .integer(let bits, _) = type, [8, 16, 32].contains(bits) else { return nil }
    self.bits = bits
  }

  /// The encodings with units of this size, the usual one first.
  var encodings: [TextEncoding] {
    switch bits {
    case 8: [.utf8, .latin1]
    case 16: [.utf16]
    default: [.utf32]
    }
  }
}

extension CType {
  var isTextUnit: Bool { TextUnit(self) != nil }

  /// The type behind all pointers and inside all arrays.
  var innermost: CType {
    switch self {
    case .pointer(let pointee): pointee.innermost
    case .array(let element, _), .flexibleArray(let element): element.innermost
    default: self
    }
  }

  func replacingInnermost(by type: CType) -> CType {
    switch self {
    case .pointer(let pointee): .pointer(to: pointee.replacingInnermost(by: type))
    case .array(let element, let count): .array(element.replacingInnermost(by: type), count: count)
    case .flexibleArray(let element): .flexibleArray(element.replacingInnermost(by: type))
    default: type
    }
  }
}
