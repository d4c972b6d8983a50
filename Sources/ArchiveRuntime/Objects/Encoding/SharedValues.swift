import Foundation

/// Values that are in the archive already, so that what a program holds once is written once, however many of its values
/// share it. Without this a tree whose branches are shared, which takes little memory, would have to be written with all
/// its leaves, of which there may be 2^k.
///
/// Values with storage of their own (collections, text, data, indirect enumerations) are copied when they are written
/// to. So two of one type that have the same bits at the same time are the same value. Each is kept, so that its storage
/// is not used for another value meanwhile.
struct SharedValues {
  /// The type and the bits of a value of at most 16 bytes.
  struct Bits: Hashable, Identity {
    private let type: UInt
    private let first: UInt64
    private let second: UInt64

    static let none = Bits()

    private init() { (type, first, second) = (0, 0, 0) }

    /// Bits may be a program's input, so which of them have equal hashes depends on numbers that it cannot know.
    private static let seeds = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

    @inline(__always)
    var hash: UInt64 {
      let seeds = Self.seeds
      let left = first ^ seeds.0
      let product = left.multipliedFullWidth(by: second ^ UInt64(type) ^ seeds.1)
      return product.high ^ product.low
    }

    init?<Value>(_ value: Value) {
      guard MemoryLayout<Value>.size <= 16 else { return nil }
      var words: (UInt64, UInt64) = (0, 0)
      withUnsafeBytes(of: value) { bytes in withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) } }
      type = UInt(bitPattern: ObjectIdentifier(Value.self))
      (first, second) = words
    }

    /// A value behind a protocol, in a box that copies share; nil for a value that is small enough to need none.
    init?<Existential, Value>(_ existential: Existential, boxing boxed: Value.Type) {
      guard MemoryLayout<Value>.size > 24, MemoryLayout<Existential>.size >= 32 else { return nil }
      type = UInt(bitPattern: ObjectIdentifier(boxed))
      first = withUnsafeBytes(of: existential) { $0.load(as: UInt64.self) }
      second = 0
    }
  }

  private var numbers = IdentityTable<Bits>()
  /// Arrays by the addresses of their storage, whose identity is that of the array: hashing their bits in a dictionary would take 1,000
  /// instructions for each. Arrays of a class and of its superclass may share their storage, and are archived alike.
  private var arrays = ObjectIdentityTable()
  private var keptArrays: ContiguousArray<[AnyObject]> = []
  /// Bytes that are in an object itself.
  private var bytes: [Bits: PropertyListWriter.Reference] = [:]
  /// The nesting depth of documents' containers.
  private var depths: [Bits: Int] = [:]
  private var kept: [Any] = []
  private var markCosts: [Bits: Int] = [:]
  /// Parts of keys that are written.
  private var partsOfKeys: Set<Bits> = []
  /// Whether a part of a key that has been written is written again, with all that is in it.
  fileprivate(set) var isWritingAgain = false
  /// The bytes that were written again.
  fileprivate var bytesWrittenAgain = 0

  /// The length from which text and data are shared. The writer merges shorter texts by their bytes.
  static let shortest = 64

  // Inlined, because a call copies all of it.
  @inline(__always)
  func number(_ bits: Bits) -> Int? { numbers[bits] }

  /// - Parameter array: is not empty.
  @inline(__always)
  func number<Element>(ofArray array: [Element]) -> Int? { arrays[unsafeBitCast(array, to: UInt.self)] }

  @inline(__always)
  mutating func note<Element>(array: [Element], _ number: Int) {
    arrays[unsafeBitCast(array, to: UInt.self)] = number
    // Only its storage is kept, whose elements are not used.
    keptArrays.append(unsafeBitCast(array, to: [AnyObject].self))
  }

  mutating func note<Value>(_ value: Value, _ bits: Bits, _ number: Int) {
    numbers[bits] = number
    kept.append(value)
  }

  @inline(__always)
  func reference(_ bits: Bits) -> PropertyListWriter.Reference? { bytes[bits] }

  mutating func note(_ data: Data, _ bits: Bits, _ reference: PropertyListWriter.Reference) {
    bytes[bits] = reference
    kept.append(data)
  }

  /// The cost of comparing a long text that may be the key of many dictionaries; see ``MarkRuns``.
  mutating func markCost(of text: String) -> Int {
    guard text.utf8.count >= 1_024, let bits = Bits(text) else { return MarkRuns.cost(of: text) }
    if let known = markCosts[bits] { return known }
    let cost = MarkRuns.cost(of: text)
    markCosts[bits] = cost
    kept.append(text)
    return cost
  }

  /// Notes a part of a key.
  ///
  /// - Returns: whether it is the first time.
  fileprivate mutating func notePartOfKey<Value>(_ value: Value, _ bits: Bits) -> Bool {
    guard partsOfKeys.insert(bits).inserted else { return false }
    kept.append(value)
    return true
  }

  // MARK: Documents

  /// The levels of containers in a document, each of which is visited once. It does not use recursion.
  ///
  /// - Throws: the error for a document with more levels than `maximum`.
  mutating func depth(
    of document: ArchiveValue, maximum: Int, tooDeep: () -> ArchiveError
  ) throws(ArchiveError) {
    struct Level {
      let bits: Bits?
      let inner: [ArchiveValue]
      var next = 0
      var depth = 1
    }
    guard let top = document.containerBits, depths[top] == nil else { return }
    // It keeps all that is in it.
    kept.append(document)
    var levels = [Level(bits: top, inner: document.containers)]
    while var level = levels.popLast() {
      if level.next < level.inner.count {
        let value = level.inner[level.next]
        let bits = value.containerBits
        if let bits, let known = depths[bits] {
          level.depth = max(level.depth, known + 1)
          level.next += 1
          levels.append(level)
        } else {
          levels.append(level)
          levels.append(Level(bits: bits, inner: value.containers))
        }
        guard levels.count <= maximum else { throw tooDeep() }
      } else {
        guard level.depth + levels.count <= maximum else { throw tooDeep() }
        if let bits = level.bits { depths[bits] = level.depth }
      }
    }
  }
}

