import Foundation

// Hooks for modules that know another form of archives than the program's own. The engine asks them before it writes a value,
// and writes what they give it instead.

/// Another form of the archives of an encoder.
package protocol SubstituteForm: Sendable {
  /// What a type is called in the form; nil if the form has no such type.
  func name(ofType name: String, formerNames: [String]) -> String?

  /// Begins an archive, or a call that adds to one.
  func begin() -> any FormSubstitution
}

/// Substitutes the values of one archive.
package protocol FormSubstitution: AnyObject {
  /// How the form has C data as a root; nil where it is the program's own way.
  func root(of contents: any FormContents) throws(ArchiveError) -> SubstituteRoot?

  /// Calls `body` with what is written in place of C data; does not call it where nothing is written.
  ///
  /// - Parameters:
  ///   - key: The key of the data; empty at the root.
  ///   - path: The same for messages.
  func substitute(
    _ contents: any FormContents, forKey key: String, path: String,
    _ body: (Substitute) throws(ArchiveError) -> Void
  ) throws(ArchiveError)

  /// Ends a call.
  ///
  /// - Throws: What the form cannot hold.
  func finish() throws(ArchiveError)

  /// Forgets a call that failed.
  func forget()
}

/// The root object of an archive in another form.
package struct SubstituteRoot {
  package let name: String
  /// In one block of bytes with its class; nil when keys are written one by one.
  let keys: EncodedKeys?
  /// Whether it has the layout of images, as in archives of a program that has the form.
  let hasFixedWidths: Bool

  package init(name: String, keys: EncodedKeys?, hasFixedWidths: Bool = false) {
    (self.name, self.keys, self.hasFixedWidths) = (name, keys, hasFixedWidths)
  }
}

/// What is written in place of C data.
package struct Substitute {
  let contents: any FormContents
  /// Versions of types, which the contents' plans do not have, with their keys.
  let versions: [(key: String, version: Int)]

  package init(_ contents: any FormContents, versions: [(key: String, version: Int)] = []) {
    (self.contents, self.versions) = (contents, versions)
  }
}

/// C data in memory and the plan for it, without its type in Swift.
package protocol FormContents {}

/// The same for the engine.
protocol WritableContents: FormContents {
  /// The memory that an array of records takes when it is read.
  var recordByteCount: Int { get }

  func write(forKey key: String, into sink: inout PropertyListSink) throws(ArchiveError)
}

package struct RecordContents: WritableContents {
  package let record: UnsafeRawPointer
  package let plan: RecordPlan

  package init(_ record: UnsafeRawPointer, _ plan: RecordPlan) { (self.record, self.plan) = (record, plan) }

  var recordByteCount: Int { 0 }

  func write(forKey key: String, into sink: inout PropertyListSink) throws(ArchiveError) {
    let prefix = sink.prefix
    if !key.isEmpty { sink.prefix = prefix + key + "." }
    defer { sink.prefix = prefix }
    try sink.write(record, by: plan)
  }
}

package struct RecordsContents: WritableContents {
  package let records: UnsafeRawPointer
  package let count: Int
  package let plan: RecordPlan

  package init(_ records: UnsafeRawPointer, count: Int, _ plan: RecordPlan) {
    (self.records, self.count, self.plan) = (records, count, plan)
  }

  var recordByteCount: Int { count &* max(plan.size, 0) }

  func write(forKey key: String, into sink: inout PropertyListSink) throws(ArchiveError) {
    try sink.writeColumns(records, count: count, key: key, by: plan)
  }
}

extension ArchivedForm {
  /// Writes the value as a substitution has it.
  @inline(never)
  func write(
    _ value: Written, _ plan: Plan, forKey key: String, by substitution: any FormSubstitution,
    into sink: inout PropertyListSink
  ) throws(ArchiveError) {
    try withContents(of: value, plan) { (contents) throws(ArchiveError) in
      try sink.write(contents, forKey: key, by: substitution)
    }
  }
}

