import Foundation

/// Replaces `@FILE` by the arguments in the file, as compilers and linkers do: words between white space, quotation
/// marks around words with spaces, a backslash before a literal character.
enum ResponseFiles {
  /// - Throws: `WrongUsage` for files that include each other in a cycle. An `@` argument that names no file is
  ///   unchanged.
  static func expanded(_ arguments: [String], depth: Int = 0) throws(WrongUsage) -> [String] {
    var result: [String] = []
    for (index, argument) in arguments.enumerated() {
      // The next argument is a value or an input, even if it begins with `@`.
      if argument == "--" { return result + arguments[index...] }
      let isValue = index > 0 && arguments[index - 1] == "--clang-arg"
      guard argument.hasPrefix("@"), !isValue,
        let data = FileManager.default.contents(atPath: String(argument.dropFirst()))
      else {
        result.append(argument)
        continue
      }
      guard depth < 16 else { throw WrongUsage(message: "'\(argument)' includes itself through other files") }
      result += try expanded(words(in: String(decoding: data, as: UTF8.self)), depth: depth + 1)
    }
    return result
  }

  static func words(in text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = text.makeIterator()
    while let character = characters.next() {
      if character == "\\" {
        word = (word ?? "") + (characters.next().map(String.init) ?? "")
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        word.map { words.append($0) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    word.map { words.append($0) }
    return words
  }
}
