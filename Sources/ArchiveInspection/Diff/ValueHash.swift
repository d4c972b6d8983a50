import ArchiveRuntime
import UntypedArchive

/// A hash of bytes and numbers that is the same in every process, so that output is.
struct ValueHash {
  private(set) var value: UInt64

  init(_ seed: UInt64 = 0x9E37_79B9_7F4A_7C15) { value = seed }

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    // The finalizer of MurmurHash3, over what is there and the word.
    var mixed = (value ^ word) &* 0xFF51_AFD7_ED55_8CCD
    mixed ^= mixed >> 33
    mixed = mixed &* 0xC4CE_B9FE_1A85_EC53
    value = (mixed ^ mixed >> 29) &+ 0x9E37_79B9_7F4A_7C15
  }

  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while bytes.count - offset >= 8 {
      combine(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = UInt64(truncatingIfNeeded: bytes.count) << 56
    var shift: UInt64 = 0
    while offset < bytes.count {
      rest |= UInt64(bytes[offset]) << shift
      shift += 8
      offset += 1
    }
    combine(rest)
  }

  static func of(_ words: UInt64...) -> UInt64 {
    var hash = ValueHash()
    for word in words { hash.combine(word) }
    return hash.value
  }
}

/// A hash for each object of a property list, by its contents and by what it leads to, some steps far.
///
/// It says which elements of lists and sets are likely the same. Whether they are is compared afterwards.
struct ContentHashes {
  /// By what is reached in many steps; that of a reference is its target's.
  let deep: [UInt64]
  /// By the object's own values.
  let shallow: [UInt64]
  /// By its kind, or its class.
  let kind: [UInt64]

  private static let greatestDepth = 24

  /// Both are refined equally often: hashes of what is deep, or of cycles, are comparable only then.
  static func both(
    _ first: ArchiveDocument, _ second: ArchiveDocument, _ options: DiffOptions
  ) throws(ArchiveError) -> (first: ContentHashes, second: ContentHashes) {
    var (own, other) = (try Refinement(first, options), try Refinement(second, options))
    for round in 0..<Self.greatestDepth {
      let areDistinct = (own.refine(round), other.refine(round))
      if round > 2, areDistinct == (false, false) { break }
    }
    return (own.result, other.result)
  }

  private struct Refinement {
    private let reader: ContentReader
    private var hashes: [UInt64]
    private var shallow: [UInt64] = []
    private var distinct = 0

    init(_ document: ArchiveDocument, _ options: DiffOptions) throws(ArchiveError) {
      var reader = ContentReader(document, options)
      try reader.read()
      self.reader = reader
      hashes = reader.leaves
    }

    /// - Returns: whether objects were told apart that had equal hashes before.
    mutating func refine(_ round: Int) -> Bool {
      hashes = reader.refined(hashes)
      if round == 2 { shallow = hashes }
      let before = distinct
      distinct = Set(hashes).count
      return distinct != before
    }

    var result: ContentHashes { ContentHashes(deep: hashes, shallow: shallow, kind: reader.kinds) }
  }
}

/// Reads the containers of a list once: what they contain, and whether it has an order.
private struct ContentReader {
  private enum Children {
    case ordered(Range<Int>)
    case unordered(Range<Int>)
    /// Keys and values in turn.
    case pairs(Range<Int>)
    case reference(Int)
  }

  private let document: ArchiveDocument
  private let options: DiffOptions
  private var containers: [(index: Int, children: Children)] = []
  private var references: [Int32] = []
  private(set) var leaves: [UInt64]
  private(set) var kinds: [UInt64]

  init(_ document: ArchiveDocument, _ options: DiffOptions) {
    self.document = document
    self.options = options
    leaves = Array(repeating: 0, count: document.view.objectCount)
    kinds = leaves
  }

