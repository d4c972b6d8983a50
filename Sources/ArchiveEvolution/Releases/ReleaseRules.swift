@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// What becomes of the keys of one Swift type in a release: those of a class include its superclasses'.
final class ReleaseRules {
  enum Rule {
    /// As it is, under this key.
    case key(String)
    /// A number, or an array of numbers, of another type.
    case number(String, ElementType, ReleaseEntry)
    /// The release knows no nil.
    case value(String, ReleaseEntry)
    /// The release's reference is weak, and does not keep its object.
    case weak(String)
    /// The release does not know the key; as the program has it.
    case unknown(ReleaseEntry)
    /// The release has another kind of value there.
    case otherForm(String)

    var isConversion: Bool { if case .number = self { true } else { false } }
  }

  /// The type's archived name in the program.
  let name: String
  private var rules: [ExactText: Rule] = [:]
  /// Keys that the release needs and the program does not have.
  private(set) var requiredKeys: [String] = []

  /// A type with its earlier names.
  struct TypeName {
    let name: String
    let formerNames: [String]
  }

  /// - Parameter chain: The type, then its superclasses.
  /// - Returns: nil where the release has all as they are.
  init?(_ chain: [TypeName], in release: ArchiveRelease) {
    name = chain.first?.name ?? ""
    var hasChanged = false
    var current: [ReleaseEntry] = []
    var old: [ReleaseEntry] = []
    var seen: Set<ExactText> = []
    // Superclasses that the program has no more.
    var former: [String] = []
    for type in chain {
      // A superclass that is not in the table has all its keys in the release, too.
      let known = release.history.type(named: type.name)?.current
      switch release.find(type.name, formerNames: type.formerNames) {
      case .changed(let found):
        hasChanged = true
        guard let known else { continue }
        current += known.entries
        if seen.insert(ExactText(found.name)).inserted { old += found.entries }
        former += found.superclass.map { [$0] } ?? []
      // An option set that is one of its values may have been narrower.
      case .unchanged(let found?):
        guard let known else { continue }
        current += known.entries
        if seen.insert(ExactText(found.name)).inserted { old += found.entries }
      case .unchanged(nil): continue
      case .absent:
        guard let known, seen.isEmpty == false || type.name != name else { continue }
        hasChanged = true
        current += known.entries
      }
    }
    while let next = former.popLast() {
      guard !chain.contains(where: { $0.name.isExactly(next) }), seen.insert(ExactText(next)).inserted,
        let type = release.history.types[ExactText(next)]?.type(in: release.number)
      else { continue }
      old += type.entries
      if let superclass = type.superclass { former.append(superclass) }
    }
    add(current, old, release)
    guard hasChanged || rules.values.contains(where: \.isConversion) else { return nil }
  }

  subscript(key: String) -> Rule { rules[ExactText(key)] ?? .key(key) }

  private func add(_ current: [ReleaseEntry], _ old: [ReleaseEntry], _ release: ArchiveRelease) {
    let byKey = Dictionary(old.map { (ExactText($0.key), $0) }, uniquingKeysWith: { first, _ in first })
    var taken: Set<ExactText> = []
    var found = [ReleaseEntry?](repeating: nil, count: current.count)
    for (index, entry) in current.enumerated() {
      guard let same = byKey[ExactText(entry.key)] else { continue }
      found[index] = same
      taken.insert(ExactText(entry.key))
    }
    func match(_ index: Int, _ keys: [String]) {
      for key in keys {
        guard let other = byKey[ExactText(key)], taken.insert(ExactText(key)).inserted else { continue }
        return found[index] = other
      }
    }
    for (index, entry) in current.enumerated() where found[index] == nil {
      // Keys from the root are those of the object, where the struct stands in one.
      match(index, entry.formerKeys.map { $0.hasExactPrefix("/") ? String($0.dropFirst()) : $0 })
    }
    // The keys of a case's values begin with its name, and only the case says what that was.
    let cases = zip(current, found).compactMap { entry, old in
      entry.isCase ? old.map { (now: entry.key + ".", then: $0.key + ".") } : nil
    }
    for renamed in cases where !renamed.now.isExactly(renamed.then) {
      for (index, entry) in current.enumerated()
      where found[index] == nil && entry.key.hasExactPrefix(renamed.now) {
        let keys = ([entry.key] + entry.formerKeys).filter { $0.hasExactPrefix(renamed.now) }
        match(index, keys.map { renamed.then + $0.dropFirst(renamed.now.count) })
      }
    }
    for (entry, other) in zip(current, found) {
      rules[ExactText(entry.key)] = other.map { rule(entry, $0, release) } ?? .unknown(entry)
    }
    requiredKeys += old.filter { $0.isRequired && !taken.contains(ExactText($0.key)) }.map(\.key)
  }

