import Foundation
import UntypedArchive

/// The words of OpenStep's text.
struct OpenStepScanner {
  /// A text, or UTF-16 units of which some are half a pair.
  struct Text {
    var units: [UInt16] = []
    var whole: String? { String(validating: units, as: UTF16.self) }
  }

  let text: [UInt8]
  var position: Int

  init(_ text: [UInt8], at position: Int = 0) { (self.text, self.position) = (text, position) }

  var isAtEnd: Bool { position >= text.count }
  var byte: UInt8? { position < text.count ? text[position] : nil }

  func error(_ reason: String) -> OpenStepError {
    let before = text[..<min(position, text.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = before[start...].filter { $0 & 0xC0 != 0x80 }.count + 1
    return OpenStepError(line: before.filter { $0 == 0x0A }.count + 1, column: column, reason: reason)
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte, byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Skips white space, `// …` and `/* … */`.
  mutating func skipSpace() throws(OpenStepError) {
    while let byte {
      if byte == 0x20 || 0x09...0x0D ~= byte {
        position += 1
      } else if byte == 0xE2, position + 2 < text.count, text[position + 1] == 0x80,
        text[position + 2] == 0xA8 || text[position + 2] == 0xA9
      {
        position += 3
      } else if byte == UInt8(ascii: "/"), position + 1 < text.count, text[position + 1] == UInt8(ascii: "/") {
        while let next = self.byte, next != 0x0A, next != 0x0D { position += 1 }
      } else if byte == UInt8(ascii: "/"), position + 1 < text.count, text[position + 1] == UInt8(ascii: "*") {
        let start = position
        position += 2
        while position + 1 < text.count,
          text[position] != UInt8(ascii: "*") || text[position + 1] != UInt8(ascii: "/")
        { position += 1 }
        guard position + 1 < text.count else {
          position = start
          throw error("the comment has no '*/'")
        }
        position += 2
      } else {
        return
      }
    }
  }

  // MARK: Texts

  mutating func string(_ what: String) throws(OpenStepError) -> Text {
    if let byte, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quoted(byte) }
    let start = position
    while let byte, Self.isWord(byte) {
      // A comment ends a word.
      if byte == UInt8(ascii: "/"), position + 1 < text.count,
        text[position + 1] == UInt8(ascii: "/") || text[position + 1] == UInt8(ascii: "*")
      {
        break
      }
      position += 1
    }
    guard position > start else {
      throw error(
        isAtEnd ? "the text ends where \(what) is expected" : "\(what) is expected here; other texts stand in quotes")
    }
    return Text(units: text[start..<position].map(UInt16.init))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }

  private mutating func quoted(_ quote: UInt8) throws(OpenStepError) -> Text {
    let start = position
    position += 1
    var result = Text()
    var plain = position
    func flush(_ result: inout Text) {
      if plain < position { result.units += String(decoding: text[plain..<position], as: UTF8.self).utf16 }
    }
    while let byte {
      if byte == quote {
        flush(&result)
        position += 1
        return result
      }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      flush(&result)
      position += 1
      try escape(&result)
      plain = position
    }
    position = start
    throw error("the text has no closing quote")
  }

  private mutating func escape(_ result: inout Text) throws(OpenStepError) {
    guard let byte else { return }
    switch byte {
    case UInt8(ascii: "a"): result.units.append(7)
    case UInt8(ascii: "b"): result.units.append(8)
    case UInt8(ascii: "f"): result.units.append(12)
    case UInt8(ascii: "n"): result.units.append(10)
    case UInt8(ascii: "r"): result.units.append(13)
    case UInt8(ascii: "t"): result.units.append(9)
    case UInt8(ascii: "v"): result.units.append(11)
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      var value: UInt16 = 0
      var count = 0
      while count < 4, position + 1 < text.count, let digit = Self.digit(text[position + 1]) {
        value = value << 4 | UInt16(digit)
        position += 1
        count += 1
      }
      guard count > 0 else { throw error("'\\U' is followed by hexadecimal digits") }
      result.units.append(value)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value = 0
      var count = 0
      while count < 3, let digit = self.byte, 0x30...0x37 ~= digit {
        value = value << 3 | Int(digit - 0x30)
        position += 1
        count += 1
      }
      result.units.append(NeXTSTEPText.unit(UInt8(truncatingIfNeeded: value)))
      return
    default:
      // Any other character stands for itself.
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      result.units += String(decoding: text[position..<min(position + length, text.count)], as: UTF8.self).utf16
      position += length
      return
    }
    position += 1
  }

  // MARK: Data

  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Hexadecimal digits and white space up to `>`.
  mutating func hexadecimal() throws(OpenStepError) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    while true {
      try skipSpace()
      if take(">") { break }
      guard let byte, let digit = Self.digit(byte) else {
        throw error("a hexadecimal digit or '>' is expected in data")
      }
      position += 1
      if let own = high {
        bytes.append(own << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    if high != nil { throw error("data has an odd number of digits") }
    return bytes
  }

  /// GNUstep's `<[base64]>`, behind the bracket.
  mutating func base64() throws(OpenStepError) -> [UInt8] {
    let start = position
    while let byte, byte != UInt8(ascii: "]") { position += 1 }
    let digits = text[start..<position].filter { $0 != 0x20 && !(0x09...0x0D ~= $0) }
    guard take("]"), take(">"), let data = Data(base64Encoded: Data(digits)) else {
      position = start
      throw error("base64 and ']>' are expected in data")
    }
    return Array(data)
  }

  /// What stands between `<*` and `>`.
  mutating func typed() throws(OpenStepError) -> String {
    let start = position
    while let byte, byte != UInt8(ascii: ">") { position += 1 }
    guard position - start < 256, take(">") else {
      position = start
      throw error("'<*' has no '>'")
    }
    let body = String(decoding: text[start..<(position - 1)], as: UTF8.self)
    // Newer GNUstep has the value in quotes: <*I"42">.
    return String(body.filter { $0 != "\"" })
  }
}

/// The characters of NeXTSTEP's encoding, which octal escapes stand for.
enum NeXTSTEPText {
  static func unit(_ byte: UInt8) -> UInt16 { byte < 0x80 ? UInt16(byte) : upper[Int(byte) - 0x80] }

  private static let upper: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD,
    0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9, 0x00DA, 0x00DB, 0x00DC, 0x00DD,
    0x00DE, 0x00B5, 0x00D7, 0x00F7, 0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7, 0x00A4, 0x2019,
    0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02, 0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
    0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF, 0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF,
    0x02D8, 0x02D9, 0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7, 0x2014, 0x00B1, 0x00BC, 0x00BD,
    0x00BE, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00C6,
    0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
    0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD, 0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF,
    0xFFFD, 0xFFFD,
  ]
}
