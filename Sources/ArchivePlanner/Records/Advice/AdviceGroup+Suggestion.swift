import ArchiveModel

extension AdviceGroup {
  /// A proposal for a pointer to a record, which may point to one record or to several.
  func suggestion(forRecord target: Record) -> AnnotationSuggestion? {
    if target.isLibraryInternal || target.isHeaderOfOthers { return nil }
    // `struct buffer *vertices` points to one buffer, which contains the vertices.
    // Several of them have a name in the plural: `struct buffer *buffers`, but `struct array *tracks_array`.
    let type = NameWords(target.name ?? "").lastOfType
    if target.isContainer, NameWords.singular(name.name.last) != type || !NameWords.isPlural(name.name.last) {
      return counters.isEmpty && isOfOne(target) ? .example("ref") : nil
    }
    let best = counters.first?.fit
    if target.isLink {
      // It may point to the first node of a list whose length is beside it, or to an array of records with links.
      guard let name = counters.first, name.fit >= .near else {
        let isOfSeveral = NameWords.isPlural(self.name.name.last) && siblings.contains(where: isRelated)
        return isOfSeveral || comment.saysArray ? nil : .example("ref")
      }
      return .question("does it lead to the first of a list (ref) or to an array (count(\(name.path)))")
    }
    if best != nil, let count { return count }
    return isOfOne(target) ? .example("ref") : nil
  }

  /// Whether nothing suggests more than one record.
  private func isOfOne(_ target: Record) -> Bool {
    let typeName = NameWords(target.name ?? "").wordsOfType
    // A pointer to `struct pci_methods` is called `methods` even if it points to one.
    let isOfSeveral = name.isOfSeveral && !(NameWords.isPlural(name.name.last) && typeName.last == name.name.last)
    guard counters.isEmpty, !isOfSeveral, !comment.isElsewhere, !comment.saysSeveral, !comment.saysElements,
      !isIterated,
      !target.isPoint
    else { return false }
    // A count that fits no other field may belong to this pointer under another name.
    return !siblings.contains { sibling in
      guard let counter = sibling.counter, !counter.isOfUses else { return false }
      if isSizeOfAll(counter) { return true }
      // `nregisters` beside a pointer to `struct register_file`
      if isNeighbour(sibling), counter.readings.contains(where: { typeName.contains($0.stem) }) { return true }
      if isRelated(sibling) || counter.isPlainlyCount && counter.name.has(anyOf: typeName) { return true }
      guard !counter.readings.isEmpty, !isClaimed(sibling) else { return false }
      if counter.plainUnit != nil { return true }
      return counter.isPlainlyCount && isNeighbour(sibling) || counter.isNumberOfSeveral
    }
  }

  /// Whether it is the size of the blocks of all pointers beside it, as `N_allocated` is if none of them has a count.
  private func isSizeOfAll(_ counter: CounterName) -> Bool {
    counter.room?.isEmpty == true && counter.name.words.contains { ["allocated", "capacity"].contains($0) }
      && !siblings.contains { $0.counter?.isCapacity == false && isClaimed($0) }
  }

  /// `nConstraint` beside `aConstraintUsage`, `max_wheels` beside `wheel`
  private func isRelated(_ sibling: Sibling) -> Bool {
    guard let counter = sibling.counter, !counter.isOfUses, counter.isCapacity || !counter.readings.isEmpty else {
      return false
    }
    return counter.name.has(anyOf: ownWords)
  }

  private func isNeighbour(_ sibling: Sibling) -> Bool {
    guard let place = sibling.index, let index else { return false }
    return abs(place - index) == 1
  }

