/// What today's types are, as far as a comparison needs it: each type's keys with their former keys, and the types of the
/// structs among its keys.
struct GoldenKeys: Sendable {
  struct Key: Sendable {
    let name: String
    let former: [String]
    /// The struct whose keys follow this one's.
    let type: String?
  }

  private(set) var types: [String: [Key]] = [:]
  private var aliases: [String: String] = [:]

  /// - Parameter text: a line `type NAME FORMER…` for each type, and below it a line `KEY TYPE FORMER…` for each key;
  ///   words are separated by tabs, and a missing type is `-`.
  init(_ text: String) {
    var type = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if words.first == "type", words.count > 1 {
        type = words[1]
        types[type] = []
        for name in words.dropFirst(2) { aliases[name] = type }
      } else if words.count > 1 {
        types[type]?.append(
          Key(name: words[0], former: Array(words.dropFirst(2)), type: words[1] == "-" ? nil : words[1]))
      }
    }
  }

  func keys(of type: String) -> [Key] {
    // Generic types have their arguments behind their name.
    types[type] ?? aliases[type].flatMap { types[$0] } ?? types[String(type.prefix { $0 != "<" })] ?? []
  }

  /// What a key of an older archive is called today; nil if no field has it.
  func current(_ key: String, of type: String) -> String? {
    let keys = keys(of: type)
    if keys.contains(where: { $0.name == key }) { return key }
    if let known = keys.first(where: { $0.former.contains(key) || $0.former.contains("/" + key) }) { return known.name }
    // The keys of a struct follow its own.
    for known in keys {
      guard let inner = known.type else { continue }
      for name in [known.name] + known.former where key.hasPrefix(name + ".") {
        if let rest = current(String(key.dropFirst(name.count + 1)), of: inner) { return known.name + "." + rest }
      }
      for own in self.keys(of: inner) where own.former.contains("/" + key) { return known.name + "." + own.name }
    }
    return nil
  }
}

/// Compares what a golden archive had with what today's code has made of it.
struct ContentsComparison {
  private let golden: ArchiveContents
  private let today: ArchiveContents
  private let keys: GoldenKeys
  /// The object that each one has become: objects stay the same objects.
  private var pairs: [Int: Int] = [:]
  private(set) var problems: [String] = []

  static func problems(_ golden: ArchiveContents, _ today: ArchiveContents, _ keys: GoldenKeys) -> [String] {
    var comparison = ContentsComparison(golden, today, keys)
    comparison.compare(golden.root, today.root, "")
    return comparison.problems
  }

  private init(_ golden: ArchiveContents, _ today: ArchiveContents, _ keys: GoldenKeys) {
    (self.golden, self.today, self.keys) = (golden, today, keys)
  }

  private mutating func compare(_ value: ArchiveContents.Value, _ now: ArchiveContents.Value, _ path: String) {
    func differ() { problems.append("\(path): \(golden.text(of: value)) is \(today.text(of: now))") }
    if value == now, !value.leadsOn { return }
    switch (value, now) {
    case (.object(let first), .object(let second)): compare(first, second, path)
    case (.list(let first), .list(let second)):
      for (index, element) in first.enumerated() {
        if index < second.count {
          compare(element, second[index], "\(path)[\(index)]")
        } else if !element.isNothing {
          problems.append("\(path)[\(index)]: \(golden.text(of: element)) is gone")
        }
      }
      // New elements of a record's array have defaults.
      if !path.contains("[]"), second.dropFirst(first.count).contains(where: { !$0.isNothing }) { differ() }
    case (.set(let first), .set(let second)), (.set(let first), .list(let second)),
      (.list(let first), .set(let second)):
      compareSets(first, second, path)
    case (.entries(let first), .entries(let second)):
      compareSets(first.map { .list($0) }, second.map { .list($0) }, path)
    // One value may have become the first element of an array, and the reverse.
    case (.list(let first), _) where now.isScalar:
      guard first.dropFirst().allSatisfy(\.isNothing) else { return differ() }
      compare(first.first ?? .integer(0), now, path)
    case (_, .list(let second)) where value.isScalar:
      guard second.dropFirst().allSatisfy(\.isNothing) else { return differ() }
      compare(value, second.first ?? .integer(0), path)
    default:
      if !value.isSame(as: now) { differ() }
    }
  }

