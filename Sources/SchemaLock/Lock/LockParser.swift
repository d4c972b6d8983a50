import ArchiveModel

/// Parses a lock. Every line that does not follow the grammar is an error, because a wrong guess would protect nothing.
public struct LockParser {
  public struct Problem: Error, Hashable {
    public let line: Int
    public let column: Int
    public let message: String
    public let advice: String
  }

  public static func parse(_ text: String) throws(Problem) -> LockFile {
    var parser = LockParser()
    // An editor or git may write CR LF, which is one Character in Swift.
    var last = Substring()
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      parser.number += 1
      last = Substring(line)
      try parser.read(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }
    guard parser.hasFirstLine else {
      throw Problem(
        line: 1, column: 1, message: "this is not a lock: it does not begin with 'archivegen lock 1'",
        advice: "write a new one with 'archivegen lock', or name another file with --lock")
    }
    guard parser.hasEnd else {
      throw parser.problem(
        "the lock is cut off: its last line is not 'end'", "restore it from version control",
        column: last.unicodeScalars.count + 1)
    }
    try parser.checkReleases()
    try parser.checkChecksums()
    parser.lock.types.sort { $0.name < $1.name }
    return parser.lock
  }

  private var lock = LockFile()
  private var number = 0
  private var format = LockFile.format
  private var hasFirstLine = false
  private var hasEnd = false
  private var type: Int?
  /// The indices of types by name.
  private var types: [String: Int] = [:]
  /// Mentions of releases, which are checked when all releases are known.
  private var spans: [(line: Int, column: Int, release: String)] = []
  private var histories: [(line: Int, span: LockFile.Span)] = []
  private var checksums = ReleaseChecksums()
  /// The checksums that releases were written with; a lock below format 7 has none.
  private var expectedChecksums: [(line: Int, release: String, checksum: String)] = []

  private func problem(_ message: String, _ advice: String, column: Int = 1) -> Problem {
    Problem(line: number, column: column, message: message, advice: advice)
  }

