import Foundation

/// Archives C records field by field under stable keys, as a keyed archive: a binary property list of the kind that
/// NSKeyedArchiver writes.
///
/// One value as the root:
/// ```swift
/// let data = try ArchiveEncoder().encode(order)
/// ```
/// Several values under keys of your choice; each call takes the value as it is then:
/// ```swift
/// var encoder = ArchiveEncoder()
/// try encoder.encode(order, forKey: "theStruct")      // theStruct.order, theStruct.flags, …
/// try encoder.encode(lines, forKey: "lines")
/// let data = try encoder.finish()
/// ```
public struct ArchiveEncoder: Sendable {
  private var top: TopLevel?

  public init() {}

  // MARK: One root value

  /// An archive whose root is `value`: an object of the record's archived name that has a key for every field.
  ///
  /// - Throws: `ArchiveError`: `invalidText` for text that is not in its encoding, `unknownEnumerationValue` for a
  ///   value that a closed enumeration has not, `layoutMismatch` when the generated code is for another target.
  public func encode<Record: ArchivableRecord>(_ value: Record) throws(ArchiveError) -> Data {
    let plan = try Record.valuePlan()
    return try withRecord(value) { (record) throws(ArchiveError) in
      var sink = PropertyListSink(plan.objectKeys == nil ? .written : .block)
      sink.reserveRoot()
      try plan.encode(record, into: &sink)
      return try sink.finishRoot(plan.objectKeys, name: plan.name)
    }
  }

  /// An archive whose root is the array, stored as columns: one byte string for every field.
  ///
  /// - Throws: As for one value; key paths name the element, `[3].name`.
  public func encode<Record: ArchivableRecord>(_ values: [Record]) throws(ArchiveError) -> Data {
    let plan = try Record.valuePlan()
    return try values.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      try Record.withArchivedBytes(of: buffer) { (records) throws(ArchiveError) in
        var sink = PropertyListSink(.block, reservingCapacity: plan.columnBytes * values.count + 4_000)
        sink.reserveRoot()
        let stride = max(plan.size, 0)
        try plan.encodeColumns(records, stride: stride, dimensions: [values.count], key: "", into: &sink)
        return try sink.finishRoot(plan.arrayKeys, name: plan.name + "[]")
      }
    }
  }

  // MARK: Several values

  /// Archives a record under `key`: its fields' keys follow it and a dot.
  ///
  /// - Throws: As for one value, and `duplicateKey`; the encoder then holds what it held before.
  public mutating func encode<Record: ArchivableRecord>(
    _ value: Record, forKey key: String
  ) throws(ArchiveError) {
    let plan = try Record.valuePlan()
    try write { (sink) throws(ArchiveError) in
      sink.prefix = key.isEmpty ? "" : key + "."
      defer { sink.prefix = "" }
      try withRecord(value) { (record) throws(ArchiveError) in try plan.encode(record, into: &sink) }
    }
  }

  /// Archives an array of records under `key`, as columns.
  ///
  /// - Throws: As for one record.
  public mutating func encode<Record: ArchivableRecord>(
    _ values: [Record], forKey key: String
  ) throws(ArchiveError) {
    let plan = try Record.valuePlan()
    try write { (sink) throws(ArchiveError) in
      try values.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
        try Record.withArchivedBytes(of: buffer) { (records) throws(ArchiveError) in
          try plan.encodeColumns(records, stride: plan.size, dimensions: [values.count], key: key, into: &sink)
        }
      }
    }
  }

  /// Archives an integer under `key`.
  ///
  /// - Throws: `duplicateKey`, or `outOfRange` for one that neither `Int64` nor `UInt64` holds.
  public mutating func encode<Value: FixedWidthInteger>(_ value: Value, forKey key: String) throws(ArchiveError) {
    let signed = Int64(exactly: value)
    let unsigned = UInt64(exactly: value)
    guard signed != nil || unsigned != nil else { throw .outOfRange(path: key, value: "\(value)", type: "i64 or u64") }
    try write { (sink) throws(ArchiveError) in
      try sink.key(key)
      if let signed { sink.integer(signed) } else if let unsigned { sink.unsigned(unsigned) }
    }
  }

  /// Archives a boolean under `key`.
  public mutating func encode(_ value: Bool, forKey key: String) throws(ArchiveError) {
    try write { (sink) throws(ArchiveError) in
      try sink.key(key)
      sink.bool(value)
    }
  }

  /// Archives a real under `key`, bit for bit.
  public mutating func encode(_ value: Double, forKey key: String) throws(ArchiveError) {
    try write { (sink) throws(ArchiveError) in
      try sink.key(key)
      sink.real64(bitPattern: value.bitPattern)
    }
  }

  /// Archives text under `key`, as a string object.
  public mutating func encode(_ value: String, forKey key: String) throws(ArchiveError) {
    try write { (sink) throws(ArchiveError) in
      try sink.key(key)
      sink.string(value)
    }
  }

  /// Archives bytes under `key`.
  public mutating func encode(_ value: Data, forKey key: String) throws(ArchiveError) {
    try write { (sink) throws(ArchiveError) in
      try sink.key(key)
      try sink.data(byteCount: value.count) { (target) throws(ArchiveError) in
        value.copyBytes(to: target.assumingMemoryBound(to: UInt8.self), count: value.count)
      }
    }
  }

  /// The archive of all values encoded so far. The encoder is empty again afterwards.
  ///
  /// - Throws: `limitExceeded` when memory runs out.
  public mutating func finish() throws(ArchiveError) -> Data {
    var sink = PropertyListSink(.checked)
    swap(&sink, &unshared().sink)
    top = nil
    return try sink.finishTop()
  }

  /// Writes to the values' dictionary; what a call that fails has written is taken back.
  mutating func write(
    _ body: (inout PropertyListSink) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try unshared().sink.attempt(body)
  }

  /// The archive in the making, this encoder's alone: a copy of an encoder goes its own way.
  private mutating func unshared() -> TopLevel {
    if isKnownUniquelyReferenced(&top), let top { return top }
    let own = top.map { TopLevel($0.sink.copy()) } ?? TopLevel(PropertyListSink(.checked))
    top = own
    return own
  }
}

/// Gives the bytes of one record for the length of `body`.
@inline(__always)
func withRecord<Record: ArchivableRecord, Result>(
  _ value: Record, _ body: (UnsafeRawPointer) throws(ArchiveError) -> Result
) throws(ArchiveError) -> Result {
  // C's empty struct has no bytes, and Swift no address for it.
  guard MemoryLayout<Record>.size > 0 else {
    return try Record.withArchivedBytes(of: UnsafeBufferPointer(start: nil, count: 0), body)
  }
  return try withUnsafePointer(to: value) { (pointer) throws(ArchiveError) in
    try Record.withArchivedBytes(of: UnsafeBufferPointer(start: pointer, count: 1), body)
  }
}

/// The archive in the making; a class, because a writer is not copied. Never changed while shared.
private final class TopLevel: @unchecked Sendable {
  var sink: PropertyListSink

  init(_ sink: consuming PropertyListSink) { self.sink = sink }
}
