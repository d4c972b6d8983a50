/// A type as libclang spells it.
enum ClangSpelling {
  /// Removes the text in parentheses from "struct (unnamed struct at /path/shop.h:3:5)[2]" and "union shop::(anonymous
  /// at …)", because messages must not depend on the location of headers.
  static func withoutPlaces(_ spelling: String) -> String {
    guard spelling.utf8.contains(UInt8(ascii: "(")) else { return spelling }
    let bytes = Array(spelling.utf8)
    for word in ["unnamed", "anonymous"] {
      guard let start = bytes[...].endOfFirst("(\(word) "),
        let end = bytes[start...].indices.first(where: { bytes[$0] == UInt8(ascii: ")") && endsWithPlace(bytes[..<$0]) }
        )
      else { continue }
      let kept = bytes[..<(start - 1)] + bytes[end...]
      return String(decoding: kept, as: UTF8.self)
    }
    return spelling
  }

  /// Whether the text ends like `:3:5`. Parentheses may also be part of a path.
  private static func endsWithPlace(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).suffix(2)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }
  }
}

extension ArraySlice<UInt8> {
  /// The index after the first occurrence of `word`.
  func endOfFirst(_ word: String) -> Int? {
    let word = Array(word.utf8)
    guard let first = word.first else { return nil }
    var rest = self
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: word) { return index + word.count }
      rest = rest.dropFirst()
    }
    return nil
  }
}
