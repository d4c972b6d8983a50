/// The groups of bit-fields that an archive has among a record's keys: where a field looks that has no key of its own.
struct FoundGroups {
  /// By the prefix of the groups' keys; empty where the archive has none.
  private var scopes: [(prefix: Substring, groups: [GroupDescription])] = []

  /// Those that were looked at, each with the prefix of its keys.
  var all: [(prefix: String, group: GroupDescription)] {
    scopes.flatMap { scope in scope.groups.map { (String(scope.prefix), $0) } }
  }

  /// The value of the bit-field with this key; `missing` if no group has it.
  mutating func value<Source: FieldSource & ~Copyable>(
    _ key: String, from source: inout Source
  ) throws(ArchiveError) -> FoundValue {
    var end = key.endIndex
    while true {
      // A field's key may have dots, too.
      let dot = key[..<end].lastIndex(of: ".")
      let prefix = dot.map { key[...$0] } ?? ""
      let name = key[prefix.endIndex...]
      for group in try groups(behind: prefix, from: &source) {
        for part in group.parts where name.utf8.elementsEqual(part.name.utf8) {
          return part.found(in: try group.word(behind: prefix, from: &source))
        }
      }
      guard let dot else { return .missing }
      end = dot
    }
  }

  /// The keys with those of bit-fields in place of their groups', and without what describes these.
  mutating func ungrouped<Source: FieldSource & ~Copyable>(
    _ keys: [String], from source: inout Source
  ) throws(ArchiveError) -> [String] {
    let descriptions = keys.filter { GroupPart.lastPart(of: $0).isExactly(GroupDescription.key) }
    if descriptions.isEmpty { return keys }
    var groupKeys = Set(descriptions.map(ExactText.init))
    var parts: [String] = []
    for key in descriptions {
      let prefix = key.prefix(key.count - GroupDescription.key.count)
      for group in try groups(behind: prefix, from: &source) {
        groupKeys.insert(ExactText(prefix + group.name))
        parts += group.parts.map { prefix + $0.name }
      }
    }
    return keys.filter { !groupKeys.contains(ExactText($0)) } + parts
  }

  mutating func groups<Source: FieldSource & ~Copyable>(
    behind prefix: Substring, from source: inout Source
  ) throws(ArchiveError) -> [GroupDescription] {
    if let known = scopes.first(where: { $0.prefix.utf8.elementsEqual(prefix.utf8) }) { return known.groups }
    let key = String(prefix) + GroupDescription.key
    var groups: [GroupDescription] = []
    if let text = try source.description(key, index: nil) {
      guard let found = GroupDescription.groups(text) else {
        throw .wrongType(path: source.path(key), expected: "groups of bit-fields", found: "'\(text)'")
      }
      groups = found
    }
    scopes.append((prefix, groups))
    return groups
  }
}

extension GroupDescription {
  /// The integer with the bits of the group's fields.
  fileprivate func word<Source: FieldSource & ~Copyable>(
    behind prefix: Substring, from source: inout Source
  ) throws(ArchiveError) -> UInt64 {
    let key = String(prefix) + name
    let number = ElementType.Number.integer(bits: bits, isSigned: false)
    let found = try source.find(key, index: nil, as: .number(number))
    if case .missing = found { throw .missingKey(path: source.path(key)) }
    guard let word = found.word(of: bits) else {
      throw .wrongType(path: source.path(key), expected: number.name, found: found.kindName)
    }
    return word
  }
}

extension GroupDescription {
  /// For errors.
  fileprivate var words: String { GroupPart.words(parts) }
}

extension GroupPart {
  /// For errors: what an integer has.
  static func words(_ parts: [GroupPart]) -> String {
    "the bit-fields " + parts.prefix(4).map { "'\($0.name)'" }.joined(separator: ", ")
      + (parts.count > 4 ? " and others" : "")
  }
}

extension Leaf {
  /// Whether the archive has none of the field's keys that come before this one.
  fileprivate func looks<Source: FieldSource & ~Copyable>(
    for key: String, in source: inout Source
  ) throws(ArchiveError) -> Bool {
    for own in [self.key] + formerKeys {
      if own.isExactly(key) { return true }
      guard case .missing = try source.find(own, index: nil, as: .data) else { return false }
    }
    return false
  }
}

