import Foundation

/// Writes the values of one object at a time, for `encode(to:)` of archived types.
///
/// A reference to an object adds the object to a queue, so that chains of any length are archived without recursion.
public final class ObjectEncoder: KeyedEncoding {
  // One thread uses it, in calls that do not overlap: no function of the app runs while a property is changed. To check that in each
  // access took a fifth of the time, so the properties that are used for each value are not checked.
  @exclusivity(unchecked) var sink: PropertyListSink
  /// The settings. Names may change between calls, so cached states are cleared.
  var settings: ArchiveEncoder.Settings {
    didSet {
      objectSettings = settings.objects
      objectSettings.form = settings.form
      substitution = Self.substitution(settings)
      types.forgetStates()
    }
  }
  @exclusivity(unchecked) private(set) var objectSettings: ObjectEncodingSettings
  /// The types of the written objects.
  @exclusivity(unchecked) var types = EncodedTypes()
  /// Texts and numbers that are separate objects.
  @exclusivity(unchecked) var leaves = SharedLeafIndices()
  @exclusivity(unchecked) var nullNumber: Int?
  /// The document that is being written.
  @exclusivity(unchecked) var document = Document()
  /// How deep the current value is within a key of a dictionary or an element of a set, from 1; otherwise 0.
  @exclusivity(unchecked) var keyDepth = 0
  /// Whether keys that are text are being archived.
  @exclusivity(unchecked) var isArchivingTextKeys = false
  /// The values of the current call that others may share.
  @exclusivity(unchecked) var sharedValues = SharedValues()
  var madeUpLocales = MadeUpLocales()
  /// What substitutes the values; nil for an archive in the program's own form.
  @exclusivity(unchecked) private(set) var substitution: (any ObjectSubstitution)?
  /// The elements of lists in the making, those of the innermost last.
  @exclusivity(unchecked) var elementNumbers: [Int] = []
  /// The keys of dictionaries that values of Codable types have written.
  var codedOrders = CodedOrders()

  /// The objects that are rows of tables, by their classes in the order in which they were found.
  var tables: [EncodedTable] = []

  @exclusivity(unchecked) var objects = EncodedObjects()
  @exclusivity(unchecked) var conditionals = ConditionalReferences()
  /// Objects that have an index and are not written yet.
  @exclusivity(unchecked) var queue: [QueueItem] = []
  /// The values among them, which are larger.
  @exclusivity(unchecked) var queuedValues: [QueuedValue] = []
  /// Counts objects as they are written; nil without a monitor.
  private let work = WorkMonitor.current.map(WorkStage.init)

  /// Whether a container of an `ArchiveValue` is being written, and the key of the whole document.
  struct Document {
    var isBegun = false
    var key = ""
  }

  /// - Parameter output: takes large data, if the settings allow it.
  convenience init(_ settings: ArchiveEncoder.Settings, _ output: PropertyListOutput? = nil) {
    var sink = PropertyListSink(.checked)
    settings.prepare(&sink)
    if settings.takesOutput { sink.writer.output = output }
    self.init(settings, continuing: sink)
  }

  /// - Parameter sink: the values that are already written at the archive's top.
  init(_ settings: ArchiveEncoder.Settings, continuing sink: consuming PropertyListSink) {
    self.settings = settings
    objectSettings = settings.objects
    objectSettings.form = settings.form
    substitution = Self.substitution(settings)
    self.sink = sink
    work?.begin(0...1, of: nil)
  }

  /// Counts one object, or one element of a list.
  ///
  /// - Throws: `cancelled`.
  @inline(__always)
  func countWork() throws(ArchiveError) {
    try work?.step {
      let known = sink.objects.count
      return WorkStage.Found(done: known - queue.count, known: known, byteCount: sink.byteCount)
    }
  }

  // MARK: Values

  /// Archives a value under `key`: a number, text, data, a date, a collection, a struct or an object; nil as null.
  ///
  /// - Throws: `ArchiveError.duplicateKey` for a key that this object already has; the errors of the value's own code.
  public func encode<Value: ArchivableValue>(_ value: Value, forKey key: String) throws {
    do {
      guard let substitution else { return try value.archive(in: self, forKey: key) }
      try substitution.encode(value, forKey: key, in: self)
    } catch let error as ArchiveError {
      throw error.within(key)
    }
  }

  /// Archives bytes under `key`, in the object itself.
  ///
  /// - Throws: `duplicateKey` for a key that this object already has.
  public func encodeBytes(_ bytes: UnsafeRawBufferPointer, forKey key: String) throws {
    guard let key = archivedKey(key, isNil: false) else { return }
    try sink.key(key)
    sink.value(try sink.writer.data(bytes))
  }

