@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// One of the two archives that are merged: the one that was read, and the one that is written.
typealias MergeSide = EditedSource

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

extension EditedSource {
  init(_ file: ParsedArchive, _ view: PropertyListView) { self.init(view, top: file.top, objects: file.objects) }

  func object(_ number: Int) throws(ArchiveError) -> MergedObject? {
    try dictionary(number).map { (dictionary) throws(ArchiveError) in try MergedObject(self, dictionary) }
  }

  /// The name of an object's class; nil if it has none.
  func className(_ object: MergedObject) throws(ArchiveError) -> String? {
    guard case .uid(let number)? = try object.node(mangled: KeyedArchiveFormat.classKey),
      let description = try self.object(number), case .string(let text)? = try description.node(mangled: "$classname")
    else { return nil }
    return try view.string(text)
  }
}

/// The keys of an object with their values.
struct MergedObject {
  let side: MergeSide
  let dictionary: PropertyListDictionary
  let table: KeyTable
  /// The groups of bit-fields, which keys are looked for in.
  let groups: KnownGroups

  init(_ side: MergeSide, _ dictionary: PropertyListDictionary) throws(ArchiveError) {
    self.side = side
    self.dictionary = dictionary
    table = try KeyTable(dictionary, in: side.view)
    groups = KnownGroups(table.keys)
  }

  /// The length of all keys, of which the objects of an archive may have more than it has bytes.
  var keyBytes: Int { table.keys.reduce(16) { $0 &+ $1.utf8.count &+ 16 } }

  /// The keys that are the object's own, in the archive's order.
  var keys: [String] { table.keys.compactMap(KeyedArchiveFormat.unmangled) }

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

/// The classes of one archive's objects, found without reading the objects' other keys.
final class ObjectClasses {
  private let side: MergeSide
  /// Whether a string of the property list is the key of a class.
  private var isClassKey: [Int: Bool] = [:]
  private var names: [Int: String?] = [:]

  init(_ side: MergeSide) { self.side = side }

  /// The name of the class; nil if it has none.
  func name(of number: Int) throws(ArchiveError) -> String? {
    guard number != 0, let dictionary = try side.dictionary(number) else { return nil }
    for position in (0..<dictionary.count).reversed() {
      guard try isClass(try side.view.reference(position, in: dictionary.keys)),
        case .uid(let number) = try side.view.node(try side.view.reference(position, in: dictionary.values))
      else { continue }
      if let known = names[number] { return known }
      var name: String?
      if let description = try side.object(number),
        case .string(let text)? = try description.node(mangled: "$classname")
      {
        name = try side.view.string(text)
      }
      names[number] = .some(name)
      return name
    }
    return nil
  }

  private func isClass(_ key: Int) throws(ArchiveError) -> Bool {
    if let known = isClassKey[key] { return known }
    var found = false
    if case .string(let text) = try side.view.node(key) {
      found = try side.view.string(text).isExactly(KeyedArchiveFormat.classKey)
    }
    isClassKey[key] = found
    return found
  }
}