  /// A proposal for a pointer to characters: text, or bytes.
  var textSuggestion: AnnotationSuggestion? {
    if let best = counters.first, best.fit >= .near {
      // For bytes with their own count, `count` loses nothing. If the comment also says text, the author has to choose.
      return comment.saysTerminatedText || (comment.saysText && isSpelledAsText)
        ? .question("is it text that ends with a zero (cstring) or \(best.path) long (count(\(best.path)))") : count
    }
    if comment.deniesTermination { return count }
    if comment.saysTerminatedText { return .example("cstring") }
    guard isSpelledAsText else { return count }
    if name.isOfText {
      // `{ char *str; size_t len; }` may have zeros inside, or none behind it.
      return possibleLength.map {
        .question("is it text that ends with a zero (cstring) or \($0) long (count(\($0)))")
      } ?? .example("cstring")
    }
    if isPosition || isInScanner { return nil }
    if name.isOfBytes || !counters.isEmpty || isIterated || comment.saysSeveral { return count }
    if NameWords.isPlural(name.name.last), !comment.saysText { return nil }
    let hasPlainSize = siblings.contains { sibling in
      guard sibling.isInteger, let counter = sibling.counter else { return false }
      return counter.plainUnit != nil || counter.isPlainCapacity
    }
    return hasPlainSize ? nil : .example("cstring")
  }

  /// The length directly beside a text that may be its own: `hellolength` of `hellostring`, or a plain `len` if all else in the
  /// struct has another count.
  private var possibleLength: String? {
    let own = name.name.folded
    let stems = Self.textWords.filter { own.hasSuffix($0) && own != $0 }.map { String(own.dropLast($0.count)) }
    return siblings.first { sibling in
      guard isNeighbour(sibling), let counter = sibling.counter else { return false }
      if let unit = counter.plainUnit {
        guard !siblings.contains(where: { $0.field.isArrayLike && !hasOwnCount($0) }) else { return false }
        return unit == .length || unit == .size && Self.textWords.contains(name.name.last)
      }
      return counter.readings.contains { $0.unit != .elements && stems.contains($0.stem) }
    }?.path
  }

  /// Whether another pointer or array has a count beside it, or an annotation that tells what it leads to.
  private func hasOwnCount(_ other: Sibling) -> Bool {
    if let index = other.index, records.annotations(of: record, field: index).describesPointee { return true }
    return siblings.contains { sibling in
      guard sibling.isInteger, let fit = records.nameFits.fit(of: sibling.field.name, to: other.field.name) else {
        return false
      }
      return fit.fit >= .near
    }
  }

  private static let textWords = ["string", "str", "text", "txt"]

  /// Whether the struct moves through a text: its other pointers to characters are positions, which need not be followed by a zero.
  private var isInScanner: Bool {
    siblings.contains { sibling in
      sibling.field.type == field.type && Self.scanners.contains(NameWords(sibling.field.name).last)
    }
  }

  private static let scanners: Set<String> = ["eof", "cur", "curr", "pos", "cursor", "limit"]

  /// Whether the elements are characters and not numbers of 8 bits.
  var isPlainText: Bool {
    guard case .pointer(let pointee) = field.type.arrayElement.type else { return false }
    if field.mayBeText(pointee), isSpelledAsText { return true }
    guard case .integer(let bits, _) = pointee, bits <= 32 else { return false }
    // `LPWSTR`, and `UINT16 *user`
    return name.isOfText || field.typeSpelling.lowercased().contains("str")
  }

  /// Whether the type is spelled as text: `unsigned char`, `uint8_t` and `BYTE` are usually numbers.
  private var isSpelledAsText: Bool {
    let spelling = field.typeSpelling.lowercased()
    return spelling.contains("char") && !spelling.contains("unsigned") && !spelling.contains("uchar")
      && !spelling.contains("u_char") && !spelling.contains("signed char")
  }

  /// A proposal for a pointer to pointers. Only a count determines their number, and nothing describes their targets.
  func suggestion(forPointersTo inner: CType) -> AnnotationSuggestion? {
    switch inner {
    case .record(let id):
      guard let target = records[id], target.kind == .structure || records.determinesItsMember(target) else {
        return nil
      }
      return count
    case let type where field.mayBeText(type) && isSpelledAsText:
      guard case .example(let words, _)? = count else { return nil }
      return .example("\(words), cstring")
    default: return nil
    }
  }

