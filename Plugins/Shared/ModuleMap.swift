import Foundation

/// The part of a module map that says which headers Swift sees.
struct ModuleMap {
  private(set) var name: String?
  /// The headers that it names, relative to its folder.
  private(set) var headers: [String] = []
  /// Whether a whole folder belongs to the module.
  private(set) var hasUmbrellaFolder = false

  init(_ url: URL) {
    let data = FileManager.default.contents(atPath: url.path) ?? Data()
    var words: [Substring] = []
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      words += Self.words(code)
    }
    for (index, word) in words.enumerated() where index > 0 {
      let before = words[index - 1]
      if before == "module", name == nil, !word.hasPrefix("*") {
        name = Self.unquoted(word)
      } else if before == "header", word.hasPrefix("\"") {
        let kind = index > 1 ? words[index - 2] : ""
        if kind != "textual", kind != "exclude" { headers.append(Self.unquoted(word)) }
      } else if before == "umbrella", word.hasPrefix("\"") {
        hasUmbrellaFolder = true
      }
    }
  }

  /// Words, with quoted texts as one.
  private static func words(_ line: Substring) -> [Substring] {
    var words: [Substring] = []
    var rest = line
    while let first = rest.first {
      if first == "\"" {
        let end = rest.dropFirst().firstIndex(of: "\"").map(rest.index(after:)) ?? rest.endIndex
        words.append(rest[..<end])
        rest = rest[end...]
      } else if first.isWhitespace || first == "{" || first == "}" {
        rest = rest.dropFirst()
      } else {
        let word = rest.prefix { !$0.isWhitespace && !"{}\"".contains($0) }
        words.append(word)
        rest = rest.dropFirst(word.count)
      }
    }
    return words
  }

  private static func unquoted(_ word: Substring) -> String {
    String(word.hasPrefix("\"") ? word.dropFirst().prefix { $0 != "\"" } : word)
  }
}
