/// The macros of a unit that are annotations: those of `ArchiveAnnotations.h`, and a library's own of the same form.
///
///     #define ARCHIVE(...) __attribute__((annotate("archive: " #__VA_ARGS__)))
///     #define ARCHIVE_COUNT(...) __attribute__((annotate("archive: count(" #__VA_ARGS__ ")")))
///
/// The text of their uses is read from the file, so that messages have the right line and column. Macros that use them
/// are found by the attributes that they leave.
struct AnnotationMacros {
  struct Definition: Equatable {
    /// The attributes' text before and after the arguments.
    let prefix: String
    let suffix: String
    let takesArguments: Bool
  }

  /// The macros whose uses are annotations.
  private(set) var direct: [String: Definition] = [:]
  /// Words that lead to annotations of another form.
  private(set) var others: Set<String> = []
  /// The annotations in the definitions of other macros.
  private(set) var otherTexts: [String] = []

  init() {}

  /// - Parameters:
  ///   - handles: the files of the unit, each once.
  ///   - marked: those that contain `archive:`.
  init(files: SourceFiles, _ handles: [ClangFile], marked: Set<ClangFile>) {
    for file in handles where marked.contains(file) {
      let bytes = files.unit.withContents(of: file) { $0.contains(word: Self.attribute) ? Array($0) : nil }
      if let bytes { addDefinitions(in: bytes) }
    }
    guard !isEmpty else { return }
    // A macro may use one that a later file defines.
    var size = -1
    while size != others.count {
      size = others.count
      for file in handles where !files.unit.isSystemHeader(file) {
        let bytes = files.unit.withContents(of: file) { areUsed(in: $0) ? Array($0) : nil }
        if let bytes { addOthers(in: bytes) }
      }
    }
  }

  var isEmpty: Bool { direct.isEmpty && others.isEmpty }

  private static let attribute = Array("annotate".utf8)

  /// Whether a file may have annotations by macros.
  func areUsed(in bytes: UnsafeRawBufferPointer) -> Bool {
    // `ARCHIVE` is the beginning of all others.
    let names = Set(direct.keys).union(others)
    return names.contains { name in
      !names.contains { $0 != name && name.hasPrefix($0) } && bytes.contains(word: Array(name.utf8))
    }
  }

  private mutating func addDefinitions(in bytes: [UInt8]) {
    for macro in MacroDefinition.find(in: bytes) {
      guard macro.body.firstRange(of: Self.attribute) != nil, macro.body.firstRange(of: Array("\"archive:".utf8)) != nil
      else { continue }
      if let definition = macro.annotation {
        direct[macro.name] = definition
      } else {
        others.insert(macro.name)
      }
    }
    if bytes.firstRange(of: Array("annotate(\"archive:".utf8)) != nil { others.insert("annotate") }
  }

  private mutating func addOthers(in bytes: [UInt8]) {
    for macro in MacroDefinition.find(in: bytes) where direct[macro.name] == nil && !others.contains(macro.name) {
      let uses = MacroUse.find(self, in: macro.body)
      let isOther = macro.body.split { !$0.isWord }.contains { others.contains(String(decoding: $0, as: UTF8.self)) }
      guard !uses.isEmpty || isOther else { continue }
      others.insert(macro.name)
      otherTexts += uses.map { $0.attributes(in: macro.body) }
    }
  }
}

/// One use of a macro that is an annotation: `ARCHIVE(cstring)`.
struct MacroUse {
  let name: String
  let definition: AnnotationMacros.Definition
  /// The name and the parentheses.
  let whole: Range<Int>
  /// The text in the parentheses.
  let arguments: Range<Int>

  /// - Parameter code: text whose literals have no parentheses.
  static func find(_ macros: AnnotationMacros, in code: [UInt8]) -> [MacroUse] {
    let starts = Set(macros.direct.keys.compactMap(\.utf8.first))
    var uses: [MacroUse] = []
    var index = 0
    while index < code.count {
      guard code[index].isWord else {
        index += 1
        continue
      }
      let end = code[index...].firstIndex { !$0.isWord } ?? code.count
      defer { index = max(end, uses.last?.whole.upperBound ?? 0) }
      guard starts.contains(code[index]) else { continue }
      let name = String(decoding: code[index..<end], as: UTF8.self)
      guard let definition = macros.direct[name] else { continue }
      guard definition.takesArguments else {
        uses.append(MacroUse(name: name, definition: definition, whole: index..<end, arguments: end..<end))
        continue
      }
      guard let open = code[end...].firstIndex(where: { !$0.isSpace }), code[open] == UInt8(ascii: "("),
        let close = closing(of: open, in: code)
      else { continue }
      uses.append(
        MacroUse(name: name, definition: definition, whole: index..<close + 1, arguments: open + 1..<close))
    }
    return uses
  }

