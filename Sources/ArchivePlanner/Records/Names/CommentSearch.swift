extension StringProtocol {
  /// The first occurrence of two bytes. `firstRange(of:)` compares characters, which costs many times as much.
  func firstPair(_ pair: StaticString) -> Range<Index>? {
    let (first, second) = (pair.utf8Start[0], pair.utf8Start[1])
    var place = utf8.startIndex
    while let found = utf8[place...].firstIndex(of: first) {
      place = utf8.index(after: found)
      if place < utf8.endIndex, utf8[place] == second { return found..<utf8.index(after: place) }
    }
    return nil
  }
}

extension UInt8 {
  var isWordByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (97...122).contains(self | 0x20)
  }
}
