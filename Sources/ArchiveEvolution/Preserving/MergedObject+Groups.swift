@_spi(GeneratedCode) import ArchiveRuntime

// Bit-fields of records that are archived in groups: a field is the same in a group and under a key of its own.

extension MergedObject {
  /// The groups whose keys begin with these words.
  func groups(behind prefix: Substring) throws(ArchiveError) -> [GroupDescription] {
    try text(prefix + GroupDescription.key).flatMap(GroupDescription.groups) ?? []
  }

  /// The bit-fields of the group with this key, and the prefix of their keys; nil if it is no group.
  func group(_ key: String) throws(ArchiveError) -> (prefix: String, group: GroupDescription)? {
    let prefix = key.lastIndex(of: ".").map { key[...$0] } ?? ""
    let name = key[prefix.endIndex...]
    return try groups(behind: prefix).first { $0.name.utf8.elementsEqual(name.utf8) }.map { (String(prefix), $0) }
  }

  /// Whether the object has the field, under a key of its own or in a group.
  func hasField(_ key: String) throws(ArchiveError) -> Bool {
    if has(key) { return true }
    return try part(key) != nil
  }

  /// The integer of a field, under a key of its own or in a group; as `integer(_:)`.
  func fieldInteger(_ key: String) throws(ArchiveError) -> Int64? {
    if let own = try integer(key) { return own }
    guard let (group, part) = try part(key), let word = try integer(group) else { return nil }
    return Int64(bitPattern: part.value(in: UInt64(bitPattern: word)))
  }

  /// The group's key and the place of a field that is in one.
  private func part(_ key: String) throws(ArchiveError) -> (group: String, part: GroupPart)? {
    var end = key.endIndex
    while true {
      // A field's key may have dots, too.
      let dot = key[..<end].lastIndex(of: ".")
      let prefix = dot.map { key[...$0] } ?? ""
      let name = key[prefix.endIndex...]
      for group in try groups(behind: prefix) {
        for part in group.parts where part.name.utf8.elementsEqual(name.utf8) { return (prefix + group.name, part) }
      }
      guard let dot else { return nil }
      end = dot
    }
  }
}
