import Foundation

/// Text in a fixed `char` array: the bytes up to the first NUL, or up to the end of the array.
package enum TextBytes {
  /// The number of bytes before the first NUL.
  static func length(_ bytes: UnsafeRawPointer, count: Int) -> Int {
    memchr(bytes, 0, count).map { UnsafeRawPointer($0) - bytes } ?? count
  }

  static func isValid(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool {
    switch encoding {
    case .latin1: return true
    case .utf8:
      if bytes.allSatisfy({ $0 < 0x80 }) { return true }
      // The standard library has no validation before macOS 15. A repaired string differs from its bytes.
      return String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    }
  }

  /// The text as a string; nil if its bytes are not valid.
  package static func string(_ bytes: UnsafeRawPointer, count: Int, _ encoding: TextEncoding) -> String? {
    let text = UnsafeRawBufferPointer(start: bytes, count: length(bytes, count: count))
    guard isValid(text, encoding) else { return nil }
    switch encoding {
    case .utf8: return String(decoding: text, as: UTF8.self)
    case .latin1: return String(String.UnicodeScalarView(text.lazy.map { Unicode.Scalar($0) }))
    }
  }

  /// The bytes of the string; nil if it has a NUL or a character that the encoding lacks.
  static func bytes(_ string: String, _ encoding: TextEncoding) -> [UInt8]? {
    var bytes: [UInt8] = []
    switch encoding {
    case .utf8: bytes = Array(string.utf8)
    case .latin1:
      for scalar in string.unicodeScalars {
        guard let byte = UInt8(exactly: scalar.value) else { return nil }
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : bytes
  }

  /// Copies the text and fills the rest with NULs.
  ///
  /// - Returns: whether the text is valid.
  static func gather(
    _ source: UnsafeRawPointer, count: Int, _ encoding: TextEncoding, to target: UnsafeMutableRawPointer
  ) -> Bool {
    let length = length(source, count: count)
    guard isValid(UnsafeRawBufferPointer(start: source, count: length), encoding) else { return false }
    target.copyMemory(from: source, byteCount: length)
    (target + length).initializeMemory(as: UInt8.self, repeating: 0, count: count - length)
    return true
  }

  /// Copies archived text.
  ///
  /// - Returns: whether it is valid, and only NULs follow its first NUL.
  static func scatter(
    _ source: UnsafeRawPointer, count: Int, _ encoding: TextEncoding, to target: UnsafeMutableRawPointer
  ) -> Bool {
    let length = length(source, count: count)
    let rest = UnsafeRawBufferPointer(start: source + length, count: count - length)
    guard rest.allSatisfy({ $0 == 0 }), isValid(UnsafeRawBufferPointer(start: source, count: length), encoding)
    else { return false }
    target.copyMemory(from: source, byteCount: count)
    return true
  }
}

extension TextBytes {
  static func invalid(_ path: String, _ encoding: TextEncoding) -> ArchiveError {
    .invalidText(path: path, reason: encoding == .utf8 ? "it is not UTF-8" : "it is not Latin-1")
  }

  /// The same for the text of a `char` array in memory, which a C function may have cut off.
  static func unwritable(_ path: String, _ encoding: TextEncoding) -> ArchiveError {
    guard encoding == .utf8 else { return invalid(path, encoding) }
    return .invalidText(
      path: path,
      reason:
        "it is not UTF-8, as where the array ends within a character; give the field 'cstring(latin1)' for Latin-1, or "
        + "leave 'cstring' out, so that the bytes are archived")
  }
}

/// The encoding of text in a `char` array.
@_spi(GeneratedCode) public enum TextEncoding: String, Sendable, Hashable, BitwiseCopyable {
  /// UTF-8.
  case utf8
  /// ISO 8859-1: every byte is the code point of its value.
  case latin1
}
