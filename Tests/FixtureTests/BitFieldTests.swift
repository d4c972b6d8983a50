import ArchiveRuntime
import FixtureArchives
import Foundation
import Testing

import let CFixtures.HIGH
import struct CFixtures.bits_128
import struct CFixtures.bits_basic
import struct CFixtures.bits_mixed
import struct CFixtures.bits_nested
import struct CFixtures.bits_straddling
import struct CFixtures.bits_wide
import struct CFixtures.level

/// Bit-fields, set through the properties that Swift imports and read by their keys.
@Suite struct BitFieldTests {
  @Test("Each bit-field has its own key; unnamed and zero-width ones have none")
  func basic() throws {
    var bits = bits_basic()
    bits.flag = 1
    bits.three = 5
    bits.negative = -16
    bits.yes = true
    bits.after_gap = 9
    bits.next_unit = 300
    let archive = try contents(bits)
    #expect(archive.className == "bits_basic")
    #expect(archive.keys == ["after_gap", "flag", "negative", "next_unit", "three", "yes"])
    #expect(archive.integer("three") == 5)
    #expect(archive.integer("negative") == -16)
    #expect(archive.integer("after_gap") == 9)
    #expect(archive.integer("next_unit") == 300)
    let back = try roundTrip(bits)
    #expect(
      back.three == 5 && back.negative == -16 && back.yes && back.after_gap == 9 && back.next_unit == 300
        && back.flag == 1)
  }

  @Test("One unsigned bit is a boolean, and so is a bool; one bit of a wider field is not")
  func booleans() throws {
    var bits = bits_basic()
    bits.flag = 1
    bits.yes = false
    let archive = try contents(bits)
    #expect(archive["flag"] as? Bool == true)
    #expect(archive["yes"] as? Bool == false)
    #expect("\(try #require(archive["flag"]))" == "true", "a plist boolean, not the number 1")
  }

  @Test("64 bits, 63 signed ones and the bit after them keep their values")
  func wide() throws {
    var bits = bits_wide()
    bits.all = .max
    bits.most = -(1 << 62)
    bits.last = 1
    bits.whole = 0xDEAD_BEEF
    let archive = try contents(bits)
    #expect((archive["all"] as? NSNumber)?.uint64Value == .max)
    #expect(archive.integer("most") == -(1 << 62))
    #expect(archive.integer("whole") == 0xDEAD_BEEF)
    let back = try roundTrip(bits)
    #expect(back.all == .max && back.most == -(1 << 62) && back.last == 1 && back.whole == 0xDEAD_BEEF)
  }

  @Test("Packed bit-fields that straddle bytes and units keep their values")
  func straddling() throws {
    var bits = bits_straddling()
    bits.a = 21
    bits.b = 0x5A_5A5A
    bits.c = 0x1_23_4567_89AB
    bits.d = -(1 << 30)
    bits.e = 0xABC
    let archive = try contents(bits)
    #expect(archive.integer("a") == 21)
    #expect(archive.integer("b") == 0x5A_5A5A)
    #expect(archive.integer("c") == 0x1_23_4567_89AB)
    #expect(archive.integer("d") == -(1 << 30))
    #expect(archive.integer("e") == 0xABC)
    let back = try roundTrip(bits)
    #expect(
      back.a == 21 && back.b == 0x5A_5A5A && back.c == 0x1_23_4567_89AB && back.d == -(1 << 30) && back.e == 0xABC)
  }

  @Test("Bit-fields between other members, one of them an enumeration's")
  func mixed() throws {
    var bits = bits_mixed()
    bits.c = 1
    bits.a = -64
    bits.s = -2
    bits.b = 3
    bits.wide = 1 << 39
    bits.level = HIGH
    let archive = try contents(bits)
    #expect(archive.integer("a") == -64)
    #expect(archive.integer("s") == -2)
    #expect(archive.integer("b") == 3)
    #expect(archive.integer("wide") == 1 << 39)
    #expect(archive.integer("level") == 2)
    #expect(try roundTrip(bits).wide == 1 << 39)
  }

  @Test("An anonymous struct's bit-fields are keyed as C names them, a named member's by its path")
  func nested() throws {
    var bits = bits_nested()
    bits.x = 3
    bits.y = 12
    bits.named.x = 63
    bits.named.y = -32
    bits.z = 200
    let archive = try contents(bits)
    #expect(archive.keys == ["named.x", "named.y", "x", "y", "z"])
    #expect(archive.integer("x") == 3 && archive.integer("y") == 12)
    #expect(archive.integer("named.x") == 63 && archive.integer("named.y") == -32)
    let back = try roundTrip(bits)
    #expect(back.x == 3 && back.y == 12 && back.named.x == 63 && back.named.y == -32 && back.z == 200)
  }

  @Test("Bit-fields of a 128-bit type are data that a description names")
  func of128() throws {
    // low = 2^69 + 1, high = -1
    let bits = try record(bits_128.self) { bytes in
      bytes.storeBytes(of: 1, as: UInt64.self)
      bytes.storeBytes(of: 1 << 5 | ~0 << 6, toByteOffset: 8, as: UInt64.self)
    }
    let archive = try contents(bits)
    #expect(archive.description("low") == "u70")
    #expect(archive.bytes("low") == [1, 0, 0, 0, 0, 0, 0, 0, 0x20])
    #expect(archive.integer("high") == -1)
  }
}
