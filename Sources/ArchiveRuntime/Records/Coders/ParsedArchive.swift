import Foundation

/// A keyed archive's outer parts, found and checked: `$top` and `$objects`.
package struct ParsedArchive: Sendable {
  package let list: PropertyList
  package let top: PropertyListDictionary
  package let objects: PropertyListReferences

  package init(_ data: Data, limits: ArchiveDecoder.Limits) throws(ArchiveError) {
    let list = try PropertyList(data, limits: limits.propertyList)
    self.list = list
    (top, objects) = try list.read { (view) throws(ArchiveError) in
      guard case .dictionary(let dictionary) = try view.node(view.top) else {
        throw .notAnArchive(reason: "its top object is no dictionary")
      }
      var matcher = Self.matcher
      try matcher.match(dictionary, in: view)
      func value(_ word: Word) throws(ArchiveError) -> PropertyListNode? {
        guard let position = matcher.position(of: word.rawValue) else { return nil }
        return try view.node(try view.reference(position, in: dictionary.values))
      }
      guard case .string(let archiver) = try value(.archiver), view.isText(archiver, KeyedArchiveFormat.archiverName)
      else {
        throw .notAnArchive(reason: "it names no NSKeyedArchiver at '$archiver'")
      }
      guard case .integer(KeyedArchiveFormat.version) = try value(.version) else {
        throw .notAnArchive(reason: "its '$version' is not \(KeyedArchiveFormat.version)")
      }
      guard case .dictionary(let top) = try value(.top), case .array(let objects) = try value(.objects) else {
        throw .notAnArchive(reason: "it has no '$top' dictionary and '$objects' array")
      }
      let found = ArchiveChecksum.Found(
        checksum: try value(.checksum), mark: try value(.checksumMark))
      if !found.isAbsent || limits.checksum == .required {
        try data.withBytes { (bytes) throws(ArchiveError) in
          try Self.verify(found, of: bytes, isXML: list.wasXML, view, limits.checksum)
        }
      }
      guard objects.count <= limits.maximumObjectCount else {
        throw .limitExceeded(limit: "maximumObjectCount", value: objects.count, maximum: limits.maximumObjectCount)
      }
      try view.checkContainers(maximumCount: limits.maximumContainerCount, besides: objects)
      return (top, objects)
    }
  }

  private enum Word: Int { case archiver, checksum, checksumMark, objects, top, version }
  private static let matcher = KeyLookup([
    "$archiver", ArchiveChecksum.key, ArchiveChecksum.mark, "$objects", "$top", "$version",
  ])
  private static let rootMatcher = KeyLookup([KeyedArchiveFormat.rootKey])
  private static let plainClassMatcher = KeyLookup([KeyedArchiveFormat.classKey])

  /// Reads the root object after checking that its class is one of `names`.
  ///
  /// - Parameter known: What finds its keys, and the class among them; nil where keys are looked for by name.
  func readRoot<Result>(
    _ known: (matcher: KeyLookup, classIndex: Int)?, names: [String], former: [String] = [],
    _ use: KeyUse? = nil,
    _ body: (inout PropertyListSource) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    try list.read { (view) throws(ArchiveError) in
      var (matcher, classIndex) = known ?? (Self.plainClassMatcher, 0)
      let root = try root(&matcher, classIndex: classIndex, names: names, former, view, use)
      var source =
        known == nil
        ? PropertyListSource(view, root, objects: objects, table: nil)
        : PropertyListSource(view, root, objects: objects, matched: matcher)
      source.used = use?.flags(Self.rootNumber, root)
      source.observe(use, Self.rootNumber)
      return try body(&source)
    }
  }

  /// Of the one record that a root is, whatever its number: nothing else of the archive is looked at.
  package static let rootNumber = 1

  private func root(
    _ matcher: inout KeyLookup, classIndex: Int, names: [String], _ former: [String], _ view: PropertyListView,
    _ use: KeyUse?
  ) throws(ArchiveError) -> PropertyListDictionary {
    let path = KeyedArchiveFormat.rootKey
    var rootMatcher = Self.rootMatcher
    try rootMatcher.match(top, in: view)
    guard let position = rootMatcher.position(of: 0) else { throw .missingKey(path: path) }
    use?.flags(0, top)[position] = true
    let node = try view.node(try view.reference(position, in: top.values))
    guard case .dictionary(let root) = try object(node, path, view) else {
      throw .wrongType(path: path, expected: "an object", found: node.kindName)
    }
    try matcher.match(root, in: view)
    guard let position = matcher.position(of: classIndex) else {
      throw .recordNotAllowed(path: path, found: "(no class)", expected: names[0])
    }
    try checkClass(try view.node(try view.reference(position, in: root.values)), names, former, path, view)
    return root
  }

  private func object(
    _ node: PropertyListNode, _ path: String, _ view: PropertyListView
  ) throws(ArchiveError) -> PropertyListNode {
    guard case .uid(let number) = node else {
      throw .wrongType(path: path, expected: "a reference to an object", found: node.kindName)
    }
    guard number < objects.count else {
      throw .corrupt(offset: objects.offset, reason: "a reference to object \(number) of \(objects.count)")
    }
    return try view.node(try view.reference(number, in: objects))
  }

  private func checkClass(
    _ node: PropertyListNode, _ names: [String], _ former: [String], _ path: String, _ view: PropertyListView
  ) throws(ArchiveError) {
    guard case .dictionary(let description) = try object(node, path + ".$class", view) else {
      throw .wrongType(path: path + ".$class", expected: "a class", found: node.kindName)
    }
    guard let position = try view.position(of: KeyedArchiveFormat.Word.className.text, in: description),
      case .string(let name) = try view.node(try view.reference(position, in: description.values))
    else { throw .wrongType(path: path + ".$class", expected: "a class with a name", found: "a class without one") }
    for allowed in names where view.isText(name, allowed) { return }
    for allowed in former where view.isText(name, allowed) { return }
    throw .recordNotAllowed(path: path, found: try view.string(name), expected: names.joined(separator: ", "))
  }
}

extension PropertyListView {
  /// The place of one key of a dictionary; nil if there is none.
  ///
  /// - Throws: `corrupt` if a key is not a string, or if this one occurs twice.
  func position(of key: String, in dictionary: PropertyListDictionary) throws(ArchiveError) -> Int? {
    var found: Int?
    for position in 0..<dictionary.count {
      let index = try reference(position, in: dictionary.keys)
      guard case .string(let text) = try node(index) else {
        throw .corrupt(offset: try offset(of: index), reason: "a dictionary's key that is not a string")
      }
      guard isText(text, key) else { continue }
      guard found == nil else {
        throw .corrupt(offset: dictionary.keys.offset, reason: "the key '\(key)' occurs twice in a dictionary")
      }
      found = position
    }
    return found
  }

  /// Whether the text is exactly this one.
  @inline(__always)
  func isText(_ text: PropertyListText, _ expected: String) -> Bool {
    var expected = expected
    return expected.withUTF8 { self.text(text, equals: UnsafeRawBufferPointer($0)) }
  }
}