  private func rule(_ entry: ReleaseEntry, _ old: ReleaseEntry, _ release: ArchiveRelease) -> Rule {
    switch (entry.base, old.base) {
    case (.number(let type), .number(let other)) where entry.dimensions == old.dimensions:
      if type != other { return .number(old.key, other, old) }
    case (.other(let type), .other(let other)) where entry.dimensions == old.dimensions:
      guard type.isExactly(other) || Self.renamed(type, release).isExactly(other) else {
        return Self.element(type, other).map { .number(old.key, $0, old) } ?? .otherForm(old.key)
      }
      if let integer = Self.formerInteger(type, release) { return .number(old.key, integer, old) }
    default: return .otherForm(old.key)
    }
    if old.isWeak, !entry.isWeak { return .weak(old.key) }
    return entry.isOptional && !old.isOptional ? .value(old.key, old) : .key(old.key)
  }

  /// The release's integers, where both types are the same collections, ranges or tuples of integers, all of which were of one other type:
  /// `<[[Int]]>` and `<[[Int8]]>`, `<[String: Int]>` and `<[String: Int32]>`. Such integers have no width in archives.
  private static func element(_ type: String, _ other: String) -> ElementType? {
    let (now, then) = (words(type), words(other))
    guard now.count == then.count else { return nil }
    var found: ElementType?
    for (word, former) in zip(now, then) {
      guard let integer = integer(word) else {
        guard word == former, word.first?.isLetter != true || word.first?.isLowercase == true || known.contains(word)
        else { return nil }
        continue
      }
      // What holds other integers that have not changed would be looked at with these.
      guard let own = Self.integer(former), own != integer, found == nil || found == own else { return nil }
      found = own
    }
    return found
  }

  /// Types around integers whose values have no other integers in them.
  private static let known: Set<Substring> = ["Set", "Range", "ClosedRange", "String", "Bool"]

  /// The names in a type's spelling, and what is between them.
  private static func words(_ type: String) -> [Substring] {
    var words: [Substring] = []
    var rest = type[...]
    func isName(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
    while let first = rest.first {
      let word = rest.prefix { isName($0) == isName(first) }
      words.append(word)
      rest = rest[word.endIndex...]
    }
    return words
  }

  private static func integer(_ word: Substring) -> ElementType? {
    let isUnsigned = word.hasPrefix("U")
    let rest = word.dropFirst(isUnsigned ? 1 : 0)
    guard rest.hasPrefix("Int") else { return nil }
    let bits = rest.dropFirst(3)
    return ElementType(name: Substring((isUnsigned ? "u" : "i") + (bits.isEmpty ? "64" : bits)))
  }

  /// Of an option set the integer that the release had, if that was another one.
  private static func formerInteger(_ type: String, _ release: ArchiveRelease) -> ElementType? {
    let name = String(type.dropFirst().dropLast())
    guard let then = release.rawType(named: name)?.integer,
      then != release.history.types[ExactText(name)]?.current?.integer
    else { return nil }
    return then
  }

  /// A type's spelling with the names that types had: `<[Game]>`, `<Game?>`.
  private static func renamed(_ type: String, _ release: ArchiveRelease) -> String {
    var result = ""
    var word = ""
    func end() {
      if let current = release.history.types[ExactText(word)],
        let header = current.headers.first(where: \.span.isCurrent),
        case .changed(let old) = release.find(word, formerNames: header.formerNames)
      {
        result += old.name
      } else {
        result += word
      }
      word = ""
    }
    for character in type {
      if "<>[]?:, ()".contains(character) {
        end()
        result.append(character)
      } else {
        word.append(character)
      }
    }
    end()
    return result
  }
}

/// Whether a value is what today's code reads where the key is missing.
enum ReleaseDefault {
  /// - Parameter entry: With the default as the source has it; nil for nil, or for none.
  static func matches<Value>(_ value: Value, _ entry: ReleaseEntry) -> Bool {
    if let optional = value as? any OptionalValue, optional.isNil {
      return entry.defaultText == nil && entry.isOptional
    }
    guard let text = entry.defaultText else { return false }
    switch value {
    case let value as Bool: return text == "\(value)"
    case let value as String:
      return text == "\"\(value)\"" && !value.unicodeScalars.contains { $0 == "\\" || $0 == "\"" }
    case let value as any BinaryInteger:
      let digits = text.replacingOccurrences(of: "_", with: "")
      return digits == "\(value)"
    case let value as Float:
      return Float(text.replacingOccurrences(of: "_", with: "")).map { "\($0)" == "\(value)" } ?? false
    case let value as any BinaryFloatingPoint:
      // As a literal of the type is read; −0.0 is another value than 0.
      return Double(text.replacingOccurrences(of: "_", with: "")).map { "\($0)" == "\(Double(value))" } ?? false
    case let value as any Collection: return value.isEmpty && (text == "[]" || text == "[:]")
    case let value as any ArchivableEnumeration: return !value.hasArchivedValues && text == ".\(value.archivedCase)"
    case let value as any RawRepresentable: return text == ".\(value)"
    default: return false
    }
  }
}

/// Asks of any value whether it is nil.
protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  var isNil: Bool { if case .none = self { true } else { false } }
}