  /// The elements of sets are in any order.
  private mutating func compareSets(
    _ first: [ArchiveContents.Value], _ second: [ArchiveContents.Value], _ path: String
  ) {
    var rest = second
    for element in first {
      let place = rest.firstIndex { candidate in
        var trial = self
        trial.problems = []
        trial.compare(element, candidate, path)
        return trial.problems.isEmpty
      }
      guard let place else {
        problems.append("\(path): \(golden.text(of: element)) is gone")
        continue
      }
      compare(element, rest.remove(at: place), path)
    }
    if !rest.isEmpty { problems.append("\(path): \(today.text(of: rest[0])) is new") }
  }

  private mutating func compare(_ first: Int, _ second: Int, _ path: String) {
    guard golden.objects.indices.contains(first), today.objects.indices.contains(second) else { return }
    if let known = pairs[first] {
      // Foundation's values are the same objects or not, as it comes.
      if known != second, !golden.objects[first].className.hasPrefix("NS") {
        problems.append("\(path): what was one object is two")
      }
      return
    }
    pairs[first] = second
    let (old, new) = (golden.objects[first], today.objects[second])
    let type =
      new.className.hasSuffix("[]") || new.className.hasSuffix("*")
      ? String(new.className.prefix { $0 != "[" && $0 != "*" }) : new.className
    for (key, value) in old.fields.sorted(by: { $0.key < $1.key }) {
      let name = path.isEmpty ? key : "\(path).\(key)"
      if key.isVersion { continue }
      // A type that has never been renamed has the key that the archive has.
      let current = new.fields[key] != nil ? key : keys.current(key, of: type)
      guard let current else { continue }
      if let now = new.fields[current] ?? new.columns(current) {
        compare(value, now, name)
      } else if !value.isNothing {
        problems.append("\(name): \(golden.text(of: value)) is not there any more")
      }
    }
  }
}

extension ArchiveContents.Object {
  /// A record that has become the first element of an array has its keys in columns: `item.x` at `item[].x`.
  fileprivate func columns(_ key: String) -> ArchiveContents.Value? {
    for index in key.indices where key[index] == "." {
      if let found = fields[key[..<index] + "[]" + key[index...]] { return found }
    }
    return nil
  }
}

extension String {
  /// The version of a type's keys is today's.
  fileprivate var isVersion: Bool { contains("$") && hasSuffix(".version") }
}

extension ArchiveContents {
  fileprivate func text(of value: Value) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .data(let digits): "data \(digits.prefix(40))"
    case .list(let elements), .set(let elements):
      "[" + elements.prefix(8).map(text).joined(separator: ", ") + (elements.count > 8 ? ", …]" : "]")
    case .entries(let entries): "a dictionary of \(entries.count)"
    case .object(let number): "an object" + (objects.indices.contains(number) ? " of \(objects[number].className)" : "")
    }
  }
}

extension ArchiveContents.Value {
  /// What a field has without a value.
  fileprivate var isNothing: Bool {
    switch self {
    case .null: true
    case .integer(let number): number == 0
    case .real(let number): number == 0
    case .text(let text): text.isEmpty
    case .data(let digits): digits.allSatisfy { $0 == "0" }
    case .list(let elements), .set(let elements): elements.allSatisfy(\.isNothing)
    case .entries(let entries): entries.isEmpty
    case .unsigned, .object: false
    }
  }

  fileprivate var isScalar: Bool {
    switch self {
    case .integer, .unsigned, .real, .text: true
    default: false
    }
  }

  fileprivate var leadsOn: Bool {
    switch self {
    case .object, .list, .set, .entries: true
    default: false
    }
  }

  private var bytes: [UInt8]? {
    switch self {
    case .text(let text): return Array(text.utf8)
    case .data(let digits):
      let digits = Array(digits.utf8)
      return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
      }
    case .list(let elements):
      return elements.reduce(into: [UInt8]?([])) { bytes, element in
        if case .integer(let number) = element, -128...255 ~= number {
          bytes?.append(UInt8(truncatingIfNeeded: number))
        } else {
          bytes = nil
        }
      }
    default: return nil
    }
  }

  /// Whether two values are one: 1 and 1.0, a text and its bytes.
  fileprivate func isSame(as other: ArchiveContents.Value) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.real(let left), .real(let right)):
      return left == right && left.sign == right.sign || left.isNaN && right.isNaN
    case (.integer(let left), .real(let right)), (.real(let right), .integer(let left)):
      return Int64(exactly: right) == left
    case (.unsigned(let left), .real(let right)), (.real(let right), .unsigned(let left)):
      return UInt64(exactly: right) == left
    default:
      guard let left = bytes, let right = other.bytes else { return isNothing && other.isNothing }
      func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 1))
      }
      return trimmed(left) == trimmed(right)
    }
  }
}
