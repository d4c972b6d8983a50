/// A form in which C data stands in an archive: one record, an array of records, a graph.
///
/// What encoders, decoders and coders do with C data is written once over this protocol, for the root and for keys
/// (`ArchivedForm+Coders.swift`). A new form is one conformance, and the public calls that name it.
///
/// The calls are inlined, since a form in generic code is not specialised otherwise.
protocol ArchivedForm {
  /// What is archived.
  associatedtype Written
  /// What comes back.
  associatedtype Read
  /// How the types' data is copied.
  associatedtype Plan

  /// The types' plan.
  ///
  /// - Throws: `invalidSchema`; `layoutMismatch` when Swift does not lay out the types as their schemas say.
  func plan() throws(ArchiveError) -> Plan

  /// The root object's keys, its class and the class's name in one block of bytes; nil when keys are written one by one.
  func rootKeys(_ plan: Plan) -> EncodedKeys?

  /// What the class of a root of this form is called.
  func rootName(_ plan: Plan) -> String

  /// The same and its earlier names, which are read as well.
  func rootNames(_ plan: Plan) -> [String]

  /// What else the class of a root may be called: an error does not propose it.
  func formerRootNames(_ plan: Plan) -> [String]

  /// Finds a root's keys, and with them its class at this place among them; nil where they are looked for by name.
  func rootMatcher(_ plan: Plan) -> (matcher: KeyLookup, classIndex: Int)?

  /// About how many bytes an archive of nothing but the value takes.
  func capacity(for value: Written, _ plan: Plan) -> Int

  /// Writes the value under `key`; at the root it is empty.
  func write<Sink: FieldSink & ~Copyable>(
    _ value: Written, _ plan: Plan, forKey key: String, into sink: inout Sink
  ) throws(ArchiveError)

  /// Reads the value under `key`, and calls `last` when all of it is there, with the memory that it takes beside its own, in
  /// bytes.
  func read<Source: FieldSource & ~Copyable>(
    _ plan: Plan, forKey key: String, _ reading: FormReading, from source: inout Source,
    last: (Int) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Read

  /// What archives of the value alone are copied from; nil where each is written. They have the layout of the copies.
  var images: RecordImages? { get }

  /// What would be archived again of a value that was read.
  func written(_ value: Read) -> Written

  /// Calls `body` with the value's memory, for hooks that do not know the type.
  func withContents(
    of value: Written, _ plan: Plan, _ body: (any WritableContents) throws(ArchiveError) -> Void
  ) throws(ArchiveError)
}

extension ArchivedForm {
  @inline(__always) func capacity(for value: Written, _ plan: Plan) -> Int { 1_000 }
  @inline(__always) var images: RecordImages? { nil }
  @inline(__always) func formerRootNames(_ plan: Plan) -> [String] { [] }
}

/// What decides how a form is read.
struct FormReading {
  let limits: ArchiveDecoder.Limits
  var unknownLinks = ArchiveDecoder.UnknownLinks.reject
  /// The archive's length; nil where only a coder knows it.
  let byteCount: Int?
  /// Whether the root's keys have been found by `rootMatcher`.
  var isRoot = false
}

/// One record: its fields' keys follow the key and a dot.
struct RecordForm<Record: ArchivableRecord>: ArchivedForm {
  @inline(__always) func plan() throws(ArchiveError) -> RecordPlan { try Record.valuePlan() }
  @inline(__always) func rootKeys(_ plan: RecordPlan) -> EncodedKeys? { plan.keys.object }
  @inline(__always) func rootName(_ plan: RecordPlan) -> String { plan.name }
  @inline(__always) func rootNames(_ plan: RecordPlan) -> [String] { [plan.name] + plan.formerNames }

  @inline(__always)
  func rootMatcher(_ plan: RecordPlan) -> (matcher: KeyLookup, classIndex: Int)? {
    (plan.keys.lookup, plan.keys.classIndex)
  }

  @inline(__always)
  func write<Sink: FieldSink & ~Copyable>(
    _ value: Record, _ plan: RecordPlan, forKey key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    if key.isEmpty {
      return try withRecord(value) { (record) throws(ArchiveError) in try sink.write(record, by: plan) }
    }
    let prefix = sink.prefix
    sink.prefix = prefix + key + "."
    defer { sink.prefix = prefix }
    try withRecord(value) { (record) throws(ArchiveError) in try sink.write(record, by: plan) }
  }

  @inline(__always) var images: RecordImages? { Record.archiveSchema.images }

  func written(_ value: Record) -> Record { value }

  func withContents(
    of value: Record, _ plan: RecordPlan, _ body: (any WritableContents) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try withRecord(value) { (record) throws(ArchiveError) in try body(RecordContents(record, plan)) }
  }

  @inline(__always)
  func read<Source: FieldSource & ~Copyable>(
    _ plan: RecordPlan, forKey key: String, _ reading: FormReading, from source: inout Source,
    last: (Int) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Record {
    if !key.isEmpty { source.prefix += key + "." }
    // A record may be as large as a stack: it is made where it is wanted, and not copied afterwards.
    return try Record.archivedRecord { (record) throws(ArchiveError) in
      try source.read(into: record, by: plan)
      try last(0)
    }
  }
}

/// An array of records as columns.
struct RecordsForm<Record: ArchivableRecord>: ArchivedForm {
  @inline(__always) func plan() throws(ArchiveError) -> RecordPlan { try Record.valuePlan() }
  @inline(__always) func rootKeys(_ plan: RecordPlan) -> EncodedKeys? { plan.keys.array }
  @inline(__always) func rootName(_ plan: RecordPlan) -> String { plan.name + "[]" }
  @inline(__always) func rootNames(_ plan: RecordPlan) -> [String] {
    ([plan.name] + plan.formerNames).map { $0 + "[]" }
  }

  @inline(__always)
  func rootMatcher(_ plan: RecordPlan) -> (matcher: KeyLookup, classIndex: Int)? {
    (plan.keys.arrayLookup, plan.columns.names.count + 1)
  }

  @inline(__always)
  func capacity(for values: [Record], _ plan: RecordPlan) -> Int { plan.columns.byteCount * values.count + 4_000 }

  @inline(__always)
  func write<Sink: FieldSink & ~Copyable>(
    _ values: [Record], _ plan: RecordPlan, forKey key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    try values.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      try Record.withArchivedBytes(of: buffer) { (records) throws(ArchiveError) in
        try sink.writeColumns(records, count: values.count, key: key, by: plan)
        sink.note(records: values.count &* max(plan.size, 0), key: key.isEmpty ? KeyedArchiveFormat.rootKey : key)
      }
    }
  }

  func written(_ values: [Record]) -> [Record] { values }

  func withContents(
    of values: [Record], _ plan: RecordPlan, _ body: (any WritableContents) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try values.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      try Record.withArchivedBytes(of: buffer) { (records) throws(ArchiveError) in
        try body(RecordsContents(records, count: values.count, plan))
      }
    }
  }

  @inline(__always)
  func read<Source: FieldSource & ~Copyable>(
    _ plan: RecordPlan, forKey key: String, _ reading: FormReading, from source: inout Source,
    last: (Int) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> [Record] {
    let records = try plan.decodeArray(
      of: [Record].self, key, indices: { reading.isRoot ? $0 : nil }, reading.limits, byteCount: reading.byteCount,
      from: &source)
    try last(records.count &* MemoryLayout<Record>.stride)
    return records
  }
}