  private static func closing(of open: Int, in code: [UInt8]) -> Int? {
    var depth = 0
    for index in open..<code.count {
      if code[index] == UInt8(ascii: "(") { depth += 1 }
      if code[index] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The attributes' text. Its bytes are those of the prefix, then of the arguments, then of the suffix.
  func attributes(in bytes: [UInt8], without comments: [Range<Int>] = []) -> String {
    var text = Array(bytes[arguments])
    for comment in comments where comment.overlaps(arguments) {
      for index in comment.clamped(to: arguments) { text[index - arguments.lowerBound] = .space }
    }
    // A backslash joins lines of a macro's definition.
    for index in text.indices.dropLast() where text[index] == .backslash && text[index + 1] == .newline {
      text[index] = .space
    }
    return definition.prefix + String(decoding: text, as: UTF8.self) + definition.suffix
  }

  /// The offset in the file of a byte of `attributes`.
  func offset(_ position: Int) -> Int {
    let position = position - definition.prefix.utf8.count
    return position < 0 ? whole.lowerBound : min(arguments.lowerBound + position, arguments.upperBound)
  }
}

/// One `#define` of a file.
private struct MacroDefinition {
  let name: String
  let takesArguments: Bool
  /// The replacement, with lines joined.
  let body: [UInt8]

  static func find(in bytes: [UInt8]) -> [MacroDefinition] {
    var found: [MacroDefinition] = []
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != .newline || (end > start && bytes[end - 1] == .backslash) { end += 1 }
      if let macro = MacroDefinition(bytes[start..<end]) { found.append(macro) }
      start = end + 1
    }
    return found
  }

  private init?(_ line: ArraySlice<UInt8>) {
    var rest = line.drop(while: \.isSpace)
    guard rest.first == .hash else { return nil }
    rest = rest.dropFirst().drop(while: \.isSpace)
    guard rest.starts(with: "define".utf8) else { return nil }
    rest = rest.dropFirst(6).drop(while: \.isSpace)
    let word = rest.prefix(while: \.isWord)
    guard !word.isEmpty else { return nil }
    name = String(decoding: word, as: UTF8.self)
    rest = rest[word.endIndex...]
    takesArguments = rest.first == UInt8(ascii: "(")
    if takesArguments {
      guard let close = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
      rest = rest[(close + 1)...]
    }
    var body = Array(rest)
    for index in body.indices
    where body[index] == .newline
      || (body[index] == .backslash && index + 1 < body.count
        && body[index + 1] == .newline)
    {
      body[index] = .space
    }
    self.body = body
  }

  /// `annotate("archive: prefix" #__VA_ARGS__ "suffix")`
  var annotation: AnnotationMacros.Definition? {
    guard let word = body.firstRange(of: Array("annotate".utf8)) else { return nil }
    var rest = body[word.upperBound...].drop { $0 == UInt8(ascii: "_") }.drop(while: \.isSpace)
    guard rest.first == UInt8(ascii: "(") else { return nil }
    rest = rest.dropFirst()
    guard let first = Self.literal(&rest), first.hasPrefix("archive:") else { return nil }
    var suffix = ""
    var hasArguments = false
    if rest.first == .hash {
      hasArguments = true
      rest = rest.dropFirst().drop(while: \.isSpace).drop(while: \.isWord).drop(while: \.isSpace)
      suffix = Self.literal(&rest) ?? ""
    }
    guard rest.first == UInt8(ascii: ")"), hasArguments == takesArguments else { return nil }
    return AnnotationMacros.Definition(
      prefix: String(first.dropFirst("archive:".count).drop { $0 == " " }), suffix: suffix,
      takesArguments: takesArguments)
  }

  /// Takes a string literal without escapes, and the space after it.
  private static func literal(_ rest: inout ArraySlice<UInt8>) -> String? {
    let text = rest.drop(while: \.isSpace)
    guard text.first == .quote, let end = text.dropFirst().firstIndex(of: .quote) else { return nil }
    let content = text[(text.startIndex + 1)..<end]
    guard !content.contains(.backslash) else { return nil }
    rest = text[(end + 1)...].drop(while: \.isSpace)
    return String(decoding: content, as: UTF8.self)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes contain a text. The search is for its last byte.
  fileprivate func contains(word: [UInt8]) -> Bool {
    guard let last = word.last else { return false }
    var position = word.count - 1
    while let found = firstOffset(of: last, from: position) {
      if self[(found + 1 - word.count)...found].elementsEqual(word) { return true }
      position = found + 1
    }
    return false
  }
}

extension [UInt8] {
  fileprivate func firstRange(of word: [UInt8]) -> Range<Int>? {
    guard let first = word.first, count >= word.count else { return nil }
    for start in 0...(count - word.count) where self[start] == first && self[start...].starts(with: word) {
      return start..<start + word.count
    }
    return nil
  }
}
