import Foundation

extension ElementType.Number {
  /// The archived number at `bytes` in decimal digits, for errors; in hexadecimal if they would be too many.
  func text(_ bytes: UnsafeRawPointer) -> String {
    switch self {
    case .bool: return "\(bytes.load(as: UInt8.self))"
    case .integer(let bits, let isSigned) where bits <= 64:
      var value: UInt64 = 0
      for index in 0..<archivedSize {
        value |= UInt64(bytes.load(fromByteOffset: index, as: UInt8.self)) << (index * 8)
      }
      guard isSigned else { return "\(value)" }
      let unused = UInt64(64 - archivedSize * 8)
      return "\(Int64(bitPattern: value << unused) >> Int64(unused))"
    case .floating(.single): return "\(Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))))"
    case .floating(.double): return "\(Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))))"
    case .integer, .floating:
      let digits = (0..<archivedSize).reversed().map {
        String(format: "%02x", bytes.load(fromByteOffset: $0, as: UInt8.self))
      }
      return "0x" + digits.joined()
    }
  }

  /// The text of the first invalid one of these archived numbers; of the first one if all are valid.
  func invalidText(_ bytes: UnsafeRawPointer, count: Int) -> String {
    guard count > 0 else { return "of an element" }
    var scratch = [UInt8](repeating: 0, count: archivedSize)
    let index = (0..<count).first { index in
      scratch.withUnsafeMutableBytes { target in
        target.baseAddress.map { convert(bytes + index * archivedSize, to: self, at: $0) != nil } ?? false
      }
    }
    return text(bytes + (index ?? 0) * archivedSize)
  }
}