extension Leaf.Value {
  /// For errors; nil for an array of records, which is not looked for under its key alone.
  fileprivate var typeName: String? {
    switch self {
    case .scalar(let cell), .wide(let cell), .array(let cell, _), .text(let cell, _): cell.archived.name
    case .records: nil
    }
  }
}

extension FoundValue {
  /// The value as an unsigned integer; nil unless it is one of so many bits.
  func word(of bits: Int) -> UInt64? {
    if let plain = ElementType.Number.integer(bits: bits, isSigned: false).plainBits(of: self) { return plain }
    var word: UInt64 = 0
    let failure = withUnsafeMutableBytes(of: &word) { target in
      target.baseAddress.flatMap { convert(to: .integer(bits: 64, isSigned: false), at: $0) }
    }
    word = UInt64(littleEndian: word)
    guard failure == nil, bits == 64 || word >> UInt64(bits) == 0 else { return nil }
    return word
  }
}

/// Gives one value that was found, under its key.
struct FoundValueSource: FieldSource {
  let key: String
  let found: FoundValue
  var prefix: String

  func find(index: Int) throws(ArchiveError) -> FoundValue? { nil }
  func mayHaveGroups() throws(ArchiveError) -> Bool { false }

  func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    key.isExactly(self.key) ? found : .missing
  }
}

extension FieldPlan {
  /// Throws where the archive has a group of bit-fields under a key that is another field's now: its bits are no number of
  /// that field.
  ///
  /// - Parameter groups: Is given what is found.
  func checkGroups<Source: FieldSource & ~Copyable>(
    _ groups: inout FoundGroups?, from source: inout Source
  ) throws(ArchiveError) {
    var known = groups ?? FoundGroups()
    defer { groups = known }
    for prefix in prefixes {
      for group in try known.groups(behind: prefix[...], from: &source) {
        let key = prefix + group.name
        for leaf in leaves where leaf.key.isExactly(key) || leaf.formerKeys.containsExactly(key) {
          guard let name = leaf.value.typeName, try leaf.looks(for: key, in: &source) else { continue }
          throw .wrongType(path: source.path(key), expected: name, found: group.words)
        }
      }
    }
  }

  /// Notes groups as not read that have bit-fields of which no field knows.
  func noteParts<Source: FieldSource & ~Copyable>(
    of groups: FoundGroups, _ removed: RemovedKeys, from source: inout Source
  ) {
    let known = Set(leaves.flatMap { [$0.key] + $0.formerKeys }.map(ExactText.init))
    for (prefix, group) in groups.all
    where group.parts.contains(where: { part in
      let key = prefix + part.name
      return !known.contains(ExactText(key)) && !removed.contains(key)
    }) {
      source.note(prefix + group.name, isRead: false)
    }
  }

  /// Reads the groups that the archive has by the same positions.
  ///
  /// - Returns: One bit for each group that is read, of the first 64.
  func decodeGroups<Source: FieldSource & ~Copyable>(
    into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> UInt64 {
    var done: UInt64 = 0
    for scope in groupScopes {
      guard case .text(let text) = try source.find(scope.key, index: scope.keyIndex, as: .text),
        text.isExactly(scope.text)
      else { continue }
      for index in scope.groups where index < 64 {
        let group = groups[index]
        let wanted = ElementType.Number.integer(bits: group.description.bits, isSigned: false)
        let found = try source.find(group.key, index: group.keyIndex, as: .number(wanted))
        guard let word = found.word(of: group.description.bits) else { continue }
        let bytes = word.littleEndian
        let scattered = withUnsafeBytes(of: bytes) {
          group.cell.scatter($0.baseAddress.unsafelyUnwrapped, count: 1, to: record, stride: 0)
        }
        guard scattered == 1 else {
          throw withUnsafeBytes(of: bytes) {
            group.cell.invalid(source.path(group.key), $0.baseAddress.unsafelyUnwrapped)
          }
        }
        done |= 1 << UInt64(index)
      }
    }
    return done
  }
}
