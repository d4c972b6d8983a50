import ArchiveRuntime
import FixtureArchives
import Foundation
import Testing

import let CFixtures.BIG_LARGE
import let CFixtures.BIG_UNSIGNED
import let CFixtures.BLUE
import let CFixtures.COLD
import let CFixtures.TINY_B
import struct CFixtures.bit_ints
import struct CFixtures.complexes
import struct CFixtures.enums
import struct CFixtures.floats
import struct CFixtures.hidden
import struct CFixtures.integers
import struct CFixtures.long_doubles
import struct CFixtures.qualifiers
import struct CFixtures.three_lanes
import struct CFixtures.vectors
import struct CFixtures.wide_integers

/// Integers, reals, enumerations and what Swift does not import.
@Suite struct NumberTests {
  @Test("Integers keep their least and greatest values, with wchar_t and size_t among them")
  func integers() throws {
    var value = CFixtures.integers()
    value.c = .min
    value.sc = .min
    value.uc = .max
    value.s = .min
    value.us = .max
    value.i = .min
    value.ui = .max
    value.l = .min
    value.ul = .max
    value.size = -1  // Swift imports size_t as Int; in C this is the greatest
    value.difference = .min
    value.wide = 0x1F600
    let archive = try contents(value)
    #expect(archive.keys.count == 26)
    #expect(archive.integer("c") == -128 && archive.integer("uc") == 255)
    #expect(archive.integer("s") == -32768 && archive.integer("us") == 65535)
    #expect(archive.integer("i") == -1 << 31 && archive.integer("ui") == 1 << 32 - 1)
    #expect(archive.integer("l") == .min && (archive["ul"] as? NSNumber)?.uint64Value == .max)
    #expect((archive["size"] as? NSNumber)?.uint64Value == .max && archive.integer("difference") == .min)
    #expect(archive.integer("wide") == 0x1F600)
    let back = try roundTrip(value)
    #expect(back.c == .min && back.ul == .max && back.size == -1 && back.wide == value.wide)
  }

  @Test("Reals keep every bit: minus zero, the least subnormal, a NaN's payload")
  func floats() throws {
    var value = CFixtures.floats()
    value.b = true
    value.single = Float(bitPattern: 0x7FA0_0001)
    value.wide = -0.0
    let archive = try contents(value)
    #expect(archive["b"] as? Bool == true && archive["b2"] as? Bool == false)
    let back = try roundTrip(value)
    #expect(back.single.bitPattern == 0x7FA0_0001)
    #expect(back.wide.bitPattern == (-0.0).bitPattern)
    value.wide = .leastNonzeroMagnitude
    #expect(try roundTrip(value).wide == .leastNonzeroMagnitude)
    let half = try record(CFixtures.floats.self) { $0.storeBytes(of: 0x3C01, toByteOffset: 2, as: UInt16.self) }
    #expect((try contents(half)["half"] as? NSNumber)?.doubleValue == 1.0009765625)
  }

  @Test("Enumerations are their numbers: negative, of 64 bits, of 8")
  func enumerations() throws {
    var value = enums()
    value.color = BLUE
    value.temperature = COLD
    value.big = BIG_LARGE
    value.big_unsigned = BIG_UNSIGNED
    value.tiny = TINY_B
    let archive = try contents(value)
    #expect(archive.integer("color") == 7)
    #expect(archive.integer("temperature") == -40)
    #expect(archive.integer("big") == 0x12_3456_7890)
    #expect((archive["big_unsigned"] as? NSNumber)?.uint64Value == 0xFFFF_FFFF_FFFF_FFF0)
    #expect(archive.integer("tiny") == 200)
    #expect(try roundTrip(value).temperature == COLD)
  }

