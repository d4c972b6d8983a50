import ArchiveRuntime
import Foundation

/// A property list that is looked at: any binary or XML list, and the keyed archive in it if it is one.
///
/// Nothing is read before it is asked for: the trailer, the top dictionary, and each object when it is shown. So the
/// head of a large file costs what is shown of it, and a fault elsewhere in the file is met only there. Every read is
/// checked by the engine.
package final class ArchiveDocument {
  package enum Format: String {
    case binary, xml
    /// JSON, and OpenStep's text: forms that the file was converted from.
    case json, openStep
  }

  /// The outer parts of a keyed archive.
  package struct Keyed {
    package let top: PropertyListDictionary
    package let topIndex: Int
    /// The elements of `$objects`.
    package let objects: PropertyListReferences
    package let objectsIndex: Int
    /// What `$archiver` says.
    package let archiver: String?
    package let version: Int64?
  }

  /// What headers say of its numbers; nil if none were given.
  package var names: ValueNames?
  package let source: ArchiveBytes
  package let view: PropertyListView
  package let format: Format
  /// The file that was given, which may be XML.
  private let file: ArchiveBytes
  /// nil for a property list that is no keyed archive.
  package let keyed: Keyed?
  private var classes: [Int: ArchivedClass] = [:]
  /// What objects with many keys mean, by the place of their keys: each reference to one would look through them all.
  var meanings: [Int: KnownMeaning] = [:]
  /// How many numbered elements the meanings that are kept still may have, as objects of a hostile file overlap.
  lazy var numberedRest = source.bytes.count

  /// How much of tables may still be made of arrays of dictionaries: in a hostile file many of these share their elements.
  private lazy var recordRest = max(1 << 20, source.bytes.count &* 16)

  /// - Returns: false if there was too much.
  package func takeRecords(_ count: Int) -> Bool {
    recordRest -= count
    return recordRest >= 0
  }

  package typealias ArchivedClass = ClassDescription

  /// - Throws: `notAnArchive`, `corrupt` at what makes the list unreadable as a whole.
  package init(_ source: ArchiveBytes) throws(ArchiveError) {
    file = source
    switch try PropertyListFormat(of: source.bytes) {
    case .binary:
      format = .binary
      self.source = source
    case .xml(let encoding):
      // Offsets are then those of the binary list that it is converted to, and are not shown.
      format = .xml
      self.source = ArchiveBytes(
        copying: try XMLPropertyListReader.rewrite(Data(source.bytes), encoding: encoding, limits: PropertyListLimits())
      )
    }
    let layout = try PropertyListLayout(trailerOf: self.source.bytes)
    view = PropertyListView(bytes: self.source.bytes, layout: layout)
    keyed = try? Self.keyed(view)
  }

  /// A binary list that a file in another format was converted to, whose offsets are therefore not the file's.
  package init(converted source: ArchiveBytes, from format: Format) throws(ArchiveError) {
    (self.source, self.format) = (source, format)
    file = source
    view = PropertyListView(bytes: source.bytes, layout: try PropertyListLayout(trailerOf: source.bytes))
    keyed = try? Self.keyed(view)
  }

  /// With a layout that no trailer gives.
  ///
  /// - Parameter hasTable: whether objects can be found by their indices; otherwise only by their offsets.
  package init(salvaging source: ArchiveBytes, layout: PropertyListLayout, hasTable: Bool) {
    self.source = source
    file = source
    format = .binary
    view = PropertyListView(bytes: source.bytes, layout: layout)
    keyed = hasTable ? try? Self.keyed(view) : nil
  }

  private static func keyed(_ view: PropertyListView) throws(ArchiveError) -> Keyed? {
    guard case .dictionary(let outer) = try view.node(view.top) else { return nil }
    var top: (PropertyListDictionary, Int)?
    var objects: (PropertyListReferences, Int)?
    var archiver: String?
    var version: Int64?
    for position in 0..<min(outer.count, 64) {
      guard case .string(let key) = try view.node(try view.reference(position, in: outer.keys)) else { continue }
      let index = try view.reference(position, in: outer.values)
      let node = try view.node(index)
      switch (try view.string(key), node) {
      case ("$top", .dictionary(let dictionary)): top = (dictionary, index)
      case ("$objects", .array(let elements)): objects = (elements, index)
      case ("$archiver", .string(let name)): archiver = try view.string(name)
      case ("$version", .integer(let number)): version = number
      default: continue
      }
    }
    guard let top, let objects else { return nil }
    return Keyed(
      top: top.0, topIndex: top.1, objects: objects.0, objectsIndex: objects.1, archiver: archiver,
      version: version)
  }

  /// Whether the archive has a checksum, which then fits. It reads the whole file if there is one.
  ///
  /// - Throws: `checksumMismatch`; `corrupt` for an outer dictionary that cannot be read.
  package func verifyChecksum() throws(ArchiveError) -> Bool {
    guard keyed != nil, case .dictionary(let outer) = try view.node(view.top) else { return false }
    let found = try ArchiveChecksum.find(in: outer, view)
    if found.isAbsent { return false }
    // In other forms the bytes are no longer those that the checksum is of.
    guard format == .binary || format == .xml else { return true }
    try ArchiveChecksum.verify(found, of: file.bytes, isXML: format == .xml, view)
    return true
  }

  // MARK: Objects

  /// The number of elements of `$objects`; 0 if the list is no keyed archive.
  package var objectCount: Int { keyed?.objects.count ?? 0 }

  /// The index in the property list of the object with this number in `$objects`.
  ///
  /// - Throws: `corrupt` if there is none.
  package func index(ofObject uid: Int) throws(ArchiveError) -> Int {
    guard let objects = keyed?.objects, uid >= 0, uid < objects.count else {
      throw .corrupt(offset: keyed?.objects.offset ?? 0, reason: "a reference to object \(uid) of \(objectCount)")
    }
    return try view.reference(uid, in: objects)
  }

  /// The offset and length in bytes of an object of the property list.
  package func extent(of index: Int) throws(ArchiveError) -> Range<Int> {
    let start = try view.offset(of: index)
    return start..<(try view.parse(at: start).end)
  }

  /// Whether offsets are those of the file that was given.
  package var hasOffsets: Bool { format == .binary }

  /// The position of a key among a dictionary's; nil if it has none.
  package func position(of key: String, in dictionary: PropertyListDictionary) throws(ArchiveError) -> Int? {
    var key = key
    // Ours have their class at the end.
    for position in (0..<dictionary.count).reversed() {
      guard case .string(let text) = try view.node(try view.reference(position, in: dictionary.keys)) else { continue }
      if key.withUTF8({ view.text(text, equals: UnsafeRawBufferPointer($0)) }) { return position }
    }
    return nil
  }

  /// The value of a key; nil if the dictionary has none.
  package func value(of key: String, in dictionary: PropertyListDictionary) throws(ArchiveError) -> PropertyListNode? {
    guard let position = try position(of: key, in: dictionary) else { return nil }
    return try view.node(try view.reference(position, in: dictionary.values))
  }

  /// The object that a reference leads to; the node itself if it is no reference.
  package func resolved(_ node: PropertyListNode) throws(ArchiveError) -> PropertyListNode {
    guard case .uid(let uid) = node, keyed != nil else { return node }
    return try view.node(try index(ofObject: uid))
  }

  /// A text at the node, or that it refers to; the text of an object, too.
  package func text(_ node: PropertyListNode?) throws(ArchiveError) -> String? {
    guard let node else { return nil }
    switch try resolved(node) {
    case .string(let text): return try view.string(text)
    // Many values may refer to the object. It is looked through each time, and has few keys.
    case .dictionary(let dictionary) where dictionary.count < KnownMeaning.leastKeyCount:
      guard try objectClass(of: dictionary)?.foundation == .string else { return nil }
      return try plainText(try value(of: CollectionKey.string, in: dictionary))
    default: return nil
    }
  }

  /// The same without objects, as names of classes are stored.
  package func plainText(_ node: PropertyListNode?) throws(ArchiveError) -> String? {
    guard let node, case .string(let text) = try resolved(node) else { return nil }
    return try view.string(text)
  }

  // MARK: Classes

  /// The class of an object's dictionary; nil if it has none.
  package func objectClass(of dictionary: PropertyListDictionary) throws(ArchiveError) -> ClassDescription? {
    guard keyed != nil, case .uid(let uid)? = try value(of: KeyedArchiveFormat.classKey, in: dictionary)
    else { return nil }
    return try self.classDescription(uid)
  }

  /// The class that is the element `uid` of `$objects`.
  package func classDescription(_ uid: Int) throws(ArchiveError) -> ClassDescription? {
    if let known = classes[uid] { return known }
    guard case .dictionary(let dictionary) = try view.node(try index(ofObject: uid)),
      let name = try plainText(try value(of: "$classname", in: dictionary))
    else { return nil }
    var names: [String] = []
    if case .array(let list)? = try value(of: "$classes", in: dictionary) {
      for position in 0..<min(list.count, 256) {
        if let name = try plainText(try view.node(try view.reference(position, in: list))) { names.append(name) }
      }
    }
    let description = ClassDescription(uid: uid, name: name, hierarchy: names.isEmpty ? [name] : names)
    classes[uid] = description
    return description
  }
}

/// A class as the archive describes it.
package struct ClassDescription: Hashable, Sendable {
  package let uid: Int
  package let name: String
  /// Its own name and those of its superclasses, nearest first.
  package let hierarchy: [String]
  /// The nearest of these whose objects are Foundation's values.
  package let foundation: FoundationClass?

  init(uid: Int, name: String, hierarchy: [String]) {
    (self.uid, self.name, self.hierarchy) = (uid, name, hierarchy)
    foundation = hierarchy.lazy.compactMap(FoundationClass.init(archivedName:)).first
  }
}
