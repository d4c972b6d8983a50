import ArchiveModel

/// A field's comment, as far as it says what is behind a pointer.
struct FieldComment {
  /// In lower case.
  private let words: [String]
  /// As they are written.
  private let names: Set<String>
  private let hasBrackets: Bool
  private let text: String

  init(_ text: String) {
    self.text = text
    hasBrackets = text.firstPair("[]") != nil
    let found = text.utf8.split { !$0.isWordByte }.map { String(Substring($0)) }
    names = Set(found)
    words = found.map { $0.lowercased() }
  }

  static let none = FieldComment("")

  /// Names that stand beside an operator: "n * 3". Hardly a comment is asked for them.
  private var operands: Set<String> {
    var found: Set<String> = []
    let text = Array(text.utf8)
    for place in text.indices where place > 0 && "*+-/".utf8.contains(text[place]) {
      if text[place] == UInt8(ascii: "-"), text.indices.contains(place + 1), text[place + 1].isWordByte,
        text[place - 1].isWordByte
      {
        continue
      }
      let behind = text[(place + 1)...].drop { $0 == UInt8(ascii: " ") }.prefix { $0.isWordByte }
      let before = text[..<place].reversed().drop { $0 == UInt8(ascii: " ") }.prefix { $0.isWordByte }
      if behind.isEmpty || before.isEmpty { continue }
      found.insert(String(decoding: behind, as: UTF8.self))
      found.insert(String(decoding: before.reversed(), as: UTF8.self))
    }
    return found
  }

  /// Whether it has the name as a word, and no sum or product of it.
  func names(_ name: String) -> Bool { name.count > 2 && names.contains(name) && !operands.contains(name) }

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
        words[max(0, place - 5)..<place].contains {
          ["not", "isn", "without", "never", "necessarily", "t"].contains($0)
        }
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

  /// "@copydoc other::field": what there is to say stands elsewhere.
  var isElsewhere: Bool { hasAny(["copydoc", "copybrief", "copydetails"]) }

  var saysText: Bool { hasAny(["string", "strings", "text"]) }

  /// "number of …": how many, and not how large.
  var saysElements: Bool {
    hasAny(["elements", "entries", "items", "records"]) || has("number", "of") || has("count", "of") || has("in", "use")
      || has("how", "many")
  }

  /// "context for the callback"
  var saysContext: Bool { hasAny(["context", "opaque", "callback", "callbacks", "user", "private"]) }

  var saysBits: Bool { hasAny(["bits", "bit"]) }

  /// "3 components per vertex"
  var saysPer: Bool { hasAny(["per", "each"]) || !operands.isDisjoint(with: ["n", "N"]) }

  var saysBytes: Bool { hasAny(["bytes", "byte", "octets", "sizeof"]) }

  /// "allocated size", "includes the header", "of each": no count of what is there.
  var saysOtherwise: Bool {
    hasAny([
      "allocated", "capacity", "maximum", "max", "including", "includes", "minus", "excluding", "reserved", "room",
      "available", "remaining", "per", "each", "whole",
    ])
  }
}

/// The comments of fields, looked up in the headers' text when they are asked for.
final class FieldComments {
  private let lines: SourceLines
  /// Of each file, split once.
  private var files: [String: [Substring]] = [:]
  private var known: [Record.ID: [SourceLocation: FieldComment]] = [:]
  private var documents: [Record.ID: [Paragraph]] = [:]

  /// Of a record's comment: "@name: …" and the lines behind it.
  private struct Paragraph {
    let head: Substring
    let rest: [Substring]
  }

  init(_ lines: SourceLines) { self.lines = lines }

  /// The one behind the field on its line, the one directly above, and what the record's own says behind "@name:", as
  /// one.
  func comment(of field: Field, in record: Record) -> FieldComment {
    if let known = known[record.id]?[field.location] { return known }
    let found = read(field, record)
    known[record.id, default: [:]][field.location] = found
    return found
  }