extension PropertyListSink {
  fileprivate mutating func write(
    _ contents: any WritableContents, forKey key: String, by substitution: any FormSubstitution
  ) throws(ArchiveError) {
    try substitution.substitute(contents, forKey: key, path: path(key)) { (substitute) throws(ArchiveError) in
      guard let written = substitute.contents as? any WritableContents else { return }
      try written.write(forKey: key, into: &self)
      for version in substitute.versions {
        try self.key(version.key)
        integer(Int64(version.version))
      }
      if contents.recordByteCount > 0 {
        note(records: contents.recordByteCount, key: key.isEmpty ? KeyedArchiveFormat.rootKey : key)
      }
    }
  }
}

extension ArchiveEncoder {
  /// An archive of the value alone in another form; nil where the form is the program's own.
  @inline(never)
  func archive<Form: ArchivedForm>(
    _ value: Form.Written, as form: Form, _ plan: Form.Plan, in other: any SubstituteForm
  ) throws(ArchiveError) -> Data? {
    let capacity = form.capacity(for: value, plan)
    let rootName = form.rootName(plan)
    var archive: Data?
    try form.withContents(of: value, plan) { (contents) throws(ArchiveError) in
      archive = try self.archive(contents, rootName: rootName, capacity, in: other)
    }
    return archive
  }

  private func archive(
    _ contents: any WritableContents, rootName: String, _ capacity: Int, in other: any SubstituteForm
  ) throws(ArchiveError) -> Data? {
    let substitution = other.begin()
    guard let root = try substitution.root(of: contents) else { return nil }
    var sink = PropertyListSink(root.keys == nil ? .written : .block, reservingCapacity: capacity)
    sink.hasFixedWidths = root.hasFixedWidths
    sink.reserveRoot()
    try sink.write(contents, forKey: "", by: substitution)
    try substitution.finish()
    let cost = sink.cost
    sink.writer.hasChecksum = settings.checksum == .crc32
    let archive = try settings.finished(
      try sink.finishRoot(root.keys, name: root.name), nil, rootName: rootName)
    return try settings.checked(archive, cost)
  }
}

extension RecordPlan {
  /// Writes the columns of an array of records under the empty key.
  ///
  /// - Parameter path: The prefix of the keys of a record, for messages.
  package func writeColumns(
    of records: UnsafeRawPointer, count: Int, into sink: any FieldSink, path: @escaping (Int) -> String
  ) throws(ArchiveError) {
    var sink = AnyFieldSink(sink)
    let writer = ColumnWriter(
      plan: self, rows: StridedRows(reading: records, stride: max(size, 0), count: count),
      work: WorkMonitor.stage(for: count), path: path)
    try sink.key("[]")
    sink.description(ColumnsDescription.firstLine([count]) + columns.lines)
    try writer.checkUnions()
    writer.work?.begin(0...1, of: count)
    try writer.write("", into: &sink)
  }

  /// Reads the columns under the empty key into memory for `count` records.
  package func readColumns(
    _ count: Int, to memory: UnsafeMutableRawPointer, from source: any FieldSource
  ) throws(ArchiveError) {
    var source = AnyFieldSource(source)
    guard let text = try source.description("[]", index: nil), let description = ColumnsDescription(text) else {
      return
    }
    // Records that had no fields, or none of these, are all defaults.
    if description.columns.isEmpty {
      for row in 0..<count {
        for column in columns.all { column.cell.fill(column.defaultBytes, into: StridedRows(memory + row * size)) }
      }
      return
    }
    let found = try findColumns(description, key: "", indices: { _ in nil }, from: &source)
    try scatter(found, to: memory, stride: size, path: "")
    for union in columns.unions {
      for row in 0..<count { try union.check(UnsafeRawPointer(memory + row * size), path: "") }
    }
  }
}
