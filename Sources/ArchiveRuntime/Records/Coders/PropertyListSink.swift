import Foundation

/// Writes fields into one dictionary of a keyed archive, and the objects they need into `$objects`.
struct PropertyListSink: ~Copyable, FieldSink {
  var writer: PropertyListWriter
  let words: KeyList
  /// The elements of `$objects`; the first is "$null".
  var objects: [PropertyListWriter.Reference]
  /// Descriptions by their text: equal ones are one object. They are names of types, no one's values.
  private var descriptions: [ExactText: PropertyListWriter.Reference] = [:]
  var keys: [PropertyListWriter.Reference] = []
  var values: [PropertyListWriter.Reference] = []
  /// Every key of the dictionary so far, where the caller chooses keys: as a set and in their order.
  var taken: Set<ExactText> = []
  var takenInOrder: [String] = []
  let keyMode: KeyMode
  var prefix = ""
  /// The keys that the last object of the same class had, in their order, and how many of them this one had, too.
  var expected: [ExpectedKey] = []
  var expectedCount = 0
  /// The keys from the first that was not expected.
  var observed: [ExpectedKey] = []
  var classKeyReference: PropertyListWriter.Reference?
  var foundationKeys: [(key: String, reference: PropertyListWriter.Reference)] = []
  var cost = ReadingCost()

  enum KeyMode {
    /// The keys are known beforehand; only values are collected.
    case block
    case written
    /// Written, and refused when they occur twice.
    case checked
  }

  init(_ keyMode: KeyMode, reservingCapacity capacity: Int = 1_000) {
    self.keyMode = keyMode
    writer = PropertyListWriter(reservingCapacity: capacity)
    words = writer.keys(KeyedArchive.words)
    objects = [words[.null]]
  }

  var takesKeys: Bool { keyMode != .block }

  /// About how many bytes of the archive are written.
  var byteCount: Int {
    writer.buffer.count + writer.containerReferences.count * 3 + writer.leafOffsets.count * 3
  }

  @inline(__always)
  mutating func key(_ key: String) throws(ArchiveError) {
    if keyMode != .block { try writeKey(key) }
  }

  private mutating func writeKey(_ key: String) throws(ArchiveError) {
    if keyMode == .checked, takeExpected(key) { return }
    let whole = prefix.isEmpty ? key : prefix + key
    if keyMode == .checked {
      noteExpectedAsTaken()
      guard taken.insert(ExactText(whole)).inserted else { throw .duplicateKey(path: whole) }
      takenInOrder.append(whole)
    }
    let reference = writer.key(KeyedArchive.mangled(whole))
    if keyMode == .checked { observed.append(ExpectedKey(prefix: prefix, key: key, reference: reference)) }
    keys.append(reference)
  }

  mutating func bool(_ value: Bool) { values.append(writer.bool(value)) }
  mutating func integer(_ value: Int64) { values.append(writer.integer(value)) }
  mutating func unsigned(_ value: UInt64) { values.append(writer.unsigned(value)) }
  mutating func real32(bitPattern: UInt32) { values.append(writer.real32(bitPattern: bitPattern)) }
  mutating func real64(bitPattern: UInt64) { values.append(writer.real64(bitPattern: bitPattern)) }