  private func read(_ field: Field, _ record: Record) -> FieldComment {
    let lines = lines(of: field.location.file)
    let index = field.location.line - 1
    guard lines.indices.contains(index) else { return .none }
    return FieldComment(
      [above(index, lines), behind(index, lines), documented(field.name, of: record, lines)].joined(separator: " . "))
  }

  /// Kernel-doc above the record: `@lines: array of line_count lines`.
  private func documented(_ name: String, of record: Record, _ lines: [Substring]) -> String {
    guard !name.isEmpty else { return "" }
    let paragraphs = documents[record.id] ?? Self.paragraphs(above: record, lines)
    documents[record.id] = paragraphs
    guard !paragraphs.isEmpty else { return "" }
    let start = "@\(name):"
    guard let found = paragraphs.first(where: { $0.head.utf8.starts(with: start.utf8) }) else { return "" }
    return ([found.head.dropFirst(name.count + 2)] + found.rest).joined(separator: " ")
  }

  /// The last first.
  private static func paragraphs(above record: Record, _ lines: [Substring]) -> [Paragraph] {
    var number = record.location.line - 2
    guard lines.indices.contains(number), lines[number].firstPair("*/") != nil else { return [] }
    let first = max(0, number - 120)
    var paragraphs: [Paragraph] = []
    var found: [Substring] = []
    while number >= first {
      let line = lines[number]
      let text = Substring(line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == UInt8(ascii: "*") })
      if text.utf8.first == UInt8(ascii: "@") {
        paragraphs.append(Paragraph(head: text, rest: found.reversed()))
        found = []
      } else {
        found.append(text)
      }
      if line.firstPair("/*") != nil { break }
      number -= 1
    }
    return paragraphs
  }

  private func lines(of file: String) -> [Substring] {
    if let known = files[file] { return known }
    let found = lines.lines(of: file)
    files[file] = found
    return found
  }

  private static let reach = 16

  private func behind(_ index: Int, _ lines: [Substring]) -> String {
    let line = lines[index]
    // Another field's on the line may have the comment; then it is about both.
    guard let open = line.firstPair("//") ?? line.firstPair("/*") else { return "" }
    var text = String(line[open.upperBound...])
    guard line.utf8[line.utf8.index(before: open.upperBound)] == UInt8(ascii: "*") else { return text }
    var next = index + 1
    while text.firstPair("*/") == nil, next < lines.count, next < index + Self.reach {
      text += " " + lines[next]
      next += 1
    }
    return text.firstPair("*/").map { String(text[..<$0.lowerBound]) } ?? ""
  }

  private func above(_ index: Int, _ lines: [Substring]) -> String {
    var found: [Substring] = []
    var isOpen = false
    var number = index - 1
    while number >= 0, number > index - Self.reach {
      let line = Substring(lines[number].utf8.drop { $0 == UInt8(ascii: " ") || $0 == 9 })
      if isOpen {
        found.append(line)
        guard let start = line.firstPair("/*") else {
          number -= 1
          continue
        }
        // A comment that began behind code is about that.
        guard start.lowerBound == line.startIndex, !line.hasPrefix("/**<") else { return "" }
        break
      }
      if line.hasPrefix("//") {
        if line.hasPrefix("///<") || line.hasPrefix("//!<") { break }
        found.append(line)
      } else if line.firstPair("*/") != nil, line.last(where: { !$0.isWhitespace }) == "/" {
        if let start = line.firstPair("/*") {
          if start.lowerBound == line.startIndex, !line.hasPrefix("/**<"), !line.hasPrefix("/*<"), found.isEmpty {
            found.append(line)
          }
          break
        }
        guard found.isEmpty else { break }
        isOpen = true
        found.append(line)
      } else {
        break
      }
      number -= 1
    }
    if isOpen, found.last?.firstPair("/*") == nil { return "" }
    return found.reversed().joined(separator: " ")
  }
}

extension StringProtocol {
  /// Where two bytes stand first. `firstRange(of:)` compares character by character, at many times the cost.
  fileprivate func firstPair(_ pair: StaticString) -> Range<Index>? {
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
  fileprivate var isWordByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (97...122).contains(self | 0x20)
  }
}
