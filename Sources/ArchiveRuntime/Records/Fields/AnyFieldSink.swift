/// A sink of any type, for all sinks but `PropertyListSink`, so that they share one copy of the encoder: see
/// ``AnyFieldSource``.
struct AnyFieldSink: FieldSink {
  private var base: any FieldSink

  init(_ base: any FieldSink) { self.base = base }

  var takesKeys: Bool { base.takesKeys }
  mutating func key(_ key: String) throws(ArchiveError) { try base.key(key) }
  mutating func bool(_ value: Bool) { base.bool(value) }
  mutating func integer(_ value: Int64) { base.integer(value) }
  mutating func unsigned(_ value: UInt64) { base.unsigned(value) }
  mutating func real32(bitPattern: UInt32) { base.real32(bitPattern: bitPattern) }
  mutating func real64(bitPattern: UInt64) { base.real64(bitPattern: bitPattern) }
  mutating func text(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool { base.text(bytes, encoding) }
  mutating func description(_ text: String) { base.description(text) }

  mutating func data(
    byteCount: Int, fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try base.data(byteCount: byteCount, fill: fill)
  }

  mutating func columns(keys: (Int) -> String, _ data: [DataColumns]) throws(ArchiveError) {
    try base.columns(keys: keys, data)
  }

  var takesVersions: Bool { base.takesVersions }
  var takesGroups: Bool { base.takesGroups }
  mutating func note(records byteCount: Int, key: String) { base.note(records: byteCount, key: key) }

  var prefix: String {
    get { base.prefix }
    set { base.prefix = newValue }
  }

  var observer: (any EncodingObserver)? { base.observer }
  var objectNumber: Int { base.objectNumber }

  mutating func write(_ record: UnsafeRawPointer, by plan: RecordPlan) throws(ArchiveError) {
    try plan.encode(record, into: &self)
  }

  mutating func writeColumns(
    _ records: UnsafeRawPointer, count: Int, key: String, by plan: RecordPlan
  ) throws(ArchiveError) {
    try plan.encodeColumns(records, stride: max(plan.size, 0), dimensions: [count], key: key, into: &self)
  }
}

extension FieldSink {
  package mutating func write(_ record: UnsafeRawPointer, by plan: RecordPlan) throws(ArchiveError) {
    var sink = AnyFieldSink(self)
    try sink.write(record, by: plan)
  }

  package mutating func writeColumns(
    _ records: UnsafeRawPointer, count: Int, key: String, by plan: RecordPlan
  ) throws(ArchiveError) {
    var sink = AnyFieldSink(self)
    try sink.writeColumns(records, count: count, key: key, by: plan)
  }
}
