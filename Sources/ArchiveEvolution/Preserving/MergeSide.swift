@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// One of the archives that are merged: the one that was read, the one that is written, or a baseline. Objects of one class have the same
/// keys, which are read once.
final class MergeSide {
  let source: EditedSource
  private var shapes: [ContentNumbers.Bytes: ObjectKeys] = [:]
  private var classNames: [Int: String?] = [:]

  init(_ source: EditedSource) { self.source = source }

  convenience init(_ file: ParsedArchive, _ view: PropertyListView) {
    self.init(EditedSource(view, top: file.top, objects: file.objects))
  }

  var view: PropertyListView { source.view }
  var top: PropertyListDictionary { source.top }
  var objects: PropertyListReferences { source.objects }

  func index(of number: Int) throws(ArchiveError) -> Int { try source.index(of: number) }

  func dictionary(_ number: Int) throws(ArchiveError) -> PropertyListDictionary? { try source.dictionary(number) }

  func object(_ number: Int) throws(ArchiveError) -> MergedObject? {
    try dictionary(number).map { (dictionary) throws(ArchiveError) in try MergedObject(self, dictionary) }
  }

  fileprivate func keys(of dictionary: PropertyListDictionary) throws(ArchiveError) -> ObjectKeys {
    let references = dictionary.keys
    let end = references.offset + references.count * view.layout.referenceSize
    let place = ContentNumbers.Bytes(buffer: try view.contents(references.offset..<end))
    if let known = shapes[place] { return known }
    let keys = ObjectKeys(try KeyTable(dictionary, in: view))
    shapes[place] = keys
    return keys
  }

  /// The name of an object's class; nil if it has none.
  func className(_ object: MergedObject) throws(ArchiveError) -> String? {
    guard case .uid(let number)? = try object.node(mangled: KeyedArchiveFormat.classKey) else { return nil }
    if let known = classNames[number] { return known }
    var name: String?
    if let description = try self.object(number), case .string(let text)? = try description.node(mangled: "$classname")
    {
      name = try view.string(text)
    }
    classNames[number] = .some(name)
    return name
  }

  /// The same by the object's number.
  func className(of number: Int) throws(ArchiveError) -> String? {
    guard number != 0, let object = try object(number) else { return nil }
    return try className(object)
  }
}

/// A value that takes the place of an object's of the new archive, or is added to them.
struct MergeEdit {
  enum Value {
    /// An object of the earlier property list, with all that it refers to.
    case earlier(Int)
    case text(String)
    case data([UInt8])
    case integer(Int64)
  }

  let key: String
  let value: Value

  func field(earlier: ArchiveEditor.Source) -> ArchiveEditor.Field {
    switch value {
    case .earlier(let index): .init(key, .copy(index, of: earlier))
    case .text(let text): .init(key, .text(text))
    case .data(let bytes): .init(key, .data(bytes))
    case .integer(let number): .init(key, .integer(number))
    }
  }
}

/// The keys that the objects of a class have.
final class ObjectKeys {
  let table: KeyTable
  /// Those of the objects' own, in the archive's order.
  let own: [String]
  /// The length of all keys, of which the objects of an archive may have more than it has bytes.
  let byteCount: Int
  /// Shared by objects without groups of bit-fields; nil where each has its own.
  let noGroups: KnownGroups?

  init(_ table: KeyTable) {
    self.table = table
    own = table.keys.compactMap(KeyedArchiveFormat.unmangled)
    byteCount = table.keys.reduce(16) { $0 &+ $1.utf8.count &+ 16 }
    let groups = KnownGroups(table.keys)
    noGroups = groups.isEmpty ? groups : nil
  }
}

/// The keys of an object with their values.
struct MergedObject {
  let side: MergeSide
  let dictionary: PropertyListDictionary
  let shape: ObjectKeys
  /// The groups of bit-fields, which keys are looked for in.
  let groups: KnownGroups

  init(_ side: MergeSide, _ dictionary: PropertyListDictionary) throws(ArchiveError) {
    self.side = side
    self.dictionary = dictionary
    shape = try side.keys(of: dictionary)
    groups = shape.noGroups ?? KnownGroups(shape.table.keys)
  }

  private var table: KeyTable { shape.table }

  /// See `ObjectKeys`.
  var keyBytes: Int { shape.byteCount }

  /// The keys that are the object's own, in the archive's order.
  var keys: [String] { shape.own }

  func has(_ key: String) -> Bool { table.position(of: KeyedArchiveFormat.mangled(key)) != nil }

  /// The value's index in the property list.
  func index(_ key: String) throws(ArchiveError) -> Int? {
    guard let position = table.position(of: KeyedArchiveFormat.mangled(key)) else { return nil }
    return try side.view.reference(position, in: dictionary.values)
  }

  /// The value itself, which may be a reference.
  func node(mangled key: String) throws(ArchiveError) -> PropertyListNode? {
    guard let position = table.position(of: key) else { return nil }
    return try side.view.node(try side.view.reference(position, in: dictionary.values))
  }

  /// The value, of a reference what it leads to.
  func value(_ key: String) throws(ArchiveError) -> PropertyListNode? {
    let node = try node(mangled: KeyedArchiveFormat.mangled(key))
    guard case .uid(let number)? = node, number != 0 else { return node }
    return try side.view.node(try side.index(of: number))
  }

  func text(_ key: String) throws(ArchiveError) -> String? {
    guard case .string(let text)? = try value(key) else { return nil }
    return try side.view.string(text)
  }

  func data(_ key: String) throws(ArchiveError) -> UnsafeRawBufferPointer? {
    guard case .data(let range)? = try value(key) else { return nil }
    return try side.view.contents(range)
  }

  /// An integer; of an unsigned one above `Int64.max` its bits.
  func integer(_ key: String) throws(ArchiveError) -> Int64? {
    switch try value(key) {
    case .integer(let value): value
    case .bool(let value): value ? 1 : 0
    case .wideInteger(let value): value.uint64.map { Int64(bitPattern: $0) }
    default: nil
    }
  }
}

extension MergeSide {
  /// The numbers of the objects in a list; what is no reference is null.
  func numbers(_ list: PropertyListReferences) throws(ArchiveError) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(list.count)
    for place in 0..<list.count {
      guard case .uid(let number) = try view.node(try view.reference(place, in: list)) else {
        numbers.append(0)
        continue
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The numbers in a value that is a reference, or a list of them.
  func numbers(in index: Int) throws(ArchiveError) -> [Int] {
    switch try view.node(index) {
    case .uid(let number): [number]
    case .array(let list): try numbers(list)
    default: []
    }
  }
}