  /// A proposal with a count from another field.
  var count: AnnotationSuggestion? {
    // For an array of pointers, a count would apply to each pointer.
    guard let best = counters.first, !field.type.isArrayOfPointers else { return nil }
    let equals = counters.prefix { $0.fit == best.fit }
    if equals.count > 1 {
      guard best.fit > .plain || isOnlyOneOfSeveral else { return nil }
      return .question("is its count \(equals.prefix(3).map { "'\($0.path)'" }.alternatives)")
    }
    if best.fit == .plain, !isOnlyOneOfSeveral || !isPlainCountFor(best) { return nil }
    if best.fit == .near, isClaimed(best.sibling) { return nil }
    guard let words = words(for: best) else { return nil }
    switch doubt(about: best) {
    case nil:
      guard case .certain(let path)? = blockSize(beside: best), case .example(let text, let besides) = words else {
        return words
      }
      return .example("\(text), capacity(\(path))", besides: besides)
    case .unknown: return nil
    case .question(let text): return .question(text)
    }
  }

  private func words(for counter: Counter) -> AnnotationSuggestion? {
    let path = counter.path
    let isElements =
      isRecord && counter.unit == .size ? counter.comment.saysEntries : counter.comment.saysElements
    let unit = counter.comment.saysBytes ? .bytes : isElements ? .elements : counter.unit
    switch element {
    case .void:
      // The type of the elements is unknown.
      if comment.saysContext { return nil }
      return unit == .elements ? nil : .example("bytes(\(path))")
    case .bytes:
      // The counter counts the contents of the bytes, unless it has their own name: `num_flags` of `flags`.
      if unit == .elements, counter.fit < .exact || name.isOfBytes || name.isOfComposites || comment.saysPer {
        return nil
      }
      return .example("count(\(path))")
    case .larger:
      if unit == .elements, isOfNumbers, name.isOfComposites || comment.saysPer { return nil }
      switch unit {
      case .elements: return .example("count(\(path))")
      // `sizeof_vec` may be a number of elements.
      case .bytes
      where counter.comment.saysBytes || comment.saysBytes || path.lowercased().contains("byte") || path.hasPrefix("cb"):
        return .example("bytes(\(path))")
      case .bytes:
        return .question("does '\(path)' count its elements (count(\(path))) or their bytes (bytes(\(path)))")
      // The size of structs may be of one with more behind it.
      case .length where !isRecord: return .example("count(\(path))")
      case .size where isRecord && counter.fit == .plain: return nil
      case .length, .size:
        return .question("does '\(path)' count its elements (count(\(path))) or their bytes (bytes(\(path)))")
      }
    }
  }
}

extension Record {
  /// Whether the record has a link to its own type, so that a pointer to it points to one node of a list.
  fileprivate var isLink: Bool {
    fields.contains { field in
      guard case .pointer(.record(let id)) = field.type else { return false }
      return id == self.id && LinkNames.next.contains(NameWords(field.name).last)
    }
  }

  /// Whether a pointer to the record probably points to something larger that begins with it: the record has links and
  /// a type number, or only links.
  fileprivate var isHeaderOfOthers: Bool {
    !fields.isEmpty && isLink
      && fields.allSatisfy { field in
        switch field.type {
        case .pointer(.record(let id)): id == self.id
        case .enumeration, .integer:
          ["type", "kind", "tag", "id"].contains { NameWords(field.name).last.hasSuffix($0) }
        default: false
        }
      }
  }

  fileprivate var isContainer: Bool {
    let last = NameWords(name ?? "").lastOfType
    return Self.containers.contains(last)
      || ["file", "tree", "list", "table", "array", "vector", "pool", "buffer"].contains {
        last.count > $0.count && last.hasSuffix($0)
      }
  }

  private static let containers: Set<String> = [
    "buffer", "buf", "list", "array", "vec", "vector", "map", "set", "table", "tree", "queue", "stack", "pool", "ring",
    "hash", "dict", "slice", "string", "view",
  ]

  /// Whether the type belongs to the C library, like glibc's `FILE`. The length of a `sockaddr` depends on its family.
  fileprivate var isLibraryInternal: Bool {
    name?.hasPrefix("_IO_") == true || name?.hasPrefix("__") == true || name == "sockaddr"
  }

  /// Whether the record has up to four numbers of one type. Points, colours and the like are usually in arrays.
  fileprivate var isPoint: Bool {
    guard (1...4).contains(fields.count), let first = fields.first?.type, first.isArithmetic else { return false }
    return fields.allSatisfy { $0.type == first }
  }
}

extension CType {
  fileprivate var isArrayOfPointers: Bool {
    guard case .array = self, case .pointer = arrayElement.type else { return false }
    return true
  }
}
