extension RecordPlan {
  /// Writes the fields of the record at `record` in the order of the leaves.
  func encode<Sink: FieldSink & ~Copyable>(
    _ record: UnsafeRawPointer, into sink: inout Sink
  ) throws(ArchiveError) {
    let takesKeys = sink.takesKeys
    if !fields.unions.isEmpty {
      let rule = sink.observer?.tagRule(behind: sink.prefix)
      for union in fields.unions { try union.check(record, path: sink.prefix, rule: rule) }
    }
    let hasGroups = !fields.groups.isEmpty && sink.takesGroups
    for index in fields.leaves.indices {
      if hasGroups, let group = fields.leaves[index].group {
        if fields.groups[group].leaves.first == index { try encodeGroup(group, record, into: &sink) }
        continue
      }
      if fields.hasTests, !fields.leaves[index].isThere(record) { continue }
      if let plain = fields.directScalars[index] {
        if takesKeys { try sink.key(fields.leaves[index].key) }
        sink.plain(plain.bits(record), plain.number)
        continue
      }
      let leaf = fields.leaves[index]
      switch leaf.value {
      case .scalar(let cell):
        try sink.key(leaf.key)
        try cell.encodeScalar(record, leaf.key, into: &sink)
      case .wide(let cell):
        try sink.key(leaf.key)
        try cell.encodeData(record, leaf.key, into: &sink)
        try sink.key(leaf.descriptionKey)
        sink.description(cell.archived.name)
      case .array(let cell, let form): try cell.encodeArray(record, leaf, form, into: &sink)
      case .text(let cell, let encoding):
        try sink.key(leaf.key)
        let bytes = record + cell.offset
        let text = UnsafeRawBufferPointer(start: bytes, count: TextBytes.length(bytes, count: cell.byteCount))
        guard sink.text(text, encoding) else { throw TextBytes.unwritable(sink.path(leaf.key), encoding) }
      case .records(let array):
        switch array.form {
        case .columns:
          try array.plan.encodeColumns(
            record + array.offset, stride: array.plan.size, dimensions: array.dimensions, key: leaf.key, into: &sink)
        case .elements: try array.encodeElements(record, leaf, into: &sink)
        }
      }
    }
    if hasVersions, sink.takesVersions { try encodeVersions(record, into: &sink) }
  }

  /// Bit-fields in one integer, and before the first group of a record what describes them all.
  private func encodeGroup<Sink: FieldSink & ~Copyable>(
    _ index: Int, _ record: UnsafeRawPointer, into sink: inout Sink
  ) throws(ArchiveError) {
    let group = fields.groups[index]
    let scope = fields.groupScopes[group.scope]
    if scope.groups.first == index {
      if fields.hasTests {
        let texts = scope.groups.map { fields.groups[$0] }.filter { $0.isThere(record) }.map(\.text)
        if !texts.isEmpty {
          try sink.key(scope.key)
          sink.description(texts.joined(separator: "\n"))
        }
      } else {
        try sink.key(scope.key)
        sink.description(scope.text)
      }
    }
    if fields.hasTests, !group.isThere(record) { return }
    try sink.key(group.key)
    var word: UInt64 = 0
    let done = withUnsafeMutableBytes(of: &word) {
      group.cell.gather(record, stride: 0, count: 1, to: $0.baseAddress.unsafelyUnwrapped)
    }
    guard done == 1 else {
      let path = sink.path(group.key)
      throw withUnsafeBytes(of: word) { group.cell.invalid(path, $0.baseAddress.unsafelyUnwrapped) }
    }
    sink.plain(UInt64(littleEndian: word), .integer(bits: group.cell.byteCount * 8, isSigned: false))
  }
}

extension Leaf {
  /// Whether the unions that the field is in have their tags right.
  func isThere(_ record: UnsafeRawPointer) -> Bool { tests.allSatisfy { $0.passes(record) } }
}

extension RecordArray {
  fileprivate func encodeElements<Sink: FieldSink & ~Copyable>(
    _ record: UnsafeRawPointer, _ leaf: Leaf, into sink: inout Sink
  ) throws(ArchiveError) {
    try sink.key(leaf.descriptionKey)
    sink.description(ColumnsDescription.firstLine(dimensions, isElements: true))
    let prefix = sink.prefix
    defer { sink.prefix = prefix }
    for index in 0..<count {
      sink.prefix = prefix + leaf.key + Description.subscripts(of: index, in: dimensions) + "."
      try sink.write(record + offset + index * plan.size, by: plan)
    }
  }
}

