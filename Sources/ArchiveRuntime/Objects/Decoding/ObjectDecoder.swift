import Foundation

/// Reads the values of one object at a time, for `init(from:)` and `connect(from:)` of archived types.
///
/// It can be used only during the decoding; later uses throw.
public final class ObjectDecoder {
  // One thread uses it, in calls that do not overlap: no function of the app runs while a property is changed. To check that in each
  // access took a sixth of the time, so the properties that are used for each value are not checked.
  let archive: DecodingSession
  let settings: ArchiveDecoder.Settings
  let objectSettings: ObjectDecodingSettings
  /// Whether a delegate may replace objects.
  let mayReplace: Bool
  /// The current object.
  @exclusivity(unchecked) var current: ObjectFields
  /// The objects and values that were created.
  @exclusivity(unchecked) var made: DecodedObjects
  /// The objects of tables, each a `DecodedRows`, by the tables' numbers.
  var tables: [Int: AnyObject] = [:]
  /// Some of the descriptions of columns that were read, each a `DescribedColumns`, by their texts.
  var descriptions: [ExactText: AnyObject] = [:]
  let types = ClassTable()
  /// The nesting of calls that create objects and values, and their pending requests.
  @exclusivity(unchecked) var execution = Execution()
  /// Objects that are not yet connected and validated.
  @exclusivity(unchecked) var unfinished = UnfinishedObjects()
  /// Requests that failed.
  @exclusivity(unchecked) var failures = FailedDecodes()
  /// The cost of keys of dictionaries and elements of sets.
  @exclusivity(unchecked) var keyCharges = KeyCharges()
  /// Keys and elements whose hash may depend on objects.
  @exclusivity(unchecked) var hashedKeys = HashedKeys()
  var unowned = UnownedReferences()
  /// Lists with an element that waits for another object: the indices, and the elements before it.
  @exclusivity(unchecked) var partial: [PartialList: (numbers: [Int], elements: Any)] = [:]
  /// The requested sets of classes, numbered from 1.
  private var variants: [[ObjectIdentifier]: Int] = [:]
  /// How the values at the archive's top that were read are archived again, by their keys; empty unless a journal asks.
  private var values: [ExactText: (inout ArchiveWriter) throws -> Void] = [:]
  /// The nesting depth of documents, by the indices of their containers.
  @exclusivity(unchecked) var nesting: ContiguousArray<Int32> = []
  /// Whether a document was not plain.
  var hasReadDocumentsAgain = false
  @exclusivity(unchecked) var documentKeys = DocumentKeys()
  /// The keys of dictionaries that values of Codable types read.
  var codedShapes = CodedShapes()

  /// - Throws: `corrupt` if the archive's top has a duplicate key.
  init(_ archive: DecodingSession, _ settings: ArchiveDecoder.Settings) throws {
    self.archive = archive
    self.settings = settings
    objectSettings = settings.objects
    mayReplace = objectSettings.delegate != nil
    made = DecodedObjects(count: archive.objects.count)
    archive.mappedFile = settings.mappedFile
    archive.limits = settings.limits
    current = ObjectFields(0, archive.top, try archive.shape(of: archive.top))
  }

  // MARK: Values

