extension RecordPlan {
  /// Reads the record's fields into the zeroed memory at `record`.
  ///
  /// - Throws: `missingKey` when the archive has none of the record's keys, or lacks one that is required.
  func decode<Source: FieldSource & ~Copyable>(
    into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) {
    if fields.hasTests { return try decodeTested(into: record, from: &source) }
    var present = 0
    var counts: [Int] = fields.requiredGroups.isEmpty ? [] : [0]
    var groups: FoundGroups?
    let hasGroups = !fields.groups.isEmpty
    let done = hasGroups ? try fields.decodeGroups(into: record, from: &source) : 0
    let isWhole = hasGroups && done.nonzeroBitCount == fields.groups.count
    if try source.mayHaveGroups() || hasGroups && !isWhole { try fields.checkGroups(&groups, from: &source) }
    for index in fields.leaves.indices {
      if let plain = fields.directScalars[index],
        plain.put(try fields.find(plain, index, from: &source), into: record)
      {
        present += 1
        if !fields.requiredGroups.isEmpty { counts.append(present) }
        continue
      }
      if hasGroups, let group = fields.leaves[index].group, group < 64, done >> UInt64(group) & 1 == 1 {
        present += 1
        if !fields.requiredGroups.isEmpty { counts.append(present) }
        continue
      }
      let leaf = fields.leaves[index]
      if try leaf.decode(into: record, &groups, from: &source) {
        present += 1
      } else {
        guard !leaf.isRequired else { throw .missingKey(path: source.path(leaf.key)) }
        leaf.putDefault(into: record)
      }
      if !fields.requiredGroups.isEmpty { counts.append(present) }
    }
    if !removedKeys.isEmpty { source.note(removed: removedKeys, within: "") }
    if source.notesKeys, let groups { fields.noteParts(of: groups, removedKeys, from: &source) }
    if present == 0, !fields.leaves.isEmpty, !isMigrated { throw missing(source.prefix) }
    for group in fields.requiredGroups where counts[group.leaves.upperBound] == counts[group.leaves.lowerBound] {
      if group.leaves.isEmpty { continue }
      throw .missingKey(path: source.path(group.key))
    }
    if !migrations.isEmpty { try migrate(record, isPresent: present > 0, from: &source) }
  }

  /// - Parameter isPresent: Whether the archive has any of today's keys: if not, it must have others.
  private func migrate<Source: FieldSource & ~Copyable>(
    _ record: UnsafeMutableRawPointer, isPresent: Bool, from source: inout Source
  ) throws(ArchiveError) {
    if !isPresent, !fields.leaves.isEmpty, try source.keys()?.allSatisfy({ $0.hasExactPrefix("$") }) ?? true {
      throw missing(source.prefix)
    }
    try migrate(record, from: &source)
  }

  /// The same where some fields depend on tags: tags first, then what they decide.
  private func decodeTested<Source: FieldSource & ~Copyable>(
    into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) {
    var isPresent = [Bool](repeating: false, count: fields.leaves.count)
    var isLive = [Bool](repeating: false, count: fields.leaves.count)
    var groups: FoundGroups?
    if try source.mayHaveGroups() || !fields.groups.isEmpty { try fields.checkGroups(&groups, from: &source) }
    let deepest = fields.leaves.reduce(0) { max($0, $1.tests.count) }
    for depth in 0...deepest {
      for (index, leaf) in fields.leaves.enumerated() where leaf.tests.count == depth && leaf.isThere(record) {
        isLive[index] = true
        isPresent[index] = try leaf.decode(into: record, &groups, from: &source)
        if isPresent[index] { continue }
        guard !leaf.isRequired else { throw .missingKey(path: source.path(leaf.key)) }
        leaf.putDefault(into: record)
      }
      if depth == 0, !isPresent.contains(true), isLive.contains(true), !isMigrated {
        throw missing(source.prefix)
      }
      if depth > 0 { try checkMembers(isLive, isPresent, depth: depth, from: &source) }
      let prefix = source.prefix
      let rule = source.observed?.tagRule(behind: prefix)
      for union in fields.unions where union.selection.depth == depth {
        try union.check(record, path: prefix, rule: rule)
      }
    }
    if !removedKeys.isEmpty { source.note(removed: removedKeys, within: "") }
    if source.notesKeys, let groups { fields.noteParts(of: groups, removedKeys, from: &source) }
    for group in fields.requiredGroups where group.leaves.contains(where: { isLive[$0] }) {
      guard group.leaves.contains(where: { isPresent[$0] }) else { throw .missingKey(path: source.path(group.key)) }
    }
    if !migrations.isEmpty { try migrate(record, isPresent: isPresent.contains(true), from: &source) }
  }

