/// Swift types as text, for comparisons: `[String: Menu.Item]`.
enum TypeText {
  /// The text with the new archived names of types.
  static func renaming(_ text: String, _ names: [String: String]) -> String {
    guard !names.isEmpty else { return text }
    var result = ""
    var word = ""
    func flush() {
      result += names[word] ?? word
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        word.append(character)
      } else {
        flush()
        result.append(character)
      }
    }
    flush()
    return result
  }
}
