import ArchiveModel

extension LockFile {
  /// The text of the lock: one line for each key, sorted, without alignment, so that changes of two branches merge.
  public var text: String {
    let format = format
    var sections: [[String]] = []
    var spans: [(text: String, span: Span)] = []
    for history in types {
      let headers = history.headers.map { (text: LockText.line($0), span: $0.span) }
      let entries = history.entries.map { (text: "  " + LockText.line($0, format: format), span: $0.span) }
      spans += headers + entries
      let unknown = headers.isEmpty ? ["type \(LockText.word(history.name)) unknown"] : []
      sections.append([""] + headers.map(\.text) + unknown + entries.map(\.text))
    }
    var lines = ["archivegen lock \(format)", "mode \(mode.rawValue)"]
    lines += zip(releases, ReleaseChecksums.checksums(of: spans, releases)).map { release, checksum in
      "release \(LockText.word(release))" + (hasChecksums ? " checksum(\(checksum))" : "")
        + (retiredReleases[release].map { " retired(\(LockText.quoted($0)))" } ?? "")
    }
    for acceptance in accepted.sorted(by: { ($0.subject, $0.rule.rawValue) < ($1.subject, $1.rule.rawValue) }) {
      lines.append(
        "accept \(acceptance.rule.rawValue) \(LockText.word(acceptance.subject)) "
          + "\(LockText.quoted(acceptance.old)) \(LockText.quoted(acceptance.new)) "
          + "reason(\(LockText.quoted(acceptance.reason)))"
          + (acceptance.isCollapsed && format >= 7 ? " collapsed" : ""))
    }
    lines += sections.joined()
    // This line shows whether a file was cut off.
    lines += ["", "end"]
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The spelling of the parts of a lock.
enum LockText {
  static func line(_ header: LockFile.Header) -> String {
    let type = header.type
    var words = ["type", word(type.name), type.kind.rawValue]
    if !type.formerNames.isEmpty { words.append(attribute("was", type.formerNames)) }
    if let superclass = type.superclass { words.append(attribute("superclass", [superclass])) }
    if let version = type.version { words.append("version(\(version))") }
    if type.isMigrated { words.append("migrate") }
    if !type.standIns.isEmpty { words.append(attribute("replace", type.standIns)) }
    if type.isResolved { words.append("resolve") }
    if type.isClosed { words.append("closed") }
    if let raw = type.rawType { words.append(attribute("raw", [raw])) }
    if let integer = type.integerType { words.append(attribute("integer", [integer])) }
    if !type.parameters.isEmpty { words.append(attribute("parameters", type.parameters)) }
    if type.isInColumns { words.append("columns") }
    if !type.removedKeys.isEmpty { words.append(attribute("removed", type.removedKeys)) }
    if let mode = header.mode { words.append("mode(\(mode.rawValue))") }
    return (words + history(header.span)).joined(separator: " ")
  }

  static func line(_ line: LockFile.Entry, format: Int) -> String {
    let entry = line.entry
    var words = [word(entry.key), word(entry.form.text)]
    if let name = entry.name { words.append(attribute("field", [name])) }
    if !entry.formerKeys.isEmpty { words.append(attribute("was", entry.formerKeys)) }
    if let value = entry.defaultValue {
      words.append(attribute("default", [value] + [entry.constant].compactMap(\.self)))
    }
    // Of an earlier format every one is.
    if entry.isDefaultCollapsed, format >= 7 { words.append("collapsed") }
    if entry.isRequired { words.append("required") }
    if entry.isWeak { words.append("weak") }
    if entry.isOwnCoding { words.append(ArchivedType.Kind.ownCoding.rawValue) }
    if let storage = entry.storage { words.append(storage) }
    if let count = entry.count { words.append(attribute("count", [count])) }
    if let capacity = entry.capacity { words.append(attribute("capacity", [capacity])) }
    if !entry.container.isEmpty { words.append(attribute("container", entry.container)) }
    if let encoding = entry.encoding { words.append(attribute("encoding", [encoding])) }
    if !entry.types.isEmpty { words.append(attribute("types", entry.types)) }
    if !entry.symbols.isEmpty { words.append(attribute("symbols", entry.symbols)) }
    for condition in entry.conditions {
      words.append(
        "\(condition.isExclusion ? "unless" : "if")(\(([quoted(condition.tag)] + condition.values.map(String.init)).joined(separator: ", ")))"
      )
    }
    if !entry.allowedValues.isEmpty {
      words.append("values(\(entry.allowedValues.map(String.init).joined(separator: ", ")))")
    }
    if !entry.tagValues.isEmpty {
      words.append("cases(\(entry.tagValues.map(String.init).joined(separator: ", ")))")
    }
    if !entry.otherPlatforms.isEmpty {
      words.append("platforms(\(entry.otherPlatforms.map(\.name).joined(separator: ", ")))")
    }
    if let group = entry.group { words.append("bits(\(quoted(group.key)), \(group.position))") }
    if let enumeration = entry.enumeration { words.append(attribute("enum", [enumeration])) }
    return (words + history(line.span)).joined(separator: " ")
  }

  private static func history(_ span: LockFile.Span) -> [String] {
    [
      span.since.map { attribute("since", [$0]) }, span.until.map { attribute("until", [$0]) },
      span.retired.map { attribute("retired", [$0]) },
    ].compactMap(\.self)
  }

  private static func attribute(_ name: String, _ texts: [String]) -> String {
    "\(name)(\(texts.map(quoted).joined(separator: ", ")))"
  }

  /// The text, in quotation marks if it would otherwise not be parsed as one word.
  static func word(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.first != "#"
      && text.unicodeScalars.allSatisfy {
        $0.value > 0x20 && $0.value != 0x7F && $0 != "\"" && !$0.properties.isWhitespace
      }
      && text.unicodeScalars.reduce(0, { $1 == "(" ? $0 + 1 : $1 == ")" ? $0 - 1 : $0 }) == 0
    return isPlain ? text : quoted(text)
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F || (0x80..<0xA0).contains(scalar.value)
        || scalar.value == 0x2028 || scalar.value == 0x2029:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
