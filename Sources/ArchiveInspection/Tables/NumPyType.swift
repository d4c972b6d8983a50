@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// The type that NumPy has for the elements of a column.
struct NumPyType {
  /// As in a `.npy` file: `<u4`, `|S16`.
  let descriptor: String
  let size: Int
  /// Dimensions that one element adds: the lanes of a vector.
  var lanes: [Int] = []
  /// Whether the archived bytes are the array's bytes.
  var isCopied = true

  init(_ column: TableColumn) {
    if let part = column.part {
      let size = [1, 2, 4, 8].first { $0 * 8 >= part.width } ?? 8
      (descriptor, self.size, isCopied) = (
        (size == 1 ? "|" : "<") + (part.isSigned ? "i" : "u") + "\(size)", size, false
      )
      return
    }
    switch column.stored.element {
    case .text: (descriptor, size) = ("|S\(column.elementSize)", column.elementSize)
    case .number(let type):
      var (name, size, isCopied): (String, Int, Bool)
      switch type.number {
      case .bool: (name, size, isCopied) = ("|b1", 1, true)
      case .integer(let bits, let isSigned) where bits <= 64:
        size = [1, 2, 4, 8].first { $0 * 8 >= bits } ?? 8
        (name, isCopied) = (
          (size == 1 ? "|" : "<") + (isSigned ? "i" : "u") + "\(size)", size == type.number.archivedSize
        )
      case .floating(.half): (name, size, isCopied) = ("<f2", 2, true)
      case .floating(.bfloat16): (name, size, isCopied) = ("<f4", 4, false)
      case .floating(.single): (name, size, isCopied) = ("<f4", 4, true)
      case .floating(.double): (name, size, isCopied) = ("<f8", 8, true)
      default: (name, size, isCopied) = ("|V\(type.number.archivedSize)", type.number.archivedSize, true)
      }
      if type.shape == .complex, name == "<f4" || name == "<f8", isCopied {
        (name, size) = (name == "<f4" ? "<c8" : "<c16", size * 2)
      } else if type.shape != .single {
        lanes = [type.lanes]
      }
      (descriptor, self.size, self.isCopied) = (name, size, isCopied)
    }
  }

  /// Appends the numbers of a column that NumPy has in another size.
  func append(_ column: TableColumn, _ bytes: UnsafeRawBufferPointer, to append: (UnsafeRawBufferPointer) -> Void) {
    guard case .number(let type) = column.stored.element else { return }
    let own = type.number.archivedSize
    var buffer: [UInt8] = []
    buffer.reserveCapacity(65_536)
    for offset in stride(from: column.bytes.lowerBound, to: column.bytes.upperBound - own + 1, by: own) {
      var bits: UInt64
      switch ElementNumber(type.number, bytes, at: offset, order: .little) {
      case .single(let value): bits = UInt64(value.bitPattern)
      case let number:
        bits = number.bits ?? 0
        if let part = column.part { bits = part.value(in: bits) }
      }
      for _ in 0..<size {
        buffer.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
      }
      if buffer.count >= 65_000 {
        buffer.withUnsafeBytes(append)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    buffer.withUnsafeBytes(append)
  }
}