  /// Reads the fields of a record of which the archive has no key.
  ///
  /// - Throws: `missingKey` for a field that is required.
  func readNothing<Source: FieldSource & ~Copyable>(
    into record: UnsafeMutableRawPointer, from source: borrowing Source
  ) throws(ArchiveError) {
    if let required = fields.leaves.first(where: \.isRequired) {
      throw .missingKey(path: source.prefix + required.key)
    }
    putDefaults(into: record)
  }

  /// Gives all fields of a zeroed record the defaults that they have without a key, tags before what depends on them.
  fileprivate func putDefaults(into record: UnsafeMutableRawPointer) {
    let deepest = fields.hasTests ? fields.leaves.reduce(0) { max($0, $1.tests.count) } : 0
    for depth in 0...deepest {
      for leaf in fields.leaves where leaf.tests.count == depth && leaf.isThere(record) {
        leaf.putDefault(into: record)
      }
    }
  }

  func missing(_ prefix: String) -> ArchiveError {
    .missingKey(path: prefix.isEmpty ? (fields.leaves.first?.key ?? "") : String(prefix.dropLast()))
  }
}

extension FieldPlan {
  /// What the archive has under a scalar's own key, without a copy of its leaf.
  @inline(__always)
  fileprivate func find<Source: FieldSource & ~Copyable>(
    _ scalar: DirectScalar, _ index: Int, from source: inout Source
  ) throws(ArchiveError) -> FoundValue {
    if let found = try source.find(index: scalar.keyIndex) { return found }
    return try source.find(leaves[index].key, index: nil, as: .number(scalar.number))
  }
}

extension Leaf {
  /// - Returns: false when the archive has no key for the field.
  @inline(__always)
  fileprivate func decode<Source: FieldSource & ~Copyable>(
    into record: UnsafeMutableRawPointer, _ groups: inout FoundGroups?, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    if try decode(main, into: record, from: &source) { return true }
    return try decodeOther(into: record, &groups, from: &source)
  }

  /// What the archive has for the field's own key in a group of bit-fields, or else under each former key or in a group.
  @inline(never)
  private func decodeOther<Source: FieldSource & ~Copyable>(
    into record: UnsafeMutableRawPointer, _ groups: inout FoundGroups?, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    if try decode(main, from: &groups, into: record, from: &source) { return true }
    if try decodeElements(main, into: record, from: &source) { return true }
    for key in old {
      if try decode(key, into: record, from: &source) { return true }
      if try decode(key, from: &groups, into: record, from: &source) { return true }
      if try decodeElements(key, into: record, from: &source) { return true }
    }
    return false
  }

  /// What the archive has as an array whose elements have keys of their own, and the field has not.
  private func decodeElements<Source: FieldSource & ~Copyable>(
    _ key: Key, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    switch value {
    case .scalar(let cell), .wide(let cell): try cell.decodeFirstElement(key, into: record, from: &source)
    case .text(let cell, _): try cell.decodeTextOfElements(key, into: record, from: &source)
    case .array, .records: false
    }
  }