  /// Whether the object has a value under this key, which may be null. Structs and C data have keys that begin with it.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  public func containsValue(forKey key: String) throws -> Bool {
    try hasKey(key) || containsValues(within: key) || hasKey(key + "[]")
  }

  /// The keys of the object, in the archive's order. Structs have several: `price.amount`, `price.currency`. They are
  /// computed at each call, in time linear in their number.
  ///
  /// - Throws: `decodingOver`.
  public var keys: [String] {
    get throws {
      _ = try archive.view()
      return current.shape.keys.compactMap { KeyedArchiveFormat.unmangled($0.text) }
    }
  }

  /// The value under `key`: a number, text, data, a date, a collection, a struct or an object.
  ///
  /// - Throws: `ArchiveError`: `missingKey` if there is none, or null for a type that is not optional; `wrongType`;
  ///   `outOfRange` for a number that the type cannot represent; `typeNotAllowed` for an object of another class. An
  ///   error affects this call only: other keys can still be read.
  public func decode<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    if archive.use == nil { return try Value.unarchived(from: self, forKey: key) }
    return try observed(type, forKey: key)
  }

  /// The value under `key`; nil if there is no such key, or if its value is null.
  ///
  /// - Throws: the same errors as `decode(_:forKey:)`, except for `missingKey` of the key itself.
  public func decodeIfPresent<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value? {
    if archive.use == nil { return try Value?.unarchived(from: self, forKey: key) }
    return try observed(Value?.self, forKey: key)
  }

  /// The bytes under `key`, which are in the object itself or in a separate object.
  ///
  /// - Throws: `missingKey` if there are none; `wrongType`.
  public func decodeBytes(forKey key: String) throws -> Data {
    guard case .data(let range) = try value(forKey: key) else {
      throw mismatch(key, "data", try value(forKey: key))
    }
    // Many objects may share one piece of data.
    return try leaf(at: range) { try archive.data(range) }
  }

  /// Passes the bytes under `key` to `body` without copying them. The pointer must not escape.
  ///
  /// - Throws: `missingKey` if there are none; `wrongType`; the errors of `body`.
  public func withBytes<Result>(forKey key: String, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
  {
    guard case .data(let range) = try value(forKey: key) else {
      throw mismatch(key, "data", try value(forKey: key))
    }
    return try body(try archive.contents(range))
  }

  /// The same; nil if there is no such key, or if its value is null.
  ///
  /// - Throws: `wrongType`.
  public func decodeBytesIfPresent(forKey key: String) throws -> Data? {
    guard try hasKey(key), try !isNull(try value(forKey: key)) else { return nil }
    return try decodeBytes(forKey: key)
  }

  /// The object under `key`, which must be of one of these classes or of their `archivableSubclasses`; nil if there is
  /// no such key, or if its value is null.
  ///
  /// - Throws: `typeNotAllowed` for an object of another class; `ambiguousClassName` if several of these have its name.
  public func decodeObject(
    of types: [any ArchivableObject.Type], forKey key: String
  ) throws -> (any ArchivableObject)? {
    guard let number = try referenceIfPresent(forKey: key), try !isNull(ArchivedReference(number: number))
    else { return nil }
    return try object(number, ofAny: types, variant(of: types))
  }

  /// The objects of the array under `key`, each of one of these classes.
  ///
  /// - Throws: the same errors as `decodeObject(of:forKey:)`; `missingKey` if there is no array, and for null elements.
  public func decodeObjects(
    of types: [any ArchivableObject.Type], forKey key: String
  ) throws -> [any ArchivableObject] {
    let list = try reference(forKey: key).number
    let variant = variant(of: types)
    return try value(list, as: [any ArchivableObject].self, variant) {
      try self.elements(of: list, variant) { try self.object($0, ofAny: types, variant) }
        .elements
    }
  }

  /// The same; nil if there is no such key, or if its value is null.
  ///
  /// - Throws: the same errors as `decodeObjects(of:forKey:)`, except for `missingKey` of the key itself.
  public func decodeObjectsIfPresent(
    of types: [any ArchivableObject.Type], forKey key: String
  ) throws -> [any ArchivableObject]? {
    guard try hasKey(key), try !isNull(try value(forKey: key)) else { return nil }
    return try decodeObjects(of: types, forKey: key)
  }

  /// A number for these classes, so that lists with other allowed classes are not confused.
  func variant(of types: [any ArchivableObject.Type]) -> Int {
    let classes = types.map { ObjectIdentifier($0) }
    if let known = variants[classes] { return known }
    variants[classes] = variants.count + 1
    return variants.count
  }

  // MARK: C data

  /// The C record that was archived under `key`.
  ///
  /// - Throws: `missingKey`, `wrongType`, `outOfRange`, `invalidText` and `unknownEnumerationValue` with the key path.
  public func decode<Record: ArchivableRecord>(_ type: Record.Type, forKey key: String) throws -> Record {
    try value(of: RecordForm(), forKey: key)
  }

  /// The C records that were archived under `key`.
  ///
  /// - Throws: the same errors as for one record, and `limitExceeded` if the archive claims more than its size allows.
  public func decode<Record: ArchivableRecord>(_ type: [Record].Type, forKey key: String) throws -> [Record] {
    try value(of: RecordsForm(), forKey: key)
  }

  /// The graph of C records that was archived under `key`. It owns its memory.
  ///
  /// - Parameters:
  ///   - type: the type of the node that the archived pointer led to.
  ///   - key: the key under which the graph was archived.
  ///   - allocation: how its memory is allocated; by default in a block for each node.
  /// - Throws: the same errors as `ArchiveDecoder.decodeGraph(_:forKey:allocation:)`.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, forKey key: String, allocation: GraphAllocation = .individual
  ) throws -> ArchiveGraph<Root> {
    try value(of: GraphForm(allocation: allocation), forKey: key)
  }

  /// The object's keys for the decoding of records.
  func source() throws -> PropertyListSource {
    var source = PropertyListSource(
      try archive.view(), current.dictionary, objects: archive.objects,
      table: try archive.keyTable(current.shape, of: current.dictionary))
    source.prefix = current.prefix
    source.used = archive.use?.flags(current.number, current.dictionary)
    source.observe(archive.use, current.number)
    return source
  }

  // MARK: Keys

  static let over = ArchiveError.decodingOver

  /// The path from the archive's top to a key of this object, `root.friends[2].name`, for errors of the app, which are
  /// thrown unchanged. Computing it takes time.
  public func keyPath(_ key: String) -> String { path(key) }

  /// Whether the object has exactly this key.
  @inline(never)
  func hasKey(_ key: String) throws -> Bool { try position(of: key) != nil }

  func path(_ key: String) -> String {
    let own = PathSearch.excerpt(current.whole(key))
    return current.number == 0 ? own : archive.path(to: current.number) + "." + own
  }

  func mismatch(_ key: String, _ expected: String, _ found: ArchivedNode) -> ArchiveError {
    if case .null = found { return .missingKey(path: path(key)) }
    return .wrongType(path: path(key), expected: expected, found: kindName(found))
  }

  @inline(__always)
  private func position(of key: String) throws -> Int? {
    guard archive.isOpen else { throw Self.over }
    let position = current.position(of: key, archive)
    if let use = archive.use { noteRead(position, use) }
    return position
  }

  @inline(never)
  private func noteRead(_ position: Int?, _ use: KeyUse) {
    if let position { use.flags(current.number, current.dictionary)[position] = true }
  }

  /// Reports the unread keys of the objects that were read.
  ///
  /// Each key is reported once for a class, where it first occurred. Foundation's own values have keys of their own.
  func finishKeys(within key: String?, isWhole: Bool) throws {
    guard let use = archive.use else { return }
    var seen: Set<ExactText> = []
    let view = try archive.view()
    use.observer?.made(made.numbered)
    use.observer?.made(tables: Array(tables.keys))
    try settings.finish(
      use, archive.file, view, within: key, isWhole: isWhole,
      isObserved: { number in
        number == 0 || (try? fields(of: number)).map { (try? foundationClass(of: $0)) == .some(nil) } ?? false
      }
    ) { (number, key) throws(ArchiveError) in
      if number == 0 { return isWhole ? "$top.\(key)" : key }
      guard let fields = try? fields(of: number), let classNumber = try? classNumber(of: fields),
        (try? foundationClass(of: fields)) == .some(nil), seen.insert(ExactText("\(classNumber) \(key)")).inserted
      else { return nil }
      return archive.path(to: number) + "." + PathSearch.excerpt(key)
    }
  }

  /// The value under `key`, which a journal may have written again. A value may be as large as a stack, so that no other
  /// function has room for a copy.
  @inline(never)
  private func observed<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    let value = try Value.unarchived(from: self, forKey: key)
    note(key) { try $0.encode(value, forKey: key) }
    return value
  }

  /// Notes how a value is archived again that was read at the archive's top.
  @inline(never)
  func note(_ key: String, _ write: @escaping (inout ArchiveWriter) throws -> Void) {
    guard current.number == 0, current.prefix.isEmpty, settings.unused?.journal != nil else { return }
    values[ExactText(key)] = write
  }

  /// Tells the journal of the values at the archive's top, which are whole now.
  func tellValues() {
    guard !values.isEmpty, let journal = settings.unused?.journal else { return }
    journal.read { encoder in
      var writer = ArchiveWriter(settings: encoder)
      for write in values.values { try write(&writer) }
      return try writer.finish()
    }
  }

  /// The value under `key`; for a reference, its target if that is not a dictionary.
  ///
  /// It is not inlined: it is a hundred instructions and more, and every type of value calls it.
  @inline(never)
  func value(forKey key: String) throws -> ArchivedNode {
    guard let position = try position(of: key) else { throw ArchiveError.missingKey(path: path(key)) }
    return try archive.value(position, of: current.dictionary)
  }

  /// The value under `key` itself.
  @inline(never)
  func directValue(forKey key: String) throws -> ArchivedNode {
    guard let position = try position(of: key) else { throw ArchiveError.missingKey(path: path(key)) }
    return try archive.node(position, of: current.dictionary)
  }

  /// Whether the value under `key` is null; nil if there is no such key.
  func isNullIfPresent(forKey key: String) throws -> Bool? {
    guard let position = try position(of: key) else { return nil }
    guard let number = try archive.reference(position, in: current.dictionary.values) else {
      return try isNull(try archive.node(position, of: current.dictionary))
    }
    return try made[number] == nil && isNull(ArchivedReference(number: number))
  }

  /// The object to which the value under `key` refers; nil if the value itself is there.
  ///
  /// - Throws: `missingKey` if there is none.
  @inline(never)
  func referenceIfReference(forKey key: String) throws -> Int? {
    guard let position = try position(of: key) else { throw ArchiveError.missingKey(path: path(key)) }
    return try archive.reference(position, in: current.dictionary.values)
  }

  /// The object to which the value under `key` refers.
  ///
  /// - Throws: `missingKey` if there is none, or if it is null.
  func reference(forKey key: String) throws -> ArchivedReference {
    guard let number = try referenceIfPresent(forKey: key), number != 0 else {
      throw ArchiveError.missingKey(path: path(key))
    }
    return ArchivedReference(number: number)
  }

  func referenceIfPresent(forKey key: String) throws -> Int? {
    guard let position = try position(of: key) else { return nil }
    if let number = try archive.reference(position, in: current.dictionary.values) { return number }
    let node = try archive.node(position, of: current.dictionary)
    if case .null = node { return 0 }
    throw ArchiveError.wrongType(path: path(key), expected: "a reference to an object", found: node.kindName)
  }

  /// Reads values whose keys follow `key` and a dot.
  func nested<Value>(_ key: String, _ body: () throws -> Value) throws -> Value {
    let outer = current.nesting
    current.nest(key)
    defer { current.nesting = outer }
    return try body()
  }

  /// Whether the object has keys that follow `key` and a dot.
  func containsValues(within key: String) throws -> Bool {
    let prefix = KeyedArchiveFormat.mangled(current.whole(key) + ".")
    return current.shape.keys.contains { $0.text.hasExactPrefix(prefix) }
  }
}
