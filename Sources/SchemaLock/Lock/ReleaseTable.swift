import ArchiveModel

/// What programs have to know of their earlier releases in order to save archives for these: the types that were different in
/// some release, each key once with the releases that had it.
public struct ReleaseTable: Sendable {
  private let lock: LockFile

  /// - Parameter lock: its current state is what the program has.
  public init(_ lock: LockFile) { self.lock = lock }

  /// The table as `ReleaseHistory` of the runtime reads it.
  ///
  /// Its lines have words with tabs between: `releases` with all names; for every type `type`, its name, its releases (`0-2`; `1-`
  /// up to today) and attributes; for each key a tab, the key, its form, its releases and attributes.
  public var lines: [String] {
    var lines = [(["releases"] + lock.releases).map(Self.word).joined(separator: "\t")]
    let wanted = wantedTypes
    for history in lock.types where wanted.contains(history.name) {
      // A header's line is followed by the keys, so that those of a type stand behind its last one.
      lines += history.headers.filter { $0.span.retired == nil }.map(line)
      lines += history.entries.filter { $0.span.retired == nil || $0.span.until != nil }.map(line)
    }
    return lines
  }

  /// Types that have changed, and the superclasses that these had; records that lead to such a type, because they stand in the same
  /// graphs, and all that these lead to.
  private var wantedTypes: Set<String> {
    var changed = Set(lock.types.filter(hasChanged).map(\.name) + typesWithChangedSets)
    let links = Dictionary(
      lock.types.map { ($0.name, Set($0.entries.compactMap { Self.target($0.entry) })) }, uniquingKeysWith: { $1 })
    while true {
      let leading = links.filter { !changed.contains($0.key) && !$0.value.isDisjoint(with: changed) }.map(\.key)
      if leading.isEmpty { break }
      changed.formUnion(leading)
    }
    var open = Array(changed)
    while let next = open.popLast() {
      for target in links[next] ?? [] where changed.insert(target).inserted { open.append(target) }
    }
    // A property may have moved between a class and its superclasses.
    let superclasses = Dictionary(
      lock.types.map { ($0.name, Set($0.headers.compactMap(\.type.superclass))) }, uniquingKeysWith: { $1 })
    open = Array(changed)
    while let next = open.popLast() {
      for superclass in superclasses[next] ?? [] where changed.insert(superclass).inserted { open.append(superclass) }
    }
    return changed
  }

  /// The record that a pointer leads to, also through other pointers: `node` of `weak node[3]*`.
  private static func target(_ entry: ArchivedEntry) -> String? {
    guard case .link(let table) = entry.form.base, !table.hasPrefix("#") else { return nil }
    var name = table[...]
    while name.last == "*" {
      name.removeLast()
      if name.hasPrefix("weak ") { name = name.dropFirst("weak ".count) }
      if name.last == "]", let open = name.lastIndex(of: "[") { name = name[..<open] }
    }
    return String(name)
  }

  /// Whether some release had the type otherwise than the program has it. Enumerators only count where others are refused.
  private func hasChanged(_ history: LockFile.TypeHistory) -> Bool {
    func isNew(_ span: LockFile.Span) -> Bool {
      !span.isCurrent || span.since == nil || span.since != lock.releases.first
    }
    if let header = history.headers.last, header.type.kind == .enumerators, !header.type.isClosed {
      return Self.integer(header.type) != nil && history.headers.contains { isNew($0.span) }
    }
    // What is inside such a type is its own affair.
    if history.headers.last?.type.kind == .ownCoding { return false }
    return history.headers.contains { isNew($0.span) } || history.entries.contains { isNew($0.span) }
  }

  /// nil where all values are known by themselves.
  private static func integer(_ type: ArchivedType) -> ArchivedNumber? {
    type.kind == .enumerators && !type.isClosed ? type.integerType.flatMap(ArchivedNumber.init(swiftInteger:)) : nil
  }

  /// Types with values of option sets that had raw values of another type: their keys say where a value has no room.
  private var typesWithChangedSets: [String] {
    let sets = Set(
      lock.types.filter { $0.headers.contains { Self.integer($0.type) != nil } && hasChanged($0) }.map(\.name))
    guard !sets.isEmpty else { return [] }
    return lock.types.filter { history in
      history.entries.contains { if case .value(let type) = $0.entry.form.base { sets.contains(type) } else { false } }
    }.map(\.name)
  }

  // MARK: Lines

  private func line(_ header: LockFile.Header) -> String {
    var words = ["type", header.type.name, span(header.span), "kind=\(header.type.kind.rawValue)"]
    if let version = header.type.version { words.append("version=\(version)") }
    words += header.type.formerNames.map { "was=\($0)" }
    if let superclass = header.type.superclass { words.append("super=\(superclass)") }
    if let integer = Self.integer(header.type) { words.append("integer=\(ArchivedForm(.number(integer)).text)") }
    return words.map(Self.word).joined(separator: "\t")
  }

  private func line(_ line: LockFile.Entry) -> String {
    let entry = line.entry
    var words = ["", entry.key, entry.form.text, span(line.span)]
    words += entry.formerKeys.map { "was=\($0)" }
    if let value = entry.defaultValue { words.append("default=\(value)") }
    if entry.isRequired { words.append("required") }
    if entry.isWeak { words.append("weak") }
    if let storage = entry.storage { words.append(storage) }
    if let count = entry.count { words.append("count=\(count)") }
    if let encoding = entry.encoding { words.append("encoding=\(encoding)") }
    if let group = entry.group { words.append("bits=\(group.position) \(group.key)") }
    words += entry.symbols.map { "symbol=\($0)" }
    for condition in entry.conditions {
      words.append("\(condition.isExclusion ? "unless" : "if")=\(Self.numbers(condition.values)) \(condition.tag)")
    }
    if !entry.allowedValues.isEmpty { words.append("values=\(Self.numbers(entry.allowedValues))") }
    if !entry.tagValues.isEmpty { words.append("cases=\(Self.numbers(entry.tagValues))") }
    return words.map(Self.word).joined(separator: "\t")
  }

  private static func numbers(_ values: [Int64]) -> String { values.map(String.init).joined(separator: ",") }

  private func span(_ span: LockFile.Span) -> String {
    func number(_ name: String?) -> Int? { name.flatMap { lock.releases.firstIndex(of: $0) } }
    return "\(number(span.since) ?? lock.releases.count)-\(number(span.until).map(String.init) ?? "")"
  }

  /// Without tabs, which part words, and what ends a line.
  private static func word(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "\\" }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
