import Foundation

extension ArchiveDecoder {
  /// Some records of an archive whose root is an array of them.
  ///
  /// ```swift
  /// let data = try Data(contentsOf: url, options: .alwaysMapped)
  /// let orders = try ArchiveDecoder().rows(1_000_000..<1_000_100, of: Order.self, from: data)
  /// ```
  /// Of the columns only the bytes of these records are read, however many others there are. All records before them are read
  /// where a record has tagged unions or a migration, or the archive a checksum that is verified. A record that is not
  /// read is not checked.
  ///
  /// - Throws: `wrongType` if there are not so many records, and the errors of ``decode(_:from:)-(Record.Type,_)``.
  public func rows<Record: ArchivableRecord>(
    _ rows: Range<Int>, of type: Record.Type, from data: Data
  ) throws(ArchiveError) -> [Record] {
    try readRoot(of: RecordsForm<Record>(), from: data) { (plan, reading, source, last) throws(ArchiveError) in
      let records = try plan.decodeRows(rows, of: type, "", reading, from: &source)
      try last(records.count &* MemoryLayout<Record>.stride)
      return records
    }
  }

  /// One member of the records of an archive whose root is an array of them: what `decode([Order].self, from: data)` and a
  /// `map` give.
  ///
  /// ```swift
  /// let prices = try ArchiveDecoder().column(\Order.price, from: data)
  /// ```
  /// Only the member's own columns are read; a member may be a struct or an array. For one element of an array, and for what
  /// Swift computes, such as the members of unions, the records are read. The compiler of Swift 6.3.1 crashes on key paths to
  /// bit-fields: of these, read the ``rows(_:of:from:)``.
  ///
  /// - Parameters:
  ///   - member: a key path from the record.
  ///   - rows: the records; all of them if it is nil.
  ///   - data: the archive.
  /// - Throws: the errors of ``rows(_:of:from:)``.
  public func column<Record: ArchivableRecord, Value>(
    _ member: KeyPath<Record, Value>, rows: Range<Int>? = nil, from data: Data
  ) throws(ArchiveError) -> [Value] {
    try readRoot(of: RecordsForm<Record>(), from: data) { (plan, reading, source, last) throws(ArchiveError) in
      let values = try plan.decodeColumn(member, rows, "", reading, from: &source)
      try last(values.count &* MemoryLayout<Value>.stride)
      return values
    }
  }

  /// The number of records of an archive whose root is an array of them. No record is read.
  ///
  /// - Throws: the errors of ``rows(_:of:from:)``.
  public func rowCount<Record: ArchivableRecord>(of type: Record.Type, from data: Data) throws(ArchiveError) -> Int {
    try readRoot(of: RecordsForm<Record>(), from: data) { (plan, reading, source, _) throws(ArchiveError) in
      try plan.decodeCount("", reading, from: &source)
    }
  }
}

extension ArchiveReader {
  /// Some records of the array that was encoded under `key`; see ``ArchiveDecoder/rows(_:of:from:)``.
  ///
  /// - Throws: the same errors, and `missingKey`.
  public func rows<Record: ArchivableRecord>(
    _ rows: Range<Int>, of type: Record.Type, forKey key: String
  ) throws(ArchiveError) -> [Record] {
    let (plan, reading) = (try Record.valuePlan(), reading)
    return try read(key) { (source) throws(ArchiveError) in
      try plan.decodeRows(rows, of: type, key, reading, from: &source)
    }
  }

  /// One member of the records of the array that was encoded under `key`; see ``ArchiveDecoder/column(_:rows:from:)``.
  ///
  /// - Throws: the same errors, and `missingKey`.
  public func column<Record: ArchivableRecord, Value>(
    _ member: KeyPath<Record, Value>, rows: Range<Int>? = nil, forKey key: String
  ) throws(ArchiveError) -> [Value] {
    let (plan, reading) = (try Record.valuePlan(), reading)
    return try read(key) { (source) throws(ArchiveError) in
      try plan.decodeColumn(member, rows, key, reading, from: &source)
    }
  }

  /// The number of records of the array that was encoded under `key`. No record is read.
  ///
  /// - Throws: the same errors, and `missingKey`.
  public func rowCount<Record: ArchivableRecord>(
    of type: Record.Type, forKey key: String
  ) throws(ArchiveError) -> Int {
    let (plan, reading) = (try Record.valuePlan(), reading)
    return try read(key) { (source) throws(ArchiveError) in try plan.decodeCount(key, reading, from: &source) }
  }
}