  @Test("A closed enumeration is neither written nor read with a value that it does not have")
  func closed() throws {
    let wrong = try record(enums.self) { $0.storeBytes(of: 4, toByteOffset: 28, as: UInt32.self) }
    #expect(throws: ArchiveError.unknownEnumerationValue(path: "direction", value: 4, type: "u32")) {
      try ArchiveEncoder().encode(wrong)
    }
    #expect(throws: ArchiveError.unknownEnumerationValue(path: "e.direction", value: 9, type: "u32")) {
      try archive(["e.direction": 9]).decode(enums.self, forKey: "e")
    }
    #expect(try archive(["e.color": 9]).decode(enums.self, forKey: "e").color.rawValue == 9, "an open one takes any")
  }

  @Test("128-bit integers are data of 16 bytes that a description names")
  func wide() throws {
    let value = try record(wide_integers.self) { bytes in
      bytes.storeBytes(of: -2 as Int128, toByteOffset: 16, as: Int128.self)
      bytes.storeBytes(of: UInt128.max - 1, toByteOffset: 32, as: UInt128.self)
    }
    let archive = try contents(value)
    #expect(archive.description("i") == "i128" && archive.description("u") == "u128")
    let bytes = [0xFE] + [UInt8](repeating: 0xFF, count: 15)
    #expect(archive.bytes("i") == bytes && archive.bytes("u") == bytes)
    #expect(archive.integer("before") == 0)
  }

  @Test("long double keeps its ten bytes, without the padding")
  func longDouble() throws {
    let value = try record(long_doubles.self) { bytes in
      memset(bytes, 0xAA, 96)
      bytes.storeBytes(of: 0x8000_0000_0000_0001, toByteOffset: 16, as: UInt64.self)
      bytes.storeBytes(of: 0x3FFF, toByteOffset: 24, as: UInt16.self)
    }
    let archive = try contents(value)
    #expect(archive.description("x") == "f80")
    #expect(archive.bytes("x") == [1, 0, 0, 0, 0, 0, 0, 0x80, 0xFF, 0x3F])
    #expect(archive.description("three") == "f80[3]" && archive.bytes("three")?.count == 30)
  }

  @Test("Complex numbers are their two parts")
  func complex() throws {
    let value = try record(complexes.self) { bytes in
      bytes.storeBytes(of: 1.5, toByteOffset: 8, as: Double.self)
      bytes.storeBytes(of: -2.5, toByteOffset: 16, as: Double.self)
    }
    let archive = try contents(value)
    #expect(
      archive.description("d") == "c(f64)" && archive.description("f") == "c(f32)"
        && archive.description("l") == "c(f80)")
    #expect(archive.bytes("d") == withUnsafeBytes(of: (1.5, -2.5)) { Array($0) })
    #expect(archive.description("pair") == "c(f64)[2]")
  }

  @Test("A _BitInt takes the fewest bytes that hold it")
  func bitInts() throws {
    let value = try record(bit_ints.self) { bytes in
      bytes.storeBytes(of: 0x7D, as: UInt8.self)  // -3 in seven bits
      bytes.storeBytes(of: 0x1_FFFF, toByteOffset: 4, as: UInt32.self)
      bytes.storeBytes(of: 1 << 99, toByteOffset: 16, as: UInt128.self)
    }
    let archive = try contents(value)
    #expect(archive.integer("a") == -3)
    #expect(archive.integer("b") == 0x1_FFFF)
    #expect(archive.description("d") == "u100")
    #expect(archive.bytes("d") == [UInt8](repeating: 0, count: 12) + [8])
  }

  @Test("Vectors are their lanes, without the fourth of three")
  func vectors() throws {
    let value = try record(CFixtures.vectors.self) { bytes in
      bytes.storeBytes(of: -1, as: Int32.self)
      bytes.storeBytes(of: 7, toByteOffset: 4, as: Int32.self)
    }
    let archive = try contents(value)
    #expect(archive.description("small") == "v2(i32)" && archive.description("two") == "v4(f32)[2]")
    #expect(archive.bytes("small") == [255, 255, 255, 255, 7, 0, 0, 0])
    #expect(try contents(three_lanes()).bytes("position")?.count == 12)
  }

  @Test("const, volatile and atomic members are archived as any other")
  func qualified() throws {
    let value = try record(qualifiers.self) { bytes in
      for (offset, number) in [(0, 1), (4, 2), (12, 4), (16, 5)] as [(Int, Int32)] {
        bytes.storeBytes(of: number, toByteOffset: offset, as: Int32.self)
      }
      bytes.storeBytes(of: 3, toByteOffset: 8, as: Int16.self)
      bytes.storeBytes(of: 6.5, toByteOffset: 48, as: Double.self)
    }
    let archive = try contents(value)
    #expect(["constant", "status", "both", "counter", "total"].map(archive.integer) == [1, 2, 3, 4, 5])
    #expect(archive.description("series") == "f64[4]")
    #expect(try roundTrip(value).series.3 == 6.5)
  }

  @Test("Fields that Swift's importer hides are archived, and the visible ones beside them")
  func hiddenFields() throws {
    let value = try record(CFixtures.hidden.self) { bytes in
      bytes.storeBytes(of: 11, as: Int32.self)
      bytes.storeBytes(of: -5 as Int128, toByteOffset: 16, as: Int128.self)
      bytes.storeBytes(of: 22, toByteOffset: 48, as: Int32.self)
      bytes.storeBytes(of: 33, toByteOffset: 52 + 2 * 4999, as: UInt16.self)
      bytes.storeBytes(of: 44, toByteOffset: 10052, as: Int32.self)
    }
    let archive = try contents(value)
    #expect(archive.keys == ["atomic", "c", "large", "last", "visible", "wide"])
    #expect(archive.integer("atomic") == 22)
    #expect(archive.bytes("large")?.suffix(2) == [33, 0])
    let back = try roundTrip(value)
    #expect(back.visible == 11 && back.last == 44)
    #expect(try contents(back).bytes("wide") == archive.bytes("wide"))
  }
}
