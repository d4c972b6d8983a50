/// What a field's comment says about the target of a pointer.
struct FieldComment {
  /// The words in lower case.
  private let words: [String]
  /// The words as they are written.
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

  /// Names beside an operator: "n * 3". They are computed on demand, because few comments need them.
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

  /// Whether it has the name as a word that is not part of a sum or product.
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

  /// The indices of "terminated" after a word for zero.
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

  /// Whether the comment speaks of several elements: "array of …", or a terminating value.
  var saysSeveral: Bool {
    hasBrackets
      || hasAny(["array", "arrays", "tables", "vector", "sentinel", "elements", "entries", "list", "lists", "matrix"])
      || has("table", "of") || has("last", "item") || has("pointer", "into") || has("pointers", "to")
  }

  /// "array of subcommands", "ends with an element of zeros".
  var saysArray: Bool { hasBrackets || hasAny(["array", "arrays", "sentinel"]) }

  /// Whether the comment only refers to another one: "@copydoc other::field".
  var isElsewhere: Bool { hasAny(["copydoc", "copybrief", "copydetails"]) }

  var saysText: Bool { hasAny(["string", "strings", "text"]) }

  /// Whether the comment speaks of a number of elements: "number of …".
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

  /// Whether the comment speaks of another size than that of the contents: "allocated size", "includes the header".
  var saysOtherwise: Bool {
    hasAny([
      "allocated", "capacity", "maximum", "max", "including", "includes", "minus", "excluding", "reserved", "room",
      "available", "remaining", "per", "each", "whole",
    ])
  }
}