  private func decode<Source: FieldSource & ~Copyable>(
    _ key: Key, from groups: inout FoundGroups?, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    // A text refuses a number, under its own key as in a group.
    if case .records = value { return false }
    var known = groups ?? FoundGroups()
    defer { groups = known }
    let found = try known.value(key.text, from: &source)
    if case .missing = found { return false }
    var one = AnyFieldSource(FoundValueSource(key: key.text, found: found, prefix: source.prefix))
    return try decode(key, into: record, from: &one)
  }

  @inline(__always)
  private func decode<Source: FieldSource & ~Copyable>(
    _ key: Key, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    switch value {
    case .scalar(let cell), .wide(let cell): return try cell.decodeNumber(key, into: record, from: &source)
    case .array(let cell, _): return try cell.decodeArray(key, into: record, defaultBytes, from: &source)
    case .text(let cell, let encoding): return try cell.decodeText(key, encoding, into: record, from: &source)
    case .records(let array):
      if try array.decode(key, into: record, from: &source) { return true }
      return try array.decodeSingle(key, into: record, from: &source)
    }
  }

  fileprivate func putDefault(into record: UnsafeMutableRawPointer) {
    switch value {
    case .scalar(let cell), .wide(let cell), .array(let cell, _), .text(let cell, _):
      if !defaultBytes.isEmpty { cell.fill(defaultBytes, into: StridedRows(record)) }
    case .records(let array): array.putDefaults(into: record, except: [])
    }
  }
}

extension RecordArray {
  /// Gives the elements that the archive does not have the defaults of their fields.
  ///
  /// - Parameter archived: The dimensions in the archive; empty for no elements.
  func putDefaults(into record: UnsafeMutableRawPointer, except archived: [Int]) {
    guard plan.fields.hasDefaults, archived != dimensions else { return }
    for index in 0..<count {
      if !archived.isEmpty, Description.index(of: index, in: dimensions, within: archived) != nil { continue }
      plan.putDefaults(into: record + offset + index * plan.size)
    }
  }
}

extension ElementAccess {
  /// A single number.
  @inline(__always)
  func decodeNumber<Source: FieldSource & ~Copyable>(
    _ key: Leaf.Key, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    guard case .number(let type) = archived.element else { return false }
    let found = try source.find(key.text, index: key.index, as: type.isPlain ? .number(type.number) : .data)
    if case .missing = found { return false }
    guard type.isPlain, let plain = type.number.plainBits(of: found) else {
      try decodeOther(found, type, key, into: record, from: &source)
      return true
    }
    let bits = plain.littleEndian
    let done = withUnsafeBytes(of: bits) { bytes in
      scatter(bytes.baseAddress.unsafelyUnwrapped, count: 1, to: record, stride: 0)
    }
    guard done == 1 else {
      let path = source.path(key.text)
      throw withUnsafeBytes(of: bits) { invalid(path, $0.baseAddress.unsafelyUnwrapped) }
    }
    return true
  }

  /// A number that is archived as another type than the field's.
  @inline(never)
  private func decodeOther<Source: FieldSource & ~Copyable>(
    _ found: FoundValue, _ type: ElementType, _ key: Leaf.Key, into record: UnsafeMutableRawPointer,
    from source: inout Source
  ) throws(ArchiveError) {
    let path = source.path(key.text)
    if case .data(let bytes) = found {
      let description = try source.description(key.description, index: key.descriptionIndex)
      // Bytes without a description may be signed or not.
      guard let description else { throw .wrongType(path: path, expected: type.name, found: "data") }
      guard let stored = ArrayDescription(description), case .packed(let order) = stored.storage,
        case .number = stored.array.element
      else { throw .wrongType(path: path, expected: type.name, found: "data described as '\(description)'") }
      return try put(bytes, stored.array, order, path, into: record)
    }
    guard type.shape == .single else { throw .wrongType(path: path, expected: type.name, found: found.kindName) }
    try put(path, into: record) { (target) throws(ArchiveError) in
      guard let failure = found.convert(to: type.number, at: target) else { return }
      throw failure.error(path, found.kindName, found.valueText, archived.name)
    }
  }
}
