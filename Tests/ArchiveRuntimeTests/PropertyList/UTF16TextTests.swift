import Foundation
import TestRandom
import Testing

@testable import ArchiveRuntime

/// UTF-16 as Swift's standard library reads it.
@Suite struct UTF16TextTests {
  @Test("UTF-16 of any mix of scalars becomes the UTF-8 that the standard library makes of it")
  func valid() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<5_000 {
      let units = Self.units(&random)
      let expected = try #require(String(validating: units, as: UTF16.self))
      #expect(try Self.utf8(units) == Array(expected.utf8))
    }
  }

  @Test("a surrogate without its partner is an error where it stands, wherever that is")
  func unpaired() throws {
    var random = SeededRandom(seed: 8)
    for _ in 0..<5_000 {
      var units = Self.units(&random)
      let place = Int.random(in: 0...units.count, using: &random)
      units.insert(UInt16.random(in: 0xD800...0xDFFF, using: &random), at: place)
      if String(validating: units, as: UTF16.self) == nil {
        #expect(throws: ArchiveError.self) { try Self.utf8(units) }
      } else {
        #expect(try Self.utf8(units) == Array(String(decoding: units, as: UTF16.self).utf8))
      }
    }
  }

  private static func units(_ random: inout SeededRandom) -> [UInt16] {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
    ].filter { _ in Bool.random(using: &random) }
    let count = Int.random(in: 0...40, using: &random)
    return (0..<count).flatMap { _ in
      let range = ranges.randomElement(using: &random) ?? 0x20...0x7F
      return Array(String(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "?").utf16)
    }
  }

  private static func utf8(_ units: [UInt16]) throws -> [UInt8] {
    let bytes = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    return try bytes.withUnsafeBytes { bytes in
      var target = [UInt8](repeating: 0xEE, count: UTF16Text.utf8Count(of: bytes) + 1)
      let room = target.count - 1
      let written = try target.withUnsafeMutableBytes { target in
        try UTF16Text.writeUTF8(of: bytes, at: 0, to: UnsafeMutableRawBufferPointer(rebasing: target[..<room]))
      }
      // Nothing is written behind the room.
      #expect(target[room] == 0xEE)
      return Array(target[..<written])
    }
  }
}
