/// One word of a lock's line: `u32`, `"a key"`, `was("old", "older")`.
struct LockWord {
  struct Argument {
    let text: String
  }

  struct Problem: Error {
    let column: Int
    let message: String
  }

  /// The whole word, without the quotation marks of a quoted text.
  let text: String
  /// The column in characters, counted from 1.
  let column: Int
  /// The text before the parenthesis, or the whole word.
  let name: String
  let arguments: [Argument]

  var texts: [String] { arguments.map(\.text) }

  static func words(of line: Substring) throws(Problem) -> [LockWord] {
    let scalars = Array(line.unicodeScalars)
    var words: [LockWord] = []
    var index = 0
    while index < scalars.count {
      if scalars[index] == " " || scalars[index] == "\t" {
        index += 1
        continue
      }
      let start = index
      if scalars[index] == "\"" {
        let text = try quoted(scalars, &index)
        words.append(LockWord(text: text, column: start + 1, name: text, arguments: []))
        continue
      }
      words.append(try bare(scalars, &index))
    }
    return words
  }

  private static func bare(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(Problem) -> LockWord {
    let start = index
    var depth = 0
    var open: Int?
    while index < scalars.count, depth > 0 || (scalars[index] != " " && scalars[index] != "\t") {
      switch scalars[index] {
      case "(":
        depth += 1
        if open == nil { open = index }
      case ")": depth -= 1
      case "\"" where depth > 0:
        _ = try quoted(scalars, &index)
        continue
      default: break
      }
      index += 1
    }
    guard depth == 0 else { throw Problem(column: start + 1, message: "a ')' is missing") }
    let text = String(String.UnicodeScalarView(scalars[start..<index]))
    guard let open, scalars[index - 1] == ")" else {
      return LockWord(text: text, column: start + 1, name: text, arguments: [])
    }
    let name = String(String.UnicodeScalarView(scalars[start..<open]))
    return LockWord(
      text: text, column: start + 1, name: name,
      arguments: try arguments(Array(scalars[(open + 1)..<(index - 1)]), column: open + 2))
  }

  private static func arguments(_ scalars: [Unicode.Scalar], column: Int) throws(Problem) -> [Argument] {
    var result: [Argument] = []
    var index = 0
    while index < scalars.count {
      if scalars[index] == " " || scalars[index] == "," {
        index += 1
        continue
      }
      if scalars[index] == "\"" {
        result.append(Argument(text: try quoted(scalars, &index)))
        continue
      }
      let start = index
      while index < scalars.count, scalars[index] != "," { index += 1 }
      let text = String(String.UnicodeScalarView(scalars[start..<index]))
      result.append(Argument(text: text.trimmed))
    }
    return result
  }

  private static func quoted(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(Problem) -> String {
    let start = index
    var text = String.UnicodeScalarView()
    index += 1
    while index < scalars.count, scalars[index] != "\"" {
      if scalars[index] == "\\" {
        index += 1
        guard index < scalars.count else { break }
        switch scalars[index] {
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "\"", "\\": text.append(scalars[index])
        case "u":
          var digits = ""
          index += 1
          guard index < scalars.count, scalars[index] == "{" else {
            throw Problem(column: index + 1, message: "'\\u' is followed by a number in braces")
          }
          index += 1
          while index < scalars.count, scalars[index] != "}" {
            digits.unicodeScalars.append(scalars[index])
            index += 1
          }
          guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
            throw Problem(column: start + 1, message: "'\\u{\(digits)}' is no character")
          }
          text.append(scalar)
        default: throw Problem(column: index + 1, message: "'\\\(scalars[index])' is no escape")
        }
      } else {
        text.append(scalars[index])
      }
      index += 1
    }
    guard index < scalars.count else { throw Problem(column: start + 1, message: "a quotation mark is missing") }
    index += 1
    return String(text)
  }
}

extension String {
  fileprivate var trimmed: String {
    var view = Substring(self)
    while view.first == " " { view.removeFirst() }
    while view.last == " " { view.removeLast() }
    return String(view)
  }
}
