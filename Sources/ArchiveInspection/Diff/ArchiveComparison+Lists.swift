@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension ArchiveComparison {
  /// Elements of lists: by a key where one is named, otherwise by their order, with what was put in or taken out.
  func pushList(_ left: ElementList, _ right: ElementList, at path: Int) throws {
    let (own, other) = (try first.indices(of: left), try second.indices(of: right))
    if own.isEmpty, other.isEmpty { return }
    if let key = key(at: path) {
      // Of elements in one of the archives alone none has to be found.
      if own.isEmpty || other.isEmpty { use(key) }
      if try pushKeyed(own, other, key.columns, at: path) { return use(key) }
    }
    let hashes = try contentHashes()
    let (kinds, otherKinds) = (hashes.first.kind, hashes.second.kind)
    let steps = SequenceAlignment.steps(
      own.map { hashes.first.deep[$0] }, other.map { hashes.second.deep[$0] },
      coarser: (own.map { hashes.first.shallow[$0] }, other.map { hashes.second.shallow[$0] })
    ) { kinds[own[$0]] == otherKinds[other[$1]] }
    push(
      steps.map { step -> Step in
        switch step {
        case .pair(let a, let b): .values(own[a], other[b], .index(a))
        case .removed(let a): .removed(own[a], .index(a))
        case .added(let b): .added(other[b], .index(b))
        }
      }, at: path)
  }

  /// The columns that `--key` names for the table or list at the path.
  func key(at path: Int) -> RowKey? {
    guard !options.keys.isEmpty else { return nil }
    let text = whole(paths.text(path, isWhole: true))
    return options.keys.first { $0.table?.matches(text) ?? false } ?? options.keys.first { $0.table == nil }
  }

  /// - Returns: false if no element has the keys.
  private func pushKeyed(_ own: [Int], _ other: [Int], _ key: [String], at path: Int) throws -> Bool {
    func texts(_ elements: [Int], _ document: ArchiveDocument) throws -> [String?] {
      try elements.map { element in
        let fields = try document.fields(of: try document.inspected(element))
        var parts: [String] = []
        for name in key {
          guard let field = fields?.fields.first(where: { $0.key.utf8.elementsEqual(name.utf8) }) else { return nil }
          parts.append("\(TerminalText.key(name))=\(text(field, in: document))")
        }
        return parts.joined(separator: ",")
      }
    }
    let (keys, otherKeys) = (try texts(own, first), try texts(other, second))
    guard keys.contains(where: { $0 != nil }), otherKeys.contains(where: { $0 != nil }) else { return false }
    let steps = KeyedMatch.steps(keys.map { $0 ?? "no key" }, otherKeys.map { $0 ?? "no key" })
    push(
      steps.map { step -> Step in
        switch step {
        case .pair(let a, let b): .values(own[a], other[b], .text("[\(keys[a] ?? "\(a)")]"))
        case .removed(let a): .removed(own[a], .text("[\(keys[a] ?? "\(a)")]"))
        case .added(let b): .added(other[b], .text("[\(otherKeys[b] ?? "\(b)")]"))
        }
      }, at: path)
    return true
  }

  /// Sets, and dictionaries by their keys: elements with equal contents, then those with equal values of their own,
  /// then the only one of a kind.
  ///
  /// - Parameter values: those of dictionaries.
  func pushUnordered(_ own: [Int], _ other: [Int], _ values: (first: [Int], second: [Int])?, at path: Int) throws {
    if own.isEmpty, other.isEmpty { return }
    let hashes = try contentHashes()
    var (rest, otherRest) = (Array(own.indices), Array(other.indices))
    var pairs: [(Int, Int)] = []
    func match(_ hash: [UInt64], _ otherHash: [UInt64], onlyAlone: Bool = false) {
      var places: [UInt64: [Int]] = [:]
      for place in otherRest.reversed() { places[otherHash[other[place]], default: []].append(place) }
      var counts: [UInt64: Int] = [:]
      for place in rest { counts[hash[own[place]], default: 0] += 1 }
      var taken: Set<Int> = []
      rest = rest.filter { place in
        let value = hash[own[place]]
        if onlyAlone, counts[value] != 1 || places[value]?.count != 1 { return true }
        guard let found = places[value]?.popLast() else { return true }
        pairs.append((place, found))
        taken.insert(found)
        return false
      }
      otherRest = otherRest.filter { !taken.contains($0) }
    }
    match(hashes.first.deep, hashes.second.deep)
    if !rest.isEmpty, !otherRest.isEmpty { match(hashes.first.shallow, hashes.second.shallow) }
    if values == nil, !rest.isEmpty, !otherRest.isEmpty {
      match(hashes.first.kind, hashes.second.kind, onlyAlone: true)
    }
    var steps: [(name: [UInt8], step: Step)] = []
    func part(_ index: Int, _ document: ArchiveDocument) -> PathTree.Part {
      guard let value = try? document.inspected(index) else { return .text("[?]") }
      if values != nil, case .text(_, let text) = LeafValue(value, in: document),
        let key = try? document.view.string(text)
      {
        return .key(key)
      }
      return .text(values == nil ? "{\(text(value, in: document))}" : "[\(text(value, in: document))]")
    }
    func append(_ part: PathTree.Part, _ step: Step) { steps.append((Array(PathTree.joined("", part).utf8), step)) }
    for (a, b) in pairs {
      let name = part(own[a], first)
      if let values {
        append(name, .values(values.first[a], values.second[b], name))
        // Keys that are objects are compared as well.
        if case .text = name { append(name, .values(own[a], other[b], .text("[key \(PathTree.joined("", name))]"))) }
      } else {
        append(name, .values(own[a], other[b], name))
      }
    }
    for a in rest { append(part(own[a], first), .removed(values?.first[a] ?? own[a], part(own[a], first))) }
    for b in otherRest { append(part(other[b], second), .added(values?.second[b] ?? other[b], part(other[b], second))) }
    push(
      steps.enumerated().sorted {
        $0.element.name == $1.element.name
          ? $0.offset < $1.offset : $0.element.name.lexicographicallyPrecedes($1.element.name)
      }.map(\.element.step), at: path)
  }
}

/// Matches elements by the text of their keys; the second of two equal ones is matched with the second.
enum KeyedMatch {
  static func steps<Key: Hashable>(_ first: [Key], _ second: [Key]) -> [SequenceAlignment.Step] {
    var places: [Key: [Int]] = [:]
    for (place, key) in second.enumerated().reversed() { places[key, default: []].append(place) }
    var isMatched = [Bool](repeating: false, count: second.count)
    var steps: [SequenceAlignment.Step] = []
    for (place, key) in first.enumerated() {
      guard let other = places[key]?.popLast() else {
        steps.append(.removed(place))
        continue
      }
      isMatched[other] = true
      steps.append(.pair(place, other))
    }
    return steps + second.indices.filter { !isMatched[$0] }.map(SequenceAlignment.Step.added)
  }
}
