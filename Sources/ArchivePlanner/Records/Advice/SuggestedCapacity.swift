import ArchiveModel

/// The size of the block that a field leads to. A block that is read has room for its elements and no more, so a library that finds the
/// old size beside it writes past the end: a count is proposed with `capacity`, or not at all.
enum BlockSize: Equatable {
  /// The names and comments leave no doubt.
  case certain(path: String)
  case likely(path: String)
}

extension AdviceGroup {
  /// The field that has the size of the block beside its counter; nil if none seems to.
  func blockSize(beside counter: Counter) -> BlockSize? {
    let found = siblings.filter { $0.path != counter.path && isBlockSize($0, beside: counter) }
    guard let first = found.first else { return nil }
    return found.count == 1 && isCertain(first, beside: counter)
      ? .certain(path: first.path) : .likely(path: first.path)
  }

  /// The field whose name says that it is the size of a block, if there is one and no other block.
  var likelyCapacity: String? {
    let found = siblings.filter { sibling in
      guard let stem = sibling.counter?.room, !isUsed(sibling) else { return false }
      return stem.isEmpty ? !hasOtherArrays : isOwn(stem)
    }
    return found.count == 1 ? found[0].path : nil
  }

  /// Whether an annotation of another field needs the value of this one.
  private func isUsed(_ sibling: Sibling) -> Bool {
    record.fields.indices.contains { other in
      let annotations = records.annotations(of: record, field: other)
      let names = (annotations.count?.factors ?? []) + [annotations.capacity, annotations.union.tag].compactMap(\.self)
      return names.contains { CountArgument.parts(of: $0.text).name == sibling.path }
    }
  }

  /// The field that seems to have the size of the block whose count an annotation gives.
  func unrestoredCapacity(_ count: String, isBytes: Bool) -> String? {
    guard let sibling = siblings.first(where: { $0.path == count }), sibling.isInteger else { return nil }
    let counter = Counter(
      sibling: sibling, fit: .exact, unit: isBytes ? .bytes : .elements, comment: FieldComment.none, isNamed: true)
    let path =
      switch blockSize(beside: counter) {
      case .certain(let path), .likely(let path): path
      case nil: likelyCapacity
      }
    // `max_weight` is the room of something else.
    let found = siblings.first { $0.path == path }
    guard let found, !isUsed(found), found.counter?.room.map({ $0.isEmpty || isOwnRoom($0, counter) }) ?? true else {
      return nil
    }
    return found.path
  }

  func blockSizeQuestion(_ counter: Counter) -> String? {
    guard case .likely(let path)? = blockSize(beside: counter) else { return nil }
    return
      "is '\(counter.path)' its count and '\(path)' the size of its block, which has no more room after reading (count(\(counter.path)), capacity(\(path)))"
  }

  private func isBlockSize(_ sibling: Sibling, beside counter: Counter) -> Bool {
    guard let other = sibling.counter, !isClaimed(sibling) || other.isCapacity else { return false }
    let comment = records.comments.comment(of: sibling.field, in: record)
    if comment.saysCapacity && !other.readings.isEmpty || comment.saysSizeOfBlock && isAdjacent(sibling, counter) {
      return !isClaimed(sibling)
    }
    // `line_array_size` beside `line_count`, `data_size` beside `num_rle`
    if counter.unit == .elements,
      other.isSizeOfBlock(of: name.name, isOnlyOne: !hasOtherArrays || isAdjacent(sibling, counter))
    {
      return true
    }
    if counter.unit == .elements, other.plainUnit == .size { return !hasOtherArrays }
    if let counted = counter.sibling.counter, other.isRoom(of: counted) { return true }
    // `rdata_buffer_size` beside `rdata_size`
    let own = Set(name.name.words)
    if other.readings.contains(where: { $0.unit != .elements }), own.isSubset(of: other.name.words),
      !Set(other.name.words).subtracting(own).isDisjoint(with: CounterName.blocks)
    {
      return true
    }
    // `back_size` beside `back_len`
    if counter.unit != .size,
      counters.contains(where: { $0.path == sibling.path && $0.fit >= .near && $0.unit == .size })
    {
      return true
    }
    guard let stem = other.room else { return false }
    return isOwnRoom(stem, counter) || !hasOtherArrays
  }

