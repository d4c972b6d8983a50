import Foundation

/// `@FILE` stands for the arguments in a file, as for compilers and linkers: words between white space, quotation marks
/// around what holds some, a backslash before a character that means itself.
enum ResponseFiles {
  /// - Throws: `WrongUsage` for files that name each other in a circle. What names no file stays as it is.
  static func expanded(_ arguments: [String], depth: Int = 0) throws(WrongUsage) -> [String] {
    var result: [String] = []
    for (index, argument) in arguments.enumerated() {
      // Behind these stands a value or an input, whatever it looks like.
      if argument == "--" { return result + arguments[index...] }
      let isValue = index > 0 && arguments[index - 1] == "--clang-arg"
      guard argument.hasPrefix("@"), !isValue,
        let data = FileManager.default.contents(atPath: String(argument.dropFirst()))
      else {
        result.append(argument)
        continue
      }
      guard depth < 16 else { throw WrongUsage(message: "'\(argument)' names itself, by way of other files") }
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