  /// Archives bytes under `key`, in the object itself.
  ///
  /// - Throws: `duplicateKey` for a key that this object already has.
  public func encodeBytes(_ bytes: Data, forKey key: String) throws {
    guard bytes.count >= SharedValues.shortest, let bits = SharedValues.Bits(bytes) else {
      return try bytes.withUnsafeBytes { try encodeBytes($0, forKey: key) }
    }
    guard let key = archivedKey(key, isNil: false) else { return }
    try sink.key(key)
    // Many objects may share one piece of data.
    let known = sharedValues.reference(bits)
    let reference = try known ?? sink.data(bytes)
    if known == nil { sharedValues.note(bytes, bits, reference) }
    sink.value(reference)
  }

  /// Archives a reference to an object under `key` if something else archives the object, earlier or later; otherwise
  /// null.
  ///
  /// - Throws: `duplicateKey`.
  public func encodeConditionalObject<Object: ArchivableObject>(_ object: Object?, forKey key: String) throws {
    guard let key = archivedKey(key, isNil: object == nil) else { return }
    try writeConditional(object, forKey: key)
  }

  package func writeConditional(_ object: (any ArchivableObject)?, forKey key: String) throws {
    try sink.key(key)
    if let object { conditionals.append(object, sink.valueCount, isKept: isKept(object)) }
    sink.reference(0)
  }

  /// Whether something archives the object by a reference that is not conditional.
  package func isKept(_ object: any ArchivableObject) -> Bool { objects[ObjectIdentifier(object)] != nil }

  /// Archives an object of any class under `key`; nil as null.
  ///
  /// - Throws: `duplicateKey`.
  public func encodeObject(_ object: (any ArchivableObject)?, forKey key: String) throws {
    guard let key = archivedKey(key, isNil: object == nil) else { return }
    let number = try object.map(number) ?? 0
    try sink.key(key)
    sink.reference(number)
  }

  /// Archives objects of any classes under `key`, as an array.
  ///
  /// - Throws: `duplicateKey`; the errors of `replacementForArchiving()` and the delegate.
  public func encodeObjects(_ objects: [any ArchivableObject], forKey key: String) throws {
    guard let key = archivedKey(key, isNil: false) else { return }
    let list = try collection(.array, [(CollectionKey.objects, objects.map(number))])
    try sink.key(key)
    sink.reference(list)
  }

  // MARK: Keys

  /// Archives a reference under `key`.
  func put(_ reference: ArchivedReference, forKey key: String) throws {
    try sink.key(key)
    sink.reference(reference.number)
  }

  /// Writes values whose keys follow `key` and a dot.
  func nested(_ key: String, _ body: () throws -> Void) throws {
    let prefix = sink.prefix
    if !key.isEmpty { sink.prefix = prefix + key + "." }
    defer { sink.prefix = prefix }
    try body()
  }

  // MARK: Objects

  /// The object's index in the archive. If it has none yet, the object is added to the queue.
  func number(of object: any ArchivableObject) throws -> Int {
    if let known = objects[object] { return known }
    let state = try types.state(ofObject: type(of: object))
    guard let replace = state.archivedClass?.replacementForArchiving else { return try enter(object, state) }
    let own = try replace(object)
    guard own !== object else { return try enter(object, state) }
    // An object that replaces several others, or is archived itself as well, is archived once.
    let number = try objects[own] ?? enter(own, try types.state(ofObject: type(of: own)))
    objects.note(object, number)
    return number
  }

  /// Assigns an index to an object, or to the delegate's replacement.
  private func enter(_ object: any ArchivableObject, _ state: EncodedTypes.State) throws -> Int {
    if let type = state.archivedClass?.table, let number = numberOfRow(of: object, type) { return number }
    guard objectSettings.delegate != nil else { return enqueue(object, state) }
    let replacement = try objectSettings.lastWord(on: object)
    var number = 0
    if let replacement {
      if replacement !== object, let known = objects[replacement] {
        number = known
      } else {
        number = enqueue(replacement, try types.state(ofObject: type(of: replacement)))
      }
    }
    if replacement !== object { objects.note(object, number) }
    return number
  }

  private func enqueue(_ object: any ArchivableObject, _ state: EncodedTypes.State) -> Int {
    let number = sink.reserveObject()
    queue.append(QueueItem(number: number, place: objects.note(object, number), state: state))
    return number
  }

  /// Queues an object that has an index.
  ///
  /// - Throws: `notArchivable`.
  func enqueue(_ object: any ArchivableObject, _ number: Int) throws {
    let state = try types.state(ofObject: type(of: object))
    queue.append(QueueItem(number: number, place: objects.note(object, number), state: state))
  }

  /// Queues a value that has an index.
  func enqueue(_ value: any ArchivableComposite, _ number: Int) {
    enqueue(number, .composite(value, KeyPlace(depth: 0, isWrittenAgain: false)))
  }

  /// Assigns an index to a value, which is written later.
  func enqueue(_ value: any ArchivableComposite) -> Int {
    let number = sink.reserveObject()
    enqueue(number, .composite(value, keyPlace))
    return number
  }

