import ArchiveModel

/// A field's comment, as far as it says what is behind a pointer.
struct FieldComment {
  /// In lower case.
  private let words: [String]
  /// As they are written.
  private let names: Set<String>
  private let hasBrackets: Bool

  init(_ text: String) {
    hasBrackets = text.contains("[]")
    let found = text.split { !($0.isLetter || $0.isNumber || $0 == "_") || !$0.isASCII }
    names = Set(found.map(String.init))
    words = found.map { $0.lowercased() }
  }

  static let none = FieldComment("")

  /// Whether it has the name as a word.
  func names(_ name: String) -> Bool { name.count > 2 && names.contains(name) }

  /// "number of entries in `name`", "length of name".
  func isAbout(_ name: String) -> Bool {
    guard names(name) else { return false }
    let name = name.lowercased()
    return has("of", name) || has("in", name) || has("of", "the", name) || has("in", "the", name) || has("by", name)
  }

  private func has(_ sequence: String...) -> Bool {
    guard words.count >= sequence.count else { return false }
    return words.indices.dropLast(sequence.count - 1).contains { start in
      words[start..<(start + sequence.count)].elementsEqual(sequence)
    }
  }

  private func hasAny(_ any: Set<String>) -> Bool { words.contains(where: any.contains) }

  private static let zeros: Set<String> = ["nul", "null", "zero", "0"]

  /// Places of "terminated" behind a zero.
  private var terminations: [Int] {
    words.indices.filter { index in
      (words[index] == "terminated" && index > 0 && Self.zeros.contains(words[index - 1]))
        || Self.terminating.contains(words[index])
    }
  }

  private static let terminating: Set<String> = ["asciiz", "sz", "nulterminated", "nullterminated", "zeroterminated"]

  /// "NUL-terminated string".
  var saysTerminatedText: Bool { !terminations.isEmpty && !deniesTermination && !saysSeveral }

  /// "not NUL-terminated", "may hold binary data".
  var deniesTermination: Bool {
    hasAny(["binary", "unterminated"])
      || terminations.contains { place in
        words[max(0, place - 5)..<place].contains { ["not", "isn", "without", "never", "necessarily", "t"].contains($0) }
      } || has("not", "terminated")
  }

  /// "array of …", or one that a value ends.
  var saysSeveral: Bool {
    hasBrackets
      || hasAny(["array", "arrays", "tables", "vector", "sentinel", "elements", "entries", "list", "lists", "matrix"])
      || has("table", "of") || has("last", "item") || has("pointer", "into") || has("pointers", "to")
  }

  /// "array of subcommands", "ends with an element of zeros".
  var saysArray: Bool { hasBrackets || hasAny(["array", "arrays", "sentinel"]) }

  var saysText: Bool { hasAny(["string", "strings", "text"]) }

  /// "number of …": how many, and not how large.
  var saysElements: Bool {
    hasAny(["elements", "entries", "items", "records"]) || has("number", "of") || has("count", "of") || has("in", "use")
      || has("how", "many")
  }

  var saysBytes: Bool { hasAny(["bytes", "byte", "octets", "sizeof"]) }

  /// "allocated size", "includes the header": no count of what is there.
  var saysCapacity: Bool {
    hasAny([
      "allocated", "capacity", "maximum", "max", "including", "includes", "total", "minus", "excluding", "reserved", "room",
      "available", "remaining",
    ])
  }
}

/// The comments of fields, looked up in the headers' text when they are asked for.
final class FieldComments {
  private let lines: SourceLines
  /// Of each file, split once.
  private var files: [String: [Substring.UTF8View]] = [:]

  init(_ lines: SourceLines) { self.lines = lines }

  /// The one behind the field on its line and the one directly above, as one.
  func comment(of field: Field) -> FieldComment {
    let lines = lines(of: field.location.file)
    let index = field.location.line - 1
    guard lines.indices.contains(index) else { return .none }
    return FieldComment(above(index, lines) + " " + behind(index, lines))
  }

  private func lines(of file: String) -> [Substring.UTF8View] {
    if let known = files[file] { return known }
    let text = lines.text(of: file) ?? ""
    let found = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Substring($0).utf8
    }
    files[file] = found
    return found
  }

  private static let reach = 16

  private func behind(_ index: Int, _ lines: [Substring.UTF8View]) -> String {
    let line = String(Substring(lines[index]))
    // Another field's on the line may have the comment; then it is about both.
    guard let open = line.firstRange(of: "//") ?? line.firstRange(of: "/*") else { return "" }
    var text = String(line[open.upperBound...])
    guard line[open] == "/*" else { return text }
    var next = index + 1
    while !text.contains("*/"), next < lines.count, next < index + Self.reach {
      text += " " + String(Substring(lines[next]))
      next += 1
    }
    return text.firstRange(of: "*/").map { String(text[..<$0.lowerBound]) } ?? ""
  }

  private func above(_ index: Int, _ lines: [Substring.UTF8View]) -> String {
    var found: [String] = []
    var isOpen = false
    var number = index - 1
    while number >= 0, number > index - Self.reach {
      let line = String(Substring(lines[number])).drop { $0 == " " || $0 == "\t" }
      if isOpen {
        found.append(String(line))
        guard let start = line.firstRange(of: "/*") else {
          number -= 1
          continue
        }
        // A comment that began behind code is about that.
        guard start.lowerBound == line.startIndex, !line.hasPrefix("/**<") else { return "" }
        break
      }
      if line.hasPrefix("//") {
        if line.hasPrefix("///<") || line.hasPrefix("//!<") { break }
        found.append(String(line))
      } else if line.last(where: { !$0.isWhitespace }) == "/", line.contains("*/") {
        if let start = line.firstRange(of: "/*") {
          if start.lowerBound == line.startIndex, !line.hasPrefix("/**<"), !line.hasPrefix("/*<"), found.isEmpty {
            found.append(String(line))
          }
          break
        }
        guard found.isEmpty else { break }
        isOpen = true
        found.append(String(line))
      } else {
        break
      }
      number -= 1
    }
    if isOpen, found.last?.contains("/*") != true { return "" }
    return found.reversed().joined(separator: " ")
  }
}
