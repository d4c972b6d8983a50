/// Converts values of one kind from memory to their archived form (*gather*) and back (*scatter*), in a loop over
/// values at equal distances in memory that are consecutive in the archive.
///
/// It is selected once, when a schema is compiled; the loops do not depend on types.
enum ElementCodec: Sendable, Hashable, BitwiseCopyable {
  /// The same bytes in both forms: most types on a little-endian machine, and runs of them.
  case copy(Int)
  /// Bytes in reverse order: numbers on a big-endian machine.
  case swapped(Int)
  /// The first `archived` bytes of `storage`; the rest is padding.
  case truncated(archived: Int, storage: Int)
  case bool
  /// An integer with another width than its storage.
  case bitInt(bits: Int, isSigned: Bool, storage: Int)
  case window(BitWindow, isSigned: Bool)
  case bits(BitField, isSigned: Bool)
  case text(count: Int, TextEncoding)

  /// The size of one archived value, in bytes.
  var archivedSize: Int {
    switch self {
    case .copy(let count), .swapped(let count), .truncated(let count, _), .text(let count, _): count
    case .bool: 1
    case .bitInt(let bits, _, _): (bits + 7) / 8
    case .window(let window, _): (window.width + 7) / 8
    case .bits(let field, _): (field.width + 7) / 8
    }
  }

  /// Archives `count` values, the first at `source`, at distances of `stride` bytes.
  ///
  /// - Returns: the number of archived values; less than `count` if the next one is invalid text.
  @inline(__always)
  func gather(
    _ source: UnsafeRawPointer, stride: Int, count: Int, to target: UnsafeMutableRawPointer
  ) -> Int {
    switch self {
    case .copy(let size): CopyKernel.gather(source, stride: stride, count: count, size: size, to: target)
    case .window(let window, let isSigned):
      BitKernel.gather(window, isSigned: isSigned, source, stride: stride, count: count, to: target)
    case .bool: BoolKernel.gather(source, stride: stride, count: count, to: target)
    default: return gatherOthers(source, stride: stride, count: count, to: target)
    }
    return count
  }

  /// Stores `count` archived values in memory, the first at `target`, at distances of `stride` bytes.
  ///
  /// - Returns: the number of stored values; less than `count` if the next one is not valid for its type.
  @inline(__always)
  func scatter(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    switch self {
    case .copy(let size):
      CopyKernel.scatter(source, count: count, size: size, to: target, stride: stride)
      return count
    case .window(let window, let isSigned):
      return BitKernel.scatter(window, isSigned: isSigned, source, count: count, to: target, stride: stride)
    case .bool: return BoolKernel.scatter(source, count: count, to: target, stride: stride)
    default: return scatterOthers(source, count: count, to: target, stride: stride)
    }
  }

  @inline(never)
  private func gatherOthers(
    _ source: UnsafeRawPointer, stride: Int, count: Int, to target: UnsafeMutableRawPointer
  ) -> Int {
    var source = source
    var target = target
    for index in 0..<count {
      switch self {
      case .copy, .window, .bool: return index
      case .swapped(let size):
        for byte in 0..<size {
          let value = source.load(fromByteOffset: size - 1 - byte, as: UInt8.self)
          target.storeBytes(of: value, toByteOffset: byte, as: UInt8.self)
        }
      case .truncated(let archived, _): target.copyMemory(from: source, byteCount: archived)
      case .bitInt(let bits, let isSigned, let storage):
        let held = (bits + 7) / 8
        for byte in 0..<held {
          let place = ByteOrder.host == .little ? byte : storage - 1 - byte
          target.storeBytes(of: source.load(fromByteOffset: place, as: UInt8.self), toByteOffset: byte, as: UInt8.self)
        }
        IntegerConversion.extend(target, bits: bits, isSigned: isSigned, to: held)
      case .bits(let field, let isSigned):
        let bits = isSigned ? field.readSigned(source) : field.read(source)
        bits.store(littleEndian: target, count: archivedSize)
      case .text(let size, let encoding):
        guard TextBytes.gather(source, count: size, encoding, to: target) else { return index }
      }
      source += stride
      target += archivedSize
    }
    return count
  }

  @inline(never)
  private func scatterOthers(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    var source = source
    var target = target
    for index in 0..<count {
      switch self {
      case .copy, .window, .bool: return index
      case .swapped(let size):
        for byte in 0..<size {
          let value = source.load(fromByteOffset: size - 1 - byte, as: UInt8.self)
          target.storeBytes(of: value, toByteOffset: byte, as: UInt8.self)
        }
      case .truncated(let archived, let storage):
        target.copyMemory(from: source, byteCount: archived)
        (target + archived).initializeMemory(as: UInt8.self, repeating: 0, count: storage - archived)
      case .bitInt(let bits, let isSigned, let storage):
        guard IntegerConversion.isCanonical(source, bits: bits, isSigned: isSigned) else { return index }
        let held = (bits + 7) / 8
        let isNegative = isSigned && source.load(fromByteOffset: held - 1, as: UInt8.self) >> 7 == 1
        for byte in 0..<storage {
          let place = ByteOrder.host == .little ? byte : storage - 1 - byte
          let value = byte < held ? source.load(fromByteOffset: byte, as: UInt8.self) : isNegative ? 0xFF : 0
          target.storeBytes(of: value, toByteOffset: place, as: UInt8.self)
        }
      case .bits(let field, let isSigned):
        guard IntegerConversion.isCanonical(source, bits: field.width, isSigned: isSigned) else { return index }
        field.write(Bits128(littleEndian: source, count: archivedSize), target)
      case .text(let size, let encoding):
        guard TextBytes.scatter(source, count: size, encoding, to: target) else { return index }
      }
      source += archivedSize
      target += stride
    }
    return count
  }
}
