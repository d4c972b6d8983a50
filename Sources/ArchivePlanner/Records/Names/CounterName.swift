/// What an integer counts according to its name: `n_lines`, `lineCount`, `numlines` and `cLines` count lines.
struct CounterName {
  enum Unit {
    case elements
    /// `len`: usually elements, but bytes for the address of a socket.
    case length
    /// `size`: of elements or bytes.
    case size
    case bytes
  }

  /// The counted thing in lower case, in the singular and without separators; "" for a plain `count`.
  struct Reading {
    let stem: String
    let unit: Unit
    /// Whether the prefix is a single letter that may belong to the word: `nlines` counts lines, but `not_restored`
    /// does not count "ot_restored".
    var isGuess = false
  }

  let name: NameWords
  let readings: [Reading]
  /// Whether it is a capacity, which does not count the elements that are there.
  let isCapacity: Bool

  /// - Parameter shared: the number of first words to ignore, because the pointer's name begins with them too.
  init(_ written: String, droppingFirst shared: Int = 0) {
    let all = NameWords(written).dropFirst(shared)
    name = all
    isCapacity = Self.isCapacity(all)
    readings = isCapacity ? [] : Self.readings(of: all) + Self.readings(of: all.bare(NameWords.integerPrefixes))
  }

  /// The unit of a plain `count`; nil for a name that says what is counted.
  var plainUnit: Unit? { readings.first { $0.stem.isEmpty }?.unit }

  /// Whether it counts users, like a reference count.
  var isOfUses: Bool { readings.contains { Self.uses.contains($0.stem) } }

  /// Whether it says how many there are of something: `nr_of_units` and `num_lines`, unlike `retry_count`.
  var isNumberOfSeveral: Bool {
    name.words.count > 1 && Self.before[name.words[0]] == .elements
      && (NameWords.isPlural(name.last) || name.words[1] == "of")
  }

  private static let uses: Set<String> = ["ref", "reference", "use", "user", "rc", "retain", "pin", "lock", "open"]

  // MARK: Words

  private static let before: [String: Unit] = [
    "n": .elements, "nr": .elements, "num": .elements, "nb": .elements, "number": .elements,
    "count": .elements, "cnt": .elements, "nof": .elements, "numberof": .elements, "numof": .elements,
    "countof": .elements, "len": .length, "length": .length, "size": .size, "sz": .size, "sizeof": .bytes,
    "nbytes": .bytes, "bytes": .bytes,
  ]

  private static let behind: [String: Unit] = [
    "n": .elements, "nr": .elements, "num": .elements, "count": .elements, "number": .elements,
    "counts": .elements, "cnt": .elements, "nelem": .elements, "nelems": .elements, "nelts": .elements,
    "nitems": .elements, "nmemb": .elements, "len": .length, "length": .length, "size": .size, "sz": .size,
    "siz": .size, "bytes": .bytes, "nbytes": .bytes, "bytelen": .bytes, "bytecount": .bytes, "bytesize": .bytes,
  ]

  private static let capacities: Set<String> = [
    "max", "maximum", "cap", "capacity", "alloc", "alloced", "allocated", "allocation", "allocs", "reserve",
    "reserved", "limit", "room", "free", "avail", "available", "min", "minimum", "used", "remaining", "rem", "left",
  ]

  /// Words that do not count if they are the last one: `line_offset` is no counter, `offset_count` is one.
  private static let measures: Set<String> = [
    "stride", "pitch", "align", "alignment", "offset", "off", "index", "idx", "pos", "position", "id", "number",
    "no",
  ]

  /// Words that may follow a counter: `vertexCountOutput`.
  private static let directions: Set<String> = ["out", "output"]

  private static func isCapacity(_ name: NameWords) -> Bool {
    if name.words.contains(where: capacities.contains) || measures.contains(name.last), name.words != ["number"] {
      return true
    }
    let text = name.folded
    return ["max", "alloc", "cap"].contains { (word: String) in
      behind.keys.contains { count in text == word + count || text.hasSuffix(count + word) }
    } || ["max", "alloc"].contains { text.hasPrefix($0) || text.hasSuffix($0) }
  }

  private static func readings(of name: NameWords) -> [Reading] {
    var found: [Reading] = []
    func add(_ stem: NameWords, _ unit: Unit) {
      found.append(Reading(stem: NameWords.singular(stem.folded), unit: unit))
    }
    if directions.contains(name.last), name.words.count > 1 { return readings(of: name.dropLast()) }
    if name.words.count == 1, let unit = behind[name.last] ?? before[name.last] {
      return [Reading(stem: "", unit: unit)]
    }
    // `foo_size_bytes`, `fooSizeInBytes`
    if name.last == "bytes", name.words.count > 2 {
      let rest = name.dropLast().last == "in" ? name.dropLast(2) : name.dropLast()
      if let unit = behind[rest.last], unit != .elements { add(rest.dropLast(), .bytes) }
    }
    if ["count", "len", "length", "size"].contains(name.last), name.dropLast().last == "byte" {
      add(name.dropLast(2), .bytes)
    }
    if let unit = behind[name.last] { add(name.dropLast(), unit) }
    if let unit = before[name.words[0]] {
      let rest = name.dropFirst()
      add(rest.words.first == "of" ? rest.dropFirst() : rest, unit)
    }
    // `cFoos`, `cbFoo`
    if name.words.count > 1, name.words[0] == "c" { add(name.dropFirst(), .elements) }
    if name.words.count > 1, name.words[0] == "cb" { add(name.dropFirst(), .bytes) }
    let text = name.folded
    for (word, unit) in beforeByLength where text.hasPrefix(word) && text.count > word.count {
      found.append(
        Reading(stem: NameWords.singular(String(text.dropFirst(word.count))), unit: unit, isGuess: word.count == 1))
    }
    for (word, unit) in behindByLength where text.hasSuffix(word) && text.count > word.count && word.count > 1 {
      found.append(Reading(stem: NameWords.singular(String(text.dropLast(word.count))), unit: unit))
    }
    return found
  }

  private static let beforeByLength = longestFirst(before)
  private static let behindByLength = longestFirst(behind)

  private static func longestFirst(_ words: [String: Unit]) -> [(word: String, unit: Unit)] {
    words.map { ($0.key, $0.value) }.sorted { ($1.word.count, $0.word) < ($0.word.count, $1.word) }
  }
}
