/// The loops of `TransposeTile`. Each returns the number of processed records; the last few may remain.
enum TransposeKernel {
  @inline(__always)
  static func gatherWords(
    _ source: UnsafeRawPointer, _ stride: Int, _ count: Int, _ first: UnsafeMutableRawPointer,
    _ second: UnsafeMutableRawPointer
  ) -> Int {
    var source = source
    var done = 0
    while done &+ 2 <= count {
      let one = source.loadUnaligned(as: SIMD2<UInt64>.self)
      let two = (source + stride).loadUnaligned(as: SIMD2<UInt64>.self)
      (first + done &* 8).storeBytes(of: SIMD2(one[0], two[0]), as: SIMD2<UInt64>.self)
      (second + done &* 8).storeBytes(of: SIMD2(one[1], two[1]), as: SIMD2<UInt64>.self)
      source += 2 &* stride
      done &+= 2
    }
    return done
  }

  @inline(__always)
  static func scatterWords(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer,
    _ stride: Int
  ) -> Int {
    var target = target
    var done = 0
    while done &+ 2 <= count {
      let one = (first + done &* 8).loadUnaligned(as: SIMD2<UInt64>.self)
      let two = (second + done &* 8).loadUnaligned(as: SIMD2<UInt64>.self)
      target.storeBytes(of: SIMD2(one[0], two[0]), as: SIMD2<UInt64>.self)
      (target + stride).storeBytes(of: SIMD2(one[1], two[1]), as: SIMD2<UInt64>.self)
      target += 2 &* stride
      done &+= 2
    }
    return done
  }

  @inline(__always)
  static func gatherHalves(
    _ source: UnsafeRawPointer, _ stride: Int, _ count: Int, _ first: UnsafeMutableRawPointer,
    _ second: UnsafeMutableRawPointer
  ) -> Int {
    var source = source
    var done = 0
    while done &+ 4 <= count {
      let halves = unsafeBitCast(loadFour(source, stride), to: SIMD8<UInt32>.self)
      (first + done &* 4).storeBytes(of: halves.evenHalf, as: SIMD4<UInt32>.self)
      (second + done &* 4).storeBytes(of: halves.oddHalf, as: SIMD4<UInt32>.self)
      source += 4 &* stride
      done &+= 4
    }
    return done
  }

  @inline(__always)
  static func scatterHalves(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer,
    _ stride: Int
  ) -> Int {
    var target = target
    var done = 0
    while done &+ 4 <= count {
      var halves = SIMD8<UInt32>()
      halves.evenHalf = (first + done &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
      halves.oddHalf = (second + done &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
      storeFour(unsafeBitCast(halves, to: SIMD4<UInt64>.self), target, stride)
      target += 4 &* stride
      done &+= 4
    }
    return done
  }

  /// The lower and upper halves of eight records' words.
  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ stride: Int) -> (SIMD8<UInt32>, SIMD8<UInt32>) {
    let one = unsafeBitCast(loadFour(source, stride), to: SIMD8<UInt32>.self)
    let two = unsafeBitCast(loadFour(source + 4 &* stride, stride), to: SIMD8<UInt32>.self)
    return (
      SIMD8(lowHalf: one.evenHalf, highHalf: two.evenHalf), SIMD8(lowHalf: one.oddHalf, highHalf: two.oddHalf)
    )
  }

  /// Joins halves.
  @inline(__always)
  static func store(
    _ low: SIMD8<UInt32>, _ high: SIMD8<UInt32>, _ target: UnsafeMutableRawPointer, _ stride: Int
  ) {
    var words = SIMD16<UInt32>()
    words.evenHalf = low
    words.oddHalf = high
    storeFour(unsafeBitCast(words.lowHalf, to: SIMD4<UInt64>.self), target, stride)
    storeFour(unsafeBitCast(words.highHalf, to: SIMD4<UInt64>.self), target + 4 &* stride, stride)
  }

  @inline(__always)
  private static func loadFour(_ source: UnsafeRawPointer, _ stride: Int) -> SIMD4<UInt64> {
    let next = source + 2 &* stride
    return SIMD4(
      source.loadUnaligned(as: UInt64.self), (source + stride).loadUnaligned(as: UInt64.self),
      next.loadUnaligned(as: UInt64.self), (next + stride).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func storeFour(_ words: SIMD4<UInt64>, _ target: UnsafeMutableRawPointer, _ stride: Int) {
    target.storeBytes(of: words[0], as: UInt64.self)
    (target + stride).storeBytes(of: words[1], as: UInt64.self)
    let next = target + 2 &* stride
    next.storeBytes(of: words[2], as: UInt64.self)
    (next + stride).storeBytes(of: words[3], as: UInt64.self)
  }
}
