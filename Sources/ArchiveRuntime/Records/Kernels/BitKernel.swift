/// The loops for bit-fields that one load covers.
enum BitKernel {
  @inline(__always)
  static func gather(
    _ window: BitWindow, isSigned: Bool, _ source: UnsafeRawPointer, stride: Int, count: Int,
    to target: UnsafeMutableRawPointer
  ) {
    switch window.size {
    case 1: gather(UInt8.self, window, isSigned, source, stride, count, target)
    case 2: gather(UInt16.self, window, isSigned, source, stride, count, target)
    case 4: gather(UInt32.self, window, isSigned, source, stride, count, target)
    default: gather(UInt64.self, window, isSigned, source, stride, count, target)
    }
  }

  @inline(__always)
  private static func gather<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _ window: BitWindow, _ isSigned: Bool, _ source: UnsafeRawPointer, _ stride: Int, _ count: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    switch (window.width + 7) / 8 {
    case 1: gather(Word.self, UInt8.self, window, isSigned, source, stride, count, target)
    case 2: gather(Word.self, UInt16.self, window, isSigned, source, stride, count, target)
    case 4: gather(Word.self, UInt32.self, window, isSigned, source, stride, count, target)
    case 8: gather(Word.self, UInt64.self, window, isSigned, source, stride, count, target)
    default: gatherOdd(window, isSigned, source, stride, count, target)
    }
  }

  /// The sign is extended by (x ^ s) - s, where s is the sign bit; for an unsigned field s is 0.
  @inline(__always)
  private static func gather<Word: FixedWidthInteger & BitwiseCopyable, Value: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _: Value.Type, _ window: BitWindow, _ isSigned: Bool, _ source: UnsafeRawPointer, _ stride: Int,
    _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    let shift = UInt64(window.shift)
    let mask = window.mask
    let sign: UInt64 = isSigned ? 1 &<< UInt64(window.width - 1) : 0
    var source = source + window.byte
    var target = target
    for _ in 0..<count {
      let bits = UInt64(truncatingIfNeeded: source.loadUnaligned(as: Word.self)) &>> shift & mask
      let value = Value(truncatingIfNeeded: (bits ^ sign) &- sign)
      target.storeBytes(of: value.littleEndian, as: Value.self)
      source += stride
      target += MemoryLayout<Value>.size
    }
  }

  @inline(never)
  private static func gatherOdd(
    _ window: BitWindow, _ isSigned: Bool, _ source: UnsafeRawPointer, _ stride: Int, _ count: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    let size = (window.width + 7) / 8
    let sign: UInt64 = isSigned ? 1 << UInt64(window.width - 1) : 0
    for index in 0..<count {
      let bits = (window.read(source + index * stride) ^ sign) &- sign
      Bits128(low: bits).store(littleEndian: target + index * size, count: size)
    }
  }

  /// - Returns: the number of values that fit their width.
  @inline(__always)
  static func scatter(
    _ window: BitWindow, isSigned: Bool, _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer,
    stride: Int
  ) -> Int {
    switch window.size {
    case 1: scatter(UInt8.self, window, isSigned, source, count, target, stride)
    case 2: scatter(UInt16.self, window, isSigned, source, count, target, stride)
    case 4: scatter(UInt32.self, window, isSigned, source, count, target, stride)
    default: scatter(UInt64.self, window, isSigned, source, count, target, stride)
    }
  }

  @inline(__always)
  private static func scatter<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _ window: BitWindow, _ isSigned: Bool, _ source: UnsafeRawPointer, _ count: Int,
    _ target: UnsafeMutableRawPointer, _ stride: Int
  ) -> Int {
    switch (window.width + 7) / 8 {
    case 1: scatter(Word.self, Int8.self, window, isSigned, source, count, target, stride)
    case 2: scatter(Word.self, Int16.self, window, isSigned, source, count, target, stride)
    case 4: scatter(Word.self, Int32.self, window, isSigned, source, count, target, stride)
    case 8: scatter(Word.self, Int64.self, window, isSigned, source, count, target, stride)
    default: scatterOdd(window, isSigned, source, count, target, stride)
    }
  }

  @inline(__always)
  private static func scatter<
    Word: FixedWidthInteger & BitwiseCopyable, Value: FixedWidthInteger & SignedInteger & BitwiseCopyable
  >(
    _: Word.Type, _: Value.Type, _ window: BitWindow, _ isSigned: Bool, _ source: UnsafeRawPointer, _ count: Int,
    _ target: UnsafeMutableRawPointer, _ stride: Int
  ) -> Int {
    let mask = window.mask
    let shift = UInt64(window.shift)
    let sign: UInt64 = isSigned ? 1 &<< UInt64(window.width - 1) : 0
    // The bits of the archived number beyond its width are its sign extension.
    let extent: UInt64 = isSigned ? .max : .max >> UInt64(64 - Value.bitWidth)
    let keep = ~Word(truncatingIfNeeded: mask &<< shift)
    var source = source
    var target = target + window.byte
    for index in 0..<count {
      let loaded = Value(littleEndian: source.loadUnaligned(as: Value.self))
      let value = UInt64(truncatingIfNeeded: loaded) & extent
      let bits = value & mask
      guard (bits ^ sign) &- sign == value else { return index }
      let word = target.loadUnaligned(as: Word.self) & keep | Word(truncatingIfNeeded: bits &<< shift)
      target.storeBytes(of: word, as: Word.self)
      source += MemoryLayout<Value>.size
      target += stride
    }
    return count
  }

  private static func scatterOdd(
    _ window: BitWindow, _ isSigned: Bool, _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer,
    _ stride: Int
  ) -> Int {
    let size = (window.width + 7) / 8
    for index in 0..<count {
      let value = source + index * size
      guard IntegerConversion.isCanonical(value, bits: window.width, isSigned: isSigned) else { return index }
      window.write(Bits128(littleEndian: value, count: size).low, target + index * stride)
    }
    return count
  }
}

/// The loops for booleans.
enum BoolKernel {
  @inline(__always)
  static func gather(
    _ source: UnsafeRawPointer, stride: Int, count: Int, to target: UnsafeMutableRawPointer
  ) {
    var source = source
    for index in 0..<count {
      let byte: UInt8 = source.load(as: UInt8.self) == 0 ? 0 : 1
      target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      source += stride
    }
  }

  /// - Returns: the number of values that are 0 or 1.
  @inline(__always)
  static func scatter(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    var target = target
    for index in 0..<count {
      let byte = source.load(fromByteOffset: index, as: UInt8.self)
      guard byte <= 1 else { return index }
      target.storeBytes(of: byte, as: UInt8.self)
      target += stride
    }
    return count
  }
}
