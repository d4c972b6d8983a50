import ArchiveModel

/// What only the header's author knows, as short questions.
extension AdviceGroup {
  /// Another number that may be the count.
  func rival(of counter: Counter) -> String? {
    let others = siblings.filter { sibling in
      guard sibling.path != counter.path, let other = sibling.counter, !other.isOfUses, !isClaimed(sibling) else {
        return false
      }
      if let part = other.part {
        return isOwn(part) && (!part.isEmpty || counter.unit != .elements || counter.fit == .plain)
      }
      // `{ items, n_items, count }`, `{ void *items; n; size }`
      if other.plainUnit == .elements { return true }
      // `num_slots` beside `num_children`
      if !other.isCapacity, isBeside(sibling, counter.sibling),
        other.readings.contains(where: { !$0.isGuess && $0.unit == .elements })
      {
        return true
      }
      guard counter.unit != .elements || counter.fit == .plain, !other.isCapacity else { return false }
      return other.readings.contains { reading in
        !reading.isGuess && (counter.fit == .plain || isOwn(reading.stem))
          && (reading.unit != .elements || counter.unit == .elements || element == .larger)
      }
    }
    guard !others.isEmpty else { return nil }
    return "is its count \(([counter.path] + others.prefix(2).map(\.path)).map { "'\($0)'" }.alternatives)"
  }

  private func isBeside(_ first: Sibling, _ second: Sibling) -> Bool {
    guard let one = first.index, let other = second.index else { return false }
    return abs(one - other) == 1
  }

  /// Whether a counter's name can be about this field.
  private func isOwn(_ stem: String) -> Bool {
    stem.isEmpty || Self.blocks.contains(stem) || name.name.words.map(NameWords.singular).contains(stem)
      || NameWords.singular(name.name.folded) == stem
  }

  /// Names of a block for whatever is in it, whose size is the number of all its elements.
  private static let blocks: Set<String> = [
    "buf", "buffer", "mem", "memory", "block", "table", "array", "list", "data", "storage", "heap", "pool", "chunk",
    "total",
    "item", "element", "entry", "real", "valid",
  ]

  /// A count of `char` restores no zero behind them, which most text needs.
  func textQuestion(_ counter: Counter) -> String? {
    guard isPlainText else { return nil }
    let isOfBytes = (comment.saysBytes || counter.comment.saysBytes) && !comment.saysText && !counter.comment.saysText
    if comment.deniesTermination || isOfBytes && !name.isOfText { return nil }
    return "is it text that ends with a zero (cstring) or \(counter.path) long (count(\(counter.path)))"
  }

  /// Bytes behind `void` may be a struct with pointers, or memory that cannot be copied.
  func memoryQuestion(_ counter: Counter) -> String? {
    guard element == .void, !Self.plainMemory.contains(name.name.last) else { return nil }
    let isOfBytes = comment.saysPlainBytes || counter.comment.saysBytes
    return isOfBytes ? nil : "are its bytes plain data without pointers (bytes(\(counter.path)))"
  }

  /// Names of structs of a callback's or a mechanism's own, which may have pointers.
  static let arguments: Set<String> = [
    "parameter", "parameters", "param", "params", "arg", "args", "argument", "arguments", "option", "options", "object",
    "opaque",
    "struct", "results", "attr", "attrs", "info",
  ]
  private static let plainMemory: Set<String> = [
    "data", "buf", "buffer", "blob", "bytes", "payload", "body", "base", "contents",
  ]

  /// `lines`, `line_list`
  var isPluralOrCollection: Bool {
    let last = name.name.last
    return last.count > 1 && NameWords.isPlural(last) || Self.collections.contains(last)
      || ["children", "data", "map", "set", "palette"].contains(last)
  }

  /// The block that is read has no room for more elements than `count`, but the capacity beside it says so.
  func capacityQuestion(_ counter: Counter) -> String? {
    guard let capacity = siblings.first(where: { $0.path != counter.path && isCapacity($0, beside: counter) }) else {
      return nil
    }
    return
      "is its count '\(counter.path)' (after reading the block has room for so many, so set '\(capacity.path)' to '\(counter.path)')"
  }

  private func isCapacity(_ sibling: Sibling, beside counter: Counter) -> Bool {
    guard let other = sibling.counter else { return false }
    if !other.readings.isEmpty, records.comments.comment(of: sibling.field, in: record).saysCapacity {
      return !isClaimed(sibling)
    }
    // `line_array_size` beside `line_count`
    if counter.unit == .elements, !isClaimed(sibling),
      other.isSizeOfBlock(of: name.name, isOnlyOne: !siblings.contains { $0.field.isArrayLike })
    {
      return true
    }
    if counter.unit == .elements, other.plainUnit == .size { return !siblings.contains { $0.field.isArrayLike } }
    guard let stem = other.room else { return false }
    return isOwn(stem) || counter.sibling.counter?.readings.contains { $0.stem == stem } == true
      || !siblings.contains { $0.field.isArrayLike }
  }
}

extension CounterName {
  private static let rooms = [
    "maximum", "max", "capacity", "cap", "allocation", "allocated", "alloced", "allocs", "alloc", "reserved", "reserve",
    "limit", "room", "slots", "slot",
  ]
  private static let parts = ["used", "free", "available", "avail", "remaining", "rem", "left"]
  static let counts: Set<String> = [
    "n", "nr", "num", "count", "size", "len", "length", "sz", "bytes", "of",
  ]

  /// Whether it is the size of a table or buffer of the name or without one: `line_table_size`, `arraySize`.
  fileprivate func isSizeOfBlock(of counted: NameWords, isOnlyOne: Bool) -> Bool {
    guard readings.contains(where: { $0.unit != .elements }) else { return false }
    let words = name.words.filter { !Self.counts.contains($0) }.map(NameWords.singular)
    let own = counted.words.map(NameWords.singular)
    return words.contains(where: Self.blocks.contains)
      && words.allSatisfy { Self.blocks.contains($0) || own.contains($0) }
      && (isOnlyOne || words.contains(where: own.contains))
  }

  private static let blocks: Set<String> = [
    "array", "table", "buf", "buffer", "list", "block", "mem", "memory", "storage",
  ]

  /// What a block has room for: "line" for `max_lines`; "" if the name does not say it, and nil for other names.
  fileprivate var room: String? { isCapacity ? rest(without: Self.rooms) : nil }

  /// What is used or free; "" if the name does not say it, and nil for other names.
  fileprivate var part: String? { isCapacity ? rest(without: Self.parts) : nil }

  private func rest(without words: [String]) -> String? {
    if name.words.contains(where: words.contains) {
      return NameWords.singular(name.words.filter { !words.contains($0) && !Self.counts.contains($0) }.joined())
    }
    let text = name.folded
    guard let word = words.first(where: { $0.count > 2 && (text.hasPrefix($0) || text.hasSuffix($0)) }) else {
      return nil
    }
    let rest = String(text.hasPrefix(word) ? text.dropFirst(word.count) : text.dropLast(word.count))
    return Self.counts.contains(rest) ? "" : NameWords.singular(rest)
  }
}