extension ArchiveValue {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .dictionary, .set: true
    default: false
    }
  }

  /// The containers among its elements.
  fileprivate var containers: [ArchiveValue] {
    switch self {
    case .array(let elements): elements.filter(\.isContainer)
    case .dictionary(let entries): entries.values.filter(\.isContainer)
    case .set(let elements): elements.filter(\.isContainer)
    default: []
    }
  }

  fileprivate var containerBits: SharedValues.Bits? {
    switch self {
    case .array(let elements): SharedValues.Bits(elements)
    case .dictionary(let entries): SharedValues.Bits(entries)
    case .set(let elements): SharedValues.Bits(elements)
    default: nil
    }
  }
}

extension ObjectEncoder {
  /// Archives a value that may share its storage with others. If an earlier one is the same value, its object is used
  /// again.
  ///
  /// Keys of dictionaries and elements of sets are written again each time. To read them takes as much work as they are
  /// large, which a decoder allows in proportion to the archive's size. Long texts as keys are written again only if a
  /// decoder would otherwise refuse the archive.
  func shared<Value>(
    _ value: Value, _ bits: SharedValues.Bits?, _ archive: () throws -> ArchivedReference
  ) throws -> ArchivedReference {
    guard let bits else { return try archive() }
    if keyDepth > 0 { return try partOfKey(value, bits, archive) }
    if let known = sharedValues.number(bits),
      !isArchivingTextKeys || sink.cost.fits(sink.byteCount, settings.readingLimits)
    {
      return ArchivedReference(number: known)
    }
    let reference = try archive()
    sharedValues.note(value, bits, reference.number)
    return reference
  }

  /// The same for an array, whose elements are archived by `archive`.
  @inline(__always)
  func sharedArray<Element>(
    _ array: [Element], _ archive: () throws -> ArchivedReference
  ) throws -> ArchivedReference {
    guard keyDepth == 0 else { return try sharedCollection(array, archive) }
    // All empty arrays have the same storage.
    if array.count == 0 { return try archive() }
    if let known = sharedValues.number(ofArray: array),
      !isArchivingTextKeys || sink.cost.fits(sink.byteCount, settings.readingLimits)
    {
      return ArchivedReference(number: known)
    }
    let reference = try archive()
    sharedValues.note(array: array, reference.number)
    return reference
  }

  private func partOfKey<Value>(
    _ value: Value, _ bits: SharedValues.Bits, _ archive: () throws -> ArchivedReference
  ) throws -> ArchivedReference {
    guard !sharedValues.isWritingAgain, !sharedValues.notePartOfKey(value, bits) else { return try archive() }
    return try writingAgain(archive)
  }

  /// Writes what has been written before. A type may hash little of what it holds, so a key may be a tree of 2^k leaves.
  ///
  /// - Throws: `notArchivableValue` if what is written again is out of proportion to what is written for the first time.
  func writingAgain<Result>(_ body: () throws -> Result) throws -> Result {
    let before = sink.byteCount
    sharedValues.isWritingAgain = true
    defer { sharedValues.isWritingAgain = false }
    let result = try body()
    sharedValues.bytesWrittenAgain &+= sink.byteCount &- before
    let again = sharedValues.bytesWrittenAgain
    do throws(ArchiveError) {
      try settings.readingLimits.check(again, of: 1, from: max(sink.byteCount &- again, 0))
    } catch {
      throw ArchiveError.notArchivableValue(
        path: "", value: "of a dictionary's key or a set's element",
        reason: "parts that it has in memory once are written for each of their places, which takes \(again) bytes")
    }
    return result
  }

  /// The same for a collection, whose elements are archived by `archive`.
  ///
  /// - Throws: `notArchivableValue` for a key that is nested too deeply to be hashed by the decoder.
  func sharedCollection<Value: Collection>(
    _ value: Value, _ archive: () throws -> ArchivedReference
  ) throws -> ArchivedReference {
    // All empty collections of a type have the same storage.
    let bits = value.isEmpty ? nil : SharedValues.Bits(value)
    guard keyDepth > 0 else { return try shared(value, bits, archive) }
    return try shared(value, bits) { try withinKey(keyDepth, archive) }
  }

  /// Archives the parts of a key of a dictionary, or of an element of a set.
  ///
  /// - Parameter depth: the depth of the value whose parts these are.
  func withinKey<Result>(_ depth: Int, _ body: () throws -> Result) throws -> Result {
    let outer = keyDepth
    keyDepth = depth + 1
    defer { keyDepth = outer }
    guard depth <= settings.readingLimits.maximumValueNesting else {
      throw ArchiveError.notArchivableValue(
        path: "", value: "of a dictionary's key or a set's element",
        reason:
          "it nests deeper than the \(settings.readingLimits.maximumValueNesting) levels of 'maximumValueNesting'")
    }
    return try body()
  }
}