  /// Whether an annotation may set the field after reading. A limit that somebody has configured would be lost by it.
  private func isCertain(_ sibling: Sibling, beside counter: Counter) -> Bool {
    guard let other = sibling.counter, case .integer(let bits, _) = sibling.field.type, bits >= 16, !isClaimed(sibling)
    else { return false }
    let stem = other.room ?? ""
    guard stem.isEmpty ? !hasOtherArrays || isAdjacent(sibling, counter) : isOwnRoom(stem, counter) else {
      return false
    }
    // `line_array_size` may be in bytes.
    if element == .larger, other.name.words.contains(where: CounterName.sizes.contains) { return false }
    return other.isNamedCapacity || records.comments.comment(of: sibling.field, in: record).saysSizeOfBlock
  }

  /// Whether the words of a capacity's name are the field's or the counter's: "line" of `max_lines`, "nps" of `npsmax`.
  private func isOwnRoom(_ stem: String, _ counter: Counter) -> Bool {
    guard let counted = counter.sibling.counter else { return false }
    let stems = Set(counted.readings.map(\.stem)).union([NameWords.singular(counted.name.folded)])
    return isOwn(stem) || stems.contains(stem)
      || !stems.isDisjoint(with: CounterName(stem).readings.map(\.stem).filter { !$0.isEmpty })
  }

  private var hasOtherArrays: Bool { siblings.contains { $0.field.isArrayLike } }

  /// Whether a field stands directly beside the field or its counter.
  private func isAdjacent(_ sibling: Sibling, _ counter: Counter) -> Bool {
    guard let place = sibling.index, let index else { return false }
    return abs(place - index) == 1 || counter.sibling.index.map { abs(place - $0) == 1 } == true
  }
}

extension CounterName {
  private static let rooms = [
    "maximum", "max", "capacity", "cap", "allocation", "allocated", "alloced", "allocs", "alloc", "reserved", "reserve",
    "limit", "room", "slots", "slot",
  ]
  static let counts: Set<String> = [
    "n", "nr", "num", "count", "size", "len", "length", "sz", "bytes", "of",
  ]
  fileprivate static let sizes: Set<String> = ["size", "sz", "bytes", "len", "length", "nbytes"]

  /// `capacity`, `lineCap`: words that mean nothing but the size of a block.
  fileprivate var isNamedCapacity: Bool {
    isCapacity && name.words.contains { ["capacity", "cap"].contains($0) }
  }

  /// `m_lines` beside `n_lines`, `mlines` beside `nlines`: the maximum, in one letter.
  fileprivate func isRoom(of counted: CounterName) -> Bool {
    let (own, other) = (name.words, counted.name.words)
    if own.count == 1, other.count == 1, own[0].count > 3, own[0].first == "m", ["n", "l"].contains(other[0].first) {
      return own[0].dropFirst() == other[0].dropFirst()
    }
    return own.count == other.count && own.count > 1
      && zip(own, other).allSatisfy { $0 == $1 || $0 == "m" && ["n", "l"].contains($1) } && own != other
  }

  /// Whether it is the size of a table or buffer of the name or without one: `line_table_size`, `arraySize`.
  fileprivate func isSizeOfBlock(of counted: NameWords, isOnlyOne: Bool) -> Bool {
    guard readings.contains(where: { $0.unit != .elements }) else { return false }
    let words = name.words.filter { !Self.counts.contains($0) }.map(NameWords.singular)
    let own = counted.words.map(NameWords.singular)
    return words.contains(where: Self.blocks.contains)
      && words.allSatisfy { Self.blocks.contains($0) || own.contains($0) }
      && (isOnlyOne || words.contains(where: own.contains))
  }

  fileprivate static let blocks: Set<String> = [
    "array", "table", "buf", "buffer", "list", "block", "mem", "memory", "storage", "data",
  ]

  /// What a block has room for: "line" for `max_lines`; "" if the name does not say it, and nil for other names.
  var room: String? { isCapacity ? rest(without: Self.rooms) : nil }

  func rest(without words: [String]) -> String? {
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