  private static let mergeMarks = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]

  private mutating func read(_ line: Substring) throws(Problem) {
    for marker in Self.mergeMarks where line.utf8.starts(with: marker.utf8) {
      throw problem(
        "a merge left its mark '\(marker)' here",
        "join the locks of both branches with 'archivegen lock merge git:HEAD git:MERGE_HEAD'; where neither has a new release, keep the lines of both sides, delete the marks, and run 'archivegen lock'"
      )
    }
    var words: [LockWord]
    do { words = try LockWord.words(of: line) } catch {
      throw problem(error.message, "write it as 'archivegen lock' does", column: error.column)
    }
    guard let first = words.first else { return }
    guard hasFirstLine else { return try readFirst(words) }
    guard !hasEnd else {
      throw problem(
        "there is a line after 'end'", "a merge may have put it there: move it to its type, above 'end'",
        column: first.column)
    }
    if first.column > 1 { return try readEntry(&words) }
    words.removeFirst()
    switch first.text {
    case "mode":
      guard let mode = words.first.flatMap({ LockFile.Mode(rawValue: $0.text) }) else {
        throw problem("a mode is 'backward', 'forward' or 'full'", "write 'mode backward'")
      }
      lock.mode = mode
    case "release":
      let attributes = Dictionary(
        words.dropFirst().map { ($0.name, $0.texts) }, uniquingKeysWith: { first, _ in first })
      guard let name = words.first?.text, !name.isEmpty, attributes.count == words.count - 1,
        attributes.allSatisfy({ ["checksum", "retired"].contains($0.key) && $0.value.count == 1 })
      else { throw problem("a release has one name", "write 'release 1.0.0'") }
      guard !lock.releases.contains(name) else {
        throw problem("the release '\(name)' is named twice", "delete one of the two lines")
      }
      lock.releases.append(name)
      lock.retiredReleases[name] = attributes["retired"]?.first
      if let checksum = attributes["checksum"]?.first { expectedChecksums.append((number, name, checksum)) }
    case "accept": try readAcceptance(words)
    case "type": try readType(words, [first] + words)
    case "end" where words.isEmpty: hasEnd = true
    default:
      throw problem(
        "'\(first.text)' begins no line of a lock",
        "a line is 'mode', 'release', 'accept', 'type', 'end', or a key of a type, indented",
        column: first.column)
    }
  }

  private mutating func readFirst(_ words: [LockWord]) throws(Problem) {
    guard words.count == 3, words[0].text == "archivegen", words[1].text == "lock", let format = Int(words[2].text)
    else {
      throw problem(
        "this is not a lock: it does not begin with 'archivegen lock 1'",
        "write a new one with 'archivegen lock', or name another file with --lock")
    }
    guard format <= LockFile.format else {
      throw problem(
        "this lock has the format \(format), and this archivegen reads formats up to \(LockFile.format)",
        "use the version of archivegen that wrote it, or a later one")
    }
    hasFirstLine = true
    self.format = format
    lock.isIncomplete = format < 3
  }

  private mutating func readAcceptance(_ words: [LockWord]) throws(Problem) {
    let isCollapsed = words.count == 6 && words[5].text == "collapsed"
    guard words.count == 5 || isCollapsed, words[4].name == "reason", let reason = words[4].texts.first else {
      throw problem(
        "an accepted break has a rule, a key, the old and the new value, and a reason",
        "write it with 'archivegen lock --accept RULE:Type.key --reason TEXT'")
    }
    guard let rule = Rule(rawValue: words[0].text) else {
      throw problem(
        "there is no rule '\(words[0].text)'\(didYouMean(words[0].text, among: Rule.allCases.map(\.rawValue)).map { "; \($0)" } ?? "")",
        "'archivegen rules' lists all",
        column: words[0].column)
    }
    lock.accepted.append(
      LockFile.Acceptance(
        rule: rule, subject: words[1].text, old: words[2].text, new: words[3].text, reason: reason,
        isCollapsed: isCollapsed || format < 7 && rule == .defaultChanged))
  }

  private mutating func readType(_ words: [LockWord], _ line: [LockWord]) throws(Problem) {
    guard words.count >= 2 else { throw problem("a type has a name and a kind", "write 'type Item record'") }
    let name = words[0].text
    type = types[name]
    if type == nil {
      type = lock.types.count
      types[name] = lock.types.count
      lock.types.append(LockFile.TypeHistory(name: name))
    }
    if words[1].text == "unknown" { return }
    guard let kind = ArchivedType.Kind(rawValue: words[1].text) else {
      throw problem(
        "'\(words[1].text)' is no kind of type",
        "kinds are \(ArchivedType.Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))",
        column: words[1].column)
    }
    var header = LockFile.Header(type: ArchivedType(name: name, kind: kind))
    for word in words.dropFirst(2) {
      switch word.name {
      case "was": header.type.formerNames = word.texts
      case "superclass": header.type.superclass = word.texts.first
      case "version": header.type.version = word.texts.first.flatMap { Int($0) }
      case "migrate": header.type.isMigrated = true
      case "replace": header.type.standIns = word.texts
      case "resolve": header.type.isResolved = true
      case "integer": header.type.integerType = word.texts.first
      case "closed": header.type.isClosed = true
      case "raw": header.type.rawType = word.texts.first
      case "parameters": header.type.parameters = word.texts
      case "columns": header.type.isInColumns = true
      case "removed": header.type.removedKeys = word.texts
      case "mode":
        guard let mode = word.texts.first.flatMap(LockFile.Mode.init) else {
          throw problem("a mode is 'backward', 'forward' or 'full'", "write 'mode(full)'", column: word.column)
        }
        header.mode = mode
      default: try readHistory(word, &header.span)
      }
    }
    histories.append((number, header.span))
    checksums.note(line, header.span)
    guard let index = type else { return }
    if header.span.isCurrent, lock.types[index].headers.contains(where: \.span.isCurrent) {
      throw problem(
        "the type '\(header.type.name)' is there twice",
        "two branches may have added it: keep one line, and run 'archivegen lock'")
    }
    lock.types[index].headers.append(header)
  }

  private mutating func readEntry(_ words: inout [LockWord]) throws(Problem) {
    guard let type else {
      throw problem("a key is indented below its type", "write 'type NAME KIND' above it")
    }
    guard words.count >= 2 else {
      throw problem("a key has a type", "write 'key u32', as 'archivegen lock' does", column: words[0].column)
    }
    guard let form = ArchivedForm(words[1].text) else {
      throw problem(
        "'\(words[1].text)' is no type of a value", "write it as FORMAT.md does: u32, utf8[16], f64[3]",
        column: words[1].column)
    }
    var line = LockFile.Entry(entry: ArchivedEntry(key: words[0].text, form: form))
    for word in words.dropFirst(2) {
      switch word.name {
      case "was": line.entry.formerKeys = word.texts
      case "field": line.entry.name = word.texts.first
      case "default":
        line.entry.defaultValue = word.texts.first
        line.entry.constant = word.texts.dropFirst().first
      case "collapsed": line.entry.isDefaultCollapsed = true
      case "types": line.entry.types = word.texts
      case "required": line.entry.isRequired = true
      case "weak": line.entry.isWeak = true
      case "owncoding": line.entry.isOwnCoding = true
      case "elements", "native": line.entry.storage = word.name
      case "count": line.entry.count = word.texts.first
      case "capacity": line.entry.capacity = word.texts.first
      case "container": line.entry.container = word.texts
      case "encoding": line.entry.encoding = word.texts.first
      case "symbols": line.entry.symbols = word.texts
      case "values": line.entry.allowedValues = try numbers(word, word.texts[...])
      case "cases": line.entry.tagValues = try numbers(word, word.texts[...])
      case "enum": line.entry.enumeration = word.texts.first
      case "platforms": line.entry.otherPlatforms = try platforms(word)
      case "bits": line.entry.group = try group(word, of: form)
      case "if", "unless":
        guard let tag = word.texts.first else {
          throw problem("'\(word.name)' has a tag and its values", "write if(\"kind\", 1, 2)", column: word.column)
        }
        line.entry.conditions.append(
          ArchivedEntry.Condition(
            tag: tag, values: try numbers(word, word.texts.dropFirst()), isExclusion: word.name == "unless"))
      default: try readHistory(word, &line.span)
      }
    }
    if format < 7, line.entry.hasCollapsibleDefault { line.entry.isDefaultCollapsed = true }
    histories.append((number, line.span))
    checksums.note(words, line.span)
    let isCurrent = line.span.isCurrent
    if isCurrent, lock.types[type].entries.contains(where: { $0.span.isCurrent && $0.entry.key == line.entry.key }) {
      throw problem(
        "the key '\(line.entry.key)' is there twice",
        "two branches may have added it: keep one line, and run 'archivegen lock'", column: words[0].column)
    }
    lock.types[type].entries.append(line)
  }

  private func platforms(_ word: LockWord) throws(Problem) -> [ArchivedNumber] {
    var numbers: [ArchivedNumber] = []
    for text in word.texts {
      guard let number = ArchivedNumber(text) else {
        throw problem("'\(text)' is no type of a number", "write platforms(i32)", column: word.column)
      }
      numbers.append(number)
    }
    return numbers
  }

  private func group(_ word: LockWord, of form: ArchivedForm) throws(Problem) -> BitGroupPlace {
    guard case .number(let number) = form.base, form.dimensions.isEmpty, let width = number.bitWidth else {
      throw problem(
        "'\(form.text)' is no bit-field", "run 'archivegen lock' to write the line anew", column: word.column)
    }
    guard word.texts.count == 2, !word.texts[0].isEmpty, let position = Int(word.texts[1]), position >= 0,
      width <= BitGroupPlace.mostBits, position <= BitGroupPlace.mostBits - width
    else {
      throw problem(
        "a bit-field in a group has the group's key and a position, so that its bits are among \(BitGroupPlace.mostBits)",
        "write bits(\"flags\", 3)", column: word.column)
    }
    return BitGroupPlace(key: word.texts[0], position: position)
  }

  private func numbers(_ word: LockWord, _ texts: ArraySlice<String>) throws(Problem) -> [Int64] {
    var result: [Int64] = []
    for text in texts {
      guard let value = Int64(text) else {
        throw problem("'\(text)' is no number", "write numbers, separated by commas", column: word.column)
      }
      result.append(value)
    }
    return result
  }

  private mutating func readHistory(
    _ word: LockWord, _ span: inout LockFile.Span
  ) throws(Problem) {
    switch word.name {
    case "since": span.since = word.texts.first
    case "until": span.until = word.texts.first
    case "retired": span.retired = word.texts.first ?? ""
    default:
      throw problem(
        "'\(word.text)' is no attribute of a lock", "run 'archivegen lock' to write the line anew", column: word.column)
    }
    guard word.name != "retired" else { return }
    guard let release = word.texts.first else {
      throw problem("'\(word.name)' names a release", "write \(word.name)(\"1.0.0\")", column: word.column)
    }
    spans.append((number, word.column, release))
  }

  private func checkChecksums() throws(Problem) {
    let found = zip(lock.releases, checksums.checksums(of: lock.releases))
    let known = Dictionary(found, uniquingKeysWith: { first, _ in first })
    for expected in expectedChecksums where known[expected.release] != expected.checksum {
      throw Problem(
        line: expected.line, column: 1,
        message:
          "the lock does not have what '\(expected.release)' was released with: a merge of two branches put lines together that do not belong together, or a line was edited",
        advice:
          "join the locks of both branches with 'archivegen lock merge git:REV git:REV', or restore the lock from version control"
      )
    }
  }

  private func checkReleases() throws(Problem) {
    let positions = Dictionary(lock.releases.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for span in spans where positions[span.release] == nil {
      throw Problem(
        line: span.line, column: span.column, message: "there is no release '\(span.release)'",
        advice: "put the line 'release \(span.release)' back")
    }
    for (line, span) in histories {
      guard let until = span.until.flatMap({ positions[$0] }) else { continue }
      guard let since = span.since.flatMap({ positions[$0] }) else {
        throw Problem(
          line: line, column: 1, message: "a line that ends with a release begins with one",
          advice: "put since(…) back, with the first release that has the line")
      }
      if since > until {
        throw Problem(
          line: line, column: 1,
          message: "the release '\(span.since ?? "")' comes after '\(span.until ?? "")', with which the line ends",
          advice: "restore the line, or the order of the lines 'release', from version control")
      }
    }
  }
}
