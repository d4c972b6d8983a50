extension ReleasePlan {
  /// The records as the release has them, one after another in its own memory, for the length of `body`. What that loses is
  /// added to `losses`; where the release has no form for them, `body` is not called.
  ///
  /// - Parameters:
  ///   - records: The program's, one after another.
  ///   - path: The prefix of the keys of a record, with those of nil for records that are not known.
  func withRecords(
    _ records: UnsafeRawPointer, count: Int, of current: RecordPlan, _ losses: inout ArchiveLosses,
    path: @escaping (Int?) -> String, _ body: (UnsafeRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let written = ReleaseFields()
    var sink = AnyFieldSink(ReleaseSink(written))
    let writer = ColumnWriter(
      plan: current, rows: StridedRows(reading: records, stride: max(current.size, 0), count: count),
      work: WorkMonitor.stage(for: count), path: { path($0) })
    try sink.key("[]")
    sink.description(ColumnsDescription.firstLine([count]) + current.columns.lines)
    try writer.checkUnions()
    writer.work?.begin(0...1, of: count)
    try writer.write("", into: &sink)
    let rewritten = ReleaseFields()
    try ReleaseColumns.rewrite("", of: written, for: self, to: rewritten, as: "", &losses, path: path)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(plan.size * count, 1), alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(plan.size * count, 1))
    do throws(ArchiveError) {
      var source = AnyFieldSource(ReleaseSource(rewritten))
      try read(count, to: memory, from: &source)
    } catch {
      try losses.add(refusal: error, of: currentName, path: path(nil))
      return
    }
    try body(UnsafeRawPointer(memory))
  }

  /// Reads the release's columns: what its code would refuse is refused here.
  private func read(
    _ count: Int, to memory: UnsafeMutableRawPointer, from source: inout AnyFieldSource
  ) throws(ArchiveError) {
    guard let text = try source.description("[]", index: nil), let description = ColumnsDescription(text) else {
      return
    }
    // Records that had no fields, or none of today's, are all defaults.
    if description.columns.isEmpty {
      for row in 0..<count {
        for column in plan.columns.all {
          column.cell.fill(column.defaultBytes, into: StridedRows(memory + row * plan.size))
        }
      }
      return
    }
    let columns = try plan.findColumns(description, key: "", indices: { _ in nil }, from: &source)
    try plan.scatter(columns, to: memory, stride: plan.size, path: "")
    for union in plan.columns.unions {
      for row in 0..<count { try union.check(UnsafeRawPointer(memory + row * plan.size), path: "") }
    }
  }

  /// Writes the versions that the release's archives have.
  func encodeVersions<Sink: FieldSink & ~Copyable>(
    _ prefix: String, into sink: inout Sink
  ) throws(ArchiveError) {
    guard sink.takesVersions else { return }
    for version in versions {
      try sink.key(prefix + version.key)
      sink.integer(Int64(version.version))
    }
  }
}

extension ArchiveLosses {
  /// What the release's own reader would not read.
  ///
  /// - Throws: `error` itself where it is not about the archive.
  mutating func add(refusal error: ArchiveError, of type: String, path: String) throws(ArchiveError) {
    switch error.code {
    case .cancelled, .outOfMemory, .limitExceeded, .invalidSchema: throw error
    default: add(ArchiveLoss(.form, path: path + (error.path ?? ""), type: type, value: "\(error)", isRefused: true))
    }
  }
}

// MARK: Forms

extension RecordForm {
  func isUnchanged(_ plan: RecordPlan, in release: ArchiveRelease) throws(ArchiveError) -> Bool {
    if case .unchanged = release.find(plan) { true } else { false }
  }

  func rootKeys(_ plan: RecordPlan, in release: ArchiveRelease) throws(ArchiveError) -> EncodedKeys? {
    guard case .changed(let type) = release.find(plan) else { return nil }
    let released = try release.history.plan(for: plan, type, in: release)
    return released.versions.isEmpty ? released.plan.keys.object : nil
  }

  func rootName(_ plan: RecordPlan, in release: ArchiveRelease) -> String {
    if case .changed(let type) = release.find(plan) { type.name } else { plan.name }
  }

  func write<Sink: FieldSink & ~Copyable>(
    _ value: Record, _ plan: RecordPlan, forKey key: String, in release: ArchiveRelease,
    _ losses: inout ArchiveLosses, into sink: inout Sink
  ) throws(ArchiveError) {
    guard case .changed(let type) = release.find(plan) else {
      if try isUnchanged(plan, in: release) { return try write(value, plan, forKey: key, into: &sink) }
      return losses.add(newerType: plan, path: sink.path(key))
    }
    let released = try release.history.plan(for: plan, type, in: release)
    let outer = sink.prefix
    let prefix = key.isEmpty ? outer : outer + key + "."
    sink.prefix = prefix
    defer { sink.prefix = outer }
    try withRecord(value) { (record) throws(ArchiveError) in
      try released.withRecords(record, count: 1, of: plan, &losses, path: { _ in prefix }) {
        (memory) throws(ArchiveError) in
        try sink.write(memory, by: released.plan)
        try released.encodeVersions("", into: &sink)
      }
    }
  }
}

extension RecordsForm {
  func isUnchanged(_ plan: RecordPlan, in release: ArchiveRelease) throws(ArchiveError) -> Bool {
    if case .unchanged = release.find(plan) { true } else { false }
  }

  func rootKeys(_ plan: RecordPlan, in release: ArchiveRelease) throws(ArchiveError) -> EncodedKeys? {
    guard case .changed(let type) = release.find(plan) else { return nil }
    let released = try release.history.plan(for: plan, type, in: release)
    return released.versions.isEmpty ? released.plan.keys.array : nil
  }

  func rootName(_ plan: RecordPlan, in release: ArchiveRelease) -> String {
    RecordForm<Record>().rootName(plan, in: release) + "[]"
  }

  func write<Sink: FieldSink & ~Copyable>(
    _ values: [Record], _ plan: RecordPlan, forKey key: String, in release: ArchiveRelease,
    _ losses: inout ArchiveLosses, into sink: inout Sink
  ) throws(ArchiveError) {
    guard case .changed(let type) = release.find(plan) else {
      if try isUnchanged(plan, in: release) { return try write(values, plan, forKey: key, into: &sink) }
      return losses.add(newerType: plan, path: sink.path(key))
    }
    let released = try release.history.plan(for: plan, type, in: release)
    let path = sink.path(key)
    try values.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      try Record.withArchivedBytes(of: buffer) { (records) throws(ArchiveError) in
        try released.withRecords(
          records, count: values.count, of: plan, &losses, path: { "\(path)[\($0.map(String.init) ?? "")]." }
        ) { (memory) throws(ArchiveError) in
          try sink.writeColumns(memory, count: values.count, key: key, by: released.plan)
          try released.encodeVersions("\(key)[].", into: &sink)
          sink.note(records: values.count &* max(plan.size, 0), key: key.isEmpty ? KeyedArchiveFormat.rootKey : key)
        }
      }
    }
  }
}

extension ArchiveLosses {
  mutating func add(newerType plan: RecordPlan, path: String) {
    add(ArchiveLoss(.newerType, path: path, type: plan.name, isRefused: true))
  }
}
