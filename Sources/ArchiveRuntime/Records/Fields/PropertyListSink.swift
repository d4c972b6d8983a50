import Foundation

/// Writes fields into one dictionary of a keyed archive, and the objects they need into `$objects`.
struct PropertyListSink: ~Copyable, FieldSink {
  var writer: PropertyListWriter
  let words: KeyReferences
  /// The elements of `$objects`; the first is "$null".
  var objects: [PropertyListWriter.Reference]
  /// Descriptions by their text: equal ones are one object. They are names of types, no one's values.
  private var descriptions: [ExactText: PropertyListWriter.Reference] = [:]
  /// The dictionary in the making.
  var fields = Fields()
  let keyMode: KeyMode
  var classKeyReference: PropertyListWriter.Reference?
  var foundationKeys: [(key: String, reference: PropertyListWriter.Reference)] = []
  var cost = ReadingCost()
  var observer: (any EncodingObserver)?
  var objectNumber = 0
  /// Whether numbers take the bytes that their type needs, whatever their value, and each text is an object of its own: see
  /// ``RecordImages``.
  var hasFixedWidths = false
  /// The bytes of an offset then, at least, in an archive with text.
  static let offsetSizeWithText = 2

  /// The keys and values of one dictionary.
  struct Fields {
    var keys = KeyLog()
    var values: [PropertyListWriter.Reference] = []
    /// The prefix of each key.
    var prefix = ""
  }

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
    words = writer.keys(KeyedArchiveFormat.words)
    objects = [words[.null]]
  }

  private init(spare words: KeyReferences) {
    keyMode = .checked
    writer = PropertyListWriter(reservingCapacity: 0)
    (self.words, objects) = (words, [])
  }

  /// Gives up what is written. What is written to this one afterwards has no effect.
  mutating func take() -> PropertyListSink {
    var taken = PropertyListSink(spare: words)
    swap(&taken, &self)
    return taken
  }

  var takesKeys: Bool { keyMode != .block }

  var prefix: String {
    @inline(__always) get { fields.prefix }
    @inline(__always) _modify { yield &fields.prefix }
  }

  /// The keys that the dictionary is expected to have: those of the last object of the same class.
  var expectedKeys: [KeyLog.ExpectedKey] {
    @inline(__always) get { fields.keys.expected }
    @inline(__always) _modify { yield &fields.keys.expected }
  }

  mutating func forgetExpectedKeys() { fields.keys.forgetExpected() }

  /// How many values the dictionary has so far.
  var valueCount: Int { fields.values.count }

  /// About how many bytes of the archive are written.
  var byteCount: Int {
    writer.buffer.count + writer.containerReferences.count * 3 + writer.leafOffsets.count * 3
  }

  @inline(__always)
  mutating func key(_ key: String) throws(ArchiveError) {
    if keyMode != .block { try writeKey(key) }
  }

  private mutating func writeKey(_ key: String) throws(ArchiveError) {
    if keyMode == .checked, fields.keys.takeExpected(TextBits(key), after: TextBits(fields.prefix)) { return }
    try writeOtherKey(key)
  }

  @inline(never)
  private mutating func writeOtherKey(_ key: String) throws(ArchiveError) {
    let prefix = fields.prefix
    if keyMode == .checked, fields.keys.takeExpected(key, after: prefix) { return }
    let whole = prefix.isEmpty ? key : prefix + key
    if keyMode == .checked { try fields.keys.claim(whole) }
    let reference = writer.key(KeyedArchiveFormat.mangled(whole))
    if keyMode == .checked {
      fields.keys.observe(KeyLog.ExpectedKey(prefix: prefix, key: key, reference: reference))
    } else {
      fields.keys.append(reference)
    }
  }

  @inline(__always)
  mutating func plain(_ bits: UInt64, _ number: ElementType.Number) {
    if hasFixedWidths { fixed(bits, number) } else { shortest(bits, number) }
  }

  private mutating func fixed(_ bits: UInt64, _ number: ElementType.Number) {
    switch number {
    case .bool:
      // Both are there, whichever the record has.
      let both = (writer.bool(false), writer.bool(true))
      fields.values.append(bits != 0 ? both.1 : both.0)
    // 8 bytes have a sign, so what is above takes 16 in every form.
    case .integer(_, false) where bits > Int64.max: unsigned(bits)
    case .integer(_, let isSigned):
      let bits = isSigned ? UInt64(bitPattern: number.extended(bits)) : bits
      fields.values.append(writer.number(ObjectMarker.integer, bits, byteCount: number.fixedByteCount))
    case .floating(.double): fields.values.append(writer.number(ObjectMarker.real, bits, byteCount: 8))
    case .floating(.single): fields.values.append(writer.number(ObjectMarker.real, bits, byteCount: 4))
    case .floating: shortest(bits, number)
    }
  }

  mutating func bool(_ value: Bool) { fields.values.append(writer.bool(value)) }
  mutating func integer(_ value: Int64) { fields.values.append(writer.integer(value)) }
  mutating func unsigned(_ value: UInt64) { fields.values.append(writer.unsigned(value)) }
  mutating func real32(bitPattern: UInt32) { fields.values.append(writer.real32(bitPattern: bitPattern)) }
  mutating func real64(bitPattern: UInt64) { fields.values.append(writer.real64(bitPattern: bitPattern)) }

  mutating func text(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool {
    // In a fixed layout equal texts are not one, and offsets do not take more bytes when a text is longer.
    if hasFixedWidths { writer.leastOffsetSize = Self.offsetSizeWithText }
    switch encoding {
    case .utf8:
      guard let string = writer.string(utf8: bytes, isMerged: !hasFixedWidths) else { return false }
      fields.values.append(object(string))
    case .latin1: fields.values.append(object(writer.string(latin1: bytes, isMerged: !hasFixedWidths)))
    }
    return true
  }

  /// A value that is written already.
  mutating func value(_ reference: PropertyListWriter.Reference) { fields.values.append(reference) }

  mutating func string(_ text: String) { fields.values.append(object(writer.string(text))) }

  mutating func description(_ text: String) {
    if let known = descriptions[ExactText(text)] { return fields.values.append(known) }
    let reference = object(writer.string(text))
    descriptions[ExactText(text)] = reference
    fields.values.append(reference)
  }

  mutating func data(
    byteCount: Int, fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    fields.values.append(
      try writer.data(byteCount: byteCount) { (bytes) throws(ArchiveError) in
        if let address = bytes.baseAddress { try fill(address) }
      })
  }

  mutating func columns(keys: (Int) -> String, _ data: [DataColumns]) throws(ArchiveError) {
    if keyMode != .block {
      for index in 0..<data.reduce(0, { $0 + $1.columns.count }) { try writeKey(keys(index)) }
    }
    fields.values += try writer.data(data)
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
    Mark(
      keyCount: fields.keys.count, valueCount: fields.values.count, objectCount: objects.count, prefix: prefix,
      cost: cost)
  }

  mutating func takeBack(to mark: Mark) {
    prefix = mark.prefix
    cost = mark.cost
    fields.keys.takeBack(to: mark.keyCount)
    fields.values.removeSubrange(mark.valueCount...)
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
    fields = other.fields
    fields.keys = other.fields.keys.copy()
    classKeyReference = other.classKeyReference
    foundationKeys = other.foundationKeys
    cost = other.cost
    observer = other.observer?.copy()
    objectNumber = other.objectNumber
    hasFixedWidths = other.hasFixedWidths
  }

  mutating func write(_ record: UnsafeRawPointer, by plan: RecordPlan) throws(ArchiveError) {
    if observer != nil { tell(plan) }
    try plan.encode(record, into: &self)
  }

  mutating func writeColumns(
    _ records: UnsafeRawPointer, count: Int, key: String, by plan: RecordPlan
  ) throws(ArchiveError) {
    if observer != nil {
      tell(RecordPlan.identified(plan, key: fields.prefix + key), behind: "")
    }
    try plan.encodeColumns(records, stride: max(plan.size, 0), dimensions: [count], key: key, into: &self)
  }

  mutating func note(records byteCount: Int, key: String) {
    let prefix = fields.prefix
    cost.note(records: byteCount, path: prefix + key)
  }

  // MARK: Whole archives

  /// Leaves the place of the root object in `$objects`, the first after "$null" as in other archivers' files.
  mutating func reserveRoot() { objects.append(words[.null]) }

  /// Ends an archive of one root object whose values are those collected.
  ///
  /// - Parameters:
  ///   - block: The object's keys, then "$class", then the class's name; nil when the keys were written.
  ///   - name: The class's name.
  consuming func finishRoot(_ block: EncodedKeys?, name: String) throws(ArchiveError) -> Data {
    let className: PropertyListWriter.Reference
    if let block {
      let list = writer.keys(block)
      for position in 0..<(block.count - 1) { fields.keys.append(list[position]) }
      className = list[block.count - 1]
    } else {
      fields.keys.append(writer.key(KeyedArchiveFormat.classKey))
      className = writer.string(name)
    }
    let classes = writer.array([className, words[.object]])
    fields.values.append(
      object(writer.dictionary(keys: [words[.classes], words[.className]], values: [classes, className])))
    objects[1] = writer.dictionary(keys: fields.keys.references, values: fields.values)
    let top = writer.dictionary(keys: [words[.root]], values: [writer.uid(1)])
    return try PropertyListWriter.finish(writer, words, objects: objects, top: top)
  }
}

extension PropertyListWriter {
  /// Ends a keyed archive.
  package static func finish(
    _ writer: consuming PropertyListWriter, _ words: KeyReferences, objects: [PropertyListWriter.Reference],
    top: PropertyListWriter.Reference
  ) throws(ArchiveError) -> Data {
    var keys = [words[.archiver], words[.objects], words[.top], words[.version]]
    var values = [
      words[.archiverName], writer.array(objects), top, writer.integer(KeyedArchiveFormat.version),
    ]
    var checksum: PropertyListWriter.Reference?
    if writer.hasChecksum {
      // The file's bytes, and so their checksum, are known at the end.
      let place = try writer.data(byteCount: ArchiveChecksum.byteCount) {
        $0.initializeMemory(as: UInt8.self, repeating: 0)
      }
      keys.insert(
        contentsOf: [writer.key(ArchiveChecksum.key), writer.key(ArchiveChecksum.mark)], at: 1)
      values.insert(contentsOf: [place, writer.bool(true)], at: 1)
      checksum = place
    }
    let list = writer.dictionary(keys: keys, values: values)
    return try writer.finish(top: list, checksum: checksum)
  }
}
