import Foundation
import Testing

@testable import ArchiveRuntime

/// Damaged files: each either reads or throws. A trap would end the test run.
@Suite struct DamagedListTests {
  private static let sample: Sample = .dictionary([
    ("a", .array([.integer(1), .integer(-1), .unsigned(.max), .real64(0x7FF8_0000_0000_0001), .real32(0x3F80_0000)])),
    ("b", .string("longer than fifteen bytes")), ("é", .string("日本😀")), ("data", .data(Array(0...40))),
    ("u", .uid(300)), ("n", .null), ("t", .bool(true)), ("d", .date(1.5)),
    ("m", .dictionary([("a", .array([])), ("b", .dictionary([]))])),
  ])

  private func readOrThrow(_ data: Data) {
    do throws(ArchiveError) {
      let list = try PropertyList(data)
      _ = try list.read { (view) throws(ArchiveError) in view.walk() }
    } catch { #expect(!error.description.isEmpty) }
  }

  private static let files: [Data] = {
    let binary = (try? file(sample)) ?? Data()
    let xml = Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- a --><plist version="1.0"><dict><key>a</key><array><integer>-1</integer><integer>0xFF</integer>
      <real>-1.5e3</real><true/><false/></array><key>&#xE9;&amp;</key><string>a<![CDATA[<b>]]>&lt;日</string>
      <key>d</key><data>AAEC AwQ=</data><key>t</key><date>2001-01-01T00:00:00Z</date>
      <key>u</key><dict><key>CF$UID</key><integer>3</integer></dict></dict></plist>
      """.utf8)
    var utf16 = Data([0xFF, 0xFE])
    for unit in String(decoding: xml, as: UTF8.self).replacing("UTF-8", with: "UTF-16").utf16 {
      utf16 += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    }
    return [binary, xml, utf16]
  }()

  @Test("Every file is sound before it is damaged")
  func sound() throws { for file in Self.files { _ = try PropertyList(file) } }

  @Test("A file that ends early throws or reads, wherever it ends")
  func truncation() {
    for file in Self.files {
      for end in 0..<file.count {
        readOrThrow(file.prefix(end))
        // A slice with other indices must read the same.
        readOrThrow((Data([0xFF, 0xFF, 0xFF]) + file.prefix(end)).dropFirst(3))
      }
    }
  }

  @Test("A file with any one byte changed throws or reads")
  func flips() {
    for file in Self.files {
      for offset in file.indices {
        for value in [0, 0xFF, 0x7F, 0x80, 0xD3, 0x1F, file[offset] &+ 1, file[offset] &- 1, file[offset] ^ 0x10]
          as [UInt8]
        {
          var damaged = file
          damaged[offset] = value
          readOrThrow(damaged)
        }
      }
    }
  }

  @Test("A file with a few bytes changed at random throws or reads")
  func randomDamage() {
    var state: UInt64 = 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for file in Self.files {
      for _ in 0..<5_000 {
        var damaged = file
        for _ in 0...next(4) { damaged[damaged.startIndex + next(damaged.count)] = UInt8(next(256)) }
        readOrThrow(damaged)
      }
    }
  }
}
