import ArchiveModel

/// Finds alignments in a declaration as libclang prints it: `aligned(16)`, `_Alignas(16)`. libclang has no other access
/// to them.
enum AlignmentText {
  /// The greatest of the alignments; `expression` if one of them is not a number.
  static func minimum(in declaration: String) -> DeclaredAlignment.Minimum {
    var greatest = 0
    var rest = declaration.utf8[...]
    while let start = rest.firstIndex(where: \.isIdentifier) {
      let word = rest[start...].prefix(while: \.isIdentifier)
      rest = rest[word.endIndex...]
      guard ["aligned", "__aligned__", "_Alignas", "alignas"].contains(String(decoding: word, as: UTF8.self)) else {
        continue
      }
      // `aligned` without a number is the greatest alignment of the target.
      guard rest.first == UInt8(ascii: "(") else { return .expression }
      let number = rest.dropFirst().prefix(while: \.isIdentifier)
      let digits = String(decoding: number, as: UTF8.self).trimmingSuffix { "uUlL".contains($0) }
      guard let value = Int(digits), rest.dropFirst(1 + number.count).first == UInt8(ascii: ")") else {
        return .expression
      }
      greatest = max(greatest, value)
    }
    return greatest > 0 ? .bytes(greatest) : .expression
  }
}

extension UInt8 {
  fileprivate var isIdentifier: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isTrimmed($0) }.map { index(after: $0) } ?? startIndex)]
  }
}
