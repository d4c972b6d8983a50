import ArchiveModel

/// Why a count that names suggest is not proposed. A person who copies a wrong count loses elements, or reads past the end of a
/// block, so no proposal is better than a doubtful one.
enum CountDoubt: Equatable {
  /// The declarations do not say what is right, and no short question does.
  case unknown
  /// Only the header's author knows; it completes the note, without its question mark.
  case question(String)
}

extension AdviceGroup {
  /// The first reason to doubt that `count` or `bytes` with the counter keeps the data; nil if there is none.
  func doubt(about counter: Counter) -> CountDoubt? {
    if isOfVariableElements || comment.asksForMore || counter.comment.asksForMore || comment.saysElsewhere
      || comment.saysSizedUnits || counter.comment.saysSizedUnits || counter.comment.saysPosition
      || !isRecord && counter.comment.saysUnits(besides: name) || element != .larger && comment.saysUnits(besides: name)
      || isOpenText || isSizeOfOne(counter) || isFarFrom(counter) || isOfSeveralNumbers(counter) || hasPositionInside
      || comment.multiplies(counter.sibling.field.name) || isPartlyFilled(counter) || isIterator || comment.grows
      || counter.comment.saysByteOrder
      || counter.comment.saysSize(besides: name) && counter.fit == .plain
      || isTextWithLengths || isPartOfRange(counter) || isOfQuantities(counter) || isOneOfAlike
      || isOfOtherElements(counter) || isOpenArrayOfPointers || isAboutAnother(counter) || isPosition
      || comment.saysPending || isOfPointers && counter.comment.saysSizeOfArray
      || grows && blockSize(beside: counter) == nil
      || records.comments.comment(above: record).asksForMore
    {
      return .unknown
    }
    if counter.fit == .plain, isRecord, !isPluralOrCollection { return .unknown }
    if element == .void, Self.arguments.contains(name.name.last) || !Self.private.isDisjoint(with: name.name.words) {
      return .unknown
    }
    if let question = blockSizeQuestion(counter) ?? rival(of: counter) ?? textQuestion(counter)
      ?? memoryQuestion(counter)
    {
      return .question(question)
    }
    return nil
  }

  // MARK: Elements

  /// Whether the elements may be larger than their type: it ends with a flexible array, or other structs begin with its fields.
  private var isOfVariableElements: Bool {
    // A pointer to an array points to room for all of it.
    if case .array = elementType, case .pointer = field.type { return true }
    if isOfPointers, comment.saysOffsets { return true }
    let type = if case .pointer(let inner) = elementType { inner } else { elementType }
    guard case .record(let id) = type, let target = records[id] else { return false }
    // The counter beside a hash table counts what is in it.
    if !isOfPointers, NameWords(target.name ?? "").words.contains(where: Self.tables.contains) { return true }
    return target.hasOpenEnd || records.isBeginningOfOthers(target) || isOfPointers && records.isBase(target)
      || siblings.contains { $0.isNumber && records.comments.comment(of: $0.field, in: record).saysSizeOfOne }
  }

  private static let tables: Set<String> = [
    "hashtab", "htab", "hashtable", "hash", "tree", "btree", "rbtree", "avl", "map", "dict", "set", "list", "queue",
    "stack",
  ]

  /// Whether each element has several numbers according to a sibling: `float *weights` beside `dimensions`.
  private func isOfSeveralNumbers(_ counter: Counter) -> Bool {
    guard counter.unit == .elements, !isRecord, !isOfPointers else { return false }
    // The comment on `nitems` may speak of items larger than a byte.
    if element == .bytes, counter.isNamed { return true }
    if [name.name.last, NameWords.singular(name.name.last)].contains(where: Self.bitSets.contains) { return true }
    return siblings.contains { sibling in
      guard sibling.path != counter.path, sibling.isNumber else { return false }
      let words = NameWords(sibling.field.name).words
      return words.contains("per") || words.allSatisfy { Self.factors.contains($0) || CounterName.counts.contains($0) }
    }
  }

