/// A string that equals only strings with the same Unicode scalars, so that canonically equivalent keys are different.
///
/// Swift's comparison treats canonically equivalent strings as equal, such as "é" in one and in two scalars, and takes
/// quadratic time for a run of combining marks. So every name in an archive, whether a key, a class, a column or a
/// function, is compared and hashed by its bytes.
package struct ExactText: Hashable, Sendable {
  package let text: String
  package init(_ text: String) { self.text = text }

  @inline(__always)
  package static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether both strings have the same bytes in UTF-8.
  @inline(__always)
  package func isExactly(_ other: String) -> Bool {
    hasSameBits(as: other) || utf8.count == other.utf8.count && hasSameBytes(as: other)
  }

  /// Whether both are one text in memory, or texts that are so short that they are stored in the string itself. Keys are literals,
  /// so this is usual of equal keys, and they are compared without a call.
  @inline(__always)
  private func hasSameBits(as other: String) -> Bool { TextBits(self) == TextBits(other) }

  @inline(never)
  private func hasSameBytes(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        UnsafeRawBufferPointer(own).hasSameBytes(as: UnsafeRawBufferPointer(other))
      }
    }
    // Only strings from Objective-C do not have contiguous bytes.
    if let isSame = isSame ?? nil { return isSame }
    return utf8.elementsEqual(other.utf8)
  }

  /// Whether the UTF-8 bytes of the other string are a prefix of this one's.
  package func hasExactPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
  package func hasExactSuffix(_ suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }
}

/// A string's own bits. Strings with the same bits are the same text while one of them is kept; others may be the same text, too.
struct TextBits: Equatable, BitwiseCopyable {
  private let first: UInt64
  private let second: UInt64

  @inline(__always)
  init(_ text: String) {
    var words: (UInt64, UInt64) = (0, 0)
    if MemoryLayout<String>.size == 16 {
      words = unsafeBitCast(text, to: (UInt64, UInt64).self)
    } else {
      withUnsafeBytes(of: text) { bytes in withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) } }
    }
    (first, second) = words
  }
}

extension Sequence<String> {
  /// Whether one of the strings has the same bytes in UTF-8.
  func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}