  mutating func read() throws(ArchiveError) {
    let view = document.view
    // Lists that are parts of sets and dictionaries of Foundation are hashed there.
    var unordered = Set<Int>()
    for index in 0..<view.objectCount {
      let node = try view.node(index)
      switch node {
      case .array(let list):
        kinds[index] = 1
        containers.append((index, .ordered(try gather(list))))
      case .set(let list):
        kinds[index] = 2
        containers.append((index, .unordered(try gather(list))))
      case .dictionary(let dictionary):
        kinds[index] = 3
        try read(dictionary, index, &unordered)
      case .uid(let uid):
        guard document.keyed != nil, uid > 0, uid < document.objectCount else { fallthrough }
        containers.append((index, .reference(try document.index(ofObject: uid))))
        kinds[index] = 4
      default:
        leaves[index] = try leaf(node)
        kinds[index] = leaves[index]
      }
    }
    for place in containers.indices where unordered.contains(containers[place].index) {
      if case .ordered(let range) = containers[place].children { containers[place].children = .unordered(range) }
    }
    // What a reference leads to says more than that it is one.
    for (index, children) in containers {
      if case .reference(let target) = children { kinds[index] = kinds[target] }
    }
  }

  private mutating func read(
    _ dictionary: PropertyListDictionary, _ index: Int, _ unordered: inout Set<Int>
  ) throws(ArchiveError) {
    let begin = references.count
    // What cannot be read may be in an object that nothing leads to; where it is compared, that throws.
    let type = (try? document.objectClass(of: dictionary)) ?? nil
    if let type { kinds[index] = Self.hash(type.name) }
    let isSet = type?.foundation == .set
    if type?.foundation == .dictionary,
      case .array(let keys)? = try document.value(of: CollectionKey.keys, in: dictionary),
      case .array(let values)? = try document.value(of: CollectionKey.objects, in: dictionary),
      keys.count == values.count
    {
      for position in 0..<keys.count {
        references.append(Int32(truncatingIfNeeded: try document.view.reference(position, in: keys)))
        references.append(Int32(truncatingIfNeeded: try document.view.reference(position, in: values)))
      }
      leaves[index] = kinds[index]
    } else {
      for position in 0..<dictionary.count {
        references.append(Int32(truncatingIfNeeded: try document.view.reference(position, in: dictionary.keys)))
        let value = try document.view.reference(position, in: dictionary.values)
        references.append(Int32(truncatingIfNeeded: value))
        if isSet { unordered.insert(value) }
      }
    }
    containers.append((index, .pairs(begin..<references.count)))
  }

  private mutating func gather(_ list: PropertyListReferences) throws(ArchiveError) -> Range<Int> {
    let begin = references.count
    for position in 0..<list.count {
      references.append(Int32(truncatingIfNeeded: try document.view.reference(position, in: list)))
    }
    return begin..<references.count
  }

  private static func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 {
      var hash = ValueHash(5)
      hash.combine(UnsafeRawBufferPointer($0))
      return hash.value
    }
  }

  /// Reals do not count if there is a tolerance.
  private func leaf(_ node: PropertyListNode) throws(ArchiveError) -> UInt64 {
    switch node {
    case .null: return 11
    case .bool(let value): return value ? 12 : 13
    case .integer(let value): return ValueHash.of(14, UInt64(bitPattern: value))
    case .wideInteger(let value): return ValueHash.of(15, UInt64(bitPattern: value.high), value.low)
    case .real32(let bits): return real(Double(Float(bitPattern: bits)))
    case .real64(let bits): return real(Double(bitPattern: bits))
    case .date(let bits): return ValueHash.of(17, bits)
    case .uid(let uid): return ValueHash.of(18, UInt64(uid))
    case .string(let text):
      guard let string = try? document.view.string(text) else { return 19 }
      return Self.hash(string)
    case .data(let range):
      var hash = ValueHash(6)
      hash.combine(try document.view.contents(range))
      return hash.value
    case .array, .set, .dictionary: return 0
    }
  }

  private func real(_ value: Double) -> UInt64 { options.hasTolerance ? 16 : ValueHash.of(16, value.bitPattern) }

  func refined(_ hashes: [UInt64]) -> [UInt64] {
    var next = hashes
    for (index, children) in containers {
      switch children {
      case .reference(let target): next[index] = hashes[target]
      case .ordered(let range):
        var hash = ValueHash(1)
        for place in range { hash.combine(hashes[Int(references[place])]) }
        next[index] = hash.value
      case .unordered(let range):
        next[index] = range.reduce(2) { $0 &+ ValueHash.of(hashes[Int(references[$1])]) }
      case .pairs(let range):
        var sum = kinds[index]
        for place in stride(from: range.lowerBound, to: range.upperBound - 1, by: 2) {
          sum = sum &+ ValueHash.of(hashes[Int(references[place])], hashes[Int(references[place + 1])])
        }
        next[index] = ValueHash.of(sum)
      }
    }
    return next
  }
}
