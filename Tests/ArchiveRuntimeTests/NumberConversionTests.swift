import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
import TestRandom

@Suite("Numbers convert exactly or not at all")
struct NumberConversionTests {
  private func convert(_ bytes: [UInt8], _ from: ElementType, _ to: ElementType) -> Result<[UInt8], ConversionFailure> {
    var target = [UInt8](repeating: 0, count: to.archivedSize)
    let failure = bytes.withUnsafeBytes { source in
      target.withUnsafeMutableBytes { from.number.convert(source.baseAddress!, to: to.number, at: $0.baseAddress!) }
    }
    return failure.map { .failure($0) } ?? .success(target)
  }

  private func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  @Test("between binary32 and binary64 as the processor does when nothing is lost")
  func singles() {
    var noise = SeededRandom(seed: 7)
    for _ in 0..<100_000 {
      let single = Float(bitPattern: UInt32(truncatingIfNeeded: noise.next()))
      if single.isNaN { continue }
      #expect(convert(little(single.bitPattern), .f32, .f64) == .success(little(Double(single).bitPattern)))
      #expect(convert(little(Double(single).bitPattern), .f64, .f32) == .success(little(single.bitPattern)))
      let double = Double(bitPattern: noise.next())
      if double.isNaN { continue }
      let expected: Result<[UInt8], ConversionFailure> =
        Double(Float(double)) == double ? .success(little(Float(double).bitPattern)) : .failure(.outOfRange)
      #expect(convert(little(double.bitPattern), .f64, .f32) == expected)
    }
  }

  @Test("every binary16 and bfloat16 pattern survives the way through binary32")
  func halves() {
    for bits in UInt16.min...UInt16.max {
      for (type, format) in [(ElementType.f16, FloatFormat.half), (.bf16, .bfloat16)] {
        let wide = format.widened(bits)
        #expect(convert(little(bits), type, .f32) == .success(little(wide)))
        #expect(convert(little(wide), .f32, type) == .success(little(bits)))
      }
      #if !(os(macOS) && arch(x86_64))
        let half = Float16(bitPattern: bits)
        if !half.isNaN { #expect(FloatFormat.half.widened(bits) == Float(half).bitPattern) }
      #endif
    }
  }

  @Test("a signalling NaN stays one")
  func signalling() {
    #expect(convert(little(0x7FA0_0001 as UInt32), .f32, .f64) == .success(little(0x7FF4_0000_2000_0000 as UInt64)))
    #expect(convert(little(0x7FF4_0000_2000_0000 as UInt64), .f64, .f32) == .success(little(0x7FA0_0001 as UInt32)))
    #expect(convert(little(0x7FF4_0000_0000_0001 as UInt64), .f64, .f32) == .failure(.outOfRange))
  }

  @Test("long double formats hold every double and give it back")
  func longDoubles() {
    var noise = SeededRandom(seed: 9)
    for type in [ElementType.x87, .f128, .doubleDouble] {
      for _ in 0..<20_000 {
        let double = noise.next()
        guard case .success(let wide) = convert(little(double), .f64, type) else {
          Issue.record("\(Double(bitPattern: double)) does not convert to \(type.name)")
          return
        }
        #expect(convert(wide, type, .f64) == .success(little(double)))
      }
    }
    // 2^64 - 1 needs the x87's 64 bits.
    let bytes: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 255, 0x3E, 0x40]
    #expect(convert(bytes, .x87, .f64) == .failure(.outOfRange))
    guard case .success(let quad) = convert(bytes, .x87, .f128) else { return #expect(Bool(false)) }
    #expect(convert(quad, .f128, .x87) == .success(bytes))
    #expect(convert(bytes, .x87, .u64) == .success(little(UInt64.max)))
    #expect(convert(little(UInt64.max), .u64, .x87) == .success(bytes))
    #expect(convert([0, 0, 0, 0, 0, 0, 0, 0, 0x3E, 0x40], .x87, .f64) == .failure(.outOfRange), "an unnormal")
  }

  @Test("between integers when the value fits")
  func integers() {
    var noise = SeededRandom(seed: 11)
    let types: [(ElementType, Int, Bool)] = [
      (.u8, 8, false), (.i8, 8, true), (.u16, 16, false), (.i16, 16, true), (.u32, 32, false), (.i32, 32, true),
      (.i64, 64, true), (.bitInt(17, storage: 4), 17, true), (.unsignedBitInt(5, storage: 1), 5, false),
      (.i128, 128, true), (.bitInt(200, storage: 32), 200, true),
    ]
    for _ in 0..<20_000 {
      let value = Int64(bitPattern: noise.next()) >> Int64.random(in: 0...63, using: &noise)
      for (type, bits, isSigned) in types {
        let fits =
          isSigned
          ? bits >= 64 || (value >= -1 << Int64(bits - 1) && value < 1 << Int64(bits - 1))
          : value >= 0 && (bits >= 63 || value < 1 << Int64(bits))
        let result = convert(little(value), .i64, type)
        guard case .success(let bytes) = result else {
          #expect(!fits, "\(value) to \(type.name)")
          continue
        }
        #expect(fits && convert(bytes, type, .i64) == .success(little(value)), "\(value) to \(type.name)")
      }
    }
  }

  @Test("between integers and reals when exact")
  func mixed() {
    #expect(convert(little(Int64(1) << 53), .i64, .f64) == .success(little((0x1p53).bitPattern)))
    #expect(convert(little((Int64(1) << 53) + 1), .i64, .f64) == .failure(.outOfRange))
    #expect(convert(little(Int64.min), .i64, .f32) == .success(little(Float(-0x1p63).bitPattern)))
    #expect(convert(little(0 as Int64), .i64, .f16) == .success(little(0 as UInt16)))
    #expect(convert(little((-3.0).bitPattern), .f64, .i8) == .success(little(-3 as Int8)))
    #expect(convert(little((-0.0).bitPattern), .f64, .u8) == .success([0]))
    for value in [2.5, 300, -1, .nan, .infinity, 1e300] {
      #expect(convert(little(value.bitPattern), .f64, .u8) == .failure(.wrongType), "\(value)")
    }
    #expect(convert([1], .bool, .u32) == .success([1, 0, 0, 0]))
    #expect(convert([1], .u8, .bool) == .success([1]))
    #expect(convert([2], .u8, .bool) == .failure(.outOfRange))
    #expect(convert([1], .bool, .f64) == .failure(.wrongType))
    #expect(convert(little(1.0.bitPattern), .f64, .bool) == .failure(.wrongType))
  }
}