  private static let bitSets: Set<String> = ["bit", "bits", "bitmap", "bitset", "bitmask", "mask"]
  private static let factors: Set<String> = [
    "stride", "pitch", "dim", "dims", "ndim", "ndims", "dimension", "dimensions", "channel", "channels", "nchannels",
    "component", "components", "ncomp", "ncomps", "cols", "columns", "ncols", "itemsize", "elemsize", "bpp",
  ]

  /// Whether the bytes rather are of another type, or cannot be read: "numerical values", `bitstring`, `device_memory`.
  private func isOfOtherElements(_ counter: Counter) -> Bool {
    guard element != .larger else { return false }
    // The context or the arguments of callbacks: `{ *read; *write; size; void *data }`
    if record.fields.contains(where: \.isFunctionPointer) || counter.comment.saysSizeOfOne { return true }
    let isInBytes = counter.comment.saysBytes || comment.saysBytes
    if !isInBytes, comment.saysOtherElements || counter.comment.saysOtherElements { return true }
    if comment.names(anyOf: records.distinctiveNames) || counter.comment.names(anyOf: records.distinctiveNames) {
      return true
    }
    let owner = NameWords(record.name ?? "").words
    return owner.contains { ["bit", "bits", "bitset", "bitfield"].contains($0) || $0.hasSuffix("bitstring") }
      || (owner + NameWords(field.name).words).contains(where: Self.elsewhere.contains)
  }

  private static let elsewhere: Set<String> = [
    "dev", "device", "gpu", "dma", "mmap", "mapped", "shm", "pinned", "phys", "umem",
  ]

  /// Whether the struct is a container that has room for more elements, which no field says.
  private var grows: Bool {
    let container = NameWords(record.name ?? "").lastOfType
    // `struct list { unsigned length; struct item **elements; }`
    if container == "list", Self.collections.contains(name.name.last), !field.typeSpelling.hasPrefix("const") {
      return true
    }
    return Self.containers.contains(container)
      || ["array", "vector", "stack", "queue", "builder", "buffer", "buf", "pool"].contains {
        record.name?.lowercased().hasSuffix($0) == true
      }
  }

  private static let containers: Set<String> = [
    "array", "arr", "vec", "vector", "stack", "queue", "ring", "builder", "string", "buffer", "buf", "strbuf", "pool",
    "heap", "arena",
  ]

  /// Whether another pointer of the type has the name too, as `cinvalid` beside `invalid`.
  private var isOneOfAlike: Bool {
    guard !NameWords.isPlural(name.name.last) else { return false }
    let own = NameWords(field.name).folded
    return siblings.contains { sibling in
      let other = NameWords(sibling.field.name).folded
      return sibling.field.type == field.type && other != own && (other.hasSuffix(own) || own.hasSuffix(other))
    }
  }

  /// Whether the field is text at the end of a struct, which may need a zero that is not counted.
  private var isOpenText: Bool {
    guard case .flexibleArray(let unit) = field.type else { return false }
    return field.mayBeText(unit) && field.typeSpelling.hasPrefix("char") && (name.isOfText || comment.saysText)
  }

  /// Whether the field is an array of pointers at the end of a struct, which may end with NULL as well.
  private var isOpenArrayOfPointers: Bool {
    if case .flexibleArray = field.type { isOfPointers } else { false }
  }

  /// Whether an array of lengths is beside the array of text, which then need not end with zeros.
  private var isTextWithLengths: Bool {
    guard isOfPointers else { return false }
    // `argv` ends with NULL behind the last of `argc`.
    if name.name.last == "argv" || name.name.last == "envp" { return true }
    return siblings.contains { sibling in
      guard sibling.field.isArrayLike else { return false }
      let last = NameWords.singular(NameWords(sibling.field.name).last)
      return Self.lengths.contains(last) || ["len", "length", "size"].contains(where: last.hasSuffix)
    }
  }

