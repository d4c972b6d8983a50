@_spi(GeneratedCode) import ArchiveRuntime

/// The releases that have a key or a type: from the first to the last, by their numbers.
struct ReleaseSpan: Sendable, Hashable {
  let first: Int
  /// nil where the program still has it.
  let last: Int?

  static let always = ReleaseSpan(first: 0)

  private init(first: Int) { (self.first, last) = (first, nil) }

  var isCurrent: Bool { last == nil }

  func contains(_ release: Int) -> Bool { first <= release && release <= last ?? .max }

  /// `0-2`, `1-`.
  init?(_ text: Substring) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), parts[1].isEmpty || Int(parts[1]) != nil else { return nil }
    self.first = first
    last = Int(parts[1])
  }
}

/// The value under one key of a type.
struct ReleaseEntry: Sendable {
  enum Base: Sendable {
    case number(ElementType)
    case text(TextEncoding)
    /// A pointer to rows of this table.
    case link(String)
    case records
    /// What only Swift types have.
    case other(String)
  }

  let key: String
  let base: Base
  let dimensions: [Int]
  let isOptional: Bool
  let span: ReleaseSpan
  var formerKeys: [String] = []
  var defaultText: String?
  var isRequired = false
  var isWeak = false
  /// `elements` or `native`.
  var storage: String?
  var count: String?
  /// Of the text behind a pointer: Latin-1 does not have all characters.
  var encoding = StringEncoding.utf8
  /// The group of bit-fields that it is in.
  var group: FieldSchema.GroupPlace?
  var symbols: [String] = []
  var conditions: [ConditionSchema] = []
  /// The only values that are valid; empty if all are.
  var allowedValues: [Int64] = []
  /// Of a union's tag: the values that have a member; empty if all are valid.
  var tagValues: [Int64] = []

  init(key: String, form: Substring, span: ReleaseSpan) {
    self.key = key
    self.span = span
    var rest = form
    isOptional = rest.last == "?"
    if isOptional { rest.removeLast() }
    var dimensions: [Int] = []
    while rest.last == "]", let open = rest.lastIndex(of: "[") {
      let inner = rest[rest.index(after: open)...].dropLast()
      guard let count = inner == "*" ? -1 : Int(inner) else { break }
      dimensions.insert(count, at: 0)
      rest = rest[..<open]
    }
    self.dimensions = dimensions
    if rest == "records" {
      base = .records
    } else if rest.first == "&" {
      base = .link(String(rest.dropFirst()))
    } else if let encoding = TextEncoding(rawValue: String(rest)) {
      base = .text(encoding)
    } else if let type = ElementType(name: rest) {
      base = .number(type)
    } else {
      base = .other(String(rest))
    }
  }
}

extension ReleaseEntry {
  /// Whether it is a case of a Swift enumeration.
  var isCase: Bool { if case .other("case") = base { true } else { false } }

  /// The default as generated code gives it; nil for what has no value of its own.
  var defaultValue: FieldDefault? {
    guard let text = defaultText else { return nil }
    guard case .number(let type) = base else { return .text(text) }
    switch type.number {
    case .bool: return .bool(text == "true" || text == "1")
    case .integer: return Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned($0) }
    case .floating: return Double(text).map { .real($0) }
    }
  }
}

/// Reads the table of generated code. Its lines have words with tabs between: `releases`, then a line for every type that
/// begins with `type`, and a line for every key of it, which begins with a tab.
struct ReleaseTableParser {
  private(set) var releases: [String] = []
  private(set) var types: [ExactText: TypeHistory] = [:]

  /// - Returns: false for a table that archivegen cannot have written.
  mutating func parse(_ table: String) -> Bool {
    var open: TypeHistory?
    func close(_ types: inout [ExactText: TypeHistory]) {
      guard let open else { return }
      types[ExactText(open.name)] = open
    }
    for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
      var words = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { Self.plain(Substring($0)) }[...]
      let first = words.popFirst() ?? ""
      switch first {
      case "releases": releases = Array(words)
      case "type":
        close(&types)
        guard words.count >= 2, let span = ReleaseSpan(Substring(words[words.startIndex + 1])) else { return false }
        let name = words.removeFirst()
        var history = types[ExactText(name)] ?? TypeHistory(name: name)
        var header = TypeHistory.Header(span: span)
        for word in words.dropFirst() {
          let (attribute, value) = Self.attribute(word)
          switch attribute {
          case "version": header.version = Int(value)
          case "was": header.formerNames.append(value)
          case "super": header.superclass = value
          case "integer": header.integer = ElementType(name: Substring(value))
          default: continue
          }
        }
        history.headers.append(header)
        open = history
      case "":
        guard words.count >= 3, let span = ReleaseSpan(Substring(words[words.startIndex + 2])), open != nil else {
          return false
        }
        var entry = ReleaseEntry(key: words.removeFirst(), form: Substring(words.removeFirst()), span: span)
        for word in words.dropFirst() { Self.add(word, to: &entry) }
        open?.entries.append(entry)
      default: return false
      }
    }
    close(&types)
    return true
  }

  private static func add(_ word: String, to entry: inout ReleaseEntry) {
    let (attribute, value) = attribute(word)
    func numbers(_ text: Substring) -> [Int64] { text.split(separator: ",").compactMap { Int64($0) } }
    switch attribute {
    case "was": entry.formerKeys.append(value)
    case "default": entry.defaultText = value
    case "required": entry.isRequired = true
    case "weak": entry.isWeak = true
    case "elements", "native": entry.storage = attribute
    case "count": entry.count = value
    case "encoding": entry.encoding = StringEncoding(rawValue: value) ?? .utf8
    case "bits":
      let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let position = Int(parts[0]) else { return }
      entry.group = FieldSchema.GroupPlace(key: String(parts[1]), position: position)
    case "symbol": entry.symbols.append(value)
    case "values": entry.allowedValues = numbers(value[...])
    case "cases": entry.tagValues = numbers(value[...])
    case "if", "unless":
      // The numbers, then the tag, which may have any characters.
      let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return }
      entry.conditions.append(
        ConditionSchema(tag: String(parts[1]), values: numbers(parts[0]), isExclusion: attribute == "unless"))
    default: return
    }
  }

  private static func attribute(_ word: String) -> (name: String, value: String) {
    guard let sign = word.firstIndex(of: "=") else { return (word, "") }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }

  /// Without the escapes of tabs, line feeds and backslashes.
  private static func plain(_ word: Substring) -> String {
    guard word.unicodeScalars.contains("\\") else { return String(word) }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in word.unicodeScalars {
      if isEscaped {
        switch scalar {
        case "n": text.append("\n")
        case "r": text.append("\r")
        case "t": text.append("\t")
        default: text.append(scalar)
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
