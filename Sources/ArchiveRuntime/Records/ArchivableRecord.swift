/// A C record that can be archived field by field, with everything that its pointers lead to, by
/// `ArchiveEncoder.encode(graph:)`. Generated code declares the conformances.
///
/// Conforming types are C records as Swift imports them, with the layout of the schema, or `RawRecord`s.
public protocol ArchivableNode {
  /// The record's layout and keys.
  static var archiveSchema: RecordSchema { get }
}

/// A C record without pointers, whose value is complete and can be archived by itself.
public protocol ArchivableRecord: ArchivableNode {}

extension ArchivableRecord {
  /// Passes the bytes of `records`, with the layout of a C array, to `body`.
  static func withArchivedBytes<Result>(
    of records: UnsafeBufferPointer<Self>, _ body: (UnsafeRawPointer) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    func copied<StandIn: RawRecord>(_ type: StandIn.Type) throws(ArchiveError) -> Result {
      let start = UnsafeRawPointer(records.baseAddress)?.assumingMemoryBound(to: type)
      return try type.withCopiedBytes(of: UnsafeBufferPointer(start: start, count: records.count), body)
    }
    if let standIn { return try copied(standIn) }
    if let address = records.baseAddress { return try body(UnsafeRawPointer(address)) }
    return try withUnsafeBytes(of: 0 as UInt64) { (none) throws(ArchiveError) in
      try body(none.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Creates `count` records from bytes with the layout of a C array, all of which `fill` must write.
  static func archivedRecords(
    count: Int, _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> [Self] {
    func made<StandIn: RawRecord>(_ type: StandIn.Type) throws(ArchiveError) -> [Self] {
      // `standIn` is the type itself, so the two arrays are of one type.
      unsafeBitCast(try type.copies(count: count, fill), to: [Self].self)
    }
    if let standIn { return try made(standIn) }
    return try [Self](unsafeUninitializedCapacity: count) { (buffer, initialized) throws(ArchiveError) in
      guard let address = buffer.baseAddress, count > 0 else { return }
      HugePages.request(UnsafeMutableRawPointer(address), count * MemoryLayout<Self>.stride)
      try fill(UnsafeMutableRawPointer(address))
      initialized = count
    }
  }

  /// Creates one record from zeroed bytes that `fill` changes.
  static func archivedRecord(
    _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Self {
    if standIn != nil {
      let records = try archivedRecords(count: 1) { (bytes) throws(ArchiveError) in
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: archiveSchema.size)
        try fill(bytes)
      }
      return records[0]
    }
    return try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { (buffer) throws(ArchiveError) in
      let address = buffer.baseAddress.unsafelyUnwrapped
      let bytes = UnsafeMutableRawPointer(address)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Self>.size)
      try fill(bytes)
      return address.move()
    }
  }

}

extension ArchivableNode {
  /// The type itself if it represents a record that Swift does not import; nil if its memory is the record's.
  ///
  /// It is no requirement, because each requirement costs compile time and code in every type. C records are plain data,
  /// so nothing is looked up for them.
  static var standIn: (any RawRecord.Type)? { _isPOD(Self.self) ? nil : Self.self as? any RawRecord.Type }

  /// Checks that Swift's layout of the type equals the schema's. A mirror has no layout of its own.
  static func checkArchivedLayout() throws(ArchiveError) {
    let plan = try archiveSchema.plan
    if standIn == nil { try plan.checkLayout(of: Self.self) }
  }
}

extension ArchivableRecord {
  /// The plan of a type without pointers.
  static func valuePlan() throws(ArchiveError) -> RecordPlan {
    let plan = try archiveSchema.plan
    try checkArchivedLayout()
    guard plan.links.isEmpty else {
      throw .invalidSchema(type: plan.name, reason: "it has pointers, so it has to be an ArchivableNode")
    }
    return plan
  }
}