  mutating func text(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool {
    switch encoding {
    case .utf8:
      guard let string = writer.string(utf8: bytes) else { return false }
      values.append(object(string))
    case .latin1: values.append(object(writer.string(latin1: bytes)))
    }
    return true
  }

  mutating func string(_ text: String) { values.append(object(writer.string(text))) }

  mutating func description(_ text: String) {
    if let known = descriptions[ExactText(text)] { return values.append(known) }
    let reference = object(writer.string(text))
    descriptions[ExactText(text)] = reference
    values.append(reference)
  }

  mutating func data(
    byteCount: Int, fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    values.append(
      try writer.data(byteCount: byteCount) { (bytes) throws(ArchiveError) in
        if let address = bytes.baseAddress { try fill(address) }
      })
  }

  mutating func columns(
    keys: (Int) -> String, byteCounts: [Int], fill: ([UnsafeMutableRawPointer]) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    if keyMode != .block {
      for index in byteCounts.indices { try writeKey(keys(index)) }
    }
    values += try writer.data(byteCounts: byteCounts, fill: fill)
  }

  /// Puts an object into `$objects`.
  ///
  /// - Returns: A reference to it.
  private mutating func object(_ reference: PropertyListWriter.Reference) -> PropertyListWriter.Reference {
    objects.append(reference)
    return writer.uid(objects.count - 1)
  }

  // MARK: Values in turn

  /// What there is, to be taken back to.
  struct Mark {
    fileprivate let keyCount: Int
    fileprivate let valueCount: Int
    let objectCount: Int
    fileprivate let prefix: String
    fileprivate let cost: ReadingCost
  }

  var mark: Mark {
    Mark(keyCount: keys.count, valueCount: values.count, objectCount: objects.count, prefix: prefix, cost: cost)
  }

  mutating func takeBack(to mark: Mark) {
    prefix = mark.prefix
    cost = mark.cost
    noteExpectedAsTaken()
    for key in takenInOrder[min(mark.keyCount, takenInOrder.count)...] { taken.remove(ExactText(key)) }
    takenInOrder.removeSubrange(min(mark.keyCount, takenInOrder.count)...)
    expectedCount = min(expectedCount, mark.keyCount)
    observed.removeSubrange(min(mark.keyCount - expectedCount, observed.count)...)
    keys.removeSubrange(mark.keyCount...)
    values.removeSubrange(mark.valueCount...)
    objects.removeSubrange(mark.objectCount...)
    // Some may name objects just removed.
    descriptions = [:]
  }

  /// Writes one more value; if that fails, its keys and values are taken back.
  mutating func attempt(
    _ body: (inout PropertyListSink) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let mark = mark
    do throws(ArchiveError) {
      try body(&self)
    } catch {
      takeBack(to: mark)
      throw error
    }
  }

  func copy() -> PropertyListSink {
    PropertyListSink(copying: self)
  }

  private init(copying other: borrowing PropertyListSink) {
    keyMode = other.keyMode
    writer = other.writer.copy()
    words = other.words
    objects = other.objects
    descriptions = other.descriptions
    keys = other.keys
    values = other.values
    taken = other.taken
    takenInOrder = other.takenInOrder
    observed = other.observed
    classKeyReference = other.classKeyReference
    foundationKeys = other.foundationKeys
    prefix = other.prefix
    cost = other.cost
  }

  mutating func write(_ record: UnsafeRawPointer, by plan: RecordPlan) throws(ArchiveError) {
    try plan.encode(record, into: &self)
  }

  mutating func writeColumns(
    _ records: UnsafeRawPointer, count: Int, key: String, by plan: RecordPlan
  ) throws(ArchiveError) {
    try plan.encodeColumns(records, stride: max(plan.size, 0), dimensions: [count], key: key, into: &self)
  }

  mutating func note(records byteCount: Int, key: String) { cost.note(records: byteCount, path: prefix + key) }

  // MARK: Whole archives

  /// Leaves the place of the root object in `$objects`, the first after "$null" as in other archivers' files.
  mutating func reserveRoot() { objects.append(words[.null]) }

  /// Ends an archive of one root object whose values are those collected.
  ///
  /// - Parameters:
  ///   - block: The object's keys, then "$class", then the class's name; nil when the keys were written.
  ///   - name: The class's name.
  consuming func finishRoot(_ block: KeyBlock?, name: String) throws(ArchiveError) -> Data {
    let className: PropertyListWriter.Reference
    if let block {
      let list = writer.keys(block)
      for position in 0..<(block.count - 1) { keys.append(list[position]) }
      className = list[block.count - 1]
    } else {
      keys.append(writer.key(KeyedArchive.classKey))
      className = writer.string(name)
    }
    let classes = writer.array([className, words[.object]])
    values.append(object(writer.dictionary(keys: [words[.classes], words[.className]], values: [classes, className])))
    objects[1] = writer.dictionary(keys: keys, values: values)
    let top = writer.dictionary(keys: [words[.root]], values: [writer.uid(1)])
    return try Self.finish(writer, words, objects: objects, top: top)
  }

  static func finish(
    _ writer: consuming PropertyListWriter, _ words: KeyList, objects: [PropertyListWriter.Reference],
    top: PropertyListWriter.Reference
  ) throws(ArchiveError) -> Data {
    let list = writer.dictionary(
      keys: [words[.archiver], words[.objects], words[.top], words[.version]],
      values: [words[.archiverName], writer.array(objects), top, writer.integer(KeyedArchive.version)])
    return try writer.finish(top: list)
  }
}
