@_spi(GeneratedCode) import ArchiveRuntime

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
    try current.writeColumns(of: records, count: count, into: ReleaseSink(written)) { path($0) }
    let rewritten = ReleaseFields()
    try ReleaseColumns.rewrite("", of: written, for: self, to: rewritten, as: "", &losses, path: path)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(plan.size * count, 1), alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(plan.size * count, 1))
    do throws(ArchiveError) {
      try plan.readColumns(count, to: memory, from: ReleaseSource(rewritten))
    } catch {
      try losses.add(refusal: error, of: currentName, path: path(nil))
      return
    }
    try body(UnsafeRawPointer(memory))
  }

  /// The versions that the release's archives have, behind a prefix of their keys.
  func versions(behind prefix: String) -> [(key: String, version: Int)] {
    versions.map { (prefix + $0.key, $0.version) }
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
