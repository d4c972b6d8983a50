extension String {
  /// The source text with other texts for names in it, which may be joined by dots: not for labels and members. nil if
  /// none is replaced.
  ///
  /// - Parameter replacement: gets the names, and whether the last one is called.
  func replacingNames(_ replacement: (_ names: Substring, _ isCalled: Bool) -> String?) -> String? {
    // A closure has names of its own, and quotation marks within several lines are no ends.
    if contains("{") || contains("\"\"\"") { return nil }
    var (result, rest, isQuoted, isFound) = ("", Substring(self), false, false)
    while let first = rest.first {
      let isName = first.isLetter || first == "_"
      guard !isQuoted, isName || first.isNumber || first == "." else {
        if first == "\"" { isQuoted.toggle() }
        // The character behind a backslash is no end of the text.
        let length = isQuoted && first == "\\" ? 2 : 1
        result += rest.prefix(length)
        rest = rest.dropFirst(length)
        continue
      }
      let names = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      rest = rest.dropFirst(names.count)
      if isName, rest.first != ":", let other = replacement(names, rest.first == "(") {
        result += other
        isFound = true
      } else {
        result += names
      }
    }
    return isFound ? result : nil
  }
}
