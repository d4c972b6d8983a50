@_spi(GeneratedCode) import ArchiveRuntime

/// The records, structs and arrays of an object that the new archive has no longer: what was unknown of them goes with them.
struct RemovedRecords {
  private let read: Set<ExactText>
  private let earlier: Set<ExactText>
  private let new: Set<ExactText>
  private let newNames: [String]

  /// - Parameter unknown: The keys that were not read.
  init(_ object: MergedObject, _ unknown: Set<ExactText>, _ newObject: MergedObject) {
    let keys = object.keys
    earlier = Set(Self.records(keys).map(ExactText.init))
    read = Set(Self.records(keys.filter { !unknown.contains(ExactText($0)) }).map(ExactText.init))
    newNames = Self.records(newObject.keys)
    new = Set(newNames.map(ExactText.init))
  }

  /// What stands before the dots of keys, and before the brackets of arrays' descriptions.
  private static func records(_ keys: [String]) -> [String] {
    var seen: Set<ExactText> = []
    var records: [String] = []
    for key in keys {
      for record in outer(key) {
        guard seen.insert(ExactText(record)).inserted else { break }
        records.append(record)
      }
    }
    return records
  }

  /// The records that the key is in, the innermost first.
  private static func outer(_ key: String) -> [String] {
    var outer: [String] = []
    var rest = key.utf8[...]
    if let end = versionMark(of: key) {
      // The dots of the type's name separate no records.
      guard end > rest.startIndex else { return [] }
      rest = rest[..<end]
      outer.append(String(Substring(rest)))
    } else if rest.suffix(2).elementsEqual("[]".utf8) { outer.append(key) }
    while let dot = rest.lastIndex(of: UInt8(ascii: ".")) {
      rest = rest[..<dot]
      outer.append(String(Substring(rest)))
    }
    return outer
  }

  /// Where the dot is in front of the mark of a version key, `inner.$N.version`, or the mark if nothing is in front; nil for others.
  private static func versionMark(of key: String) -> String.Index? {
    guard KeyedArchiveFormat.isVersionKey(key) else { return nil }
    let bytes = key.utf8
    guard let mark = bytes.lastIndex(of: UInt8(ascii: "$")) else { return nil }
    return mark == bytes.startIndex ? mark : bytes.index(before: mark)
  }

  private static func parent(_ record: String) -> Substring.UTF8View {
    let text = Substring(record).utf8
    return text.lastIndex(of: UInt8(ascii: ".")).map { text[..<$0] } ?? text[..<text.startIndex]
  }

  /// Whether a key was in a record that is there no longer.
  ///
  /// - Throws: As `check(_:)`.
  func contains(_ key: String) throws(ArchiveError) -> Bool {
    let gone = Self.outer(key).last { read.contains(ExactText($0)) && !new.contains(ExactText($0)) }
    guard let gone else { return false }
    try check(gone, key)
    return true
  }

  /// Checks that a record was removed, and does not have another key now.
  ///
  /// - Throws: `unknownDataLost` where it stands beside one that is new.
  func check(_ record: String, _ key: String? = nil) throws(ArchiveError) {
    let (parent, isArray) = (Self.parent(record), record.hasSuffix("[]"))
    let renamed = newNames.first { name in
      !earlier.contains(ExactText(name)) && name.hasSuffix("[]") == isArray && Self.parent(name).elementsEqual(parent)
    }
    guard let renamed else { return }
    throw .unknownDataLost(
      keys: [key ?? record], reason: "'\(record)' is not written any more, and '\(renamed)' is, which may be the same")
  }
}
