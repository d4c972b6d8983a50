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
