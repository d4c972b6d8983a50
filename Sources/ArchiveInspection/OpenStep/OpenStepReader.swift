@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import UntypedArchive

/// A mistake in OpenStep's text, with its place.
package struct OpenStepError: Error, CustomStringConvertible {
  package let line: Int
  package let column: Int
  package let reason: String

  package var description: String { "line \(line), column \(column) of the OpenStep property list: \(reason)" }
}

/// Reads OpenStep's property lists, which NeXTSTEP, GNUstep and Xcode's projects have: `{ key = value; }`, `( a, b )`,
/// `"text"`, `<0fbd>`; GNUstep's `<*I42>`; and `.strings` files, which are the inside of a dictionary.
///
/// All values are texts, data, arrays and dictionaries; GNUstep's extension has numbers, booleans and dates. What is open is
/// a list, so that the depth of the text takes no stack, and each byte is looked at a bounded number of times.
struct OpenStepReader: ~Copyable {
  private enum Frame { case array, dictionary, strings }

  private var scanner: OpenStepScanner
  private var assembler = ListAssembler(nil)

  /// - Parameter text: UTF-8.
  /// - Returns: a binary property list of the same values.
  /// - Throws: `OpenStepError`, `ArchiveError`.
  static func list(_ text: [UInt8]) throws -> Data {
    if let offset = text.withUnsafeBytes({ UTF8Text.firstInvalidOffset(in: $0) }) {
      throw OpenStepScanner(text, at: offset).error("the byte 0x\(NumberText.digits([text[offset]])) is no UTF-8")
    }
    var reader = OpenStepReader(scanner: OpenStepScanner(text))
    try reader.read()
    return try reader.finish()
  }

  private init(scanner: consuming OpenStepScanner) { self.scanner = scanner }

  private consuming func finish() throws(ArchiveError) -> Data { try assembler.finish().data }

  private mutating func read() throws(OpenStepError) {
    var frames: [Frame] = []
    try scanner.skipSpace()
    if scanner.byte == nil || Self.beginsStrings(scanner.text[scanner.position...]) {
      assembler.begin(ObjectMarker.dictionary)
      frames.append(.strings)
    } else {
      try value(&frames)
    }
    while let frame = frames.last {
      try scanner.skipSpace()
      switch frame {
      case .array:
        if scanner.take(")") {
          close(&frames)
        } else {
          try value(&frames)
          continue
        }
      case .dictionary where scanner.take("}"), .strings where scanner.isAtEnd: close(&frames)
      case .dictionary, .strings:
        let key = try scanner.string("a key")
        text(key)
        try scanner.skipSpace()
        // A key alone is its own value.
        if scanner.take(";") {
          text(key)
          continue
        }
        guard scanner.take("=") else { throw scanner.error("'=' is expected behind the key") }
        try scanner.skipSpace()
        try value(&frames)
        continue
      }
      if !frames.isEmpty { try separate(frames[frames.count - 1]) }
    }
    try scanner.skipSpace()
    guard scanner.isAtEnd else { throw scanner.error("something follows the list") }
  }

  private mutating func close(_ frames: inout [Frame]) {
    assembler.end()
    frames.removeLast()
  }

  /// Reads a leaf with what separates it from the next, or the begin of a container.
  private mutating func value(_ frames: inout [Frame]) throws(OpenStepError) {
    if scanner.take("{") {
      assembler.begin(ObjectMarker.dictionary)
      return frames.append(.dictionary)
    }
    if scanner.take("(") {
      assembler.begin(ObjectMarker.array)
      return frames.append(.array)
    }
    if scanner.take("<") { try angle() } else { text(try scanner.string("a value")) }
    if let frame = frames.last { try separate(frame) }
  }

  /// What stands behind a value: `,` or the end of an array, `;` or the end of a dictionary.
  private mutating func separate(_ frame: Frame) throws(OpenStepError) {
    try scanner.skipSpace()
    switch frame {
    case .array:
      if !scanner.take(","), scanner.byte != UInt8(ascii: ")") { throw scanner.error("',' or ')' is expected") }
    case .dictionary:
      if !scanner.take(";"), scanner.byte != UInt8(ascii: "}") { throw scanner.error("';' or '}' is expected") }
    case .strings: if !scanner.take(";"), !scanner.isAtEnd { throw scanner.error("';' is expected") }
    }
  }

  private mutating func text(_ text: OpenStepScanner.Text) {
    // Half a surrogate pair is no text, and is kept as the file has it.
    if let whole = text.whole { return assembler.leaf { $0.append(stringObject: whole) } }
    let units = text.units
    assembler.leaf {
      $0.append(ObjectMarker.utf16String, size: units.count)
      for unit in units { $0.append(bigEndian: unit) }
    }
  }

  // MARK: Data and GNUstep's values

  private mutating func angle() throws(OpenStepError) {
    if scanner.take("*") { return try typed() }
    let bytes = scanner.take("[") ? try scanner.base64() : try scanner.hexadecimal()
    assembler.leaf(isData: true) { buffer in
      buffer.append(ObjectMarker.data, size: bytes.count)
      for byte in bytes { buffer.append(byte) }
    }
  }

