import ArchiveModel

/// What only the header's author knows, as short questions.
extension AdviceGroup {
  /// Another number that may be the count.
  func rival(of counter: Counter) -> String? {
    let others = siblings.filter { sibling in
      guard sibling.path != counter.path, let other = sibling.counter, !other.isOfUses else { return false }
      // "length of the buffer `sv_buf`"
      let comment = records.comments.comment(of: sibling.field, in: record)
      if comment.saysSize(of: field.name) { return !other.isCapacity && !comment.saysSizeOfBlock }
      guard !isClaimed(sibling) else { return false }
      // `back_size` beside `back_len`
      if counters.contains(where: { $0.path == sibling.path && $0.fit >= .near }) { return true }
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
  func isOwn(_ stem: String) -> Bool {
    stem.isEmpty || Self.blocks.contains(stem) && !isOfAnother(stem)
      || name.name.words.map(NameWords.singular).contains(stem) || NameWords.singular(name.name.folded) == stem
  }

  /// Whether another pointer or array has the name: "data" of `dataCapacity` beside `pData`.
  private func isOfAnother(_ stem: String) -> Bool {
    siblings.contains {
      $0.field.isArrayLike && NameWords.singular(CountedName($0.field.name).name.folded) == stem
    }
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
  /// Words for memory of somebody else, whose contents nobody knows.
  static let `private`: Set<String> = [
    "private", "priv", "user", "session", "ctx", "context", "opaque", "closure", "impl",
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
}

extension CounterName {
  private static let parts = ["used", "free", "available", "avail", "remaining", "rem", "left"]

  /// What is used or free; "" if the name does not say it, and nil for other names.
  fileprivate var part: String? { isCapacity ? rest(without: Self.parts) : nil }
}
