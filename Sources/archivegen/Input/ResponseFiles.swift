import Foundation

/// Replaces `@FILE` by the arguments in the file, as compilers and linkers do: words between white space, quotation
/// marks around words with spaces, a backslash before a literal character.
enum ResponseFiles {
  struct Expansion {
    var arguments: [String] = []
    /// The files that were read.
    var files: [String] = []
  }

  /// - Throws: `WrongUsage` for files that include each other in a cycle. An `@` argument that names no file is
  ///   unchanged.
  static func expanded(_ arguments: [String], depth: Int = 0) throws(WrongUsage) -> Expansion {
    var result = Expansion()
    for (index, argument) in arguments.enumerated() {
      // The next argument is a value or an input, even if it begins with `@`.
      if argument == "--" {
        result.arguments += arguments[index...]
        return result
      }
      let isValue = index > 0 && arguments[index - 1] == "--clang-arg"
      let file = String(argument.dropFirst())
      guard argument.hasPrefix("@"), !isValue, let data = FileManager.default.contents(atPath: file) else {
        result.arguments.append(argument)
        continue
      }
      guard depth < 16 else { throw WrongUsage(message: "'\(argument)' includes itself through other files") }
      let inner = try expanded(words(in: String(decoding: data, as: UTF8.self)), depth: depth + 1)
      result.arguments += inner.arguments
      result.files += [file] + inner.files
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
