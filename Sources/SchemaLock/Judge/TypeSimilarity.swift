import ArchiveModel

/// Finds the new types that types which are gone were most likely renamed to.
struct TypeSimilarity {
  private let gone: [ArchivedType]
  private let added: [ArchivedType]
  /// How many types of both schemas have a key. A key that most types have says little.
  private let frequencies: [String: Int]

  private init(_ gone: [ArchivedType], _ added: [ArchivedType], _ all: [ArchivedType]) {
    self.gone = gone
    self.added = added
    var frequencies: [String: Int] = [:]
    for type in all { for entry in type.entries { frequencies[entry.key, default: 0] += 1 } }
    self.frequencies = frequencies
  }

  /// The likely successors, by the name of the type that is gone. Each new type is the successor of one at most: the
  /// likeliest pairs are made first.
  static func successors(from old: ArchivedSchema, to new: ArchivedSchema, renamed: [String: String])
    -> [String: ArchivedType]
  {
    let oldNames = Set(old.types.map { renamed[$0.name] ?? $0.name })
    let newNames = Set(new.types.map(\.name))
    let gone = old.types.filter { !newNames.contains(renamed[$0.name] ?? $0.name) }
    let added = new.types.filter { !oldNames.contains($0.name) }
    if gone.isEmpty || added.isEmpty { return [:] }
    return TypeSimilarity(gone, added, old.types + new.types).successors()
  }

  private func successors() -> [String: ArchivedType] {
    var pairs: [(old: Int, new: Int, shared: Double)] = []
    for (old, type) in gone.enumerated() {
      for (new, candidate) in added.enumerated() where candidate.kind == type.kind {
        let shared = shared(type, candidate)
        if shared >= 0.2 { pairs.append((old, new, shared)) }
      }
    }
    // A word that was replaced in one name was probably replaced in others: 'Controller' became 'Gamepad'.
    let substitutions = Dictionary(
      pairs.map { (Substitution(gone[$0.old].name, added[$0.new].name), 1) }, uniquingKeysWith: +)
    let scored = pairs.compactMap { pair -> (old: Int, new: Int, score: Double)? in
      let (old, new) = (gone[pair.old].name, added[pair.new].name)
      let others = min((substitutions[Substitution(old, new)] ?? 1) - 1, 3)
      guard pair.shared >= (others > 1 ? 0.2 : 0.4) else { return nil }
      return (pair.old, pair.new, pair.shared + Similarity.ofWords(old, new) * 0.4 + 0.1 * Double(others))
    }
    var result: [String: ArchivedType] = [:]
    var claimed: Set<Int> = []
    for pair in scored.sorted(by: { ($1.score, $0.old, $0.new) < ($0.score, $1.old, $1.new) })
    where result[gone[pair.old].name] == nil && claimed.insert(pair.new).inserted {
      result[gone[pair.old].name] = added[pair.new]
    }
    return result
  }

  /// From 0 to 1: how much of their keys the two have in common.
  private func shared(_ old: ArchivedType, _ new: ArchivedType) -> Double {
    let (first, second) = (Set(old.entries.map(\.key)), Set(new.entries.map(\.key)))
    func weight(_ keys: Set<String>) -> Double {
      keys.sorted().reduce(0) { $0 + 1 / Double(frequencies[$1] ?? 1) }
    }
    let all = weight(first.union(second))
    // Types without keys are known by their names alone.
    return all == 0 ? Similarity.ofWords(old.name, new.name) : weight(first.intersection(second)) / all
  }

  /// What differs between two names, without the words that both begin and end with.
  private struct Substitution: Hashable {
    let old: [Substring]
    let new: [Substring]

    init(_ old: String, _ new: String) {
      var (old, new) = (Self.words(old)[...], Self.words(new)[...])
      while let first = old.first, first == new.first { (old, new) = (old.dropFirst(), new.dropFirst()) }
      while let last = old.last, last == new.last { (old, new) = (old.dropLast(), new.dropLast()) }
      (self.old, self.new) = (Array(old), Array(new))
    }

    /// The words of `SDL_ControllerAxisEvent`: SDL, Controller, Axis, Event.
    private static func words(_ name: String) -> [Substring] {
      var words: [Substring] = []
      var start = name.startIndex
      for index in name.indices.dropFirst() {
        let (before, letter) = (name[name.index(before: index)], name[index])
        guard letter == "_" || before == "_" || letter.isUppercase && !before.isUppercase else { continue }
        words.append(name[start..<index])
        start = index
      }
      return (words + [name[start...]]).filter { !$0.isEmpty && $0 != "_" }
    }
  }
}