  func enqueue(_ value: ArchiveValue) throws -> ArchivedReference {
    if !document.isBegun { try checkNesting(of: value) }
    let number = sink.reserveObject()
    enqueue(number, .value(value, Document(isBegun: true, key: document.key), keyPlace))
    return ArchivedReference(number: number)
  }

  private func enqueue(_ number: Int, _ value: QueuedValue) {
    queuedValues.append(value)
    queue.append(QueueItem(number: number, place: -1, state: nil))
  }

  /// An object by its place among those that are kept, with the state of its type; or without a state the last of the queued values.
  struct QueueItem {
    let number: Int
    let place: Int
    let state: EncodedTypes.State?
  }

  enum QueuedValue {
    case composite(any ArchivableComposite, KeyPlace)
    case value(ArchiveValue, Document, KeyPlace)
  }

  /// Where a queued value is within a key; see ``keyDepth`` and ``SharedValues/isWritingAgain``.
  struct KeyPlace {
    var depth: Int
    var isWrittenAgain: Bool
  }

  private var keyPlace: KeyPlace { KeyPlace(depth: keyDepth, isWrittenAgain: sharedValues.isWritingAgain) }

  @inline(__always)
  private func within(_ place: KeyPlace, _ body: () throws -> Void) throws {
    if place.depth == 0 { return try body() }
    if place.isWrittenAgain { return try writingAgain { try withinKey(place.depth, body) } }
    try withinKey(place.depth, body)
  }

  // MARK: Finishing

  /// Writes the objects in the queue, and those that are added meanwhile.
  func encodeQueue() throws {
    guard !queue.isEmpty || tables.contains(where: { !$0.isWritten }) else { return }
    let outerConditionals = conditionals.takeCurrent()
    let outer = sink.takeFields()
    defer {
      sink.restore(outer)
      conditionals.restoreCurrent(outerConditionals)
    }
    while try encodeNext() {}
  }

  /// Writes the next object of the queue, and after the last one tables; false if there is nothing left.
  @inline(__always)
  func encodeNext() throws -> Bool {
    guard let item = queue.popLast() else { return try encodeTable() }
    try countWork()
    let number = item.number
    if let state = item.state {
      guard let archivedClass = state.archivedClass else { return true }
      let object = objects.kept[item.place]
      let classNumber = try types.classNumber(state, archivedClass, objectSettings, into: &sink)
      try write(number, state, classNumber) {
        do {
          guard let substitution else { return try archivedClass.encode(object, self) }
          try substitution.encodeParts(of: archivedClass) { try archivedClass.encode(object, self) }
        } catch let error as ArchiveError {
          throw error.within(archivedClass.name)
        }
      }
      objectSettings.delegate?.didEncode(object)
      return true
    }
    switch queuedValues.popLast() {
    case .composite(let value, let place): try within(place) { try encode(value, number) }
    case .value(let container, let begun, let place):
      document = begun
      defer { document = Document() }
      try within(place) { try container.write(number, in: self) }
    case nil: break
    }
    return true
  }

  private func encode(_ value: any ArchivableComposite, _ number: Int) throws {
    let (state, classNumber) = try types.state(of: type(of: value), objectSettings, into: &sink)
    try write(number, state, classNumber) {
      do {
        guard let substitution else { return try value.encode(to: self) }
        try substitution.encodeParts(of: type(of: value)) { try value.encode(to: self) }
      } catch let error as ArchiveError {
        throw error.within(type(of: value).archivedClassName)
      }
    }
  }

  @inline(__always)
  private func write(
    _ number: Int, _ state: EncodedTypes.State, _ classNumber: Int, _ body: () throws -> Void
  ) throws {
    swap(&sink.expectedKeys, &state.expectedKeys)
    sink.objectNumber = number
    defer { sink.objectNumber = 0 }
    do {
      try body()
      let place = sink.endObject(number, class: classNumber)
      swap(&sink.expectedKeys, &state.expectedKeys)
      conditionals.endObject(valuesAt: place)
    } catch {
      // If the values are taken back, so are their keys.
      state.expectedKeys = []
      sink.forgetExpectedKeys()
      throw error
    }
  }

  /// Finishes the archive of the values at the top, after the queue has been written.
  func finish() throws(ArchiveError) -> (archive: Data, cost: ReadingCost) {
    try checkUnowned()
    let (top, place) = sink.endTop()
    conditionals.endObject(valuesAt: place)
    resolveConditionals()
    let (cost, observer) = (sink.cost, sink.observer)
    sink.writer.hasChecksum = settings.checksum == .crc32
    let archive = try takeSink().finish(top: top)
    return (try settings.finished(archive, observer, objects: objects), cost)
  }

  func takeSink() -> PropertyListSink { sink.take() }
}
