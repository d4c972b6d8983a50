/// The words of a name: `line_count`, `lineCount` and `LineCount` have the words "line" and "count".
struct NameWords: Equatable {
  /// The words in lower case.
  let words: [String]
  /// For each word, whether it begins with a capital directly after the word before it.
  private let isCamel: [Bool]

  init(_ name: String) {
    var words: [String] = []
    var isCamel: [Bool] = []
    for part in name.utf8.split(separator: UInt8(ascii: "_")) {
      let bytes = Array(part)
      var start = 0
      for index in 1..<max(bytes.count, 1) where index < bytes.count {
        let isEnd = bytes[index].isUpper && !bytes[index - 1].isUpper
        // "SSIDName": the last capital of several begins the next word.
        let isTail =
          bytes[index].isUpper && bytes[index - 1].isUpper && index + 1 < bytes.count && bytes[index + 1].isLower
        // "URIs": an abbreviation in the plural is one word.
        let isPluralEnd =
          isTail && bytes[index + 1] == UInt8(ascii: "s")
          && (index + 2 == bytes.count || !bytes[index + 2].isLower)
        guard (isEnd || isTail) && !isPluralEnd else { continue }
        words.append(String(decoding: bytes[start..<index], as: UTF8.self).lowercased())
        isCamel.append(start > 0)
        start = index
      }
      words.append(String(decoding: bytes[start...], as: UTF8.self).lowercased())
      isCamel.append(start > 0)
    }
    // `_` is also a name, and every name needs a first word.
    self.init(words: words.isEmpty ? [name] : words, isCamel: words.isEmpty ? [false] : isCamel)
  }

  private init(words: [String], isCamel: [Bool]) {
    self.words = words
    self.isCamel = isCamel
  }

  /// The words of a type's name without the suffix `_t` or `_s`.
  var wordsOfType: [String] { words.filter { $0 != "t" && $0 != "s" } }
  var lastOfType: String { wordsOfType.last ?? "" }

  /// All words joined: `linecount`.
  var folded: String { words.joined() }

  var last: String { words.last ?? "" }

  func dropFirst(_ count: Int = 1) -> NameWords {
    NameWords(words: Array(words.dropFirst(count)), isCamel: Array(isCamel.dropFirst(count)))
  }

  func dropLast(_ count: Int = 1) -> NameWords {
    NameWords(words: Array(words.dropLast(count)), isCamel: Array(isCamel.dropLast(count)))
  }

  /// Whether it has one of the words, in the singular or plural.
  func has(anyOf others: [String]) -> Bool {
    !Set(words.map(Self.singular)).isDisjoint(with: others.map(Self.singular))
  }

  /// The name without prefixes for the kind of a variable: `pFoos`, `m_foos`, `lpszName`, `dwFooCount`.
  func bare(_ prefixes: Set<String>) -> NameWords {
    guard words.count > 1, prefixes.contains(words[0]), isCamel[1] || Self.scopes.contains(words[0]) else {
      return self
    }
    return dropFirst().bare(prefixes)
  }

  /// Prefixes that may be followed by an underscore.
  private static let scopes: Set<String> = ["m", "p", "pp", "g", "s", "lp"]

  /// Prefixes of pointers and of members.
  static let pointerPrefixes: Set<String> = [
    "m", "s", "g", "p", "pp", "ppp", "psz", "ppsz", "lp", "lpp", "lpsz", "sz", "z", "a", "ap", "az", "pz", "rg",
    "arr", "pv", "pb", "k",
  ]

  /// Prefixes of integers. `n`, `c` and `cb` are not among them, because they mean counts.
  static let integerPrefixes: Set<String> = ["m", "s", "g", "u", "ui", "ul", "us", "i", "l", "w", "dw", "k"]

  /// A word that may end in -s for several things, as it is of one: "entries" and "entry", "vertices" and "vertex".
  static func singular(_ text: String) -> String {
    for (many, one) in irregular where text.hasSuffix(many) { return text.dropLast(many.count) + one }
    guard text.count > 1, text.hasSuffix("s"), !text.hasSuffix("ss"), !text.hasSuffix("us") else { return text }
    if text.hasSuffix("ies"), text.count > 4 { return text.dropLast(3) + "y" }
    for end in ["sses", "xes", "ches", "shes", "zes"] where text.hasSuffix(end) { return String(text.dropLast(2)) }
    return String(text.dropLast())
  }

  private static let irregular = [
    ("vertices", "vertex"), ("indices", "index"), ("matrices", "matrix"), ("children", "child"),
    ("properties", "property"),
  ]

  /// What a word may be the plural of, when its letters leave that open: "buses" of "bus", "bases" of "base".
  static func singulars(_ text: String) -> Set<String> {
    let one = singular(text)
    return text.hasSuffix("ses") || text.hasSuffix("xes")
      ? [one, String(text.dropLast(2)), String(text.dropLast())] : [one]
  }

  static func isPlural(_ word: String) -> Bool { singular(word) != word }
}

extension UInt8 {
  fileprivate var isUpper: Bool { (65...90).contains(self) }
  fileprivate var isLower: Bool { (97...122).contains(self) }
}