extension ElementAccess {
  /// A plain boolean, integer or real.
  @inline(__always)
  fileprivate func encodeScalar<Sink: FieldSink & ~Copyable>(
    _ record: UnsafeRawPointer, _ key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    var bits: UInt64 = 0
    let done = withUnsafeMutableBytes(of: &bits) { scratch in
      gather(record, stride: 0, count: 1, to: scratch.baseAddress.unsafelyUnwrapped)
    }
    guard let number else { return }
    guard done == 1 else {
      let path = sink.path(key)
      throw withUnsafeBytes(of: bits) { invalid(path, $0.baseAddress.unsafelyUnwrapped) }
    }
    sink.plain(UInt64(littleEndian: bits), number)
  }

  /// The cell's archived bytes as data.
  fileprivate func encodeData<Sink: FieldSink & ~Copyable>(
    _ record: UnsafeRawPointer, _ key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    let path = closed == nil ? "" : sink.path(key)
    try sink.data(byteCount: byteCount) { (target) throws(ArchiveError) in
      guard gather(record, stride: 0, count: 1, to: target) == 1 else { throw invalid(path, UnsafeRawPointer(target)) }
    }
  }

  fileprivate func encodeArray<Sink: FieldSink & ~Copyable>(
    _ record: UnsafeRawPointer, _ leaf: Leaf, _ form: ArrayForm, into sink: inout Sink
  ) throws(ArchiveError) {
    switch form {
    case .packed:
      try sink.key(leaf.key)
      try encodeData(record, leaf.key, into: &sink)
      if isBytes { return }
      try sink.key(leaf.descriptionKey)
      sink.description(archived.name)
    case .native:
      try sink.key(leaf.key)
      try encodeNative(record, leaf.key, into: &sink)
      try sink.key(leaf.descriptionKey)
      sink.description(ArrayDescription.native(archived))
    case .elements: try encodeElements(record, leaf, into: &sink)
    }
  }

  /// The machine's own order: the archived form with each lane's bytes turned round where that differs.
  private func encodeNative<Sink: FieldSink & ~Copyable>(
    _ record: UnsafeRawPointer, _ key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    let path = closed == nil ? "" : sink.path(key)
    try sink.data(byteCount: byteCount) { (target) throws(ArchiveError) in
      guard gather(record, stride: 0, count: 1, to: target) == 1 else { throw invalid(path, UnsafeRawPointer(target)) }
      if ByteOrder.host == .big { ByteOrder.reverse(target, archived) }
    }
  }

  private func encodeElements<Sink: FieldSink & ~Copyable>(
    _ record: UnsafeRawPointer, _ leaf: Leaf, into sink: inout Sink
  ) throws(ArchiveError) {
    guard case .number(let type) = archived.element else { return }
    try sink.key(leaf.descriptionKey)
    sink.description("elements " + archived.name)
    let bytes = try archivedBytes(record, leaf.key, sink.prefix)
    let size = type.archivedSize
    let count = Description.product(archived.dimensions) ?? 0
    for index in 0..<count {
      try sink.key(leaf.key + Description.subscripts(of: index, in: archived.dimensions))
      try bytes.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
        let bytes = UnsafeRawBufferPointer(buffer)[(index * size)..<((index + 1) * size)]
        let element = UnsafeRawBufferPointer(rebasing: bytes)
        if type.isPlain, let address = element.baseAddress {
          sink.plain(Bits128(littleEndian: address, count: size).low, type.number)
        } else {
          try sink.data(byteCount: size) { $0.copyMemory(from: element.baseAddress.unsafelyUnwrapped, byteCount: size) }
        }
      }
    }
  }

  private func archivedBytes(
    _ record: UnsafeRawPointer, _ key: String, _ prefix: String
  ) throws(ArchiveError) -> [UInt8] {
    var failure: ArchiveError?
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let target = buffer.baseAddress, byteCount > 0 else { return }
      if gather(record, stride: 0, count: 1, to: target) != 1 {
        failure = invalid(prefix + key, UnsafeRawPointer(target))
      }
      count = byteCount
    }
    if let failure { throw failure }
    return bytes
  }

  /// The error for the first value among archived ones that its type does not know.
  func invalid(_ path: String, _ bytes: UnsafeRawPointer) -> ArchiveError {
    if let group { return group.invalid(path, bytes, count: byteCount / group.size) }
    switch (archived.element, closed) {
    case (.text(let encoding), _): return TextBytes.unwritable(path, encoding)
    case (.number(let type), let closed?):
      let count = max(byteCount / closed.size, 1)
      let index = min(closed.validCount(bytes, count: count), count - 1)
      return .unknownEnumerationValue(path: path, value: closed.value(bytes + index * closed.size), type: type.name)
    case (.number(let type), nil):
      let size = type.number.archivedSize
      let value = type.number.invalidText(bytes, count: size > 0 ? byteCount / size : 0)
      return .outOfRange(path: path, value: value, type: type.name)
    }
  }
}