  /// Whether a plain size belongs to a range, whose beginning stands beside it: `{ offset; length; void *data }`.
  private func isPartOfRange(_ counter: Counter) -> Bool {
    guard counter.fit == .plain, !counter.isNamed, let place = counter.sibling.index else { return false }
    return siblings.contains { sibling in
      guard sibling.isInteger, let other = sibling.index, abs(other - place) == 1 else { return false }
      return Self.begins.contains(NameWords(sibling.field.name).last)
    }
  }

  private static let begins: Set<String> = [
    "offset", "off", "start", "begin", "base", "addr", "address", "first", "from",
  ]

  /// Whether the real numbers behind the pointer are of things that are counted, of which each may have several: `double *stars`
  /// beside `num_stars` are coordinates.
  private func isOfQuantities(_ counter: Counter) -> Bool {
    guard case .floating = elementType, counter.unit == .elements, !comment.counts(with: counter.sibling.field.name)
    else { return false }
    return counter.fit > .plain && !Self.quantities.contains(NameWords.singular(name.name.last))
  }

  private static let quantities: Set<String> = [
    "value", "val", "number", "weight", "coef", "coeff", "coefficient", "sample", "time", "knot", "level", "rate",
    "frequency", "freq", "param", "parameter", "limit", "bound", "scale", "factor", "gain", "delay", "threshold",
    "probability",
    "prob", "score", "data", "row", "float", "double", "real", "dash",
  ]

  private static let lengths: Set<String> = ["length", "len", "size", "sz", "argvlen", "bytes"]

  // MARK: The counter

  /// Whether the integer rather is a number in an order, or says something else: `version_num` and `page_nr`, unlike `num_pages`.
  static func isOrdinal(_ counter: CounterName, of name: CountedName) -> Bool {
    let words = counter.name.words
    let own = Set(name.name.words.map(NameWords.singular))
    // `fieldnum` beside `fieldlist`
    if words.count == 1, !NameWords.isPlural(name.name.last), words[0].count > 3,
      ["num", "nr", "number"].contains(where: words[0].hasSuffix)
    {
      return true
    }
    if words.contains(where: { noCounts.contains($0) && !own.contains(NameWords.singular($0)) }) { return true }
    guard words.count > 1, ordinals.contains(counter.name.last) else { return false }
    return !NameWords.isPlural(name.name.last) || own.contains(where: noCounts.contains)
  }

  private static let ordinals: Set<String> = ["n", "nr", "num", "number", "no"]
  private static let noCounts: Set<String> = [
    "version", "ver", "revision", "start", "begin", "first", "last", "end", "id", "ident", "flag", "flags", "index",
    "idx",
    "offset", "pos", "position", "seq", "sequence", "serial", "level", "depth", "mode", "type", "kind", "state",
    "status",
    "mask", "hash", "crc", "checksum", "time", "timeout", "port", "next", "prev", "cur", "current",
  ]

  /// Whether a size rather is that of one element: `page_size` beside `pages`, `block_size` beside `block_list`.
  private func isSizeOfOne(_ counter: Counter) -> Bool {
    guard counter.unit != .elements, counter.fit > .plain, let words = counter.sibling.counter?.name else {
      return false
    }
    let own = Set(name.name.words)
    let isPlural = NameWords.isPlural(name.name.last) && !Self.oneBlock.contains(name.name.last)
    if isPlural {
      let rest = words.folded.hasPrefix(name.name.last) ? String(words.folded.dropFirst(name.name.last.count)) : nil
      return !words.words.contains(name.name.last) && rest.map(CounterName.counts.contains) != true
    }
    return !own.isDisjoint(with: Self.collections)
      && !words.words.contains(where: own.intersection(Self.collections).contains)
  }

  private static let oneBlock: Set<String> = ["bytes", "contents", "address", "axis"]
  static let collections: Set<String> = [
    "list", "array", "arr", "vec", "vector", "tab", "table", "items", "elems", "elements", "entries",
  ]

