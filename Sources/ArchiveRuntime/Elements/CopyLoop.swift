/// The loops that move values of 1, 2, 4, 8 or 16 bytes, and runs of any size, between rows and a column.
enum CopyLoop {
  @inline(__always)
  static func gather(
    _ source: UnsafeRawPointer, stride: Int, count: Int, size: Int, to target: UnsafeMutableRawPointer
  ) {
    switch size {
    case 1: gather(UInt8.self, source, stride, count, target)
    case 2: gather(UInt16.self, source, stride, count, target)
    case 4: gather(UInt32.self, source, stride, count, target)
    case 8: gather(UInt64.self, source, stride, count, target)
    case 16: gather(SIMD2<UInt64>.self, source, stride, count, target)
    default: moveRuns(source, stride, size, target, size, count)
    }
  }

  @inline(__always)
  static func scatter(
    _ source: UnsafeRawPointer, count: Int, size: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) {
    switch size {
    case 1: scatter(UInt8.self, source, count, target, stride)
    case 2: scatter(UInt16.self, source, count, target, stride)
    case 4: scatter(UInt32.self, source, count, target, stride)
    case 8: scatter(UInt64.self, source, count, target, stride)
    case 16: scatter(SIMD2<UInt64>.self, source, count, target, stride)
    default: moveRuns(source, size, size, target, stride, count)
    }
  }

  @inline(__always)
  private static func gather<Word: BitwiseCopyable>(
    _: Word.Type, _ source: UnsafeRawPointer, _ stride: Int, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    var source = source
    var target = target
    for _ in 0..<count {
      target.storeBytes(of: source.loadUnaligned(as: Word.self), as: Word.self)
      source += stride
      target += MemoryLayout<Word>.size
    }
  }

  @inline(__always)
  private static func scatter<Word: BitwiseCopyable>(
    _: Word.Type, _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, _ stride: Int
  ) {
    var source = source
    var target = target
    for _ in 0..<count {
      target.storeBytes(of: source.loadUnaligned(as: Word.self), as: Word.self)
      source += MemoryLayout<Word>.size
      target += stride
    }
  }

  @inline(never)
  private static func moveRuns(
    _ source: UnsafeRawPointer, _ sourceStride: Int, _ size: Int, _ target: UnsafeMutableRawPointer,
    _ targetStride: Int, _ count: Int
  ) {
    if sourceStride == size, targetStride == size { return target.copyMemory(from: source, byteCount: size * count) }
    var source = source
    var target = target
    for _ in 0..<count {
      target.copyMemory(from: source, byteCount: size)
      source += sourceStride
      target += targetStride
    }
  }
}
