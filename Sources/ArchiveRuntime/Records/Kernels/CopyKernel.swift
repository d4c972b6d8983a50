/// The loops that copy values of 1, 2, 4, 8 or 16 bytes, and runs of any size, between rows and a column.
enum CopyKernel {
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
    move(Word.self, source, stride, target, MemoryLayout<Word>.size, count)
  }

  @inline(__always)
  private static func scatter<Word: BitwiseCopyable>(
    _: Word.Type, _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, _ stride: Int
  ) {
    move(Word.self, source, MemoryLayout<Word>.size, target, stride, count)
  }

  /// Unrolled by four, because the compiler does not unroll a loop with an unknown stride.
  @inline(__always)
  private static func move<Word: BitwiseCopyable>(
    _: Word.Type, _ source: UnsafeRawPointer, _ sourceStride: Int, _ target: UnsafeMutableRawPointer,
    _ targetStride: Int, _ count: Int
  ) {
    var source = source
    var target = target
    var left = count
    while left >= 4 {
      let (a, b) = (source.loadUnaligned(as: Word.self), (source + sourceStride).loadUnaligned(as: Word.self))
      let next = source + 2 &* sourceStride
      let (c, d) = (next.loadUnaligned(as: Word.self), (next + sourceStride).loadUnaligned(as: Word.self))
      target.storeBytes(of: a, as: Word.self)
      (target + targetStride).storeBytes(of: b, as: Word.self)
      let after = target + 2 &* targetStride
      after.storeBytes(of: c, as: Word.self)
      (after + targetStride).storeBytes(of: d, as: Word.self)
      source += 4 &* sourceStride
      target += 4 &* targetStride
      left &-= 4
    }
    while left > 0 {
      target.storeBytes(of: source.loadUnaligned(as: Word.self), as: Word.self)
      source += sourceStride
      target += targetStride
      left &-= 1
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
