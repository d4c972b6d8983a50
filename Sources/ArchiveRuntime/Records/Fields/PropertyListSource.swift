/// The keys of one dictionary of a keyed archive: an object, or `$top`.
struct PropertyListSource: FieldSource {
  private let view: PropertyListView
  private let dictionary: PropertyListDictionary
  private let objects: PropertyListReferences
  private let matcher: KeyLookup?
  private var table: KeyTable?
  var prefix = ""
  /// A flag for each key of the dictionary that is set when its value is read; nil if this is not needed.
  var used: UnsafeMutablePointer<Bool>?
  var observed: ObservedObject?

  /// An object of its own, whose keys `matcher` was matched with.
  init(
    _ view: PropertyListView, _ dictionary: PropertyListDictionary, objects: PropertyListReferences,
    matched matcher: KeyLookup
  ) {
    self.view = view
    self.dictionary = dictionary
    self.objects = objects
    self.matcher = matcher
  }

  /// Reports to the observer of a call, if it has one.
  mutating func observe(_ use: KeyUse?, _ number: Int) {
    guard let use, use.observer != nil else { return }
    observed = ObservedObject(use: use, number: number)
  }

  mutating func read(into record: UnsafeMutableRawPointer, by plan: RecordPlan) throws(ArchiveError) {
    try plan.decode(into: record, from: &self)
  }

  /// A dictionary that holds more than one value's keys.
  init(
    _ view: PropertyListView, _ dictionary: PropertyListDictionary, objects: PropertyListReferences, table: KeyTable?
  ) {
    self.view = view
    self.dictionary = dictionary
    self.objects = objects
    self.table = table
    matcher = nil
  }

  @inline(__always)
  func find(index: Int) throws(ArchiveError) -> FoundValue? {
    guard let matcher, prefix.isEmpty else { return nil }
    guard let position = matcher.position(of: index) else { return .missing }
    return try value(at: position)
  }

  mutating func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    if let index, let found = try find(index: index) { return found }
    guard let position = try position(of: key) else { return .missing }
    return try value(at: position)
  }

  private mutating func position(of key: String) throws(ArchiveError) -> Int? {
    // A table that is returned is copied, which costs as much as a key.
    if table == nil { table = try KeyTable(dictionary, in: view) }
    return table?.position(of: KeyedArchiveFormat.mangled(prefix + key))
  }

  private mutating func keyTable() throws(ArchiveError) -> KeyTable {
    if let table { return table }
    let table = try KeyTable(dictionary, in: view)
    self.table = table
    return table
  }

  mutating func mayHaveGroups() throws(ArchiveError) -> Bool {
    if let matcher { return matcher.hasGroups }
    return try keyTable().hasGroups
  }

  mutating func keys() throws(ArchiveError) -> [String]? {
    try keyTable().keys.compactMap(KeyedArchiveFormat.unmangled).compactMap { key in
      key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
    }
  }

  var notesKeys: Bool { used != nil }

  mutating func note(_ key: String, isRead: Bool) {
    guard let used, let position = try? position(of: key) else { return }
    used[position] = isRead
  }

  mutating func note(removed: RemovedKeys, within start: String) {
    guard let used, let table = try? keyTable() else { return }
    let start = prefix + start
    for (position, key) in table.keys.enumerated() {
      guard let key = KeyedArchiveFormat.unmangled(key), key.hasPrefix(start),
        removed.contains(String(key.dropFirst(start.count)))
      else { continue }
      used[position] = true
    }
  }

  @inline(__always)
  private func value(at position: Int) throws(ArchiveError) -> FoundValue {
    if let used { used[position] = true }
    switch try view.node(try view.reference(position, in: dictionary.values)) {
    case .integer(let value): return .integer(value)
    case .bool(let value): return .bool(value)
    case .real32(let bits): return .real32(bitPattern: bits)
    case .real64(let bits): return .real64(bitPattern: bits)
    case .wideInteger(let value): return .wide(value)
    case .data(let range): return .data(try view.contents(range))
    case let node: return try object(node)
    }
  }

  @inline(never)
  private func object(_ node: PropertyListNode) throws(ArchiveError) -> FoundValue {
    switch node {
    case .string(let text): return .text(try view.string(text))
    case .null: return .missing
    case .uid(0): return .missing
    case .uid(let number):
      guard number < objects.count else {
        throw .corrupt(offset: objects.offset, reason: "a reference to object \(number) of \(objects.count)")
      }
      switch try view.node(try view.reference(number, in: objects)) {
      case .integer(let value): return .integer(value)
      case .bool(let value): return .bool(value)
      case .real32(let bits): return .real32(bitPattern: bits)
      case .real64(let bits): return .real64(bitPattern: bits)
      case .wideInteger(let value): return .wide(value)
      case .data(let range): return .data(try view.contents(range))
      case .string(let text): return .text(try view.string(text))
      case .dictionary: return .other("an object")
      case let other: return .other(other.kindName)
      }
    default: return .other(node.kindName)
    }
  }
}