  /// Whether a counter is not surely the field's own. Its comment, or the field's, says so; or its name does, directly beside the
  /// field. A plain `size` says it only where the struct has nothing else: `{ void *data; size_t size; }`.
  private func isFarFrom(_ counter: Counter) -> Bool {
    if counter.isNamed || comment.counts(with: counter.sibling.field.name) { return false }
    guard let place = counter.sibling.index, let index, abs(place - index) == 1 else { return true }
    return counter.fit == .plain && siblings.count > 1
  }

  /// Whether the counter's comment has the name of another pointer or array in words, and not of this one: "bytes in the stroke path
  /// data" beside `stroke` and `stroke_path`.
  private func isAboutAnother(_ counter: Counter) -> Bool {
    siblings.contains { sibling in
      let words = NameWords(sibling.field.name).words
      return words.count > 1 && sibling.field.isArrayLike && counter.comment.has(words)
        && !Set(words).isSubset(of: name.name.words)
    }
  }

  /// Whether the field is a buffer, whose contents rarely fill it: only its size is that of the block.
  private func isPartlyFilled(_ counter: Counter) -> Bool {
    guard counter.unit != .size || element == .larger else { return false }
    return ["buf", "buffer"].contains { name.name.last == $0 || name.name.folded.hasSuffix($0) } && siblings.count > 1
  }

  /// Whether the struct is a position in something, and the counter what is left.
  private var isIterator: Bool {
    ["iterator", "iter", "cursor", "walker", "scan", "state"].contains(NameWords(record.name ?? "").lastOfType)
  }

  /// Whether another field is a position in the block, which a block of `count` elements would not have room for or which would
  /// not point into it any more.
  private var hasPositionInside: Bool {
    siblings.contains { sibling in
      let words = NameWords(sibling.field.name)
      switch sibling.field.type {
      case .pointer:
        let rest = words.words.filter { !name.name.words.contains($0) }
        let isOwn = rest.count < words.words.count
        guard sibling.field.type == field.type else { return false }
        return !rest.isEmpty && rest.allSatisfy((isOwn ? Self.insides : Self.positionsInside).contains)
          || isPositionInside(words.folded)
      default: return sibling.isNumber && words.words.contains(where: Self.rings.contains)
      }
    }
  }

  /// Whether the field itself is a position: `offset`, or `name_ptr` in the text that `header_buf` leads to.
  var isPosition: Bool {
    let words = name.name.words
    if ["offset", "off"].contains(name.name.last) { return true }
    guard words.count > 1, ["ptr", "pointer"].contains(name.name.last) else { return false }
    return siblings.contains { sibling in
      sibling.field.type.isPointerToBytes && ["buf", "buffer"].contains(NameWords(sibling.field.name).last)
    }
  }

  /// `outptr` beside `outbuf`: the same first letters, and then a word for a position.
  private func isPositionInside(_ folded: String) -> Bool {
    let own = NameWords(field.name).folded
    return Self.positionsInside.union(["real", "beg"]).contains { word in
      guard folded.hasSuffix(word), folded.count > word.count + 1 else { return false }
      return own.hasPrefix(folded.dropLast(word.count))
    }
  }

  private static let insides: Set<String> = [
    "pos", "position", "cur", "curr", "current", "end", "last", "limit", "top", "p", "ptr", "head", "tail", "next",
    "read",
    "write", "in", "out", "start", "begin", "base",
  ]
  private static let positionsInside: Set<String> = [
    "pos", "position", "cur", "curr", "current", "end", "limit", "top", "ptr", "iter", "iterator",
  ]
  private static let rings: Set<String> = ["head", "tail", "front", "rear", "rptr", "wptr", "wrap", "wrapped"]
}

extension CType {
  fileprivate var isPointerToBytes: Bool { if case .pointer(.integer(8, _)) = self { true } else { false } }
}

extension Field {
  fileprivate var isFunctionPointer: Bool { if case .pointer(.function) = type { true } else { false } }
}

extension Record {
  /// Whether an array of open length is at its end.
  fileprivate var hasOpenEnd: Bool {
    switch fields.last?.type {
    case .flexibleArray: true
    case .array(_, let count): count == 0
    default: false
    }
  }
}
