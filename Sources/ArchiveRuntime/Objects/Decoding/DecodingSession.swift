import Foundation

typealias ArchivedNode = PropertyListNode

/// The bytes of an archive while they are read.
final class DecodingSession {
  // Like those of `ObjectDecoder`, its properties are not checked for overlapping access.
  @exclusivity(unchecked) private var openView: PropertyListView?
  let file: ParsedArchive
  let objects: PropertyListReferences
  var byteCount: Int { file.list.data.count }

  /// Records the keys that are read; nil if this is not requested.
  let use: KeyUse?

  private init(_ file: ParsedArchive, _ view: PropertyListView, _ shapes: ShapeTable, _ use: KeyUse?) {
    self.file = file
    self.use = use
    self.shapes = shapes
    openView = view
    objects = file.objects
    aliases = ObjectAliases(file.objects, view)
    work?.begin(0...1, of: file.objects.count)
  }

  /// Counts the objects that are read; nil without a monitor.
  private let work = WorkMonitor.current.map(WorkStage.init)

  /// Does not count an object that is read again to be connected.
  func countAgain() throws { try work?.advance(by: -1) }

  /// Opens the archive for the duration of `body`. Later uses throw errors.
  static func read(
    _ file: ParsedArchive, _ shapes: ShapeTable, _ use: KeyUse?, _ body: (DecodingSession) throws -> Void
  ) throws {
    var failure: (any Error)?
    try file.list.read { (view) throws(ArchiveError) in
      let archive = DecodingSession(file, view, shapes, use)
      defer { archive.openView = nil }
      do { try body(archive) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// An archive for reading in several steps. It is open only within `reopened`.
  static func closed(_ file: ParsedArchive, _ keyUse: KeyUse?) throws(ArchiveError) -> DecodingSession {
    try file.list.read { (view) throws(ArchiveError) in
      let archive = DecodingSession(file, view, ShapeTable(), keyUse)
      archive.openView = nil
      return archive
    }
  }

  /// Opens the archive for the duration of `body`.
  func reopened<Result>(_ body: () throws -> Result) throws -> Result {
    let outcome = try file.list.read { (view) throws(ArchiveError) in
      openView = view
      defer { openView = nil }
      return Swift.Result { try body() }
    }
    return try outcome.get()
  }

  var isOpen: Bool { openView != nil }

  @inline(__always)
  func view() throws -> PropertyListView {
    guard let openView else { throw ObjectDecoder.over }
    return openView
  }

  var top: PropertyListDictionary { file.top }
  @exclusivity(unchecked) private(set) var shapes: ShapeTable
  private var keyTables: [ObjectIdentifier: KeyTable] = [:]
  @exclusivity(unchecked) private(set) var charged = 0

  /// The keys of a dictionary.
  @inline(__always)
  func shape(of dictionary: PropertyListDictionary) throws -> ObjectShape {
    try shapes.shape(of: dictionary, try view())
  }

  /// The keys of a dictionary for the decoding of C records.
  func keyTable(_ shape: ObjectShape, of dictionary: PropertyListDictionary) throws -> KeyTable {
    if let known = keyTables[ObjectIdentifier(shape)] { return known }
    try charge(shape.keys.reduce(0) { $0 &+ $1.text.utf8.count })
    let table = try KeyTable(dictionary, in: try view())
    keyTables[ObjectIdentifier(shape)] = table
    kept.append(shape)
    return table
  }

  /// Shapes whose identity is recorded.
  private var kept: [ObjectShape] = []

  /// The limits for this archive.
  @exclusivity(unchecked) var limits = ArchiveDecoder.Limits() {
    didSet { allowedCharge = limits.allowed(from: byteCount) }
  }
  @exclusivity(unchecked) private var allowedCharge = 0

  /// Charges memory and work that the archive's bytes do not bound by themselves: many objects may refer to one list,
  /// and one text may be a key of many dictionaries.
  ///
  /// - Throws: `limitExceeded` if it is too much for an archive of this size.
  @inline(__always)
  func charge(_ bytes: Int) throws(ArchiveError) {
    let (sum, overflow) = charged.addingReportingOverflow(max(bytes, 0))
    charged = overflow ? .max : sum
    if charged > 1 << 16, charged > allowedCharge { try limits.check(charged, of: 1, from: byteCount) }
  }

  /// Takes back what was charged for a value that is read again from its beginning.
  func takeBackCharges(to charged: Int) { self.charged = charged }

  /// The same, once for the value under a key of an object, even if an initializer reads it several times.
  func charge(_ bytes: Int, onceFor fields: ObjectFields, _ key: String) throws(ArchiveError) {
    let place = ChargedPlace(offset: fields.dictionary.keys.offset, key: fields.whole(key))
    if chargedPlaces.insert(place).inserted { try charge(bytes) }
  }

  /// The remaining limits.
  var remainingLimits: ArchiveDecoder.Limits {
    var remaining = limits
    remaining.memoryAllowance -= min(charged, max(limits.memoryAllowance, 0))
    return remaining
  }

  /// Records a locale's name.
  ///
  /// - Throws: `limitExceeded` for too many unknown names.
  func noteLocale(_ name: String) throws {
    guard let count = madeUpLocales.note(name) else { return }
    throw ArchiveError.limitExceeded(
      limit: "locales of unknown names", value: count, maximum: MadeUpLocales.maximumCount)
  }

  private var madeUpLocales = MadeUpLocales()

  private struct ChargedPlace: Hashable {
    let offset: Int
    let key: String
  }

  private var chargedPlaces: Set<ChargedPlace> = []
  private let aliases: ObjectAliases
  private(set) lazy var search = PathSearch()

  // MARK: Nodes

  /// An element of `$objects`.
  @inline(__always)
  func object(_ number: Int) throws -> PropertyListNode {
    let view = try view()
    guard number >= 0, number < objects.count else { throw noSuchObject(number) }
    try work?.advance(by: 1)
    return try view.node(try view.reference(number, in: objects))
  }

  /// An element of `$objects` that is a dictionary; nil for every other.
  @inline(__always)
  func dictionary(_ number: Int) throws -> PropertyListDictionary? {
    let view = try view()
    guard number >= 0, number < objects.count else { throw noSuchObject(number) }
    try work?.advance(by: 1)
    let index = try view.reference(number, in: objects)
    if let short = try view.shortDictionary(index) { return short }
    guard case .dictionary(let dictionary) = try view.node(index) else { return nil }
    return dictionary
  }

  /// A value of a dictionary that is an array; nil for every other.
  @inline(__always)
  func list(_ position: Int, of dictionary: PropertyListDictionary) throws -> PropertyListReferences? {
    let view = try view()
    let index = try view.reference(position, in: dictionary.values)
    if let short = try view.shortArray(index) { return short }
    guard case .array(let list) = try view.node(index) else { return nil }
    return list
  }

  /// A value of a dictionary, by its index.
  @inline(__always)
  func node(_ position: Int, of dictionary: PropertyListDictionary) throws -> PropertyListNode {
    let view = try view()
    let node = try view.node(try view.reference(position, in: dictionary.values))
    if aliases.isEmpty { return node }
    return aliases.resolve(node)
  }

  /// The object to which an element of a list refers; nil if the element is no reference.
  @inline(__always)
  func reference(_ place: Int, in list: PropertyListReferences) throws -> Int? {
    let view = try view()
    let index = try view.reference(place, in: list)
    if aliases.isEmpty, let number = try view.shortUID(index) { return number }
    guard case .uid(let number) = aliases.resolve(try view.node(index)) else { return nil }
    return number
  }

  /// Whether the text represents nil. GNUstep writes it for a conditional object that nothing else archives. A text
  /// with these letters is written as a separate object.
  @inline(__always)
  func isNullText(_ node: PropertyListNode) throws -> Bool {
    guard case .string(let text) = node, text.count == KeyedArchiveFormat.nullText.utf8.count else { return false }
    return try view().isText(text, KeyedArchiveFormat.nullText)
  }

  /// A value of a dictionary; for a reference, its target. All forms of null are returned as null.
  func value(_ position: Int, of dictionary: PropertyListDictionary) throws -> PropertyListNode {
    let node = try node(position, of: dictionary)
    guard case .uid(let number) = node else { return node }
    if number == 0 { return .null }
    let found = try object(number)
    return try isNullText(found) ? .null : found
  }

  func string(_ text: PropertyListText) throws -> String { try view().string(text) }

  /// The mapped file of the archive; nil for an archive in memory, and for a list that was XML.
  var mappedFile: MappedFile?

  /// The bytes as data that is not shared. For a mapped file it consists of separate pages, which are copied when they
  /// are written to.
  func data(_ range: Range<Int>) throws -> Data {
    let bytes = try view().contents(range)
    if let mappedFile, !file.list.wasXML, range.count >= MappedFile.mappingThreshold,
      let data = mappedFile.privatePages(range)
    {
      return data
    }
    return Data(bytes)
  }

  /// The bytes in the archive, without a copy.
  func contents(_ range: Range<Int>) throws -> UnsafeRawBufferPointer { try view().contents(range) }

  /// An element of a list.
  func element(_ place: Int, of list: PropertyListReferences) throws -> PropertyListNode {
    let view = try view()
    return aliases.resolve(try view.node(try view.reference(place, in: list)))
  }

  /// The indices of the objects in a list.
  func numbers(_ list: PropertyListReferences) throws -> [Int] {
    var numbers: [Int] = []
    // Each reference has bytes in the file.
    numbers.reserveCapacity(list.count)
    for place in 0..<list.count {
      guard let number = try reference(place, in: list) else {
        let found = try element(place, of: list).kindName
        throw ArchiveError.corrupt(offset: list.offset, reason: "a list of objects that holds \(found)")
      }
      numbers.append(number)
    }
    return numbers
  }

  private func noSuchObject(_ number: Int) -> ArchiveError {
    .corrupt(offset: objects.offset, reason: "a reference to object \(number) of \(objects.count)")
  }
}