  private mutating func typed() throws(OpenStepError) {
    let start = scanner.position
    let body = try scanner.typed()
    let own = String(body.dropFirst())
    switch body.first {
    case "I":
      if let value = Int64(own) { return assembler.leaf { $0.append(integerObject: value) } }
      if let value = UInt64(own) {
        return assembler.leaf {
          $0.append(ObjectMarker.integer | 4)
          $0.append(bigEndian: UInt64(0))
          $0.append(bigEndian: value)
        }
      }
    case "R":
      if let value = Double(own) {
        return assembler.leaf {
          $0.append(ObjectMarker.real | 3)
          $0.append(bigEndian: value.bitPattern)
        }
      }
    case "B" where own == "Y" || own == "N":
      return assembler.leaf { $0.append(own == "Y" ? ObjectMarker.true : ObjectMarker.false) }
    case "D":
      if let seconds = Self.date(own) {
        return assembler.leaf {
          $0.append(ObjectMarker.date)
          $0.append(bigEndian: seconds.bitPattern)
        }
      }
    default: break
    }
    scanner.position = start
    throw scanner.error(
      "'<*\(String(body.prefix(40)))>' is none of GNUstep's values: <*I42>, <*R1.5>, <*BY>, <*D2001-01-31 12:00:00 +0000>"
    )
  }

  /// `2001-01-31 12:00:00 +0100`.
  private static func date(_ text: String) -> Double? {
    let parts = text.split(separator: " ")
    guard parts.count == 3, parts[2].utf8.count == 5, let zone = Int(parts[2].dropFirst()),
      parts[2].first == "+" || parts[2].first == "-"
    else { return nil }
    let utf8 = Array("\(parts[0])T\(parts[1])Z".utf8)
    guard let seconds = utf8.withUnsafeBytes({ XMLDate.seconds($0) }) else { return nil }
    let offset = Double(zone / 100 * 3_600 + zone % 100 * 60)
    return parts[2].first == "-" ? seconds + offset : seconds - offset
  }

  // MARK: Recognition

  /// Whether text that begins with `{` is OpenStep's and not JSON: a key without quotes, or one that '=' or ';' follows.
  static func beginsDictionary(_ text: some Collection<UInt8>) -> Bool {
    var scanner = OpenStepScanner(Array(text.prefix(recognized)))
    guard scanner.take("{"), (try? scanner.skipSpace()) != nil else { return false }
    if scanner.byte == UInt8(ascii: "}") || scanner.isAtEnd { return false }
    return isKey(&scanner)
  }

  /// Whether text is the inside of a dictionary: `"key" = "value";`.
  static func beginsStrings(_ text: some Collection<UInt8>) -> Bool {
    var scanner = OpenStepScanner(Array(text.prefix(recognized)))
    guard (try? scanner.skipSpace()) != nil, scanner.byte != UInt8(ascii: "{"), scanner.byte != UInt8(ascii: "(") else {
      return false
    }
    guard isKey(&scanner) else { return false }
    // In programs, '=' is followed by much else.
    if scanner.take(";") { return true }
    guard scanner.take("="), (try? scanner.skipSpace()) != nil, let byte = scanner.byte else { return false }
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") { return true }
    return (try? scanner.string("a value")) != nil && (try? scanner.skipSpace()) != nil
      && scanner.byte == UInt8(ascii: ";")
  }

  static func beginsData(_ text: some Collection<UInt8>) -> Bool {
    let inner = text.dropFirst().prefix { $0 != UInt8(ascii: ">") }
    guard inner.count < text.count - 1, !inner.isEmpty else { return false }
    if inner.first == UInt8(ascii: "*") || inner.first == UInt8(ascii: "[") { return true }
    return inner.allSatisfy { XMLCharacter.isSpace($0) || OpenStepScanner.digit($0) != nil }
  }

  /// The text behind the comments that it begins with.
  static func withoutComments(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var scanner = OpenStepScanner(Array(text.prefix(recognized)))
    return (try? scanner.skipSpace()) == nil ? text : text.dropFirst(scanner.position)
  }

  /// Whether it is a table of strings with nothing but a comment.
  static func isComment(_ text: some Collection<UInt8>) -> Bool {
    guard text.first(where: { !XMLCharacter.isSpace($0) }) == UInt8(ascii: "/") else { return false }
    var scanner = OpenStepScanner(Array(text.prefix(recognized)))
    return (try? scanner.skipSpace()) != nil && scanner.byte == nil
  }

  /// How much of a text decides.
  private static let recognized = 64 << 10

  private static func isKey(_ scanner: inout OpenStepScanner) -> Bool {
    guard (try? scanner.string("a key")) != nil, (try? scanner.skipSpace()) != nil else { return false }
    return scanner.byte == UInt8(ascii: "=") || scanner.byte == UInt8(ascii: ";")
  }
}
